"""What will stand in a list that holds nothing yet, said where it will stand."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.colours import colours_of

_ALIGNED = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


def paint_when_empty(view: QAbstractItemView, words: str) -> None:
    """Write these words, dimmed, below the headings of a view whose model has no rows; from its paint event."""
    if not words or view.model().rowCount():
        return
    painter = QPainter(view.viewport())
    try:
        painter.setFont(view.font())
        painter.setPen(QColor(colours_of(view.palette()).muted))
        edge = metrics.GROUP
        painter.drawText(view.viewport().rect().adjusted(edge, edge, -edge, -edge), _ALIGNED, words)
    finally:
        painter.end()


class EmptyTellingList(QListWidget):
    """A short list that says what will stand in it."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.when_empty = words

    @told_and_survived
    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows, or the words in their place."""
        super().paintEvent(event)
        paint_when_empty(self, self.when_empty)
