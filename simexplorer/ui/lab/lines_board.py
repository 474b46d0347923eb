"""Points of the plane that can be dragged, and one random line whose intervals are stripes across the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.tints import line_of
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import Colours, colours_of

if TYPE_CHECKING:
    from simexplorer.lab.lines import Lines

NAMES = "ABC"
HALF_WIDTH, HALF_HEIGHT = 3.0, 1.9  # of the plane that is seen
_RADIUS, _REACH = 8.0, 16.0
_STEP, _STRIDE = 0.1, 0.5
_TINTS = (0, 1, 2)
_ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}


class LinesBoard(QWidget):
    """Drag a point; or choose one with Space (or its letter) and move it with the arrow keys, with Shift by more."""

    point_moved = Signal(int, float, float)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._lines: Lines | None = None
        self._line = 0
        self._chosen, self._dragged = 0, -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(330)
        self.setMinimumWidth(360)
        self.setToolTip("Drag a point, or choose one with Space and move it with the arrow keys")

    def show_lines(self, lines: Lines, line: int) -> None:
        """These points, and the intervals of one of the lines."""
        self._lines, self._line = lines, line
        places = (
            f"{letter} at ({numbers.decimal(x, 1)}, {numbers.decimal(y, 1)}) in interval {numbers.count(int(bucket))}"
            for letter, (x, y), bucket in zip(NAMES, lines.points, lines.buckets[:, line], strict=True)
        )
        self.setAccessibleName(f"Points of the plane and random line {line + 1}: " + ", ".join(places))
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(480, 330)

    def place_of(self, point: int) -> QPointF:
        """Where a point is drawn."""
        assert self._lines is not None
        return self._to_pixels(self._lines.points[point])

    def _scale(self) -> float:
        return min(self.width() / (2 * HALF_WIDTH), self.height() / (2 * HALF_HEIGHT))

    def _to_pixels(self, point: NDArray[np.float64]) -> QPointF:
        scale = self._scale()
        return QPointF(self.width() / 2 + float(point[0]) * scale, self.height() / 2 - float(point[1]) * scale)

    # drawing ---------------------------------------------------------------------------------------------------------
    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Stripes, the line with its cuts, feet of the points, the points."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        painter.fillRect(self.rect(), QColor(colours.surface))
        if self._lines is not None:
            along = self._lines.directions[self._line]
            unit = along / np.hypot(*along)
            cuts = self._lines.cuts(self._line, HALF_WIDTH + HALF_HEIGHT + self.width() / self._scale())
            self._paint_stripes(painter, colours, unit, cuts)
            self._paint_line(painter, colours, unit, cuts)
            self._paint_points(painter, colours, unit)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours.accent if self.hasFocus() else colours.border), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()

    def _paint_stripes(
        self, painter: QPainter, colours: Colours, unit: NDArray[np.float64], cuts: NDArray[np.float64]
    ) -> None:
        """Every second interval, as far across the plane as one sees."""
        across = np.array([-unit[1], unit[0]]) * 50.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.hover))
        assert self._lines is not None
        first = int(np.round(cuts[0] * np.hypot(*self._lines.directions[self._line]) / self._lines.interval))
        for place in range(first % 2, cuts.size - 1, 2):
            low, high = cuts[place] * unit, cuts[place + 1] * unit
            corners = [low - across, low + across, high + across, high - across]
            painter.drawPolygon(QPolygonF([self._to_pixels(corner) for corner in corners]))

    def _paint_line(
        self, painter: QPainter, colours: Colours, unit: NDArray[np.float64], cuts: NDArray[np.float64]
    ) -> None:
        painter.setPen(QPen(QColor(colours.text), 1.6))
        painter.drawLine(self._to_pixels(-unit * 50.0), self._to_pixels(unit * 50.0))
        side = np.array([-unit[1], unit[0]]) * (6.0 / self._scale())
        for cut in cuts:
            painter.drawLine(self._to_pixels(cut * unit - side), self._to_pixels(cut * unit + side))

    def _paint_points(self, painter: QPainter, colours: Colours, unit: NDArray[np.float64]) -> None:
        assert self._lines is not None
        for place, point in enumerate(self._lines.points):
            tone, at = line_of(_TINTS[place], colours), self._to_pixels(point)
            foot = self._to_pixels(float(point @ unit) * unit)
            painter.setPen(QPen(tone, 1.4, Qt.PenStyle.DashLine))
            painter.drawLine(at, foot)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tone)
            painter.drawEllipse(foot, 3.5, 3.5)
            painter.setPen(QPen(QColor(colours.accent if self._marked(place) else colours.surface), 2))
            painter.drawEllipse(at, _RADIUS, _RADIUS)
            words = f"{NAMES[place]}  interval {numbers.count(int(self._lines.buckets[place, self._line]))}"
            width = painter.fontMetrics().horizontalAdvance(words) + 12
            left = at.x() + 12 if at.x() + 12 + width < self.width() else at.x() - 12 - width
            box = QRectF(left, min(max(at.y() - 11, 2.0), self.height() - 24.0), width, 22)
            painter.setPen(QPen(QColor(colours.border), 1))
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(box, 4, 4)
            painter.setPen(QColor(colours.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _marked(self, place: int) -> bool:
        return place == self._dragged or (self.hasFocus() and place == self._chosen)

    # hands -----------------------------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the nearest point within reach."""
        if self._lines is None:
            return
        apart = [
            (self.place_of(place) - event.position()).manhattanLength() for place in range(len(self._lines.points))
        ]
        nearest = int(np.argmin(apart))
        if apart[nearest] <= _REACH:
            self._chosen = self._dragged = nearest
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The point follows."""
        if self._dragged >= 0:
            at, scale = event.position(), self._scale()
            self._move(self._dragged, (at.x() - self.width() / 2) / scale, (self.height() / 2 - at.y()) / scale)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._dragged = -1
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space or a letter chooses, arrows move."""
        key = Qt.Key(event.key())
        letters = {Qt.Key.Key_A: 0, Qt.Key.Key_B: 1, Qt.Key.Key_C: 2}
        plain = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if self._lines is None or plain != Qt.KeyboardModifier.NoModifier:
            event.ignore()
        elif key in _ARROWS:
            step = _STRIDE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _STEP
            x, y = self._lines.points[self._chosen]
            self._move(self._chosen, x + step * _ARROWS[key][0], y + step * _ARROWS[key][1])
        elif key == Qt.Key.Key_Space or key in letters:
            self._chosen = letters.get(key, (self._chosen + 1) % len(NAMES))
            self.update()
        else:
            event.ignore()

    def _move(self, point: int, x: float, y: float) -> None:
        x = min(max(round(x, 2), -HALF_WIDTH), HALF_WIDTH)
        y = min(max(round(y, 2), -HALF_HEIGHT), HALF_HEIGHT)
        self.point_moved.emit(point, x, y)
