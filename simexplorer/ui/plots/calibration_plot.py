"""Estimates against exact values: points, or a density where there are many; the band that theory allows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyqtgraph as pg
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor

from simexplorer.offsets import runs_where
from simexplorer.pipeline.result import BINS
from simexplorer.pipeline.told_column import ToldColumn
from simexplorer.ui.plots.plot_copies import Figures
from simexplorer.ui.plots.themed_plot import ThemedPlot
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.colours import Colours, colours_of

MOST_POINTS = 3_000  # more are drawn as a density
_LEAST = 8  # pairs in a hundredth whose mean is worth a line
_RUN = 5  # hundredths beside each other that make one: a shorter piece shows nothing but chance
_MIDDLE = (np.arange(BINS) + 0.5) / BINS
Floats = NDArray[np.float64]


class CalibrationFigures(Struct, frozen=True):
    """What is drawn of one method.

    exact, estimate : (m,); density : (BINS, BINS) pairs by exact, then by estimate
    mean, spread, predicted_spread : (BINS,) by hundredth of exact, nan where there is no pair
    outliers : places of the pairs that can be clicked
    """

    exact: Floats
    estimate: Floats | ToldColumn
    density: NDArray[np.int64]
    mean: Floats
    spread: Floats
    predicted_spread: Floats
    outliers: NDArray[np.int64]


class CalibrationPlot(ThemedPlot):
    """Exact value along, estimate up; on the diagonal an estimate is right."""

    pair_clicked = Signal(int)  # place of an outlier among the pairs

    def __init__(self) -> None:
        super().__init__()
        self._figures: CalibrationFigures | None = None
        self._image = pg.ImageItem()
        self._image.setZValue(-20)
        self._points = pg.ScatterPlotItem(size=5, pxMode=True, pen=None)
        self._band = pg.PlotCurveItem(connect="finite", antialias=True)
        self._diagonal = pg.PlotCurveItem([0.0, 1.0], [0.0, 1.0], antialias=True)
        self._mean = pg.PlotCurveItem(connect="finite", antialias=True)
        self._outliers = pg.ScatterPlotItem(size=7, pxMode=True, hoverable=True, hoverSize=11, tip=None)
        self._chosen = pg.ScatterPlotItem(size=15, pxMode=True)
        for item in (self._image, self._points, self._band, self._diagonal, self._mean, self._outliers, self._chosen):
            self.addItem(item)
        self.getAxis("left").take_at_least(56)
        self._outliers.sigClicked.connect(self._on_clicked)
        self._show_range(0.0)
        self.finish()

    def show_figures(self, figures: CalibrationFigures | None) -> None:
        """Draw a method, or nothing."""
        self._figures = figures
        self._chosen.setData([], [])
        if figures is None:
            for item in (self._points, self._outliers, self._mean, self._band):
                item.setData([], [])
            self._image.clear()
            self.figures_changed.emit()
            return
        few = figures.exact.size <= MOST_POINTS
        self._show_range(_first_tenth(figures.density))
        self._points.setData(figures.exact, figures.estimate[:]) if few else self._points.setData([], [])
        self._image.setVisible(not few)
        if not few:
            # decades of density: a thousand pairs in a cell must not hide a single one
            shown = np.log1p(figures.density.astype(np.float64))
            self._image.setImage(shown, autoLevels=False, levels=(0.0, max(1.0, float(shown.max()))))
            self._image.setRect(0.0, 0.0, 1.0, 1.0)
        counts = figures.density.sum(axis=1)
        self._mean.setData(_MIDDLE, np.where(in_runs(counts >= _LEAST, _RUN), figures.mean, np.nan))
        low, high = _MIDDLE - 2.0 * figures.predicted_spread, _MIDDLE + 2.0 * figures.predicted_spread
        self._band.setData([*_MIDDLE, np.nan, *_MIDDLE], [*low, np.nan, *high])
        at = figures.outliers
        self._outliers.setData(figures.exact[at], figures.estimate[at], data=at)
        self.figures_changed.emit()

    def choose(self, place: int | None) -> None:
        """Ring the pair at this place, or none."""
        figures = self._figures
        if figures is None or place is None:
            self._chosen.setData([], [])
        else:
            self._chosen.setData([figures.exact[place]], [figures.estimate[place]])

    def figures(self) -> Figures:
        """By hundredths of the exact value."""
        shown = self._figures
        pairs = np.zeros(BINS) if shown is None else shown.density.sum(axis=1)
        nothing = np.full(BINS, np.nan)
        columns = (
            (np.arange(BINS) / BINS).tolist(),
            pairs.tolist(),
            (nothing if shown is None else shown.mean).tolist(),
            (nothing if shown is None else shown.spread).tolist(),
            (nothing if shown is None else shown.predicted_spread).tolist(),
        )
        titles = ("Exact from", "Pairs", "Mean estimate", "Spread", "Spread by theory")
        return Figures(titles, columns, frozenset({0, 2, 3, 4}))

    def restyle(self, colours: Colours) -> None:
        """Colour the items too."""
        super().restyle(colours)
        self._image.setLookupTable(_ramp(colours))
        tint = QColor(colours.text)
        tint.setAlphaF(0.45)
        self._points.setBrush(pg.mkBrush(tint))
        self._diagonal.setPen(self.pen(colours.muted, 1))
        self._band.setPen(self.pen(colours.muted, 1, Qt.PenStyle.DashLine))
        self._mean.setPen(self.pen(colours.accent, 2))
        self._outliers.setPen(self.pen(colours.warning, 1))
        self._outliers.setBrush(pg.mkBrush(colours.surface))
        self._outliers.opts["hoverBrush"] = pg.mkBrush(colours.warning)
        self._chosen.setPen(self.pen(colours.accent, 2))
        self._chosen.setBrush(pg.mkBrush(None))

    def set_titles(self, exact: str, estimate: str) -> None:
        """What stands along the axes."""
        colours = colours_of(self.palette())
        self.getAxis("bottom").setLabel(exact, color=colours.muted)
        self.getAxis("left").setLabel(estimate, color=colours.muted)

    def _show_range(self, least: float) -> None:
        self.setRange(xRange=(least, 1.0), yRange=(least, 1.02), padding=0)
        ticks = [(v / 10, numbers.decimal(v / 10, 1)) for v in range(round(least * 10), 11)]
        step = 1 if len(ticks) <= 6 else 2
        for axis in ("left", "bottom"):
            self.getAxis(axis).setTicks([ticks[::-1][::step][::-1]])

    def _on_clicked(self, _item: object, points: Iterable[Any], _event: object) -> None:
        chosen = list(points)
        if chosen:
            self.pair_clicked.emit(int(chosen[0].data()))


def in_runs(wanted: NDArray[np.bool_], least: int) -> NDArray[np.bool_]:
    """(n,) what is wanted together with so many neighbours in a row."""
    kept = np.zeros(wanted.size, np.bool_)
    for first, stop in runs_where(wanted).tolist():
        kept[first:stop] = stop - first >= least
    return kept


def _ramp(colours: Colours) -> NDArray[np.uint8]:
    """(256, 4) from the ground to the text: how many pairs, not how similar."""
    ground, ink = QColor(colours.surface), QColor(colours.text)
    share = np.linspace(0.0, 1.0, 256)[:, None]
    share = np.where(share > 0.0, 0.14 + 0.86 * share, 0.0)
    ends = [np.array([[c.red(), c.green(), c.blue(), 255]], float) for c in (ground, ink)]
    return np.asarray((1.0 - share) * ends[0] + share * ends[1], np.uint8)


def _first_tenth(density: NDArray[np.int64]) -> float:
    """The tenth of both axes in which the pairs begin; told by their hundredths, whatever their number."""
    used = density.any(axis=0) | density.any(axis=1)
    return int(used.argmax()) * 10 // BINS / 10.0
