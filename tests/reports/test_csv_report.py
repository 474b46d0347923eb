"""CSV tables, read back by the standard library."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.reports import csv_report
from simexplorer.reports.columns import Tables
from simexplorer.reports.csv_report import csv_chunks
from simexplorer.reports.table import CHUNK
from simexplorer.reports.writing import write_report
from tests.reports import results
from tests.reports.test_inert_text import DANGEROUS


def _rows(tables: Tables, name: str) -> list[list[str]]:
    text = b"".join(csv_chunks(tables.table(name))).decode("utf-8")
    return list(csv.reader(io.StringIO(text, newline="")))


def test_pairs_of_a_small_result() -> None:
    assert b"".join(csv_chunks(Tables(results.small()).table("pairs"))).decode() == (
        "a,b,jaccard,estimate,error_sd,a_in_b,b_in_a,hamming\r\n"
        "a.txt,b/one.txt,0.95,0.953125,0.16,0.96,0.99,3\r\n"
        "a.txt,b/two.html,0.8333333333333334,0.8125,,0.9,0.92,\r\n"
    )


def test_documents_of_a_small_result() -> None:
    rows = _rows(Tables(results.small()), "documents")
    assert rows[0][:4] == ["path", "status", "reason", "format"]
    assert rows[4] == [
        "c (copy).txt",
        "read",
        "",
        "text/plain",
        "30",
        "27",
        "24",
        "false",
        "1",
        "a.txt",
        "a.txt",
        "1970-01-01T00:00:00Z",
    ]
    assert rows[7][7] == "true"


@pytest.mark.parametrize("name", ["pairs", "clusters", "documents"])
def test_no_cell_of_a_hostile_result_begins_like_a_formula(name: str) -> None:
    rows = _rows(Tables(results.hostile()), name)
    assert len(rows) > 20
    assert not [cell for row in rows for cell in row if cell.lstrip(" ").startswith(DANGEROUS)]


def test_hostile_names_come_back() -> None:
    tables = Tables(results.hostile())
    assert [results.text_of_cell(row[0]) for row in _rows(tables, "documents")[1:]] == tables.paths


@given(st.text(st.sampled_from("aZ0_é中 ,\"\r\n\t=+-@|%'＝\u3000.") | st.characters(), max_size=6))
def test_a_cell_that_is_told_at_one_look_is_that_of_a_long_one(text: str) -> None:
    assert csv_report._cells([text])[1] == [csv_report._cell(text), ""]


def test_paths_are_spelled_once_for_all_files_of_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spelled: list[Any] = []
    cells = csv_report._cells
    monkeypatch.setattr(csv_report, "_cells", lambda labels: cells(spelled.append(labels) or labels))
    write_report(results.small(), tmp_path / "r.csv")
    assert len(spelled) > 1
    assert len({id(labels) for labels in spelled}) == len(spelled)


def test_an_empty_result_gives_headers_alone() -> None:
    assert len(_rows(Tables(results.nothing()), "pairs")) == 1


def test_rows_of_one_column_are_all_read_back_where_nothing_stands_in_them() -> None:
    tables = Tables(results.small())
    whole, column = tables.table("documents"), tables.table("documents").only(["reason"])
    text = b"".join(csv_chunks(column)).decode()
    assert [results.text_of_cell(row["reason"]) for row in csv.DictReader(io.StringIO(text, newline=""))] == [
        words or "" for words in whole.columns[2].cells()
    ]


def test_every_row_has_as_many_cells_as_the_header_across_chunks() -> None:
    rows = _rows(Tables(results.large(CHUNK * 2 + 5, 300)), "pairs")
    assert len(rows) == CHUNK * 2 + 6
    assert {len(row) for row in rows} == {8}
