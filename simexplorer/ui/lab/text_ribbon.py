"""A text character by character, each in a cell that can be tinted, with a frame around some of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.character_rows import CharacterRows
from simexplorer.ui.lab.tints import Tint, ink_of, paper_of
from simexplorer.ui.lab.visible_text import visible
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import colours_of

MOST = 240  # characters that are drawn
_LEAST_LINE, _AROUND = 26, 5  # pixels of a line, more where letters are larger, and of it between two rows of cells


class TextRibbon(CharacterRows):
    """Characters of a text in rows as wide as the widget, those around the frame; what cannot be seen is a sign.

    Where the text is longer a line below says which of it they are.
    """

    def __init__(self, name: str, says: str) -> None:
        super().__init__(name)
        self._says = says
        self._text = ""
        self._tints: Sequence[Tint | int] = ()
        self._frame = (0, 0)
        self._part = ""
        self._line = max(_LEAST_LINE, self.fontMetrics().height() + _AROUND)

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
        self.show_anew()

    def characters(self) -> str:
        """The part that is shown."""
        return self._text

    def height_of(self, in_row: int) -> int:
        """A line a row, and one that says which part it is."""
        return self._line * (max(1, -(-len(self._text) // in_row)) + bool(self._part)) + 4

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw cells, characters and the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, cell, count = colours_of(self.palette()), self.cell_width(), self.in_row(self.width())
        painter.setFont(self.font())
        for place, character in enumerate(self._text):
            tint = self._tints[place] if place < len(self._tints) else Tint.NONE
            box = QRectF(1 + place % count * cell, 2 + place // count * self._line, cell - 1.5, self._line - _AROUND)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(paper_of(tint, colours))
            painter.drawRoundedRect(box, 2.5, 2.5)
            shown = visible(character)
            painter.setPen(QColor(colours.faint) if shown != character else ink_of(tint, colours))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours.accent), 2))
        first, last = self._frame[0], min(self._frame[1], len(self._text))
        while first < last:
            end = min(last, (first // count + 1) * count)
            left, top = 1 + first % count * cell, 2 + first // count * self._line
            painter.drawRoundedRect(QRectF(left - 1, top - 1.5, (end - first) * cell + 0.5, self._line - 2), 3, 3)
            first = end
        if self._part:
            painter.setPen(QColor(colours.muted))
            below = QRectF(2, 2 + -(-len(self._text) // count) * self._line, self.width(), self._line)
            painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, self._part)
        painter.end()
