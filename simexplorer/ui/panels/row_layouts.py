"""Rows of a text laid out for painting: any script in either direction, and places to the character."""

from __future__ import annotations

from collections import OrderedDict
from unicodedata import bidirectional

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextLine, QTextOption

from simexplorer.features.shown_text import TAB, ShownRows, ShownText

_KEPT = 400
# classes of characters that may run against a line, by whether that runs from right to left
_OTHER_WAY = {
    False: frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"}),
    True: frozenset({"L", "EN", "AN", "LRE", "LRO", "LRI"}),
}
# what would break a row or vanish in it is shown as a sign of its own
_VISIBLE = {point: 0x2400 + point for point in range(32) if point != 9} | {0x7F: 0x2421, 0x85: 0x2424}
_VISIBLE |= {0x2028: 0x20, 0x2029: 0x20, 0xFEFF: 0x200B}


class RowLayout(Struct, frozen=True):
    """One row, laid out.

    units : (characters + 1,) UTF-16 place of each, or None where both count alike
    squeeze : by how much it is painted narrower, 1 for not: letters of some scripts are wider than cells are
    one_way : whether its characters stand in their order, be it from left to right or from right to left
    """

    start: int
    length: int
    layout: QTextLayout
    line: QTextLine
    units: NDArray[np.int64] | None
    one_way: bool
    squeeze: float = 1.0

    def unit(self, character: int) -> int:
        """UTF-16 place in the row of a character of the text; the nearer end for one outside."""
        place = min(max(character - self.start, 0), self.length)
        return place if self.units is None else int(self.units[place])

    def character_at(self, x: float) -> int:
        """The character of the text whose edge is nearest to this place."""
        return self._character(self._unit_at(x))

    def between(self, left: float, right: float) -> tuple[int, int]:
        """First and last (exclusive) character of what stands between two places: of all where directions mix.

        Characters that are one sign together are all in or all out.
        """
        if not self.one_way:
            return self.start, self.start + self.length
        first, last = sorted((self._unit_at(left), self._unit_at(right)))
        before, after = self.layout.previousCursorPosition(first), self.layout.nextCursorPosition(last)
        return self._character(before), self._character(after)

    def dressed(self, first: int, stop: int, look: QTextCharFormat) -> QTextLayout.FormatRange | None:
        """A look for the characters ``first:stop`` of the text, as far as they stand in this row."""
        start, end = self.unit(first), self.unit(stop)
        if start >= end:
            return None
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = start, end - start, look
        return part

    def _unit_at(self, x: float) -> int:
        """UTF-16 place in the row of the edge that is nearest to this place."""
        return self.line.xToCursor(x / self.squeeze) if self.line.isValid() else 0

    def _character(self, unit: int) -> int:
        """The character of the text at this UTF-16 place in the row."""
        place = unit if self.units is None else int(np.searchsorted(self.units, unit))
        return self.start + min(place, self.length)

    def paint(self, painter: QPainter, at: QPointF, looks: list[QTextLayout.FormatRange]) -> None:
        """Draw the row; later looks cover earlier ones."""
        if self.squeeze == 1.0:
            self.layout.draw(painter, at, looks)
            return
        painter.save()
        painter.translate(at)
        painter.scale(self.squeeze, 1.0)
        self.layout.draw(painter, QPointF(0, 0), looks)
        painter.restore()


class RowLayouts:
    """Layouts of the rows that were looked at last, made when they are first asked for."""

    def __init__(self, shown: ShownText, font: QFont, width: float) -> None:
        self._shown, self._font, self._width = shown, font, width
        self._made: OrderedDict[int, RowLayout] = OrderedDict()
        self._tab = TAB * QFontMetricsF(font).horizontalAdvance("0")

    def row(self, rows: ShownRows, number: int) -> RowLayout:
        """The layout of one row."""
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = self._lay_out(rows, number)
            if len(self._made) > _KEPT:
                self._made.popitem(last=False)
        return made

    def _lay_out(self, rows: ShownRows, number: int) -> RowLayout:
        start, end = int(rows.starts[number]), int(rows.ends[number])
        points = self._shown.points[start:end]
        text = self._shown.text[start:end].translate(_VISIBLE)
        units = None
        if points.size and int(points.max()) > 0xFFFF:
            units = np.zeros(points.size + 1, np.int64)
            np.cumsum(1 + (points > 0xFFFF), out=units[1:])
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setTabStopDistance(self._tab)
        right = bool(rows.right_to_left[number])
        option.setTextDirection(Qt.LayoutDirection.RightToLeft if right else Qt.LayoutDirection.LeftToRight)
        option.setAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
        layout = QTextLayout(text, self._font)
        layout.setCacheEnabled(True)
        layout.setTextOption(option)
        layout.beginLayout()
        line, squeeze = layout.createLine(), 1.0
        if line.isValid():
            line.setLineWidth(self._width)
            if (needed := line.naturalTextWidth()) > self._width:
                line.setLineWidth(needed)
                squeeze = self._width / needed
            line.setPosition(QPointF(0, 0))
        layout.endLayout()
        one_way = _OTHER_WAY[right].isdisjoint(map(bidirectional, set(text)))
        return RowLayout(start, end - start, layout, line, units, one_way, squeeze)
