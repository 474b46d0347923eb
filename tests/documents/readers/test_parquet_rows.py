"""Rows of Parquet: what stands in the columns that are asked for, whatever stands beside them."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from simexplorer.documents import formats
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.extracted import Job
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.readers.tables import read_table

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def _rows(raw: bytes, **options: Any) -> list[tuple[bytes, bytes, str]]:
    found = read_table(io.BytesIO(raw), Job(name=b"t.parquet", size=len(raw), **options), formats.PARQUET)
    return [(row.member, row.text, row.reason) for row in found if row.member]


def _file(table: Any) -> bytes:
    out = io.BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The columns of all batches that were unpacked."""
    seen: list[list[str]] = []
    batches = parquet.ParquetFile.iter_batches

    def told(*args: Any, **options: Any) -> Any:
        for batch in batches(*args, **options):
            seen.append(batch.schema.names)
            yield batch

    monkeypatch.setattr(parquet.ParquetFile, "iter_batches", told)
    return seen


def test_columns_that_nobody_asked_for_are_not_unpacked(unpacked: list[list[str]]) -> None:
    numbers = [[float(n)] * 50 for n in range(2500)]
    table = {"id": list(range(2500)), "vector": numbers, "text": [f"words {n}" for n in range(2499)] + [None]}
    raw = _file(pyarrow.table(table))
    wanted = [(b"%d" % n, b"words %d" % n, "") for n in range(2499)] + [(b"2499", b"", "this row holds nothing")]
    assert _rows(raw, text_column="text", id_column="id") == wanted
    assert unpacked == [["id", "text"]] * 3
    assert [text for _, text, _ in _rows(raw, text_column="3")] == [text for _, text, _ in wanted]
    assert unpacked[3:] == [["text"]] * 3


@pytest.mark.parametrize(("text", "told"), [("*", b"1 x y"), ("text,a.b", b"x y"), ("a.b", b"y"), ("9", b"")])
def test_all_columns_and_names_that_may_mean_a_part_of_one(text: str, told: bytes) -> None:
    table = pyarrow.table({"id": [1], "text": ["x"], "a.b": ["y"]})
    assert [row[1] for row in _rows(_file(table), text_column=text)] == [told]


def test_of_two_columns_of_one_name_the_first_is_meant() -> None:
    table = pyarrow.Table.from_arrays([pyarrow.array(["x"]), pyarrow.array(["y"])], names=["text", "text"])
    assert [row[1] for row in _rows(_file(table), text_column="text")] == [b"x"]


def test_parquet_is_read_by_the_reading_process_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet.write_table(pyarrow.table({"tags": [["a b", "c"], []]}), tmp_path / "t.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions(text_column="tags", items=True))
    assert corpus.text(0) == ""
    assert corpus.documents().reason_of(0) is None
    assert [corpus.text(int(row)) for row in corpus.discovered()] == ["a b\0c\0", ""]
    corpus.close()
