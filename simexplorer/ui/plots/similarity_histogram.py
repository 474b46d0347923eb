"""The collection's pair similarities on their own."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt

from simexplorer.pipeline.result import BINS
from simexplorer.ui.plots.histogram_bars import HistogramBars
from simexplorer.ui.plots.measure_axis import MeasureAxis
from simexplorer.ui.plots.plot_copies import Figures
from simexplorer.ui.plots.themed_plot import ThemedPlot
from simexplorer.ui.theme.colours import Colours, colours_of


class SimilarityHistogram(ThemedPlot):
    """How many pairs of the collection have which similarity, with the threshold."""

    has_log = True

    def __init__(self) -> None:
        super().__init__()
        self.setRange(xRange=(0.0, 1.0), yRange=(0.0, 1.06), padding=0)
        self.setLimits(xMin=0.0, xMax=1.0, yMin=0.0, yMax=1.06)
        self.axis = MeasureAxis()
        self.getAxis("bottom").setTicks([self.axis.marks(10)])
        self.hideAxis("left")
        self.set_margins(12, 4, 4, 0)
        self._bars = HistogramBars(self)
        self._line = pg.InfiniteLine(0.8, angle=90, movable=False)
        self.addItem(self._line)
        self.finish()

    def set_histogram(self, counts: NDArray[np.float64], exact_from: float = 0.0) -> None:
        """Estimated number of pairs of the collection in each hundredth of similarity; counted from a value up."""
        self._bars.set_counts(counts, exact_from)
        self.figures_changed.emit()

    def set_axis(self, axis: MeasureAxis) -> None:
        """Tell similarities in the units of another measure."""
        if axis != self.axis:
            self.axis = axis
            self.getAxis("bottom").setTicks([axis.marks(10)])
            self._title()
            self.figures_changed.emit()

    def set_threshold(self, value: float) -> None:
        """Move the mark."""
        self._line.setValue(value)

    @property
    def log(self) -> bool:
        """Whether the bars stand on a logarithmic scale."""
        return self._bars.log

    def set_log(self, on: bool) -> None:
        """Bars by decades, or as they are."""
        self._bars.set_log(on)
        super().set_log(on)

    def figures(self) -> Figures:
        """Pairs in each hundredth."""
        edges = np.arange(BINS + 1) / BINS
        return Figures(
            ("From", "Below", "Pairs"),
            (edges[:-1].tolist(), edges[1:].tolist(), self._bars.counts.tolist()),
            frozenset({0, 1}),
        )

    def restyle(self, colours: Colours) -> None:
        """Colour the items too."""
        super().restyle(colours)
        self._bars.set_dark(colours.dark)
        self._line.setPen(self.pen(colours.accent, 2, Qt.PenStyle.SolidLine))
        self._title()

    def _title(self) -> None:
        """Say below what the numbers are, where it is not the usual measure."""
        title = "" if self.axis.scale.measure == "jaccard" else self.axis.title
        self.getAxis("bottom").setLabel(title, color=colours_of(self.palette()).muted)
