"""A text character by character, each in a cell that can be tinted, with a frame around some of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.lab.tints import Tint, ink_of, paper_of
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import colours_of

MOST = 240  # characters that are drawn
_LINE = 26
_SIGNS = {" ": "␣", "\n": "⏎", "\t": "⇥", "\u00a0": "⍽"}
_MONO = ["DejaVu Sans Mono", "Menlo", "Consolas", "monospace"]


class TextRibbon(QWidget):
    """Characters of a text in rows as wide as the widget, those around the frame; blanks and line ends are signs.

    Where the text is longer a line below says which of it they are.
    """

    def __init__(self, name: str, says: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._says = says
        self._text = ""
        self._tints: Sequence[Tint | int] = ()
        self._frame = (0, 0)
        self._part = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        font = QFont(self.font())
        font.setFamilies(_MONO)
        font.setPointSizeF(self.font().pointSizeF() * 1.1)
        self.setFont(font)

    @property
    def text(self) -> str:
        """What is shown."""
        return self._text

    def show_text(self, text: str, tints: Sequence[Tint | int], frame: tuple[int, int] = (0, 0)) -> None:
        """Show this text; ``frame`` is drawn around the characters ``frame[0]:frame[1]``."""
        first = max(0, min(frame[0] - MOST // 2, len(text) - MOST)) if frame[1] > frame[0] else 0
        self._text, self._tints = text[first : first + MOST], tints[first : first + MOST]
        self._frame = (frame[0] - first, frame[1] - first)
        last = numbers.count(first + len(self._text))
        whole = f"characters {numbers.count(first + 1)} to {last} of {numbers.count(len(text))}"
        self._part = whole if len(text) > MOST else ""
        self.setAccessibleName(f"{self._says}: {self._text}")
        self.setMinimumHeight(self.heightForWidth(self.width()))
        self.updateGeometry()
        self.update()

    def _cell(self) -> float:
        metrics = QFontMetricsF(self.font())
        wide = any(ord(character) > 0x2E7F for character in self._text)
        return metrics.horizontalAdvance("漢" if wide else "m") + 4.0

    def _in_row(self, width: int) -> int:
        return max(1, int((width - 2) // self._cell()))

    def sizeHint(self) -> QSize:
        """One row of it."""
        return QSize(320, self.heightForWidth(max(320, self.width())))

    def hasHeightForWidth(self) -> bool:
        """Narrower means higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows."""
        lines = max(1, -(-len(self._text) // self._in_row(width))) + bool(self._part)
        return _LINE * lines + 4

    def resizeEvent(self, event: object) -> None:
        """Keep room for all rows."""
        self.setMinimumHeight(self.heightForWidth(self.width()))
        super().resizeEvent(event)  # type: ignore[arg-type]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw cells, characters and the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, cell, count = colours_of(self.palette()), self._cell(), self._in_row(self.width())
        painter.setFont(self.font())
        for place, character in enumerate(self._text):
            tint = self._tints[place] if place < len(self._tints) else Tint.NONE
            box = QRectF(1 + place % count * cell, 2 + place // count * _LINE, cell - 1.5, _LINE - 5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(paper_of(tint, colours))
            painter.drawRoundedRect(box, 2.5, 2.5)
            painter.setPen(QColor(colours.faint) if character in _SIGNS else ink_of(tint, colours))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, _SIGNS.get(character, character))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours.accent), 2))
        first, last = self._frame[0], min(self._frame[1], len(self._text))
        while first < last:
            end = min(last, (first // count + 1) * count)
            left, top = 1 + first % count * cell, 2 + first // count * _LINE
            painter.drawRoundedRect(QRectF(left - 1, top - 1.5, (end - first) * cell + 0.5, _LINE - 2), 3, 3)
            first = end
        if self._part:
            painter.setPen(QColor(colours.muted))
            below = QRectF(2, 2 + -(-len(self._text) // count) * _LINE, self.width(), _LINE)
            painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, self._part)
        painter.end()
