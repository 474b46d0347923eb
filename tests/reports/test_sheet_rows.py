"""Rows of worksheets: what the library would have written, without a call for every cell."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

import numpy as np
import openpyxl
import pytest
import xlsxwriter

from simexplorer.reports.columns import Tables
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.sheet_rows import MOST_UNITS, cell_text, column_letters, sheet_parts
from simexplorer.reports.table import CHUNK, Column, Table
from simexplorer.reports.xlsx_report import FORMATS, WORKBOOK, write_xlsx
from tests.reports import results


def _nothing() -> None:
    pass


_FORM = b'<worksheet><dimension ref="A1:B1"/><sheetData><row r="1"></row></sheetData><pageMargins/></worksheet>'


def _table(labels: Sequence[str], rows: int) -> Table:
    return Table(
        "t",
        "T",
        (
            Column("name", "Name", "text", np.arange(rows) % (len(labels) + 1) - 1, labels),
            Column("share", "Share", "share", np.where(np.arange(rows) % 3, np.arange(rows) / 7, np.nan)),
            Column("count", "Count", "whole", np.arange(rows) - 1),
            Column("flag", "Flag", "flag", np.arange(rows) % 2 == 0),
        ),
    )


@pytest.mark.parametrize(("place", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_columns_are_lettered(place: int, letters: str) -> None:
    assert column_letters(place) == letters


def test_a_row_holds_a_cell_for_each_value_there_is() -> None:
    (head, rows, tail) = sheet_parts(_FORM, _table(["a & b"], 2), 2, _nothing)
    assert head.startswith(b'<worksheet><dimension ref="A1:D3"/>')
    assert rows.decode() == (
        '<row r="2"><c r="D2" t="b"><v>1</v></c></row>'
        '<row r="3"><c r="A3" t="inlineStr"><is><t>a &amp; b</t></is></c><c r="B3"><v>0.14285714285714285</v></c>'
        '<c r="C3"><v>0</v></c><c r="D3" t="b"><v>0</v></c></row>'
    )
    assert tail == b"</sheetData><pageMargins/></worksheet>"


def test_all_rows_of_a_table_longer_than_a_chunk_are_there_once() -> None:
    whole = b"".join(sheet_parts(_FORM, _table(["x", "y"], CHUNK + 5), CHUNK + 5, _nothing))
    assert [whole.count(b'<row r="%d">' % row) for row in (2, CHUNK + 1, CHUNK + 2, CHUNK + 6, CHUNK + 7)] == [
        1
    ] * 4 + [0]


@pytest.mark.parametrize(
    "text", ["plain", " blanks ", "<&>", "tab\tand\nline", "\x00\x1f\x7f", "_x0041_", "_X0041_", "\ufffe", "é😀" * 9]
)
def test_texts_are_spelled_as_the_library_spells_them(text: str) -> None:
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {**WORKBOOK, "constant_memory": True, "in_memory": False}) as book:
        book.add_worksheet("s").write_string(0, 0, text)
    with zipfile.ZipFile(file) as archive:
        theirs = archive.read("xl/worksheets/sheet1.xml").decode()
    table = Table("t", "T", (Column("n", "N", "text", np.zeros(1, int), [text]),))
    own = b"".join(sheet_parts(_FORM, table, 1, _nothing)).decode()
    assert own[own.index("<is>") : own.index("</is>")] == theirs[theirs.index("<is>") : theirs.index("</is>")]


def test_a_text_longer_than_a_cell_is_cut_between_characters() -> None:
    assert cell_text("x" * MOST_UNITS) == "x" * MOST_UNITS
    assert cell_text("x" + "😀" * MOST_UNITS) == "x" + "😀" * (MOST_UNITS // 2)


def test_numbers_keep_the_format_of_their_column() -> None:
    file = io.BytesIO()
    write_xlsx(Tables(results.small()), file, ReportOptions())
    book = openpyxl.load_workbook(file)
    assert [cell.number_format for cell in book["Pairs"][2][2:4]] == [FORMATS["share"]] * 2
    assert book["Documents"]["E2"].number_format == "#,##0"
    assert book["Pairs"].dimensions == f"A1:H{book['Pairs'].max_row}"
