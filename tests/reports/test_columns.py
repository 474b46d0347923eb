"""Results as plain columns."""

from __future__ import annotations

import csv
import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from msgspec.structs import replace

from simexplorer.__main__ import main
from simexplorer.documents import listing
from simexplorer.documents.listing import Documents, Status
from simexplorer.errors import UsageError
from simexplorer.pipeline.recipe import Recipe
from simexplorer.reports import columns
from simexplorer.reports.columns import (
    TABLES,
    Tables,
    display_paths,
    document_states,
    require_columns,
)
from simexplorer.reports.table import CHUNK, Column, Table, number_texts
from simexplorer.ui.models.problems_table import ProblemRows
from tests.reports import results


def test_pairs_are_those_at_or_above_the_threshold() -> None:
    rows = list(Tables(results.small()).table("pairs").rows())
    assert rows == [
        ("a.txt", "b/one.txt", 0.95, 0.953125, 0.16, 0.96, 0.99, 3),
        ("a.txt", "b/two.html", 5 / 6, 0.8125, None, 0.9, 0.92, None),
    ]


def test_clusters_have_one_row_a_member() -> None:
    rows = list(Tables(results.small()).table("clusters").rows())
    assert rows[0] == (1, "a.txt", True, 1.0, 4, 0.7, None, 5 / 6)
    assert [row[1] for row in rows] == ["a.txt", "b/one.txt", "b/two.html", "c (copy).txt"]


def test_documents_name_their_cluster_and_their_twin() -> None:
    table = Tables(results.small()).table("documents")
    by_path = {row[0]: dict(zip([c.name for c in table.columns], row, strict=True)) for row in table.rows()}
    assert by_path["c (copy).txt"]["cluster"] == 1
    assert by_path["c (copy).txt"]["identical_to"] == "a.txt"
    assert by_path["a.txt"]["identical_to"] is None
    assert [by_path[name]["representative"] for name in ("a.txt", "c (copy).txt")] == ["a.txt", "a.txt"]
    assert by_path["long.txt"]["representative"] is None, "alone, so that it is kept"
    assert by_path["long.txt"]["cluster"] is None
    assert by_path["z.txt"]["status"] == "skipped"
    assert by_path["z.txt"]["reason"] == "The run ended before this document was read."


def test_documents_tell_when_their_files_were_changed() -> None:
    result = results.small()
    changed = np.array([1_700_000_000, 0, -1, 1_700_000_000, 951_827_696, 3, 2, 1]) * 10**9 + 999_999_999
    column = Tables(replace(result, documents=replace(result.documents, modified_ns=changed))).table("documents")
    told = next(one for one in column.columns if one.name == "modified")
    assert told.cells()[:5] == [
        "2023-11-14T22:13:20Z",
        "1970-01-01T00:00:00Z",
        "1969-12-31T23:59:59Z",
        "2023-11-14T22:13:20Z",
        "2000-02-29T12:34:56Z",
    ]


def test_of_a_folder_that_was_not_looked_into_neither_size_nor_change_is_told(tmp_path: Path) -> None:
    (tmp_path / "all" / ".git").mkdir(parents=True)
    (tmp_path / "all" / "old.txt").write_text("words")
    os.utime(tmp_path / "all" / "old.txt", (0, 0))
    reports = [str(tmp_path / f"report{ending}") for ending in (".json", ".csv")]
    assert main(["scan", str(tmp_path / "all"), *(f"--report={report}" for report in reports)]) == 0
    told = json.loads(Path(reports[0]).read_text())["documents"]
    assert [(one["path"], one["bytes"], one["modified"]) for one in told] == [
        (".git/", None, None),
        ("old.txt", 5, "1970-01-01T00:00:00Z"),
    ]
    with (tmp_path / "report.documents.csv").open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [(row["bytes"], row["modified"]) for row in rows] == [("", ""), ("5", "1970-01-01T00:00:00Z")]


def test_problems_are_skipped_empty_and_cut_documents() -> None:
    rows = list(Tables(results.small()).table("problems").rows())
    assert [row[0] for row in rows] == ["empty", "logo.png", "long.txt", "z.txt"]


