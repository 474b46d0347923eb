"""Workbooks, read back by another library."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import openpyxl
import pytest
from openpyxl.utils.escape import unescape

from simexplorer.errors import Cancelled
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.result import Result
from simexplorer.reports.columns import Tables
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.xlsx_report import EXACT, FORMATS, write_xlsx
from tests.reports import results
from tests.reports.test_inert_text import DANGEROUS


def _bytes(result: Result, options: ReportOptions | None = None) -> bytes:
    file = io.BytesIO()
    write_xlsx(Tables(result), file, options or ReportOptions())
    return file.getvalue()


def _book(result: Result, options: ReportOptions | None = None) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(_bytes(result, options)))


def test_a_small_result_reads_back() -> None:
    book = _book(results.small())
    assert book.sheetnames == ["Summary", "Clusters", "Pairs", "Documents"]
    rows = list(book["Pairs"].iter_rows(values_only=True))
    assert rows[0][:3] == ("First document", "Second document", "Exact similarity")
    assert rows[2] == ("a.txt", "b/two.html", 5 / 6, 0.8125, None, 0.9, 0.92, None)
    assert next(book["Clusters"].iter_rows(min_row=2, values_only=True))[:4] == (1, "a.txt", True, 1)


def test_digits_are_shown_where_fewer_would_read_1_or_the_threshold() -> None:
    sheet = _book(results.close())["Clusters"]
    lowest = sheet["F2"]
    assert (sheet["F1"].value, lowest.value, lowest.number_format) == ("Lowest pair", 0.7998, FORMATS["share"])
    rules = {str(held.sqref).split(":")[0]: held.rules[0] for held in sheet.conditional_formatting}
    assert sorted(rules) == ["D2", "F2", "G2", "H2"]
    low, high = map(float, rules["F2"].formula)
    assert low < 0.7998 < high == 0.8
    assert rules["F2"].dxf.numFmt.formatCode == EXACT["share"]


def test_no_cell_of_a_hostile_result_is_a_formula_or_looks_like_one() -> None:
    book = _book(results.hostile(), ReportOptions(title="=1+1"))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert len(cells) > 300
    assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]
    texts = [cell.value for cell in cells if isinstance(cell.value, str)]
    assert not [text for text in texts if text.lstrip(" ").startswith(DANGEROUS)]


def test_hostile_names_come_back() -> None:
    tables = Tables(results.hostile())
    rows = list(_book(results.hostile())["Documents"].iter_rows(min_row=2, max_col=1, values_only=True))
    assert [results.text_of_cell(unescape(str(row[0]))) for row in rows] == tables.paths


def test_equal_results_give_equal_files_but_for_a_date_that_was_asked_for() -> None:
    assert _bytes(results.small()) == _bytes(results.small())
    dated = _bytes(results.small(), ReportOptions(written_at=datetime(2026, 1, 2, tzinfo=UTC)))
    with zipfile.ZipFile(io.BytesIO(dated)) as archive:
        assert b"2026-01-02" in archive.read("docProps/core.xml")


def test_long_tables_are_cut_and_the_summary_says_so() -> None:
    book = _book(results.large(30, 8), ReportOptions(max_rows=10))
    assert book["Pairs"].max_row == 11
    said = [str(row[1]) for row in book["Summary"].iter_rows(values_only=True) if row[0] == "Left out here"]
    assert said == ["Pairs: 20 of 30 rows; CSV and JSON hold all."]


def test_a_stop_is_heeded() -> None:
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        _bytes(results.large(3000, 40), ReportOptions(progress=progress))
