"""Rows of small cells: the positions of two signatures band by band, and the bits of two fingerprints."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.plots.painted_plot import PaintedPlot
from simexplorer.ui.plots.plot_copies import NO_FIGURES, Figures
from simexplorer.ui.theme.colours import Colours

Bits = NDArray[np.bool_]
_CELL, _GAP, _LINE = 9, 6, 10
_MARGIN = 4


class BandStrip(PaintedPlot):
    """A column of cells a band, filled where the two signatures agree; bands in which all do are framed."""

    def __init__(self) -> None:
        super().__init__("Equal positions of both signatures, band by band")
        self._equal, self._bands, self._rows = np.zeros(0, np.bool_), 0, 1
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_bands(self, equal: Bits, bands: int, rows: int) -> None:
        """Show (k,) equal positions, of which the first ``bands * rows`` are banded; without bands all are alike."""
        self._equal, self._bands, self._rows = equal, bands, max(1, rows)
        self._fit()
        self.update()

    def figures(self) -> Figures:
        """One row a band."""
        if not self._equal.size:
            return NO_FIGURES
        if not self._bands:
            number = list(range(1, self._equal.size + 1))
            return Figures(("position", "equal"), (number, ["yes" if same else "no" for same in self._equal.tolist()]))
        agree = self._equal[: self._bands * self._rows].reshape(self._bands, self._rows).sum(axis=1)
        met = ["yes" if count == self._rows else "no" for count in agree.tolist()]
        number = list(range(1, self._bands + 1))
        return Figures(("band", f"equal of {self._rows}", "they meet"), (number, agree.tolist(), met))

    def tip_at(self, x: float, y: float) -> str:
        """The band below the pointer."""
        per_line, step, tall = self._grid()
        column, line = int((x - _MARGIN) // step), int((y - _MARGIN) // tall)
        band = line * per_line + column
        if not (0 <= column < per_line and 0 <= band < self._columns()):
            return ""
        part = self._equal[band * self._rows : (band + 1) * self._rows]
        if not self._bands:
            return f"{int(part.sum())} of these {part.size} positions agree"
        if band >= self._bands:
            return "Positions that no band reads; the estimate counts them all the same"
        return f"Band {band + 1}: {int(part.sum())} of {self._rows} positions agree"

    def draw(self, painter: QPainter, colours: Colours) -> None:
        """Cells and frames."""
        per_line, step, tall = self._grid()
        filled, hollow = QColor(colours.muted), QColor(colours.grid)
        painter.setPen(Qt.PenStyle.NoPen)
        for column in range(self._columns()):
            left = _MARGIN + column % per_line * step
            top = _MARGIN + column // per_line * tall
            part = self._equal[column * self._rows : (column + 1) * self._rows]
            banded = column < self._bands
            met = banded and bool(part.all())
            for row, same in enumerate(part.tolist()):
                tint = QColor(colours.accent) if met else filled if same else hollow
                if self._bands and not banded and same:
                    tint = QColor(colours.faint)
                painter.setBrush(tint)
                painter.drawRect(QRectF(left, top + row * _CELL, _CELL - 1, _CELL - 1))
            if met:
                painter.setPen(QPen(QColor(colours.accent), 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(left - 2.5, top - 2.5, _CELL + 4, len(part) * _CELL + 4), 2, 2)
                painter.setPen(Qt.PenStyle.NoPen)

    def sizeHint(self) -> QSize:
        """As high as its lines."""
        per_line, _, tall = self._grid()
        return QSize(320, 2 * _MARGIN + math.ceil(self._columns() / per_line) * tall - _LINE + 2)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the line of bands elsewhere."""
        super().resizeEvent(event)
        self._fit()

    def _columns(self) -> int:
        """Bands, and what is left over cut into columns of the same height."""
        return math.ceil(self._equal.size / self._rows)

    def _grid(self) -> tuple[int, int, int]:
        step = _CELL + _GAP
        return max(1, (self.width() - 2 * _MARGIN) // step), step, self._rows * _CELL + _LINE

    def _fit(self) -> None:
        height = self.sizeHint().height()
        if height != self.minimumHeight():
            self.setFixedHeight(height)


class BitStrip(PaintedPlot):
    """The 64 bits of two fingerprints below each other; those that differ are marked."""

    def __init__(self) -> None:
        super().__init__("Bits of both fingerprints")
        self._bits = np.zeros((2, 0), np.bool_)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumWidth(300)
        self.setFixedHeight(58)

    def show_bits(self, bits: Bits) -> None:
        """Show (2, b) bits, the highest first."""
        self._bits = bits
        self.update()

    def figures(self) -> Figures:
        """One row a bit."""
        if not self._bits.size:
            return NO_FIGURES
        count = self._bits.shape[1]
        first, second = (side.astype(int).tolist() for side in self._bits)
        differs = ["yes" if a != b else "no" for a, b in zip(first, second, strict=True)]
        return Figures(("bit", "first", "second", "differs"), (list(range(count - 1, -1, -1)), first, second, differs))

    def tip_at(self, x: float, y: float) -> str:  # noqa: ARG002 - any row of it
        """The bit below the pointer."""
        count = self._bits.shape[1]
        for place in range(count):
            if self._left(place) <= x < self._left(place) + self._cell():
                first, second = self._bits[:, place].astype(int).tolist()
                words = "differ" if first != second else "equal"
                return f"Bit {count - 1 - place}: {first} and {second}, {words}"
        return ""

    def draw(self, painter: QPainter, colours: Colours) -> None:
        """Two rows, and a mark below each bit that differs."""
        cell = self._cell()
        differs = self._bits[0] != self._bits[1]
        painter.setPen(Qt.PenStyle.NoPen)
        for place in range(self._bits.shape[1]):
            left, odd = self._left(place), bool(differs[place])
            for row in range(2):
                on = bool(self._bits[row, place])
                strong = colours.warning if odd else colours.muted
                painter.setBrush(QColor(strong if on else colours.warning_surface if odd else colours.grid))
                painter.drawRect(QRectF(left, 8 + row * 18, cell - 1.5, 16))
            if odd:
                painter.setBrush(QColor(colours.warning))
                painter.drawEllipse(QRectF(left + cell / 2 - 3, 47, 5, 5))

    def _cell(self) -> float:
        count = max(1, self._bits.shape[1])
        return min(16.0, (self.width() - 2 * _MARGIN - 4 * (count // 8)) / count)

    def _left(self, place: int) -> float:
        return _MARGIN + place * self._cell() + 4 * (place // 8)
