"""Similarities before and after shingles are left out: what falls below the threshold, and how far."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from simexplorer.ui.plots.plot_copies import Figures
from simexplorer.ui.plots.themed_plot import ThemedPlot
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import Colours, colours_of

MOST_POINTS = 4_000
_BINS = 20
Floats = NDArray[np.float64]


class EffectPlot(ThemedPlot):
    """Before along, after up: on the diagonal nothing changes, below the line a pair is lost."""

    def __init__(self) -> None:
        super().__init__()
        self._before, self._after = np.empty(0), np.empty(0)
        self._diagonal = pg.PlotCurveItem([0.0, 1.0], [0.0, 1.0], antialias=True)
        self._stays = pg.ScatterPlotItem(size=5, pxMode=True, pen=None)
        self._falls = pg.ScatterPlotItem(size=5, pxMode=True, pen=None)
        self._line = pg.InfiniteLine(0.8, angle=0, movable=False)
        for item in (self._diagonal, self._stays, self._falls, self._line):
            self.addItem(item)
        self.getAxis("left").take_at_least(52)
        self._show_range(0.0, 0.0)
        self.finish()

    def show_effect(self, before: Floats, after: Floats, threshold: float) -> None:
        """(m,) similarities before and after; of many only an even part is drawn."""
        self._before, self._after = before, after
        step = max(1, -(-before.size // MOST_POINTS))
        x, y = before[::step], after[::step]
        falls = y < threshold
        self._stays.setData(x[~falls], y[~falls])
        self._falls.setData(x[falls], y[falls])
        self._line.setValue(threshold)
        self._show_range(_round_down(before), _round_down(after))
        self.figures_changed.emit()

    def figures(self) -> Figures:
        """By twentieths of the similarity before."""
        place = np.clip((self._before * _BINS).astype(np.int64), 0, _BINS - 1)
        count = np.bincount(place, minlength=_BINS)
        with np.errstate(invalid="ignore", divide="ignore"):
            before = np.bincount(place, self._before, _BINS) / count
            after = np.bincount(place, self._after, _BINS) / count
        columns = ((np.arange(_BINS) / _BINS).tolist(), count.tolist(), before.tolist(), after.tolist())
        return Figures(("Before, from", "Pairs", "Mean before", "Mean after"), columns, frozenset({0, 2, 3}))

    def restyle(self, colours: Colours) -> None:
        """Colour the items too."""
        super().restyle(colours)
        for item, tone, alpha in ((self._stays, colours.text, 0.4), (self._falls, colours.warning, 0.7)):
            tint = QColor(tone)
            tint.setAlphaF(alpha)
            item.setBrush(pg.mkBrush(tint))
        self._diagonal.setPen(self.pen(colours.muted, 1))
        self._line.setPen(self.pen(colours.accent, 1, Qt.PenStyle.DashLine))
        for axis, words in (("bottom", "similarity before"), ("left", "after")):
            self.getAxis(axis).setLabel(words, color=colours_of(self.palette()).muted)

    def _show_range(self, before: float, after: float) -> None:
        self.setRange(xRange=(before, 1.0), yRange=(after, 1.02), padding=0)
        for axis, least in (("bottom", before), ("left", after)):
            ticks = [(v / 10, numbers.decimal(v / 10, 1)) for v in range(round(least * 10), 11)]
            self.getAxis(axis).setTicks([ticks[::-1][:: 1 if len(ticks) <= 6 else 2][::-1]])


def _round_down(values: Floats) -> float:
    """The tenth in which these begin: the last one where all of them are 1, for an axis has a length."""
    return float(np.floor(min(0.9, max(0.0, float(values.min()))) * 10.0) / 10.0) if values.size else 0.0
