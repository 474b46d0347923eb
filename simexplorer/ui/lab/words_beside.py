"""The words of a page with its formula beside them, or below where the page is narrow."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QLayout, QWidget, QWidgetItem

from simexplorer.ui.theme.metrics import GROUP

_LEAST_WORDS = 300  # pixels
_MOST_WORDS = 720


class WordsBeside(QWidget):
    """A label that wraps and one more widget; as narrow as the wider of the two."""

    def __init__(self, words: QLabel, beside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._beside = beside
        words.setMaximumWidth(_MOST_WORDS)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GROUP)
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._row.addWidget(words, 3)
        self._row.addWidget(beside, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._row.addStretch(1)

    @property
    def stacked(self) -> bool:
        """Whether the one stands below the other."""
        return self._row.direction() == QBoxLayout.Direction.TopToBottom

    def minimumSizeHint(self) -> QSize:
        """The wider of the two: they can stand below each other."""
        least = QWidgetItem(self._beside).minimumSize()
        return QSize(max(_LEAST_WORDS, least.width()), least.height())

    def heightForWidth(self, width: int) -> int:
        """What they need side by side, or below each other, at this width."""
        self._arrange(width)
        return self._row.totalHeightForWidth(width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where both have room."""
        self._arrange(event.size().width())
        super().resizeEvent(event)

    def _arrange(self, width: int) -> None:
        narrow = width < _LEAST_WORDS + GROUP + QWidgetItem(self._beside).sizeHint().width()
        wanted = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if wanted != self._row.direction():
            self._row.setDirection(wanted)