def test_problems_are_those_that_the_window_lists() -> None:
    """Also a table that was read with a remark, and a text of which the settings leave nothing: both have a reason."""
    result = results.small()
    documents = result.documents
    documents.status[7] = Status.READ
    documents.reason[[1, 7]] = (2, 3)
    documents.characters[7] = 0
    documents.guessed[:3] = True
    told = Tables(result).table("problems")
    names, rows = [column.name for column in told.columns], list(told.rows())
    listed = ProblemRows.of(documents)
    assert [row[0] for row in rows] == [documents.paths.display(row) for row in listed.rows.tolist()]
    assert [row[0] for row in rows] == ["a.txt", "b/one.txt", "b/two.html", "empty", "logo.png", "long.txt", "z.txt"]
    reasons = [row[names.index("reason")] for row in rows]
    assert reasons == [listed.reasons[why] for why in listed.why.tolist()]


def test_the_order_in_which_reasons_were_met_changes_nothing() -> None:
    result = results.small()
    documents = result.documents
    turned = replace(
        result,
        documents=replace(
            documents,
            reasons=tuple(reversed(("never said", *documents.reasons))),
            reason=(len(documents.reasons) - 1 - documents.reason).astype(documents.reason.dtype),
        ),
    )
    (status, reason, reasons), (_, other, others) = document_states(result), document_states(turned)
    assert status.size == reason.size
    assert reasons == others == tuple(sorted(reasons))
    np.testing.assert_array_equal(reason, other)


def test_a_choice_of_columns_keeps_their_order() -> None:
    table = Tables(results.small()).table("pairs").only(("jaccard", "a"))
    assert [column.name for column in table.columns] == ["a", "jaccard"]


def test_rows_cross_chunks_without_loss() -> None:
    n = 2 * CHUNK + 3
    table = Table("t", "T", (Column("x", "X", "whole", np.arange(n)),))
    assert [row[0] for row in table.rows()] == list(range(n))
    assert len(list(table.rows(CHUNK + 1))) == CHUNK + 1


def test_shown_paths_are_printable_and_decoded_ones_keep_control_characters() -> None:
    paths = results.paths_of([b"a\nb", b"x\xff", "é".encode(), b""])
    assert paths.decoded() == ["a\nb", "x\\xff", "é", ""]
    assert display_paths(paths) == ["a\\nb", "x\\xff", "é", ""]


@given(hnp.arrays(np.float64, st.integers(0, 60)))
def test_numbers_come_back_from_their_texts(values: np.ndarray) -> None:
    read = [json.loads(text) for text in number_texts(values, "null")]
    assert read == [value if math.isfinite(value) else None for value in values.tolist()]


@given(st.lists(st.sampled_from([0.5, 0.25, float("nan"), -0.0, 0.0, float("inf")]), min_size=30, max_size=90))
def test_repeated_numbers_are_spelled_once_and_right(values: list[float]) -> None:
    read = [json.loads(text) for text in number_texts(np.array(values), "null")]
    assert read == [value if math.isfinite(value) else None for value in values]


def test_negative_whole_numbers_stand_for_none() -> None:
    assert number_texts(np.array([3, -1, 0], np.int16), "null") == ["3", "null", "0"]


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({"measure": "cosine", "scheme": "hyperplane"}, ("measured", "Cosine")),
        ({"measure": "containment"}, ("measured", "Containment")),
        ({"measure": "hamming", "scheme": "bit-sampling", "max_distance": 9.0}, ("distance", "Bits apart")),
    ],
)
def test_the_measure_of_the_run_stands_before_all_other_numbers(fields: dict[str, Any], title: tuple[str, str]) -> None:
    small = results.small()
    numbers = np.linspace(0.9, 0.5, len(small.pairs))
    distance = None if fields["measure"] == "containment" else 30.0 * numbers
    pairs = replace(small.pairs, similarity=numbers, distance=distance)
    told = Tables(replace(small, pairs=pairs, recipe=Recipe(**fields))).table("pairs").columns
    titles = [(column.name, column.title) for column in told]
    assert titles[2] == title
    assert ("jaccard", "Jaccard") in titles
    assert ("estimate", "Estimate") not in titles  # but what it estimates


def test_every_column_of_every_table_can_be_named() -> None:
    small = results.small()
    distant = replace(small.pairs, distance=small.pairs.jaccard, similarity=small.pairs.jaccard)
    for recipe in (small.recipe, Recipe(measure="cosine", scheme="hyperplane")):
        tables = Tables(replace(small, pairs=distant, recipe=recipe))
        for name in TABLES:
            for column in tables.table(name).columns:
                require_columns([column.name, f"{name}.{column.name}"], "cosine", decided=True)
    with pytest.raises(UsageError, match="there is no column 'colour'"):
        require_columns(["a", "colour"], "jaccard", decided=True)


