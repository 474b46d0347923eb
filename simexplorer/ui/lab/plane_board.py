"""Two vectors that can be turned by hand, and random lines through the origin; those that separate them stand out."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.theme import passage_colours
from simexplorer.ui.theme.colours import Colours, colours_of

_SIDE = 300
_DRAWN = 200  # lines
_NAMES = "xy"


class PlaneBoard(QWidget):
    """Drag a vector's end, or choose one with Space and turn it with ← and → (with Shift in steps of 15 degrees)."""

    turned = Signal(float, float)  # directions of both vectors, degrees from the first axis

    def __init__(self, name: str, says: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._says = says
        self.directions = [0.0, 45.0]
        self._normals: NDArray[np.float64] = np.empty((0, 2))
        self._separates: NDArray[np.bool_] = np.empty(0, np.bool_)
        self._held, self._chosen = -1, 1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.CrossCursor)

    def show_lines(self, normals: NDArray[np.float64], separates: NDArray[np.bool_]) -> None:
        """Lines by their normals (K, 2), and which of them separate the two vectors."""
        self._normals, self._separates = normals[:_DRAWN], separates[:_DRAWN]
        x, y = self.directions
        self.setAccessibleName(f"{self._says}: x at {x:.0f} degrees, y at {y:.0f} degrees")
        self.update()

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(_SIDE, _SIDE)

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def _at(self, degrees: float, part: float = 1.0) -> QPointF:
        radius, turn = (_SIDE / 2 - 22) * part, math.radians(degrees)
        return QPointF(_SIDE / 2 + radius * math.cos(turn), _SIDE / 2 - radius * math.sin(turn))

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the circle, lines, the angle and the vectors."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.setBrush(QColor(colours.surface))
        edge = 22 - 8
        painter.drawEllipse(QRectF(edge, edge, _SIDE - 2 * edge, _SIDE - 2 * edge))
        many = len(self._normals) > 60
        for (a, b), separates in zip(self._normals.tolist(), self._separates.tolist(), strict=True):
            turn = math.degrees(math.atan2(a, -b))  # the line stands upright on its normal
            tone = QColor(passage_colours.strong(1, colours.dark) if separates else colours.field_border)
            tone.setAlphaF(0.85 if separates else 0.5 if many else 0.9)
            painter.setPen(QPen(tone, 1.6 if separates and not many else 1.0))
            painter.drawLine(self._at(turn), self._at(turn + 180.0))
        self._paint_vectors(painter, colours)
        painter.end()

    def _paint_vectors(self, painter: QPainter, colours: Colours) -> None:
        x, y = self.directions
        span = (y - x + 180.0) % 360.0 - 180.0
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours.accent), 2))
        box = QRectF(_SIDE / 2 - 34, _SIDE / 2 - 34, 68, 68)
        painter.drawArc(box, round(x * 16), round(span * 16))
        for which, degrees in enumerate(self.directions):
            end = self._at(degrees)
            painter.setPen(QPen(QColor(colours.text), 2.4))
            painter.drawLine(QPointF(_SIDE / 2, _SIDE / 2), end)
            focused = self.hasFocus() and which == self._chosen
            painter.setBrush(QColor(colours.accent))
            painter.setPen(QPen(QColor(colours.text if focused else colours.surface), 2))
            painter.drawEllipse(end, 7 if focused else 6, 7 if focused else 6)
            outside = self._at(degrees, 1.12)
            painter.setPen(QColor(colours.text))
            box = QRectF(outside.x() - 8, outside.y() - 9, 16, 18)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, _NAMES[which])

    def _turn(self, which: int, degrees: float) -> None:
        self.directions[which] = degrees % 360.0
        self.update()
        self.turned.emit(*self.directions)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the nearer end."""
        ends = [self._at(degrees) - event.position() for degrees in self.directions]
        self._held = self._chosen = int(np.argmin([end.manhattanLength() for end in ends]))
        self.mouseMoveEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The end follows the hand."""
        if self._held >= 0:
            away = event.position() - QPointF(_SIDE / 2, _SIDE / 2)
            self._turn(self._held, round(math.degrees(math.atan2(-away.y(), away.x()))))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._held = -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """← and → turn, Space chooses the other vector."""
        step = {Qt.Key.Key_Left: 1.0, Qt.Key.Key_Right: -1.0}.get(Qt.Key(event.key()), 0.0)
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            step = 0.0
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            step *= 15.0
        if step:
            self._turn(self._chosen, self.directions[self._chosen] + step)
        elif event.key() == Qt.Key.Key_Space:
            self._chosen = 1 - self._chosen
            self.update()
        else:
            event.ignore()
