"""The S-curve of the present bands and rows over the collection's own similarities, with the threshold to drag."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent

from simexplorer.pipeline.result import BINS, EDGES
from simexplorer.search.scurve import POINTS
from simexplorer.ui.plots.histogram_bars import Bars, HistogramBars
from simexplorer.ui.plots.measure_axis import MeasureAxis
from simexplorer.ui.plots.plot_copies import Figures
from simexplorer.ui.plots.themed_plot import ThemedPlot
from simexplorer.ui.theme import numbers, passage_colours
from simexplorer.ui.theme.colours import Colours, colours_of

MOST_KEPT = passage_colours.COLOURS
_QUARTERS = (0, 2, 1, 2, 0)  # decimals of each quarter
_TOP = 1.2  # room above the curve for the threshold's number, where letters are not large
_MOST_ABOVE = 0.5  # of the height, however large they are
Floats = NDArray[np.float64]


class KeptCurve(Struct, frozen=True):
    """A curve to compare with: its bands and rows, its colour among eight, its chances at ``POINTS``."""

    bands: int
    rows: int
    colour: int
    chances: Floats


class SCurvePlot(ThemedPlot):
    """Chance of being found (left axis) and pairs of the collection (right axis) over the measure of the run."""

    has_log = True
    threshold_moved = Signal(float)  # by hand, a similarity in [0, 1] that the axis allows
    drag_changed = Signal(bool)  # True: the line is being dragged; False: it was let go

    def __init__(self) -> None:
        super().__init__()
        self.setRange(xRange=(0.0, 1.0), yRange=(0.0, _TOP), padding=0)
        self.setLimits(xMin=0.0, xMax=1.0, yMin=0.0, yMax=_TOP)
        self._top, self._label_at = _TOP, (1.0 + _TOP) / 2.0
        self.axis = MeasureAxis()
        self.getAxis("bottom").setTicks([self.axis.marks()])
        self.getAxis("left").setTicks([[(v / 4, numbers.decimal(v / 4, _QUARTERS[v])) for v in range(5)]])
        self.getAxis("left").take_at_least(32)
        self._chances: Floats = np.zeros(POINTS.size)
        self._at_bins: Floats = np.zeros(BINS)
        self._observed: Floats = np.zeros(BINS)
        self._shaded: tuple[tuple[float, int], Floats, Floats] = (math.nan, 0), self._chances, self._observed
        self._shares: tuple[Floats, Floats] = (np.zeros(BINS), np.zeros(BINS))
        self._kept: list[KeptCurve] = []
        self._make_items()
        self._send_hover = self.sceneObj.sendHoverEvents
        self.sceneObj.sendHoverEvents = self._on_hover
        # a drag may come faster than the eye: sixty values a second are enough
        self._proxy = pg.SignalProxy(self._line.sigDragged, rateLimit=60, slot=self._on_dragged)
        self._line.sigPositionChangeFinished.connect(self._on_let_go)
        self.getViewBox().sigResized.connect(self._make_room)
        self.finish()

    def _make_items(self) -> None:
        """Everything that is ever drawn, from back to front; data comes later."""
        self._bars = HistogramBars(self, width=1.0)
        self._needless, self._missed = Bars(), Bars()
        self._needless_area = pg.PlotCurveItem(pen=None, fillLevel=0.0, antialias=False)
        self._missed_area = pg.PlotCurveItem(pen=None, fillLevel=1.0, antialias=False)
        self._steps = pg.PlotCurveItem([0.0, 0.0], [0.0], stepMode="center", antialias=False)
        self._kept_items = [pg.PlotCurveItem(antialias=True) for _ in range(MOST_KEPT)]
        for item in self._kept_items:
            item.setVisible(False)
        self._curve = pg.PlotCurveItem(antialias=True)
        self._half = pg.PlotCurveItem(antialias=False)
        self._half_dot = pg.ScatterPlotItem(size=9, pxMode=True)
        self._approximate = pg.InfiniteLine(angle=90, movable=False)
        self._line = pg.InfiniteLine(0.8, angle=90, movable=True, bounds=(0.0, 1.0))
        self._line.setCursor(Qt.CursorShape.SizeHorCursor)
        self._label = pg.TextItem(anchor=(0.5, 0.5))
        self._label.setZValue(20)
        for place, item in enumerate((self._needless_area, self._missed_area, self._needless, self._missed)):
            item.setZValue(place - 12 if place < 2 else place - 9)
        for item in (
            self._needless_area,
            self._missed_area,
            self._needless,
            self._missed,
            self._steps,
            *self._kept_items,
            self._half,
            self._approximate,
            self._curve,
            self._half_dot,
            self._line,
            self._label,
        ):
            self.addItem(item)

    @property
    def threshold(self) -> float:
        """Where the line stands."""
        return float(self._line.value())

    @property
    def _parting(self) -> float:
        """Where the line parts the bars: of distances in whole bits between two of them, at an edge if there is one."""
        steps = self.axis.scale.steps
        if not steps:
            return self.threshold
        first = math.ceil(self.threshold * steps - 1e-9) / steps
        edge = math.floor(first * BINS + 1e-9) / BINS
        return edge if edge > first - 1.0 / steps else first - 0.5 / steps

    @property
    def dragging(self) -> bool:
        """Whether a hand has the line."""
        return bool(self._line.moving)

    def set_axis(self, axis: MeasureAxis) -> None:
        """Tell similarities in the units of another measure."""
        if axis != self.axis:
            self.axis = axis
            self.getAxis("bottom").setTicks([axis.marks()])
            self.set_threshold(self.threshold)
            self.figures_changed.emit()

    def set_threshold(self, value: float) -> None:
        """Move the line without saying so, to a similarity."""
        self._label.setText(self.axis.words(value))
        self._label.setPos(value, self._label_at)
        # centred on the line, but inside the plot at either end
        beyond = value - min(0.9, max(0.1, value))
        self._label.setAnchor((0.5 + 5.0 * beyond, 0.5))
        if abs(self.threshold - value) > 1e-9:
            self._line.setValue(value)

    def set_curve(self, chances: Floats, approximate: float = math.nan, half: float = math.nan) -> None:
        """Chances of being found at ``POINTS``; the approximate threshold and the exact half point, nan: none."""
        self._chances = chances
        for item, place in ((self._approximate, approximate), (self._half, half), (self._half_dot, half)):
            item.setVisible(not math.isnan(place))
        # the chance in a bin is the mean of those at its edges and its middle
        self._at_bins = (chances[:-1:2] + 4.0 * chances[1::2] + chances[2::2]) / 6.0
        self._curve.setData(POINTS, chances)
        if not math.isnan(approximate):
            self._approximate.setValue(approximate)
        if not math.isnan(half):
            self._half.setData([0.0, half, half], [0.5, 0.5, 0.0])
            self._half_dot.setData([half], [0.5])

    def shade(self) -> None:
        """Draw what is expected to be missed beyond the threshold, and needlessly compared below it."""
        at, chances = self.threshold, self._chances
        of = (at, self._bars.drawings), chances, self._observed
        if self._shaded[0] == of[0] and self._shaded[1] is chances and self._shaded[2] is self._observed:
            return  # nothing of it is another
        self._shaded = of
        similar = np.clip((EDGES[1:] - self._parting) * BINS, 0.0, 1.0)
        counts = self._bars.counts
        missed, needless = counts * similar * (1.0 - self._at_bins), counts * (1.0 - similar) * self._at_bins
        self._shares = (missed, needless)
        self._missed.setOpts(height=self._bars.heights(missed))
        self._needless.setOpts(height=self._bars.heights(needless))
        height = float(np.interp(at, POINTS, chances))
        below, above = at > POINTS, at < POINTS
        self._needless_area.setData(np.append(POINTS[below], at), np.append(chances[below], height))
        self._missed_area.setData(np.append(at, POINTS[above]), np.append(height, chances[above]))
        self.figures_changed.emit()

    def set_histogram(self, counts: Floats, exact_from: float = 0.0, observed: Floats | None = None) -> None:
        """Estimated pairs of the collection in each hundredth of similarity, and those that the index really found."""
        self._bars.set_counts(counts, exact_from)
        self._observed = np.zeros(BINS) if observed is None else observed
        self._draw_observed()

    def set_kept(self, curves: Sequence[KeptCurve]) -> None:
        """Curves to compare with, each in its colour."""
        self._kept = list(curves)
        for place, item in enumerate(self._kept_items):
            if place < len(self._kept):
                item.setData(POINTS, self._kept[place].chances)
            item.setVisible(place < len(self._kept))
        self._colour_kept(colours_of(self.palette()))
        self.figures_changed.emit()

    @property
    def log(self) -> bool:
        """Whether the bars stand on a logarithmic scale."""
        return self._bars.log

    def set_log(self, on: bool) -> None:
        """Bars by decades, or as they are."""
        self._bars.set_log(on)
        self._draw_observed()
        self.shade()
        super().set_log(on)

    def figures(self) -> Figures:
        """Everything drawn, by hundredths of similarity."""
        missed, needless = self._shares
        middle = slice(1, None, 2)
        kept = [
            (f"{one.bands} × {one.rows}", one.chances[middle], "Chance of being found with these bands and rows.")
            for one in self._kept
        ]
        own = self.axis.scale
        ours = [(self.axis.title, own.value(EDGES[:-1]), "The same in the units of the measure.")]
        columns = (
            ("From", EDGES[:-1], "Similarity at which the hundredth begins."),
            *(ours if own.is_distance else []),
            ("Chance", self._chances[middle], "Chance of being found in the middle of the hundredth."),
            *kept,
            ("Pairs", self._bars.counts, "Pairs of the collection: counted, or estimated."),
            ("Found", self._observed, "Pairs that the index found and that were compared exactly."),
            ("Missed", missed, "Pairs at or above the threshold that are expected to be missed."),
            ("Needless", needless, "Pairs below the threshold that are expected to be compared."),
        )
        return Figures(
            tuple(title for title, _, _ in columns),
            tuple(values.tolist() for _, values, _ in columns),
            frozenset(range(2 + len(kept) + (len(ours) if own.is_distance else 0))),
            tuple(meaning for _, _, meaning in columns),
        )

    def _make_room(self, *_box: object) -> None:
        """The number of the threshold stays above the curve, however large its letters are."""
        high, whole = self._label.boundingRect().height(), self.getViewBox().height()
        above = min(_MOST_ABOVE, (high + 4) / max(1.0, whole))
        top = max(_TOP, 1.0 / (1.0 - above))
        if abs(top - self._top) > 1e-3:
            self._top, self._label_at = top, (1.0 + top) / 2.0
            self.setLimits(yMax=top)
            self.setRange(yRange=(0.0, top), padding=0)
            self.set_threshold(self.threshold)

    def restyle(self, colours: Colours) -> None:
        """Colour the items too."""
        super().restyle(colours)
        self._bars.set_dark(colours.dark, 0.55)
        for item, tone, alpha in (
            (self._missed, colours.warning, 0.9),
            (self._missed_area, colours.warning, 0.16),
            (self._needless, colours.muted, 0.85),
            (self._needless_area, colours.muted, 0.16),
        ):
            tint = QColor(tone)
            tint.setAlphaF(alpha)
            item.setOpts(brush=pg.mkBrush(tint)) if isinstance(item, Bars) else item.setBrush(tint)
        self._steps.setPen(self.pen(colours.text, 1))
        self._curve.setPen(self.pen(colours.text, 2))
        faint = self.pen(colours.muted, 1, Qt.PenStyle.DotLine)
        self._half.setPen(faint)
        self._half_dot.setPen(self.pen(colours.text, 1))
        self._half_dot.setBrush(pg.mkBrush(colours.surface))
        self._approximate.setPen(self.pen(colours.muted, 1, Qt.PenStyle.DashLine))
        self._line.setPen(self.pen(colours.accent, 2))
        self._line.setHoverPen(self.pen(colours.accent, 4))
        self._label.setColor(QColor(colours.accent))
        self._label.fill = pg.mkBrush(colours.surface)
        self._colour_kept(colours)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of this widget; all others go on."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageDown: -10, Qt.Key.Key_PageUp: 10}
        ends = {Qt.Key.Key_Home: 0.0, Qt.Key.Key_End: 1.0}
        key = Qt.Key(event.key())
        if key in steps:
            self._move_to(self.axis.stepped(self.threshold, steps[key]))
        elif key in ends:
            self._move_to(ends[key])
        else:
            event.ignore()

    def _draw_observed(self) -> None:
        seen = np.flatnonzero(self._observed)
        if not seen.size:
            self._steps.setData([0.0, 0.0], [0.0])
            return
        first = int(seen[0])
        self._steps.setData(EDGES[first:], self._bars.heights(self._observed[first:]))

    def _colour_kept(self, colours: Colours) -> None:
        for one, item in zip(self._kept, self._kept_items, strict=False):
            item.setPen(self.pen(passage_colours.strong(one.colour, colours.dark), 2))

    def _on_hover(self, event: object, **options: bool) -> None:
        """While the line is dragged nothing else looks whether it is below the pointer: 1 to 3 ms a step."""
        if self.sceneObj.dragItem is None:
            self._send_hover(event, **options)

    def _on_dragged(self, _arguments: object) -> None:
        # the proxy's last word may come after the line was let go
        if self.dragging:
            self.drag_changed.emit(True)
            self._move_to(self.threshold)

    def _on_let_go(self, _line: object) -> None:
        self.drag_changed.emit(False)
        self._move_to(self.threshold)

    def _move_to(self, value: float) -> None:
        value = self.axis.snapped(value)
        self.set_threshold(value)
        self.threshold_moved.emit(value)
