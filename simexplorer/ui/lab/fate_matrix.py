"""All pairs of a small collection as a triangle of cells: still there, dropped by a filter, compared, an answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.lab.tints import Tint, ink_of, paper_of
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.theme.colours import colours_of

_MOST_HEAD = 132
_MOST_LARGE, _MOST_WITH_VALUES = 6, 12  # names whose cells are large; whose cells show their values
_MOVES = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}


class FateMatrix(QWidget):
    """Row s, column t < s. A click or the arrow keys choose a pair."""

    pair_chosen = Signal(int, int)

    def __init__(self, name: str, says: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self._says = says
        self._names: Sequence[str] = ()
        self._tints: Sequence[Sequence[Tint | int]] = ()
        self._values: NDArray[np.float64] = np.empty((0, 0))
        self._chosen = (1, 0)
        self._head = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_fates(
        self,
        names: Sequence[str],
        tints: Sequence[Sequence[Tint | int]],
        values: NDArray[np.float64],
        chosen: tuple[int, int],
    ) -> None:
        """Tints of rows 1, 2, ... (row s has s cells), similarities written in the cells of answers, a framed pair."""
        self._names, self._tints, self._values, self._chosen = names, tints, values, chosen
        widest = max((self.fontMetrics().horizontalAdvance(name) for name in names), default=0)
        self._head = min(metrics.grown(_MOST_HEAD, self.font()), widest + 12)
        pair = f"{names[chosen[0]]} and {names[chosen[1]]}" if len(names) > 1 else "none"
        self.setAccessibleName(f"{self._says}; chosen: {pair}")
        self.updateGeometry()
        self.update()

    def _cell(self) -> float:
        """Side of a cell: as small as many names make it, but of room for what is written in it or beside it."""
        count, measured = len(self._names), self.fontMetrics()
        if count > _MOST_WITH_VALUES:
            return max(20.0, measured.height())
        return max(38.0 if count <= _MOST_LARGE else 30.0, measured.horizontalAdvance("0.00") + 4.0)

    def _below(self) -> int:
        """Height of the names below."""
        return max(20, self.fontMetrics().height())

    def sizeHint(self) -> QSize:
        """The triangle and its names."""
        side = len(self._names) * self._cell()
        return QSize(int(self._head + side) + 4, int(side) + self._below() + 6)

    def minimumSizeHint(self) -> QSize:
        """Nothing less."""
        return self.sizeHint()

    @told_and_survived
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw names, cells, the frame."""
        painter = QPainter(self)
        colours, cell = colours_of(self.palette()), self._cell()
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for s, name in enumerate(self._names):
            painter.setPen(QColor(colours.muted))
            shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, self._head - 8)
            painter.drawText(QRectF(0, s * cell, self._head - 8, cell), side, shown)
            below = name.split(" ")[0] if name else ""
            bottom = QRectF(self._head + s * cell, len(self._names) * cell + 2, cell, self._below())
            painter.drawText(bottom, Qt.AlignmentFlag.AlignCenter, below)
            for t, tint in enumerate(self._tints[s] if s < len(self._tints) else ()):
                box = QRectF(self._head + t * cell, s * cell, cell, cell).adjusted(0.5, 0.5, -0.5, -0.5)
                painter.fillRect(box, paper_of(tint, colours))
                painter.setPen(QPen(QColor(colours.border), 1))
                painter.drawRect(box)
                painter.setPen(ink_of(tint, colours))
                if len(self._names) <= _MOST_WITH_VALUES and tint in (Tint.HIT, Tint.WARNING):
                    text = numbers.decimal(float(self._values[s, t]), 2)
                    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        s, t = self._chosen
        if len(self._names) > s > t:
            painter.setPen(QPen(QColor(colours.accent if self.hasFocus() else colours.text), 2))
            painter.drawRect(QRectF(self._head + t * cell, s * cell, cell, cell))
        painter.end()

    def centre_of(self, s: int, t: int) -> QPointF:
        """Middle of a cell."""
        return QPointF(self._head + (t + 0.5) * self._cell(), (s + 0.5) * self._cell())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the pair under the pointer."""
        place = event.position()
        self._choose(int(place.y() // self._cell()), int((place.x() - self._head) // self._cell()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the neighbouring pair."""
        move = _MOVES.get(Qt.Key(event.key()))
        if move is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        else:
            self._choose(self._chosen[0] + move[0], self._chosen[1] + move[1])

    def _choose(self, s: int, t: int) -> None:
        if 0 <= t < s < len(self._names):
            self.pair_chosen.emit(s, t)
