"""What letting go of what is dragged would do, over the widget that would do it."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QDragEnterEvent, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.drops import take_copy
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.colours import colours_of

_VEIL = 150  # of 255: what lies below is seen through it
_FRAME = 2  # pixels
_ROUND = 6


class DropFrame(QWidget):
    """Lies over a widget while something that it takes is dragged there: a frame, and a few words in the middle."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over, self.words = over, ""
        self.setObjectName("dropFrame")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def offer(self, event: QDragEnterEvent, words: str) -> None:
        """Take what is dragged here, and say what letting go would do; without words it is not taken."""
        self.words = words
        if not words:
            event.ignore()
            return
        take_copy(event)
        self.setGeometry(self._over.rect())
        self.raise_()
        self.show()

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """A veil, the frame along its edge, the words on a plate."""
        painter, colours = QPainter(self), colours_of(self.palette())
        veil = QColor(colours.window)
        veil.setAlpha(_VEIL)
        painter.fillRect(self.rect(), veil)
        bold = QFont(self.font())
        bold.setBold(True)
        painter.setFont(bold)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.accent), _FRAME))
        painter.drawRoundedRect(self.rect().adjusted(_FRAME, _FRAME, -_FRAME, -_FRAME), _ROUND, _ROUND)
        fonts, most = painter.fontMetrics(), self.width() - 2 * metrics.GROUP
        words = fonts.elidedText(self.words, Qt.TextElideMode.ElideMiddle, most - 2 * metrics.GAP)
        plate = QRect(0, 0, fonts.horizontalAdvance(words) + 2 * metrics.GAP, fonts.height() + metrics.GAP)
        plate.moveCenter(self.rect().center())
        painter.setBrush(QColor(colours.raised))
        painter.drawRoundedRect(plate, _ROUND, _ROUND)
        painter.setPen(QColor(colours.text))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()
