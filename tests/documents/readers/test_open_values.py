"""Cells of OpenDocument's sheets: what they hold, not how it is shown."""

from __future__ import annotations

import io
from typing import Any

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job
from tests.documents import made_files as made

# (value-type, the attribute that holds the value, what it shows, what Excel's file with the same cell gives)
CELLS = [
    ("float", 'value="1234.5"', "1.234,50", "1234.5"),
    ("float", 'value="12345678901234"', "1.23E+13", "12345678901234"),
    ("percentage", 'value="0.25"', "25 %", "0.25"),
    ("currency", 'currency="EUR" office:value="41"', "41,00 €", "41"),
    ("date", 'date-value="2024-05-06"', "6. Mai 24", "2024-05-06"),
    ("date", 'date-value="2024-05-06T00:00:00"', "06/05/24", "2024-05-06"),
    ("date", 'date-value="2024-05-06T07:08:09.600000000"', "7:08 AM", "2024-05-06 07:08:10"),
    ("date", 'date-value="1899-12-30T13:45:00"', "13:45", "13:45:00"),
    ("time", 'time-value="PT13H45M00S"', "01:45 PM", "13:45:00"),
    ("time", 'time-value="PT07H08M09.6S"', "7:08", "07:08:10"),
    ("time", 'time-value="PT30H00M00S"', "30:00:00", "1.25"),
    ("boolean", 'boolean-value="false"', "FALSCH", "FALSE"),
    ("float", 'value="1" table:formula="of:=TRUE()"', "WAHR", "TRUE"),
    ("float", 'value="1" table:formula="of:=AND(A1)"', "WAHR", "1"),
    ("string", 'string-value="words"', "its words", "its words"),
    ("float", 'value="none"', "as shown", "as shown"),
    ("float", 'value="NaN"', "as shown", "as shown"),
    ("float", 'value="1e999"', "as shown", "as shown"),
    ("date", 'date-value="-4712-01-01"', "as shown", "as shown"),
    ("date", 'date-value="9999-12-31T23:59:59.9"', "as shown", "as shown"),
    ("time", 'time-value="-PT30H"', "as shown", "as shown"),
    ("boolean", 'boolean-value="perhaps"', "as shown", "as shown"),
    ("float", 'value="3"', "", "3"),
]


def cell(kind: str, value: str, shown: str) -> str:
    return f'<table:table-cell office:value-type="{kind}" office:{value}><text:p>{shown}</text:p></table:table-cell>'


def table(*cells: str) -> str:
    return f"<table:table><table:table-row>{''.join(cells)}</table:table-row></table:table>"


def text(content: bytes, **options: Any) -> str:
    *rows, whole = extract(io.BytesIO(content), Job(name=b"a.ods", size=len(content), **options))
    return "\n".join(one.text.decode() for one in rows) if rows else whole.text.decode()  # type: ignore[union-attr]


@pytest.mark.parametrize(("kind", "value", "shown", "expected"), CELLS)
def test_a_cell_is_spelled_as_it_is_in_a_file_of_excel(kind: str, value: str, shown: str, expected: str) -> None:
    body = table(cell(kind, value, shown), cell("string", "string-value='x'", "end"))
    packed = made.odf(body, "spreadsheet")
    assert text(packed).split("\n") == [expected, "end"]
    flat = made.odf_content(body, "document", "application/vnd.oasis.opendocument.spreadsheet", "spreadsheet")
    assert text(flat.encode()).split("\n") == [expected, "end"]
    assert text(packed, text_column="2", id_column="1", table_header=False) == "end"
    assert text(packed, text_column="1", table_header=False) == expected


def test_a_table_in_a_text_is_what_it_shows_as_it_is_in_a_file_of_word() -> None:
    assert text(made.odf(table(cell("float", 'value="41"', "41,00 €")))) == "41,00 €"


def test_cells_that_are_alike_are_as_many_as_they_are() -> None:
    alike = cell("float", 'value="41"', "41,00 €").replace(
        "office:value-type", "table:number-columns-repeated='{}' office:value-type"
    )
    assert text(made.odf(table(alike.format(3), cell("string", "string-value='x'", "end")), "spreadsheet")).split() == (
        ["41", "41", "41", "end"]
    )
    assert len(text(made.odf(table(alike.format(16_000) * 9), "spreadsheet"))) < 9999, "a bomb otherwise"
