"""The collection's similarities as bars: each in the colour of its similarity, heights on a log or linear scale."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from simexplorer.pipeline.result import BINS
from simexplorer.ui.theme import numbers, similarity_scale

Floats = NDArray[np.float64]


class Bars(pg.BarGraphItem):  # type: ignore[misc] # pyqtgraph has no types
    """A bar for each hundredth of similarity, in a plot of height 1.

    Where they lie need not be worked out from them at each of the seven times that a paint asks.
    """

    def __init__(self, width: float = 1.0) -> None:
        super().__init__(x0=np.arange(BINS) / BINS, width=width / BINS, height=np.zeros(BINS), pen=None)

    def boundingRect(self) -> QRectF:
        """All of the plot in which bars can be."""
        return QRectF(0.0, 0.0, 1.0, 1.0)


class HistogramBars:
    """100 bars in a plot of height 1, and the ticks of their own axis on the right.

    On the linear scale the tallest bar from ``exact_from`` up sets the height: bars below it are mostly pairs of
    unlike texts, a thousand times as many, and are cut off.
    """

    def __init__(self, plot: pg.PlotWidget, width: float = 0.8) -> None:
        self._counts: Floats = np.zeros(BINS)
        self._exact_from = 0.0
        self.log = True
        self.drawings = 0  # how often they were drawn
        self._top = 10.0
        self._axis = plot.getAxis("right")
        plot.showAxis("right")
        self._item = Bars(width)
        self._item.setZValue(-10)
        plot.addItem(self._item)
        self._axis.take_at_least(36)
        self._draw()

    @property
    def counts(self) -> Floats:
        """(BINS,) what is drawn."""
        return self._counts

    def set_counts(self, counts: Floats, exact_from: float) -> None:
        """Pairs in each hundredth of similarity; zero draws nothing, one already shows."""
        if exact_from != self._exact_from or not np.array_equal(counts, self._counts):
            self._counts, self._exact_from = counts, exact_from
            self._draw()

    def set_log(self, on: bool) -> None:
        """Heights by decades, or as they are."""
        if on != self.log:
            self.log = on
            self._draw()

    def set_dark(self, dark: bool, opacity: float = 1.0) -> None:
        """Colour each bar by the similarity it stands for."""
        brushes = []
        for place in range(BINS):
            tint = QColor(similarity_scale.colour((place + 0.5) / BINS, dark))
            tint.setAlphaF(opacity)
            brushes.append(pg.mkBrush(tint))
        self._item.setOpts(brushes=brushes)

    def heights(self, counts: Floats) -> Floats:
        """Where in the plot numbers of pairs stand on the present scale."""
        if self.log:
            return np.asarray(np.log10(1.0 + np.maximum(counts, 0.0)) / self._top)
        return np.minimum(counts / self._top, 1.0)

    def _draw(self) -> None:
        self.drawings += 1
        counts = self._counts
        if self.log:
            self._top = float(max(1, int(np.ceil(np.log10(max(10.0, float(counts.max()) + 1.0))))))
            step = max(1, (int(self._top) + 2) // 4)
            marks = [10.0**decade for decade in range(step, int(self._top) + 1, step)]
        else:
            first = min(int(self._exact_from * BINS), BINS - 1)
            tallest = float(counts[first:].max()) or float(counts.max())
            self._top, marks = _round_top(max(tallest, 1.0))
        self._item.setOpts(height=self.heights(counts))
        places = self.heights(np.array(marks)).tolist()
        ticks = [(0.0, "0"), *zip(places, map(short, marks), strict=True)]
        self._axis.setTicks([ticks if counts.any() else []])


def short(number: float) -> str:
    """``1 k``, ``2.5 M``: a number of pairs on an axis."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            value = number / size
            return f"{numbers.decimal(value, 0 if value == int(value) else 1)} {unit}"
    return numbers.count(int(number)) if number == int(number) else numbers.decimal(number, 1)


def _round_top(tallest: float) -> tuple[float, list[float]]:
    """A round number at or above the tallest, and the marks below it."""
    scale = 10.0 ** np.floor(np.log10(tallest))
    top = next(float(scale * step) for step in (1, 2, 4, 5, 10) if scale * step >= tallest)
    return top, [top / 2, top]
