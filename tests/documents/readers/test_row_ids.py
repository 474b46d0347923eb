"""How many rows of a table have no id, or one that stood above, is told of the table."""

from __future__ import annotations

import csv
import io
import json
import os
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from tests.documents.readers.test_sheets import xlsx

IDS = ["a", "", "b", "a", "7", "", "a"]
TOLD = "rows without an id, called by their number: 2; rows with the id of a row above, told apart by their number: 2"
NAMES = [b"a", b"#2", b"b", b"a#4", b"7", b"#6", b"a#7"]


def as_csv(ids: list[str]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows([["id", "text"], *([name, f"row {at}"] for at, name in enumerate(ids))])
    return out.getvalue().encode()


def as_json_lines(ids: list[str]) -> bytes:
    rows = [{"id": name, "text": f"row {at}"} if name else {"text": f"row {at}"} for at, name in enumerate(ids)]
    return "\n".join(map(json.dumps, rows)).encode()


def as_parquet(ids: list[str]) -> bytes:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    out = io.BytesIO()
    texts = [f"row {at}" for at in range(len(ids))]
    parquet.write_table(pyarrow.table({"id": [name or None for name in ids], "text": texts}), out)
    return out.getvalue()


def as_sheets(ids: list[str]) -> bytes:
    """The same once more in a second sheet, where ids of the first are none that stand above."""
    rows = [["id", "text"], *([name, f"row {at}"] for at, name in enumerate(ids))]
    return xlsx(one=rows, two=[["id", "text"], ["a", "row"], ["", "row"]])


MAKERS = {"t.csv": as_csv, "t.jsonl": as_json_lines, "t.parquet": as_parquet, "t.xlsx": as_sheets}


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("text", ["text", "*"])
def test_rows_without_an_id_and_with_one_that_stood_above_are_counted(name: str, text: str) -> None:
    raw = MAKERS[name](IDS)
    *rows, table = extract(io.BytesIO(raw), Job(name=name.encode(), size=len(raw), text_column=text, id_column="id"))
    if name == "t.xlsx":  # whose rows have the numbers that the program for sheets shows
        assert [row.member for row in rows[1:4]] == [b"one/#3", b"one/b", b"one/a#5"]
    else:
        assert [row.member for row in rows] == NAMES
    assert table.reason == (TOLD.replace(": 2;", ": 3;") if name == "t.xlsx" else TOLD)


@pytest.mark.parametrize("name", MAKERS)
def test_nothing_is_told_of_rows_that_numbers_name_or_ids_of_their_own(name: str) -> None:
    for ids, column in ((IDS, None), (["a", "b", "7", "#1"], "id")):
        raw = MAKERS[name](ids)
        if name == "t.xlsx":
            raw = xlsx(one=[["id", "text"], *([one, f"row {at}"] for at, one in enumerate(ids))])
        *_, table = extract(
            io.BytesIO(raw), Job(name=name.encode(), size=len(raw), text_column="text", id_column=column)
        )
        assert table.reason == ""


@given(st.lists(st.sampled_from(["", "", "a", "b", "c"]), min_size=1, max_size=12))
def test_as_many_rows_as_have_an_id_of_their_own_are_not_counted(ids: list[str]) -> None:
    raw = as_csv(ids)
    *_, table = extract(io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), text_column="text", id_column="id"))
    counts = [int(part.rpartition(" ")[2]) for part in table.reason.split("; ") if part]
    assert sum(counts) == len(ids) - len(set(ids) - {""})
    assert ("without an id" in table.reason) == ("" in ids)


@pytest.mark.parametrize("name", MAKERS)
def test_a_run_tells_it_of_the_table_itself(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(MAKERS[name](IDS))
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        documents = analysis.run(Recipe(text_column="text", id_column="id"), Progress()).documents
    assert (documents.reason_of(0) or "").startswith("rows without an id, called by their number: ")
    assert not any(documents.reason_of(row) for row in range(1, len(documents)))
