"""Texts below their tools and the numbers about them; in a low view numbers follow the texts, which have the room."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QVBoxLayout, QWidget

from simexplorer.ui.panels.view_heading import ViewHeading
from simexplorer.ui.theme import metrics

_LINES = 4  # beside the tools and the least of the texts: two of numbers, and two more of the texts


class _InSight(QWidget):
    """Not lower than what is seen without scrolling."""

    room = 0

    def minimumSizeHint(self) -> QSize:
        """What it needs, or all that is in sight."""
        return super().minimumSizeHint().expandedTo(QSize(0, self.room))


class TextsFirst(QWidget):
    """For the page of a view that scrolls: what does not fit into a low view is scrolled to."""

    def __init__(self, tools: QWidget, numbers: QWidget, texts: QWidget) -> None:
        super().__init__()
        self._tools, self._numbers, self._texts = tools, numbers, texts
        self._in_sight, self._footing = _InSight(), ViewHeading()
        heading = ViewHeading()
        self._above, self._below = (metrics.spaced(QVBoxLayout(part)) for part in (heading, self._footing))
        self._above.addWidget(tools)
        self._above.addWidget(numbers)
        seen = metrics.spaced(QVBoxLayout(self._in_sight))
        seen.addWidget(heading)
        seen.addWidget(texts, 1)
        column = metrics.spaced(QVBoxLayout(self))
        column.addWidget(self._in_sight, 1)
        column.addWidget(self._footing)
        self._footing.hide()

    def fit(self, height: int) -> None:
        """The view around it has so many pixels."""
        least = self._tools.sizeHint().height() + self._texts.minimumSizeHint().height()
        low = height < least + _LINES * self.fontMetrics().lineSpacing()
        if low == self._footing.isHidden():
            before, after = (self._above, self._below) if low else (self._below, self._above)
            before.removeWidget(self._numbers)
            after.addWidget(self._numbers)
            self._footing.setVisible(low)
        if self._in_sight.room != (room := height if low else 0):
            self._in_sight.room = room
            self._in_sight.updateGeometry()
