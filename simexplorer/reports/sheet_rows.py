"""Rows of a worksheet as the bytes of its file: a chunk of whole columns at a time, each text spelled once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from simexplorer.reports.inert_text import spreadsheet_text
from simexplorer.reports.table import CHUNK, Column, Table, number_texts

MOST_UNITS = 32_767  # UTF-16 units that a cell holds
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_LIKE_CONTROL = re.compile("_(?=x[0-9a-fA-F]{4}_)")
_COLUMN_STYLE = re.compile(rb'<col min="(\d+)"[^>]*? style="(\d+)"')
_REFERENCE = re.compile(rb'<dimension ref="[^"]*"')
_END = b"</sheetData>"

Spell = Callable[[int, int, list[str]], list[str]]


def sheet_parts(form: bytes, table: Table, length: int, check: Callable[[], None]) -> Iterator[bytes]:
    """The file of a worksheet: ``form`` (a sheet of the header alone) with the first rows of a table below it.

    Source of the elements: ECMA-376 part 1, sections 18.3.1.73 (row) and 18.3.1.4 (c).
    """
    head, end, tail = form.partition(_END)
    last = column_letters(len(table.columns) - 1)
    yield _REFERENCE.sub(b'<dimension ref="A1:%s%d"' % (last.encode(), length + 1), head, count=1)
    style_of = {int(column) - 1: int(style) for column, style in _COLUMN_STYLE.findall(head)}
    spellers = [_speller(column, place, style_of.get(place)) for place, column in enumerate(table.columns)]
    for start in range(0, length, CHUNK):
        check()
        stop = min(start + CHUNK, length)
        rows = [str(number) for number in range(start + 2, stop + 2)]
        cells = zip(*(spell(start, stop, rows) for spell in spellers), strict=True)
        yield "".join(f'<row r="{row}">{"".join(parts)}</row>' for row, parts in zip(rows, cells, strict=True)).encode()
    yield end + tail


def column_letters(place: int) -> str:
    """A, B, ... Z, AA, ... for a column by its number from 0."""
    letters = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def cell_text(text: str) -> str:
    """A text as the content of a cell, that no spreadsheet takes for a formula and any XML reader reads."""
    text = spreadsheet_text(text)
    if len(text) > MOST_UNITS // 2:
        text = text.encode("utf-16-le", "surrogatepass")[: 2 * MOST_UNITS].decode("utf-16-le", "ignore")
    text = _LIKE_CONTROL.sub("_x005F_", text)
    text = _CONTROL.sub(lambda found: f"_x{ord(found.group()):04X}_", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _speller(column: Column, place: int, style: int | None) -> Spell:
    """What makes the cells of one column for some rows: "" for a cell that is none."""
    begin, styled = f'<c r="{column_letters(place)}', f'" s="{style}"' if style else '"'
    if column.kind == "text":
        return _text_speller(column, begin)
    if column.kind == "flag":

        def flags(start: int, stop: int, rows: list[str]) -> list[str]:
            on = column.values[start:stop].astype(np.int64).tolist()
            return [f'{begin}{row}{styled} t="b"><v>{cell}</v></c>' for row, cell in zip(rows, on, strict=True)]

        return flags

    def numbers(start: int, stop: int, rows: list[str]) -> list[str]:
        told = number_texts(column.values[start:stop], "")
        return [f"{begin}{row}{styled}><v>{cell}</v></c>" if cell else "" for row, cell in zip(rows, told, strict=True)]

    return numbers


def _text_speller(column: Column, begin: str) -> Spell:
    spelled: dict[int, str] = {}

    def content(code: int) -> str:
        label = cell_text(column.labels[code])
        kept = ' xml:space="preserve"' if label != label.strip() else ""
        return f'" t="inlineStr"><is><t{kept}>{label}</t></is></c>'

    def texts(start: int, stop: int, rows: list[str]) -> list[str]:
        codes: list[Any] = column.values[start:stop].tolist()
        for code in set(codes) - spelled.keys():
            spelled[code] = content(code) if code >= 0 else ""
        return [f"{begin}{row}{spelled[code]}" if code >= 0 else "" for row, code in zip(rows, codes, strict=True)]

    return texts
