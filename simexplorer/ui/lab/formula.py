"""Formulas set as in a book: fractions, roots, powers, single letters in italics; drawn, so that no browser is needed.

``line("J(A, B) = ", over("|A ∩ B|", "|A ∪ B|"))`` is one line. In a text, a letter standing alone is a variable and
comes out in italics; words and figures stand upright.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.colours import colours_of

POINTS = 13.0
FAMILIES = ["STIX Two Text", "Cambria", "Georgia", "Noto Serif", "DejaVu Serif", "serif"]
_PARTS = re.compile(r"[^\W\d_]+|[\W\d_]+")
_GAP = 9.0  # between two lines


class Extent(Struct, frozen=True):
    """Width, height above the line of writing and depth below it, in pixels."""

    width: float
    above: float
    below: float


class Node(Protocol):
    """A part of a formula: it can be measured, drawn with its line of writing at ``y``, and read out."""

    def extent(self, points: float) -> Extent:
        """Its size when set in letters of this size."""

    def draw(self, painter: QPainter, x: float, y: float, points: float) -> None:
        """Draw it from ``x`` on."""

    def words(self) -> str:
        """It as plain text."""


Piece: TypeAlias = Node | str


@lru_cache(maxsize=64)
def _font(points: float, italic: bool) -> QFont:
    font = QFont()
    font.setFamilies(FAMILIES)
    font.setPointSizeF(points)
    font.setItalic(italic)
    return font


class _Letters(Struct, frozen=True):
    text: str

    def _runs(self) -> list[tuple[str, bool]]:
        return [(part, len(part) == 1 and part.isalpha() and part.isascii()) for part in _PARTS.findall(self.text)]

    def extent(self, points: float) -> Extent:
        upright = QFontMetricsF(_font(points, False))
        width = sum(_width(run, italic, points) for run, italic in self._runs())
        return Extent(width, upright.capHeight() * 1.15, upright.descent() * 0.9)

    def draw(self, painter: QPainter, x: float, y: float, points: float) -> None:
        for run, italic in self._runs():
            painter.setFont(_font(points, italic))
            painter.drawText(QPointF(x, y), run)
            x += _width(run, italic, points)

    def words(self) -> str:
        return self.text


@lru_cache(maxsize=512)
def _width(run: str, italic: bool, points: float) -> float:
    return QFontMetricsF(_font(points, italic)).horizontalAdvance(run) + (points * 0.08 if italic else 0.0)


class _Line(Struct, frozen=True):
    parts: tuple[Node, ...]

    def extent(self, points: float) -> Extent:
        extents = [part.extent(points) for part in self.parts]
        return Extent(
            sum(e.width for e in extents),
            max((e.above for e in extents), default=0.0),
            max((e.below for e in extents), default=0.0),
        )

    def draw(self, painter: QPainter, x: float, y: float, points: float) -> None:
        for part in self.parts:
            part.draw(painter, x, y, points)
            x += part.extent(points).width

    def words(self) -> str:
        return "".join(part.words() for part in self.parts)


class _Fraction(Struct, frozen=True):
    top: Node
    bottom: Node

    def extent(self, points: float) -> Extent:
        small, axis = points * 0.92, points * 0.42
        top, bottom = self.top.extent(small), self.bottom.extent(small)
        width = max(top.width, bottom.width) + points * 0.7
        return Extent(width, axis + 4 + top.above + top.below, bottom.above + bottom.below + 4 - axis)

    def draw(self, painter: QPainter, x: float, y: float, points: float) -> None:
        small, axis = points * 0.92, points * 0.42
        top, bottom, whole = self.top.extent(small), self.bottom.extent(small), self.extent(points)
        side = points * 0.12
        painter.drawLine(QPointF(x + side, y - axis), QPointF(x + whole.width - side, y - axis))
        self.top.draw(painter, x + (whole.width - top.width) / 2, y - axis - 4 - top.below, small)
        self.bottom.draw(painter, x + (whole.width - bottom.width) / 2, y - axis + 4 + bottom.above, small)

    def words(self) -> str:
        return f"({self.top.words()}) / ({self.bottom.words()})"


class _Script(Struct, frozen=True):
    content: Node
    raised: bool

    def _shift(self, points: float) -> float:
        return -points * 0.62 if self.raised else points * 0.28

    def extent(self, points: float) -> Extent:
        inner, shift = self.content.extent(points * 0.7), self._shift(points)
        return Extent(inner.width + points * 0.08, inner.above - shift, max(0.0, inner.below + shift))

    def draw(self, painter: QPainter, x: float, y: float, points: float) -> None:
        self.content.draw(painter, x + points * 0.04, y + self._shift(points), points * 0.7)

    def words(self) -> str:
        inner = self.content.words()
        return ("^" if self.raised else "_") + (inner if len(inner) == 1 else f"({inner})")


class _Root(Struct, frozen=True):
    content: Node

    def extent(self, points: float) -> Extent:
        inner = self.content.extent(points)
        return Extent(inner.width + points * 1.15, inner.above + 5, inner.below + 1)

    def draw(self, painter: QPainter, x: float, y: float, points: float) -> None:
        inner, whole = self.content.extent(points), self.extent(points)
        low, high, hook = y + inner.below, y - inner.above - 3, points * 0.9
        painter.drawPolyline(
            [
                QPointF(x + 1, y - inner.above * 0.35),
                QPointF(x + hook * 0.3, y - inner.above * 0.45),
                QPointF(x + hook * 0.6, low),
                QPointF(x + hook, high),
                QPointF(x + whole.width - 2, high),
            ]
        )
        self.content.draw(painter, x + hook + points * 0.12, y, points)

    def words(self) -> str:
        return f"square root of ({self.content.words()})"


def _node(piece: Piece) -> Node:
    return _Letters(piece) if isinstance(piece, str) else piece


def line(*pieces: Piece) -> Node:
    """Pieces one after the other."""
    return _Line(tuple(_node(piece) for piece in pieces))


def over(top: Piece, bottom: Piece) -> Node:
    """A fraction."""
    return _Fraction(_node(top), _node(bottom))


def up(piece: Piece) -> Node:
    """A power, or anything else raised."""
    return _Script(_node(piece), True)


def down(piece: Piece) -> Node:
    """An index."""
    return _Script(_node(piece), False)


def root(piece: Piece) -> Node:
    """A square root."""
    return _Root(_node(piece))


class FormulaView(QWidget):
    """Formulas, one a line, in the colour of text; a screen reader hears them as plain text."""

    def __init__(self, lines: Sequence[Node]) -> None:
        super().__init__()
        self._lines: tuple[Node, ...] = ()
        self.setObjectName("labFormula")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_lines(lines)

    def set_lines(self, lines: Sequence[Node]) -> None:
        """Show these from now on."""
        self._lines = tuple(lines)
        self.setAccessibleName("Formula: " + "; ".join(entry.words() for entry in self._lines))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Room for all lines."""
        points = self._points()
        extents = [entry.extent(points) for entry in self._lines]
        height = sum(e.above + e.below for e in extents) + _GAP * max(0, len(extents) - 1)
        return QSize(int(max((e.width for e in extents), default=0.0)) + 6, int(height) + 6)

    def minimumSizeHint(self) -> QSize:
        """Lines are made smaller where the page is narrow."""
        return QSize(min(200, self.sizeHint().width()), self.sizeHint().height())

    def _points(self) -> float:
        """The size of its letters, larger where others are."""
        return POINTS * metrics.taller(100, self.font()) / 100

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw all lines."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(colours_of(self.palette()).text), 1.1)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        points = self._points() * min(1.0, self.width() / max(1, self.sizeHint().width()))
        y = QRectF(self.rect()).top() + 3
        for entry in self._lines:
            extent = entry.extent(points)
            entry.draw(painter, 2.0, y + extent.above, points)
            y += extent.above + extent.below + _GAP
        painter.end()
