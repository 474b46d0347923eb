"""One table of a result as CSV: RFC 4180, UTF-8, all digits, and no cell that a spreadsheet takes for a formula."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from simexplorer.reports.inert_text import spreadsheet_text
from simexplorer.reports.table import CHUNK, Column, Table, number_texts

_QUOTED = re.compile('[",\r\n]')
_PLAIN = re.compile(r'\w[^",\r\n]*')  # no formula begins with a letter or a digit: most names are told so at one look
_EMPTY = '""'  # the only cell of a row: readers pass over lines without a character

Spelled: TypeAlias = dict[int, tuple[Sequence[str], list[str]]]  # by the id of labels: these, and their cells


def csv_chunks(table: Table, spelled: Spelled | None = None) -> Iterator[bytes]:
    """A header of column names, then the rows, piece by piece.

    spelled : kept for tables that have labels in common, which then are spelled once
    """
    spelled = {} if spelled is None else spelled
    yield (",".join(column.name for column in table.columns) + "\r\n").encode()
    columns = [_texts_of(column, spelled) for column in table.columns]
    for start in range(0, len(table), CHUNK):
        rows = map(",".join, zip(*(texts(start) for texts in columns), strict=True))
        lines = (row or _EMPTY for row in rows) if len(columns) == 1 else rows
        yield ("\r\n".join(lines) + "\r\n").encode()


def _texts_of(column: Column, spelled: Spelled) -> Callable[[int], Sequence[str]]:
    """A function from the first row of a chunk to its cells; labels shared by columns are spelled once."""
    values = column.values
    if column.kind == "text":
        _, labels = spelled.get(id(column.labels)) or spelled.setdefault(id(column.labels), _cells(column.labels))
        return lambda start: [labels[code] for code in values[start : start + CHUNK].tolist()]
    if column.kind == "flag":
        return lambda start: ["true" if flag else "false" for flag in values[start : start + CHUNK].tolist()]
    return lambda start: number_texts(values[start : start + CHUNK], "")


def _cells(labels: Sequence[str]) -> tuple[Sequence[str], list[str]]:
    """Labels, held so that no others take their id, and the cell of each; the empty one of "none" comes last, at -1."""
    is_plain = _PLAIN.fullmatch
    return labels, [*(label if is_plain(label) else _cell(label) for label in labels), ""]


def _cell(text: str) -> str:
    inert = spreadsheet_text(text)
    return '"' + inert.replace('"', '""') + '"' if _QUOTED.search(inert) else inert
