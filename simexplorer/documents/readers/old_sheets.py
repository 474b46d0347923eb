"""Excel files before 2007 to text."""

from __future__ import annotations

import io
from typing import Any

import xlrd
from xlrd.biffh import XLRDError, error_text_from_code
from xlrd.sheet import Cell

from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.compound import CompoundFile

_WHOLE = 1e15  # below this a number without a fraction is written without a point


def sheets_text(file: CompoundFile) -> str:
    """All cells that hold something, a tab between cells, a line a row, sheet after sheet.

    Dates are the numbers that they are kept as, here as in XLSX. Raises Refusal for what is damaged or encrypted.
    """
    content = file.read("Workbook" if "Workbook" in file else "Book")
    try:
        book = xlrd.open_workbook(file_contents=content, logfile=io.StringIO(), on_demand=True, ragged_rows=True)
        lines: list[str] = []
        for number in range(book.nsheets):
            rows = book.sheet_by_index(number).get_rows()
            lines.extend("\t".join(filter(None, map(_spelled, row))) for row in rows)
            book.unload_sheet(number)
    except XLRDError as error:
        encrypted = "encrypted" in str(error)
        raise Refusal("encrypted" if encrypted else "damaged: its sheets cannot be read") from error
    except Exception as error:  # of damaged files it raises whatever comes
        raise Refusal("damaged: its sheets cannot be read") from error
    return "\n".join(lines)


def _spelled(cell: Cell) -> str:
    value: Any = cell.value
    if cell.ctype in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
        return f"{value:.0f}" if abs(value) < _WHOLE and value == int(value) else f"{value:.15g}"
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return error_text_from_code.get(value, "")
    return str(value)
