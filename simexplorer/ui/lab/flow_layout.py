"""A row of fields that goes on in a second row where the page is narrow."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLayoutItem

from simexplorer.ui.lab.narrowing_layout import NarrowingLayout
from simexplorer.ui.theme.metrics import GAP, GROUP


class FlowLayout(NarrowingLayout):
    """Items at the size they want, from left to right, centred on the middle of their row."""

    def arrange(self, rect: QRect, move: bool) -> int:
        """Row by row; an item wider than the page is made narrower."""
        rows: list[list[QLayoutItem]] = [[]]
        x = 0
        for item in (self._items[place] for place in self._shown()):
            width = item.sizeHint().width()
            if rows[-1] and x + width > rect.width():
                rows.append([])
                x = 0
            rows[-1].append(item)
            x += width + GROUP
        y = rect.y()
        for row in rows:
            height = max((item.sizeHint().height() for item in row), default=0)
            x = rect.x()
            for item in row:
                size = item.sizeHint()
                if move:
                    width = min(size.width(), rect.width())
                    item.setGeometry(QRect(QPoint(x, y + (height - size.height()) // 2), QSize(width, size.height())))
                x += size.width() + GROUP
            y += height + GAP
        return max(0, y - GAP - rect.y())
