"""The collection's similarities as bars: each in the colour of its similarity, heights on a log scale."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from simexplorer.ui.theme import numbers, similarity_scale

BINS = 100


class HistogramBars:
    """100 bars in a plot of height 1, and the ticks of their own axis on the right."""

    def __init__(self, plot: pg.PlotWidget, ceiling: float = 1.0, width: float = 0.8) -> None:
        self._ceiling = ceiling
        self._counts: NDArray[np.float64] | None = None
        self._axis = plot.getAxis("right")
        plot.showAxis("right")
        self._item = pg.BarGraphItem(x0=np.arange(BINS) / BINS, width=width / BINS, height=np.zeros(BINS), pen=None)
        self._item.setZValue(-10)
        plot.addItem(self._item)
        self.set_counts(np.zeros(BINS))

    def set_counts(self, counts: NDArray[np.float64]) -> None:
        """Pairs in each hundredth of similarity; zero draws nothing, one already shows."""
        if self._counts is not None and np.array_equal(counts, self._counts):
            return
        self._counts = counts
        decades = max(1, int(np.ceil(np.log10(max(10.0, float(counts.max()) + 1.0)))))
        heights = np.where(counts > 0, np.log10(1.0 + counts), 0.0) / decades * self._ceiling
        self._item.setOpts(height=heights)
        step = max(1, (decades + 2) // 4)
        shown = [(0.0, "0"), *((self._at(d, decades), _short(10**d)) for d in range(step, decades + 1, step))]
        self._axis.setTicks([shown if counts.any() else []])
        self._axis.setWidth(36)

    def set_dark(self, dark: bool, opacity: float = 1.0) -> None:
        """Colour each bar by the similarity it stands for."""
        brushes = []
        for place in range(BINS):
            tint = QColor(similarity_scale.colour((place + 0.5) / BINS, dark))
            tint.setAlphaF(opacity)
            brushes.append(pg.mkBrush(tint))
        self._item.setOpts(brushes=brushes)

    def _at(self, decade: int, decades: int) -> float:
        return float(np.log10(1.0 + 10.0**decade)) / decades * self._ceiling


def _short(number: int) -> str:
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            return f"{number // size} {unit}"
    return numbers.count(number)
