"""Excel files before 2007 as sheets."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import xlrd
from xlrd.biffh import XLRDError, error_text_from_code
from xlrd.book import Book
from xlrd.sheet import Cell
from xlrd.sheet import Sheet as Cells

from simexplorer.documents.extracted import LOCKED, Refusal
from simexplorer.documents.readers.compound import CompoundFile
from simexplorer.documents.readers.excel_numbers import date_words, number_words
from simexplorer.documents.readers.sheets import Lacking, Numbered, Sheet

_BESIDE_CELLS = ("handle_hlink", "handle_quicktip", "handle_obj", "handle_txo", "handle_note")


def _decoded(raw: bytes, encoding: str) -> str:
    return raw.decode(encoding, "surrogatepass" if encoding.startswith("utf") else "replace")


# a text may be cut within a character where its record goes on; links and remarks, which are not read, may be damaged
xlrd.book.unicode = xlrd.biffh.unicode = xlrd.sheet.unicode = _decoded
for _name in _BESIDE_CELLS:
    setattr(Cells, _name, lambda _sheet, *_record: None)


def sheets(file: CompoundFile, lacking: Lacking) -> Iterator[Sheet]:
    """Every sheet that is shown, read when its first row is asked for.

    Raises Refusal for what is damaged or encrypted, also while rows are read.
    """
    content = file.read("Workbook" if "Workbook" in file else "Book")
    with _damage_told():
        book = xlrd.open_workbook(file_contents=content, logfile=io.StringIO(), on_demand=True, ragged_rows=True)
        names = book.sheet_names()
    unseen = {number for number, kind in enumerate(_kinds(book)) if kind}
    shown = [number for number in range(len(names)) if number not in unseen] or range(len(names))
    lacking.hidden = [name for number, name in enumerate(names) if number not in shown]
    for number in shown:
        yield Sheet(names[number], _rows(book, number))


def _kinds(book: Book) -> list[int]:
    """How sheets are shown, 0 as usual; a sheet itself tells it once it was read."""
    return list(getattr(book, "_sheet_visibility", []))


def _rows(book: Book, number: int) -> Iterator[Numbered]:
    with _damage_told():
        for line, row in enumerate(book.sheet_by_index(number).get_rows(), 1):
            yield line, [_spelled(cell, book.datemode) for cell in row]
        book.unload_sheet(number)


@contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except XLRDError as error:
        encrypted = "encrypted" in str(error)
        raise Refusal(LOCKED if encrypted else "damaged: its sheets cannot be read") from error
    except Exception as error:  # of damaged files it raises whatever comes
        raise Refusal("damaged: its sheets cannot be read") from error


def _spelled(cell: Cell, beginning: int) -> str:
    value: Any = cell.value
    if cell.ctype == xlrd.XL_CELL_DATE and (date := date_words(value, beginning == 1)):
        return date
    if cell.ctype in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
        return number_words(value)
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return "TRUE" if value else "FALSE"
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return error_text_from_code.get(value, "")
    return str(value)
