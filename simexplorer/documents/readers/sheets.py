"""Sheets of any spreadsheet as rows of cells, each cell in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

MOST_COLUMNS = 16_384
"""Columns that a sheet may have, in every format."""


class Sheet(Struct, frozen=True):
    """One sheet: its name, and its rows from the first on as texts of their cells, empty ones included."""

    name: str
    rows: Iterator[list[str]]


def whole_text(sheets: Iterable[Sheet]) -> str:
    """All cells that hold something, a tab between cells, a line a row, sheet after sheet."""
    return "\n".join("\t".join(filter(None, row)) for sheet in sheets for row in sheet.rows)
