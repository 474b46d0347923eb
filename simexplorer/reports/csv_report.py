"""One table of a result as CSV: RFC 4180, UTF-8, all digits, and no cell that a spreadsheet takes for a formula."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from simexplorer.reports.inert_text import spreadsheet_text
from simexplorer.reports.table import CHUNK, Column, Table, number_texts

_QUOTED = re.compile('[",\r\n]')
_EMPTY = '""'  # the only cell of a row: readers pass over lines without a character


def csv_chunks(table: Table) -> Iterator[bytes]:
    """A header of column names, then the rows, piece by piece."""
    yield (",".join(column.name for column in table.columns) + "\r\n").encode()
    spelled: dict[int, list[str]] = {}
    columns = [_texts_of(column, spelled) for column in table.columns]
    for start in range(0, len(table), CHUNK):
        rows = map(",".join, zip(*(texts(start) for texts in columns), strict=True))
        lines = (row or _EMPTY for row in rows) if len(columns) == 1 else rows
        yield ("\r\n".join(lines) + "\r\n").encode()


def _texts_of(column: Column, spelled: dict[int, list[str]]) -> Callable[[int], Sequence[str]]:
    """A function from the first row of a chunk to its cells; labels shared by columns are spelled once."""
    values = column.values
    if column.kind == "text":
        # the empty text comes last, where the position -1 of "none" finds it
        labels = spelled.setdefault(id(column.labels), [_cell(label) for label in column.labels] + [""])
        return lambda start: [labels[code] for code in values[start : start + CHUNK].tolist()]
    if column.kind == "flag":
        return lambda start: ["true" if flag else "false" for flag in values[start : start + CHUNK].tolist()]
    return lambda start: number_texts(values[start : start + CHUNK], "")


def _cell(text: str) -> str:
    inert = spreadsheet_text(text)
    return '"' + inert.replace('"', '""') + '"' if _QUOTED.search(inert) else inert
