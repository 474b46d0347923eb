"""Why two documents were found to be similar, or were not: bands, bits, chances, shingles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QScrollArea,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.models.figures_table import FiguresTable
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.heading_row import HeadingRow
from simexplorer.ui.panels.naming import label, named, push_button
from simexplorer.ui.panels.path_pair import PathPair
from simexplorer.ui.panels.shingle_list import ShingleList
from simexplorer.ui.panels.told_label import ToldLabel
from simexplorer.ui.panels.twin_card import TwinCard, prepare_table
from simexplorer.ui.panels.why_words import FIGURES, bands_words, bits_words, captions_of, chance_words, figures_of
from simexplorer.ui.plots.cell_strip import BandStrip, BitStrip
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.theme.tooltips import hint

if TYPE_CHECKING:
    from simexplorer.pipeline.explaining import PairExplanation


class WhyShown(Struct, frozen=True):
    """An explanation and the names of its two documents; ``runs`` of shared, of only the first, only the second."""

    documents: tuple[int, ...]
    pair: PairExplanation
    first: str
    second: str
    runs: tuple[Sequence[object], Sequence[object], Sequence[object]]
    scale: MeasureScale = JACCARD
    limit: float = math.nan


class WhyPanel(FilledView):
    """From the verdict down to the shingles; ``banding_wanted`` asks for other bands and rows."""

    banding_wanted = Signal(int, int)
    place_wanted = Signal(bool, int)  # in the second text, character

    def __init__(self) -> None:
        super().__init__("circle-help")
        named(self, "whyView", "Why this pair was found, or why not")
        self._shown: WhyShown | None = None
        self.verdict = named(label(role="heading", wrap=True), "whyVerdict", "Verdict")
        self._names = PathPair()
        self._figures: dict[str, ToldLabel] = {}
        self._captions: dict[str, QLabel] = {}
        self.bands = TwinCard("bandStrip", BandStrip(), "Bands of the signatures", "bands")
        self.bits = TwinCard("bitStrip", BitStrip(), "Fingerprints (SimHash)", "simhash")
        self.outcomes = FiguresTable(self)
        self.settings = named(QTableView(), "whySettings", "Chance of being found under this and other settings")
        self._chance = label(wrap=True)
        self.use = push_button("Use this setting", "whyUseButton", "Use the selected bands and rows")
        self.lists = (
            ShingleList("sharedShingles", "In both"),
            ShingleList("firstShingles", "Only in the first"),
            ShingleList("secondShingles", "Only in the second"),
        )
        self._lay_out()
        self.use.clicked.connect(self._on_use)
        self.settings.selectionModel().currentRowChanged.connect(self._on_setting)
        for number, shingles in enumerate(self.lists):
            shingles.place_wanted.connect(lambda at, number=number: self.place_wanted.emit(number == 2, at))

    def show_pair(self, shown: WhyShown) -> None:
        """Show all that is known of a pair."""
        self._shown, pair = shown, shown.pair
        self.verdict.setText(pair.verdict)
        self._names.say_pair(shown.first, shown.second)
        for name, text in figures_of(pair, shown.scale, shown.limit).items():
            self._figures[name].setText(text)
        for name, (caption, meaning) in captions_of(shown.scale).items():
            self._captions[name].setText(caption)
            self._figures[name].tell_as(caption)
            for one in (self._captions[name], self._figures[name]):
                hint(one, meaning)
        strip, bits = self.bands.plot, self.bits.plot
        assert isinstance(strip, BandStrip)
        assert isinstance(bits, BitStrip)
        banded = shown.scale.measure != "containment"  # which is joined exactly
        strip.show_bands(pair.equal, pair.collided.size if banded else 0, pair.rows)
        self.bands.title.setText("Bands of the signatures" if banded else "Positions of the signatures")
        self.bands.say(bands_words(pair, shown.scale))
        for widget in (self.settings, self.use):
            widget.setVisible(banded)
        bits.show_bits(pair.fingerprint_bits())
        self.bits.say(bits_words(pair, shown.scale))
        self._show_outcomes(pair)
        for shingles, some, runs in zip(self.lists, (pair.shared, pair.only_a, pair.only_b), shown.runs, strict=True):
            shingles.show_runs(some.count, len(some.texts), runs)
        self.show_filled(True)

    def say_nothing(self, title: str, body: str) -> None:
        """Words in the place of an explanation."""
        self._shown = None
        self.empty.say(title, body)
        self.show_filled(False)

    def _show_outcomes(self, pair: PairExplanation) -> None:
        rows = pair.outcomes
        named_rows = [f"{row.bands} × {row.rows}" + ("   in use" if k == 0 else "") for k, row in enumerate(rows)]
        chances = [numbers.percent(row.chance) for row in rows]
        met = [f"{numbers.count(row.collisions)} of {numbers.count(row.bands)}" for row in rows]
        self.outcomes.show(
            ("Bands × rows", "Chance for a pair like this", "These two meet in"),
            (named_rows, chances, met),
            meanings=(
                "How the signatures are cut; the first row is the present setting.",
                "Chance that a pair of exactly this similarity shares a band, 1 − (1 − p^r)^b, and then is checked.",
                "Bands in which the signatures of these two agree as a whole, if they were cut so.",
            ),
        )
        self._chance.setText(chance_words(pair, self._shown.scale if self._shown else JACCARD))
        height = (
            self.settings.horizontalHeader().sizeHint().height()
            + self.settings.verticalHeader().defaultSectionSize() * len(rows)
            + 4
        )
        self.settings.setFixedHeight(height)
        self.settings.selectionModel().clear()  # a row that stayed selected could not be chosen once more

    def _on_setting(self, current: QModelIndex) -> None:
        self.use.setEnabled(current.isValid() and current.row() > 0)

    def _on_use(self) -> None:
        row = self.settings.currentIndex().row()
        if self._shown is not None and row > 0:
            outcome = self._shown.pair.outcomes[row]
            self.banding_wanted.emit(outcome.bands, outcome.rows)

    # making ----------------------------------------------------------------------------------------------------------
    def _lay_out(self) -> None:
        prepare_table(self.settings, self.outcomes)
        self.settings.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.settings.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.settings.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.use.setEnabled(False)
        content = QWidget()
        content.setProperty("role", "sheet")
        column = metrics.spaced(QVBoxLayout(content), metrics.GROUP, (12, 12, 12, 16))
        top = metrics.spaced(QVBoxLayout(), metrics.HAIR)
        top.addWidget(self.verdict)
        top.addWidget(self._names)
        column.addLayout(top)
        column.addWidget(self._tiles())
        column.addWidget(self.bands)
        column.addWidget(self.bits)
        column.addLayout(self._settings_part())
        column.addWidget(label("Shingles, as passages of the texts", "section"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(metrics.GROUP)
        grid.setVerticalSpacing(metrics.GAP)
        both, first, second = self.lists
        grid.addWidget(first, 0, 0)
        grid.addWidget(second, 0, 1)
        grid.addWidget(both, 1, 0, 1, 2)
        for place in range(2):
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)
        column.addStretch(1)
        scroll = named(QScrollArea(), "whyScroll", "Why this pair was found, or why not")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(content)
        self.fill(scroll)

    def _settings_part(self) -> QVBoxLayout:
        part = metrics.spaced(QVBoxLayout(), metrics.HAIR)
        part.addWidget(label("Chance of being found", "section"))
        part.addWidget(self._chance)
        part.addWidget(self.settings)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.use)
        part.addLayout(row)
        return part

    def _tiles(self) -> QWidget:
        """Each figure below its caption; where all do not stand side by side, some go on in a second row."""
        tiles = QWidget()
        row = metrics.spaced(HeadingRow(tiles), metrics.GROUP)
        for name, (caption, meaning) in FIGURES.items():
            head, value = label(caption, "muted"), label("–", "figure")
            for one in (head, value):
                hint(one, meaning)
            value.setObjectName(f"why_{name}")
            value.tell_as(caption)
            value.setFont(numbers.tabular(value.font()))
            self._figures[name], self._captions[name] = value, head
            tile = QWidget()
            column = metrics.spaced(QVBoxLayout(tile), 2)
            column.addWidget(head)
            column.addWidget(value)
            row.addWidget(tile, 1)
        return tiles
