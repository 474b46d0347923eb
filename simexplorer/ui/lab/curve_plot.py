"""A plot of a page: named curves, areas, points and marks that follow the palette; made once, their data changes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import pyqtgraph as pg
from numpy.typing import ArrayLike
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor

from simexplorer.ui.lab.tints import Tint, line_of
from simexplorer.ui.plots.themed_plot import ThemedPlot
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.colours import Colours, colours_of

NEXT_LINE = 0.07  # of the height: how far the lines of a key are apart at most
Ticks = Sequence[tuple[float, str]]


class CurvePlot(ThemedPlot):
    """Axes with titles and fixed ranges. Each ``set_…`` makes the item of that key at its first call."""

    mark_moved = Signal(str, float)  # key of a mark that was dragged, and where it stands now

    def __init__(self, name: str, says: str, x_title: str, y_title: str, height: int = 260) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(says)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedHeight(metrics.taller(height, self.font()))
        self._titles = {"bottom": x_title, "left": y_title}
        self._curves: dict[str, pg.PlotDataItem] = {}
        self._areas: dict[str, tuple[pg.PlotCurveItem, pg.PlotCurveItem, pg.FillBetweenItem]] = {}
        self._points: dict[str, pg.ScatterPlotItem] = {}
        self._marks: dict[str, tuple[pg.InfiniteLine, pg.TextItem]] = {}
        self._proxies: list[pg.SignalProxy] = []
        self._labels: dict[str, pg.TextItem] = {}
        self._key_lines: tuple[tuple[str, Tint | int], ...] = ()
        self._key = pg.TextItem()
        self._key.setZValue(10)
        self._tints: dict[str, tuple[Tint | int, bool, float]] = {}
        self.getAxis("left").take_at_least(56)
        half = self.fontMetrics().horizontalAdvance("000") / 2.0  # of a number near the end of the axis below
        self.set_margins(0.0, 4.0, half, 0.0)
        self.finish()

    def set_titles(self, x_title: str, y_title: str) -> None:
        """Other titles of the axes."""
        self._titles = {"bottom": x_title, "left": y_title}
        self.restyle(colours_of(self.palette()))

    def set_ranges(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """What is seen of the plane."""
        self.setRange(xRange=x, yRange=y, padding=0)

    def set_ticks(self, axis: str, ticks: Ticks) -> None:
        """Ticks of ``left`` or ``bottom``."""
        self.getAxis(axis).setTicks([list(ticks)])

    def set_curve(
        self, key: str, x: ArrayLike, y: ArrayLike, tint: Tint | int = Tint.TEXT, dashed: bool = False, width: float = 2
    ) -> None:
        """A line through these points; where y is nan it is broken."""
        if key not in self._curves:
            self._curves[key] = pg.PlotDataItem(antialias=True, connect="finite")
            self.addItem(self._curves[key])
        self._curves[key].setData(np.asarray(x, float), np.asarray(y, float))
        self._tint(key, tint, dashed, width)

    def set_area(self, key: str, x: ArrayLike, low: ArrayLike, high: ArrayLike, tint: Tint | int) -> None:
        """What lies between two curves."""
        if key not in self._areas:
            edges = (pg.PlotCurveItem(pen=None), pg.PlotCurveItem(pen=None))
            fill = pg.FillBetweenItem(*edges)
            fill.setZValue(-5)
            for item in (*edges, fill):
                self.addItem(item)
            self._areas[key] = (*edges, fill)
        below, above, _ = self._areas[key]
        below.setData(np.asarray(x, float), np.asarray(low, float))
        above.setData(np.asarray(x, float), np.asarray(high, float))
        self._tint(key, tint, False, 1)

    def set_points(self, key: str, x: ArrayLike, y: ArrayLike, tint: Tint | int = Tint.ACCENT, size: float = 8) -> None:
        """Dots; none where a value is unknown (nan)."""
        if key not in self._points:
            self._points[key] = pg.ScatterPlotItem(pxMode=True)
            self._points[key].setZValue(5)
            self.addItem(self._points[key])
        across, up = np.asarray(x, float), np.asarray(y, float)
        known = np.isfinite(across) & np.isfinite(up)
        self._points[key].setData(across[known], up[known], size=size)
        self._tint(key, tint, False, 1)

    def set_mark(self, key: str, at: float, text: str, tint: Tint | int = Tint.ACCENT, height: float = 0.94) -> None:
        """A vertical line with words at this height of the plot, 0 to 1."""
        if key not in self._marks:
            mark, words = pg.InfiniteLine(angle=90), pg.TextItem(anchor=(0, 0.5))
            self.addItem(mark)
            self.addItem(words)
            words.setZValue(10)
            self._marks[key] = (mark, words)
        mark, words = self._marks[key]
        (x0, x1), (y0, y1) = self.viewRange()
        mark.setValue(at)
        words.setText(text)
        words.setAnchor((1.05 if at > (x0 + x1) / 2 else -0.05, 0.5))
        words.setPos(at, y0 + height * (y1 - y0))
        self._tint(key, tint, True, 1)

    def let_drag(self, key: str, low: float, high: float) -> None:
        """Let a mark be dragged between these ends; ``mark_moved`` says where to, thirty times a second at most."""
        mark = self._marks[key][0]
        mark.setMovable(True)
        mark.setBounds((low, high))
        mark.setCursor(Qt.CursorShape.SizeHorCursor)
        moved = pg.SignalProxy(mark.sigDragged, rateLimit=30, slot=lambda _: self.mark_moved.emit(key, mark.value()))
        self._proxies.append(moved)

    def set_label(
        self, key: str, x: float, y: float, text: str, tint: Tint | int = Tint.TEXT, anchor: float = 0.0
    ) -> None:
        """Words at a place of the plane, so that a curve is named where it runs."""
        if key not in self._labels:
            self._labels[key] = pg.TextItem()
            self._labels[key].setZValue(10)
            self.addItem(self._labels[key])
        self._labels[key].setText(text)
        self._labels[key].setAnchor((anchor, 0.5))
        self._labels[key].setPos(x, y)
        self._tint(f"label {key}", tint, False, 1)

    def set_key(self, lines: Sequence[tuple[str, Tint | int]], right: bool = False, top: float = 0.99) -> None:
        """What is drawn, line by line below this height, 0 to 1, at the left or ``right``; it covers what is behind."""
        if not self._key_lines:
            self.addItem(self._key)
        self._key_lines = tuple(lines)
        (x0, x1), (y0, y1) = self.viewRange()
        self._key.setAnchor((1.0 if right else 0.0, 0.0))
        self._key.setPos(x0 + (0.985 if right else 0.01) * (x1 - x0), y0 + top * (y1 - y0))
        self._colour_key(colours_of(self.palette()))

    @property
    def key(self) -> list[str]:
        """The lines of the key."""
        return [words for words, _ in self._key_lines]

    def _colour_key(self, colours: Colours) -> None:
        told = ((line_of(tint, colours).name(), escape(words)) for words, tint in self._key_lines)
        self._key.setHtml("<br>".join(f'<span style="color: {tone}">{words}</span>' for tone, words in told))
        self._key.fill = pg.mkBrush(colours.surface)

    def drop(self, key: str) -> None:
        """Take the items of this key away."""
        for held in (self._curves, self._points, self._labels):
            item = held.pop(key, None)
            if item is not None:
                self.removeItem(item)
        for held in (self._areas, self._marks):
            for item in held.pop(key, ()):
                self.removeItem(item)
        for tinted in (key, f"label {key}"):  # what comes in their place is not coloured yet
            self._tints.pop(tinted, None)

    def _tint(self, key: str, tint: Tint | int, dashed: bool, width: float) -> None:
        if self._tints.get(key) != (tint, dashed, width) or key in self._points:
            self._tints[key] = (tint, dashed, width)
            self._colour(key, colours_of(self.palette()))

    def _colour(self, key: str, colours: Colours) -> None:
        tint, dashed, width = self._tints[key]
        tone = line_of(tint, colours)
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        pen = self.pen(tone, width, style)
        if key in self._curves:
            self._curves[key].setPen(pen)
        elif key in self._areas:
            soft = QColor(tone)
            soft.setAlphaF(0.28)
            self._areas[key][2].setBrush(pg.mkBrush(soft))
        elif key in self._points:
            self._points[key].setPen(self.pen(colours.surface))
            self._points[key].setBrush(pg.mkBrush(tone))
        elif key in self._marks:
            self._marks[key][0].setPen(pen)
            self._marks[key][0].setHoverPen(self.pen(tone, 4))
            self._marks[key][1].setColor(tone)
        elif key.startswith("label ") and key[6:] in self._labels:
            self._labels[key[6:]].setColor(tone)

    def restyle(self, colours: Colours) -> None:
        """Colour axes and items."""
        super().restyle(colours)
        for axis, title in self._titles.items():
            self.getAxis(axis).setLabel(title, color=colours.muted)
        for key in self._tints:
            self._colour(key, colours)
        self._colour_key(colours)
