"""The table twin of a plot: its numbers, column by column."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from simexplorer.ui.models.columns import LEFT, RIGHT, Index
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.tooltips import tooltip_of

_DISPLAY = Qt.ItemDataRole.DisplayRole


class FiguresTable(QAbstractTableModel):
    """Columns of equal length, numbers or texts; similarities with three decimals, other numbers as many as help."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles: tuple[str, ...] = ()
        self._columns: tuple[Sequence[float] | Sequence[str], ...] = ()
        self._similarity: frozenset[int] = frozenset()
        self._meanings: tuple[str, ...] = ()

    def show(
        self,
        titles: tuple[str, ...],
        columns: tuple[Sequence[float] | Sequence[str], ...],
        similarity: frozenset[int] = frozenset(),
        meanings: tuple[str, ...] = (),
    ) -> None:
        """Show these columns; where the shape stays, the view keeps its place."""
        if titles == self._titles and len(columns[0] if columns else ()) == self.rowCount():
            self._columns, self._similarity, self._meanings = columns, similarity, meanings
            if self.rowCount():
                last = self.index(self.rowCount() - 1, self.columnCount() - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._titles, self._columns, self._similarity, self._meanings = titles, columns, similarity, meanings
        self.endResetModel()

    def value(self, row: int, column: int) -> float | str | None:
        """A cell as it was given; None where there is none."""
        inside = 0 <= column < len(self._columns) and 0 <= row < self.rowCount()
        return self._columns[column][row] if inside else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Rows of every column."""
        return 0 if parent.isValid() or not self._columns else len(self._columns[0])

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Columns."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        """Text and alignment of a cell."""
        row, column = index.row(), index.column()
        if not (0 <= column < len(self._columns) and 0 <= row < self.rowCount()):
            return None
        value = self._columns[column][row]
        if role == _DISPLAY:
            return value if isinstance(value, str) else self._number(float(value), column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(column)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        """Titles and what they mean."""
        if orientation != Qt.Orientation.Horizontal or not (0 <= section < len(self._titles)):
            return None
        if role == _DISPLAY:
            return self._titles[section]
        if role == Qt.ItemDataRole.ToolTipRole and section < len(self._meanings):
            return tooltip_of(self._meanings[section])
        if role == Qt.ItemDataRole.TextAlignmentRole and self.rowCount():
            return self._side(section)
        return None

    def _side(self, column: int) -> int:
        """Words begin at the left; numbers, also those written with a sign, end at the right."""
        words = isinstance(self._columns[column][0], str) and column not in self._similarity
        return LEFT if words else RIGHT

    def _number(self, value: float, column: int) -> str:
        if math.isnan(value):
            return numbers.UNKNOWN
        if math.isinf(value):
            return "∞" if value > 0 else "−∞"
        if column in self._similarity:
            return numbers.decimal(value, 3)
        if value == int(value):
            return numbers.count(int(value))
        return numbers.about(value) if value > 0 else numbers.decimal(value, 3)
