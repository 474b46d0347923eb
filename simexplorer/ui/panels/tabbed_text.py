"""A part of a table as it is copied: headings and rows, tab-separated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QAbstractItemModel, Qt


def tabbed_text(model: QAbstractItemModel, rows: Iterable[int], columns: Sequence[int]) -> str:
    """A line of headings and one for each of these rows; nothing for a cell that is not there."""
    lines = [[model.headerData(column, Qt.Orientation.Horizontal) for column in columns]]
    lines += [[model.data(model.index(row, column)) for column in columns] for row in rows]
    return "".join("\t".join("" if cell is None else str(cell) for cell in line) + "\n" for line in lines)
