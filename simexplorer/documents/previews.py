"""The first rows of a table, for choosing its columns."""

from __future__ import annotations

import json
from typing import Any

from msgspec import Struct

from simexplorer.documents.extracted import READ, Extracted
from simexplorer.documents.readers.row_cutter import RowCutter, words_of

Cell = str | list[Any]


class TablePreview(Struct, frozen=True):
    """Column names, empty where the file can have none, and rows; texts and lists in them are cut to some length.

    certain : the names are a part of the format, and no first row that may or may not hold them
    numbers : of the row of the names, then of each row; empty where they are counted from 1
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    certain: bool = False
    numbers: tuple[int, ...] = ()


class RowDocument(Struct, frozen=True):
    """What becomes of one row: its name and its text, or its items."""

    name: str
    text: str = ""
    items: tuple[str, ...] = ()


def cell_words(cell: Cell) -> str:
    """A cell as one line for people."""
    return ", ".join(words_of(item) for item in cell) if isinstance(cell, list) else cell


def table_preview(found: Extracted) -> TablePreview | None:
    """The preview that a reading process sent; None where it could not make one."""
    if found.status != READ:
        return None
    try:
        sent = json.loads(found.text)
        rows = tuple(tuple(row) for row in sent["rows"])
        return TablePreview(tuple(sent["columns"]), rows, bool(sent["certain"]), tuple(sent["numbers"]))
    except (ValueError, KeyError, TypeError):
        return None


def documents_of(
    preview: TablePreview, text: str | None, name: str | None, *, items: bool, header: bool = True
) -> list[RowDocument]:
    """What the rows of a preview become with these columns; Refusal where it has no such column.

    header : whether ``preview.columns`` are names; if not, they are the first row
    """
    rows = preview.rows if header else (preview.columns, *preview.rows)
    cut = RowCutter(preview.columns if header else (), text, name, items=items)
    numbers = preview.numbers[int(header) :] or range(1, len(rows) + 1)
    found = []
    for number, row in zip(numbers, rows, strict=True):
        called, content = (part.decode("utf-8", "replace") for part in cut.document(number, list(row)))
        listed = tuple(content.split("\0")[:-1]) if items else ()
        found.append(RowDocument(called, "" if items else content, listed))
    return found
