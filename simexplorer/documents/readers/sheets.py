"""Sheets of any spreadsheet as rows of cells, each cell in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from simexplorer.documents.decode import to_utf8

MOST_COLUMNS = 16_384
"""Columns that a sheet may have, in every format."""

Numbered = tuple[int, list[str]]


class Sheet(Struct, frozen=True):
    """One sheet: its name, and its rows as texts of their cells, empty ones included, each with the number it has."""

    name: str
    rows: Iterator[Numbered]


def whole_text(sheets: Iterable[Sheet], most_bytes: int) -> tuple[bytes, bool]:
    """All cells that hold something, a tab between cells, a line a row, sheet after sheet; whether there are more."""
    lines: list[bytes] = []
    size = -1
    for sheet in sheets:
        for _, row in sheet.rows:
            line = to_utf8("\t".join(filter(None, row)))
            size += len(line) + 1
            if size > most_bytes:
                return b"\n".join(lines), True
            lines.append(line)
    return b"\n".join(lines), False