def test_titles_of_columns_are_told_without_a_look_at_the_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    result, spelled = results.small(), list[int]()
    there = [column.title for column in Tables(result).table("documents").columns]
    real = columns.moments

    def counted(documents: Documents, rows: int) -> Any:
        spelled.append(rows)
        return real(documents, rows)

    monkeypatch.setattr(columns, "moments", counted)
    monkeypatch.setattr(columns, "display_paths", None)
    assert [column.title for column in Tables(result, spell=False).table("documents").columns] == there
    assert not any(spelled)


def test_a_name_that_reads_as_the_escape_of_another_is_told_apart() -> None:
    paths = results.paths_of([b"a\\xff", b"a\xff", b"b\\xfe", b"plain"])
    # where nothing collides a name that is a text stays one, for programs
    assert paths.decoded() == ["a\\\\xff", "a\\xff", "b\\xfe", "plain"]
    assert display_paths(paths) == ["a\\\\xff", "a\\xff", "b\\\\xfe", "plain"]


@given(st.lists(st.text("\\xf\xff", max_size=6).map(lambda name: name.encode("latin-1")), max_size=9, unique=True))
@example([b"\\xff", b"\\\\xff", b"\xff"])
@example([b"\\xff\xff", b"\xff\xff", b"\\\\xff\xff"])
def test_no_two_names_are_spelled_alike_in_a_report(names: list[bytes]) -> None:
    spelled = results.paths_of(names).decoded()
    assert len(set(spelled)) == len(names)


@given(st.lists(st.text("a./é\xff", max_size=4).map(lambda name: name.encode("latin-1")), max_size=9))
def test_names_without_backslashes_are_spelled_one_by_one(names: list[bytes]) -> None:
    names = [name for name in names if name.isascii()] if len(names) % 2 else names
    expected = [name.decode("utf-8", "backslashreplace") for name in names]
    with pytest.MonkeyPatch.context() as few:
        few.setattr(listing, "_AT_ONCE", 2)
        assert results.paths_of(names).decoded() == expected


def test_bits_of_a_run_are_whole_and_told_apart_from_those_of_the_plain_fingerprint() -> None:
    small = results.small()
    recipe = Recipe(measure="hamming", scheme="bit-sampling", max_distance=9.0)
    pairs = replace(small.pairs, similarity=small.pairs.jaccard, distance=np.array([1.0, np.nan, 4.0]))
    table = Tables(replace(small, recipe=recipe, pairs=pairs)).table("pairs")
    columns = {column.name: column for column in table.columns}
    assert columns["distance"].cells() == [1, None]
    assert (columns["distance"].title, columns["hamming"].title) == ("Bits apart", "Plain bits")
    usual = {column.name: column for column in Tables(small).table("pairs").columns}
    assert usual["hamming"].title == "Hamming distance"


def test_the_error_of_a_cosine_is_called_that_of_its_angle(tmp_path) -> None:
    """A cosine that is estimated too high is an angle that is estimated too low: the signs are not the same."""
    words = [f"word{number}" for number in range(60)]
    (tmp_path / "in").mkdir()
    for k in range(6):
        (tmp_path / "in" / f"{k}.txt").write_text(" ".join([*words[k:], *(f"other{k}of{n}" for n in range(k))]))
    report = tmp_path / "report.json"
    scan = ["scan", str(tmp_path / "in"), "--quiet", "--no-cache", "--measure", "cosine", "--report", str(report)]
    assert main([*scan, "--report", str(tmp_path / "report.xlsx")]) == 0
    pairs = json.loads(report.read_text())["pairs"]
    off = [pair for pair in pairs if abs(pair["estimate"] - pair["measured"]) > 1e-6]
    assert len(off) > 5
    for pair in off:
        assert (pair["error_sd"] > 0) == (math.degrees(math.acos(min(1.0, pair["estimate"]))) > pair["distance"])
        assert (pair["error_sd"] > 0) == (pair["estimate"] < pair["measured"])
    titles = [cell.value for cell in openpyxl.load_workbook(tmp_path / "report.xlsx")["Pairs"][1]]
    assert "Error of angle in sd" in titles
