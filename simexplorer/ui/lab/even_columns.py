"""Cells in columns of equal width, in as few rows as the width allows."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget

from simexplorer.ui.lab.narrowing_layout import NarrowingLayout, height_of
from simexplorer.ui.theme.metrics import GAP, GROUP

_BETWEEN = GROUP * 2


class EvenColumns(NarrowingLayout):
    """Cells at least ``least`` and at most ``most`` pixels wide; rows are filled evenly."""

    def __init__(self, parent: QWidget | None, least: int, most: int) -> None:
        super().__init__(parent)
        self._least, self._most = least, most

    def arrange(self, rect: QRect, move: bool) -> int:
        """Row by row; whoever gives more than all in one row want is taken to give that."""
        rect = QRect(rect.topLeft(), QSize(min(rect.width(), self._wanted()), rect.height()))
        margins, columns = self.contentsMargins(), self.columns(rect.width())
        room = rect.width() - margins.left() - margins.right() - _BETWEEN * (columns - 1)
        width = max(self._cell(), min(self._most, room // columns))
        y = rect.y() + margins.top()
        for first in range(0, len(self._items), columns):
            row = self._items[first : first + columns]
            height = max(height_of(item, width) for item in row)
            for place, item in enumerate(row):
                if move:
                    x = rect.x() + margins.left() + place * (width + _BETWEEN)
                    item.setGeometry(QRect(x, y, width, height))
            y += height + GAP
        return y - (GAP if self._items else 0) + margins.bottom() - rect.y()

    def columns(self, width: int) -> int:
        """How many cells stand side by side where all of this is ``width`` pixels wide."""
        margins, cell = self.contentsMargins(), self._cell()
        room = width - margins.left() - margins.right()
        most = max(1, (room + _BETWEEN) // (cell + _BETWEEN))
        rows = -(-len(self._items) // most)
        return max(1, -(-len(self._items) // max(1, rows)))

    def sizeHint(self) -> QSize:
        """All in one row."""
        return QSize(self._wanted(), self.heightForWidth(self._wanted()))

    def minimumSize(self) -> QSize:
        """One cell."""
        margins = self.contentsMargins()
        height = max((item.minimumSize().height() for item in self._items), default=0)
        return QSize(self._cell() + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def _wanted(self) -> int:
        margins, count = self.contentsMargins(), len(self._items)
        return count * self._widest() + _BETWEEN * max(0, count - 1) + margins.left() + margins.right()

    def _cell(self) -> int:
        return max(self._least, *(item.minimumSize().width() for item in self._items), 0)

    def _widest(self) -> int:
        return max(self._cell(), min(self._most, max((item.sizeHint().width() for item in self._items), default=0)))
