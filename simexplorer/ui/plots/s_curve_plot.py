"""The S-curve of the present bands and rows over the collection's own similarities, with the threshold to drag."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QWidget

from simexplorer.ui.plots.histogram_bars import HistogramBars
from simexplorer.ui.plots.themed_plot import ThemedPlot
from simexplorer.ui.theme.colours import Colours

STEP = 0.01
POINTS = np.linspace(0.0, 1.0, 201)
_TOP = 1.2  # room above the curve for the threshold's number
_LABEL_AT = 1.11


class SCurvePlot(ThemedPlot):
    """Chance of being found (left axis) and pairs of the collection (right axis) over Jaccard similarity."""

    threshold_moved = Signal(float)  # by hand, in [0, 1], on hundredths
    drag_changed = Signal(bool)  # True: the line is being dragged; False: it was let go

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(xRange=(0.0, 1.0), yRange=(0.0, _TOP), padding=0)
        self.setLimits(xMin=0.0, xMax=1.0, yMin=0.0, yMax=_TOP)
        self.getAxis("bottom").setTicks([[(v / 10, f"{v / 10:.1f}") for v in range(0, 11, 2)]])
        self.getAxis("left").setTicks([[(v / 4, f"{v / 4:.2f}".rstrip("0").rstrip(".")) for v in range(5)]])
        self.getAxis("left").setWidth(32)
        self._bars = HistogramBars(self, width=1.0)
        self._curve = pg.PlotCurveItem(antialias=True)
        self._half = pg.PlotCurveItem(antialias=False)
        self._half_dot = pg.ScatterPlotItem(size=9, pxMode=True)
        self._approximate = pg.InfiniteLine(angle=90, movable=False)
        self._line = pg.InfiniteLine(0.8, angle=90, movable=True, bounds=(0.0, 1.0))
        self._line.setCursor(Qt.CursorShape.SizeHorCursor)
        self._label = pg.TextItem(anchor=(0.5, 0.5))
        self._label.setZValue(20)
        for item in (self._half, self._approximate, self._curve, self._half_dot, self._line, self._label):
            self.addItem(item)
        # a drag may come faster than the eye: sixty values a second are enough
        self._proxy = pg.SignalProxy(self._line.sigDragged, rateLimit=60, slot=self._on_dragged)
        self._line.sigPositionChangeFinished.connect(self._on_let_go)
        self.finish()

    @property
    def threshold(self) -> float:
        """Where the line stands."""
        return float(self._line.value())

    def set_threshold(self, value: float) -> None:
        """Move the line without saying so."""
        self._label.setText(f"{value:.2f}")
        self._label.setPos(value, _LABEL_AT)
        # centred on the line, but inside the plot at either end
        beyond = value - min(0.9, max(0.1, value))
        self._label.setAnchor((0.5 + 5.0 * beyond, 0.5))
        if abs(self.threshold - value) > 1e-9:
            self._line.setValue(value)

    def set_curve(self, chances: NDArray[np.float64], approximate: float, half: float) -> None:
        """Chances of being found at ``POINTS``; the approximate threshold and the exact half point."""
        self._curve.setData(POINTS, chances)
        self._approximate.setValue(approximate)
        self._half.setData([0.0, half, half], [0.5, 0.5, 0.0])
        self._half_dot.setData([half], [0.5])

    def set_histogram(self, counts: NDArray[np.float64]) -> None:
        """Estimated number of pairs of the collection in each hundredth of similarity."""
        self._bars.set_counts(counts)

    def restyle(self, colours: Colours) -> None:
        """Colour the items too."""
        super().restyle(colours)
        self._bars.set_dark(colours.dark, 0.55)
        self._curve.setPen(pg.mkPen(colours.text, width=2))
        faint = pg.mkPen(colours.muted, width=1, style=Qt.PenStyle.DotLine)
        self._half.setPen(faint)
        self._half_dot.setPen(pg.mkPen(colours.text, width=1))
        self._half_dot.setBrush(pg.mkBrush(colours.surface))
        self._approximate.setPen(pg.mkPen(colours.muted, width=1, style=Qt.PenStyle.DashLine))
        self._line.setPen(pg.mkPen(colours.accent, width=2))
        self._line.setHoverPen(pg.mkPen(colours.accent, width=4))
        self._label.setColor(QColor(colours.accent))
        self._label.fill = pg.mkBrush(colours.surface)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of this widget; all others go on."""
        steps = {
            Qt.Key.Key_Left: -STEP,
            Qt.Key.Key_Right: STEP,
            Qt.Key.Key_PageDown: -10 * STEP,
            Qt.Key.Key_PageUp: 10 * STEP,
        }
        ends = {Qt.Key.Key_Home: 0.0, Qt.Key.Key_End: 1.0}
        key = Qt.Key(event.key())
        if key in steps:
            self._move_to(self.threshold + steps[key])
        elif key in ends:
            self._move_to(ends[key])
        else:
            event.ignore()

    def _on_dragged(self, _arguments: object) -> None:
        # the proxy's last word may come after the line was let go
        if self._line.moving:
            self.drag_changed.emit(True)
            self._move_to(self.threshold)

    def _on_let_go(self, _line: object) -> None:
        self.drag_changed.emit(False)
        self._move_to(self.threshold)

    def _move_to(self, value: float) -> None:
        value = round(min(max(value, 0.0), 1.0) / STEP) * STEP
        self.set_threshold(value)
        self.threshold_moved.emit(value)
