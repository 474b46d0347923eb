"""Before the run: what a sample of the folder is like, which settings it speaks for, and what they would cost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from simexplorer.ui.panels.figures_view import FiguresView
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.folding_pair import FoldingPair
from simexplorer.ui.panels.job_strip import JobStrip
from simexplorer.ui.panels.naming import dots_end_lines, label, named, push_button, restyle, set_button_text
from simexplorer.ui.panels.plot_card import PlotCard
from simexplorer.ui.panels.plot_place import PlotPlace
from simexplorer.ui.panels.roomy import scrolling_down
from simexplorer.ui.plots.similarity_histogram import SimilarityHistogram
from simexplorer.ui.theme import metrics

_BESIDE, _LOW = 640, 260  # pixels: for the presets beside the figures; least height of the presets with their reason
_LEAST_LIST = 140  # pixels of their list, however long the reason is


class PresetWords(Struct, frozen=True):
    """A named choice of settings as it is shown: ``settings`` are the values in short."""

    name: str
    title: str
    settings: str
    reason: str


class PresetRow(QFrame):
    """One preset: title, values, reason, and the button that takes it."""

    chosen = Signal(str)  # name

    def __init__(self, words: PresetWords) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._name = words.name
        self.title = label(words.title, wrap=True)
        self.take = push_button("Use", f"preset_{words.name}", f"Use the settings for: {words.title}")
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.take)
        column = metrics.spaced(QVBoxLayout(self), 2, (12, 6, 8, 8))
        column.addLayout(head)
        column.addWidget(label(dots_end_lines(words.settings), "muted", wrap=True))
        column.addWidget(label(words.reason, "muted", wrap=True))
        self.take.clicked.connect(lambda: self.chosen.emit(self._name))

    def mark(self, suggested: bool, present: bool) -> None:
        """Whether the sample speaks for it, and whether it is what is set now."""
        set_button_text(self.take, "In use" if present else "Use")
        self.take.setEnabled(not present)
        restyle(self.take, "primary", suggested and not present)


class BeforePanel(FilledView):
    """Suggestion and presets at the left, the forecast for the present settings at the right."""

    look_requested = Signal()
    preset_chosen = Signal(str)

    def __init__(self, presets: Sequence[PresetWords]) -> None:
        super().__init__("folder-search")
        self.setObjectName("beforePage")
        self.strip = JobStrip("before", "Looking at a sample")
        self.because = label(wrap=True)
        self.because.setObjectName("suggestionReason")
        self.rows = {words.name: PresetRow(words) for words in presets}
        self.again: QPushButton = push_button(
            "Look again", "sampleAgainButton", "Look at another sample of the folder", "refresh-cw"
        )
        self.waiting: QLabel = label(role="muted", wrap=True)
        self.waiting.setObjectName("forecastWaiting")
        self.forecast = FiguresView("forecastView", "What a run would take")
        self.warnings: QLabel = label(role="warning", wrap=True)
        self.warnings.setObjectName("forecastWarnings")
        self.place = PlotPlace(_make_card)
        self._first: str | None = None  # name of the row that stands first
        self._lay_out()
        self.again.clicked.connect(self.look_requested)
        for row in self.rows.values():
            row.chosen.connect(self.preset_chosen)

    @property
    def plot(self) -> SimilarityHistogram:
        """The pairs to expect, by their similarity."""
        plot = self.place.card.plot
        assert isinstance(plot, SimilarityHistogram)
        return plot

    def show_forecast(self, words: str) -> None:
        """The figures of the forecast, or the words that stand in their place."""
        self.waiting.setText(words)
        self.waiting.setVisible(bool(words))
        for widget in (self.forecast, self.place):
            widget.setVisible(not words)
        if words:
            self.show_warnings(())
        self._pair.fit()

    def show_first(self, name: str | None) -> None:
        """The suggested preset above the others; None: all in their own order."""
        if name == self._first:
            return
        self._first = name
        rows = sorted(self.rows.items(), key=lambda row: row[0] != name)
        for place, (_, row) in enumerate(rows):
            self._list.insertWidget(place, row)
        for (_, above), (_, below) in pairwise(rows):
            QWidget.setTabOrder(above.take, below.take)
        self._scroll.verticalScrollBar().setValue(0)

    def show_warnings(self, warnings: Sequence[str]) -> None:
        """What speaks against the present settings."""
        self.warnings.setText("\n".join(warnings))
        self.warnings.setVisible(bool(warnings))
        self._pair.fit()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setProperty("role", "sheet")
        list_ = self._list = metrics.spaced(QVBoxLayout(inside), metrics.GAP, (12, 4, 12, 12))
        for row in self.rows.values():
            list_.addWidget(row)
        list_.addStretch(1)
        self._scroll = scrolling_down(inside, "presetsScroll", "Presets")
        self._scroll.setMinimumHeight(_LEAST_LIST)
        first = QWidget()
        first.setProperty("role", "sheet")
        left = metrics.spaced(QVBoxLayout(first), 6)
        head = metrics.spaced(QHBoxLayout(), metrics.GAP, (12, 8, 12, 0))
        head.addWidget(self.because, 1)
        head.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        left.addLayout(head)
        left.addWidget(self._scroll, 1)
        self._pair = FoldingPair(first, self._forecast_page(), "beforeArea", "Before the run", _BESIDE, _LOW)
        self.fill(self._pair, above=self.strip)

    def _forecast_page(self) -> QScrollArea:
        """Warnings, figures and the histogram below each other, whole, however high the window is."""
        inside = QWidget()
        inside.setProperty("role", "sheet")
        column = metrics.spaced(QVBoxLayout(inside), 6, (12, 8, 12, 12))
        column.addWidget(label("What a first run would take with the present settings", "section", wrap=True))
        column.addWidget(self.waiting)
        column.addWidget(self.warnings)
        self.forecast.show_whole()
        column.addWidget(self.forecast)
        self.place.setMinimumHeight(180)
        column.addWidget(self.place, 1)
        column.addStretch()
        return scrolling_down(inside, "forecastScroll", "What a run would take")


def _make_card() -> PlotCard:
    plot = named(
        SimilarityHistogram(),
        "forecastPlot",
        "Similarities of the pairs, as the sample foresees them",
        "How many pairs of the whole collection are expected at each similarity, estimated from all pairs of the "
        "sample. Identical texts count once. Near-copies are rare in a sample: the right end is known to an order of "
        "magnitude.",
    )
    return PlotCard(plot, "Pairs to expect")
