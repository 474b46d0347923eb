"""The parameters that act at once on what is already signed."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QStackedWidget, QWidget

from simexplorer.pipeline.idle_fields import why_idle
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.panels.limit_field import LimitField
from simexplorer.ui.panels.naming import caption_of, label, named, prefixed, restyle
from simexplorer.ui.panels.number_fields import ChoiceField, DecimalField, choice_field, decimal_field, whole_field
from simexplorer.ui.panels.parameter_texts import LINKAGE_TEXTS, PARAMETER_TEXTS
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.theme.tooltips import hint

CHOICES = {
    "recall": "for a wanted recall",
    "threshold": "by threshold and K",
    "weighted": "least weighted error",
    "collection": "least cost here",
    "hand": "by hand",
}
CHOICE_MEANING = (
    "Who chooses the bands and rows:\n"
    "Wanted recall: the most rows (fewest needless comparisons) that still find this share of the pairs at the "
    "threshold.\n"
    "Threshold and K: the rule of textbooks (pick bands): the fewest bands whose approximate threshold, (1/b)^(1/r), "
    "lies at or just below the threshold. Few needless comparisons, but up to 37 % of the pairs right at the "
    "threshold are missed; the number above says how many.\n"
    "Least weighted error: the least sum of both shaded areas, a miss weighing as much as you say; as if all "
    "similarities were equally frequent.\n"
    "Least cost here: the fewest expected needless comparisons and misses among this collection's own pairs, a miss "
    "costing as many comparisons as you say.\n"
    "By hand: as set below. Changing bands or rows switches to this."
)
WEIGHT_MEANING = (
    "How much an expected miss weighs against a needless comparison: 0.5 is alike, 0.9 nine times as much.\n"
    "Candidates are compared exactly, so a needless comparison costs time and a miss costs an answer: 0.9 is usual."
)
NEAR_MEANING = (
    "Of the pairs that were found, those whose fingerprints differ in at most so many bits; and the documents within "
    "that many bits of the selected one, whether or not they are found as pairs. Counted."
)
GROUPED_MEANING = (
    "Clusters of the result on screen, and in how many of them some two documents are less alike than the threshold "
    "asks: a stricter linkage takes such clusters apart. Then how many clusters other linkages made of the same pairs, "
    "as far as they were tried."
)
COST_MEANING = (
    "How many needless comparisons one missed pair is worth. Bands and rows are chosen for the least cost among the "
    "pairs that this collection really has, as its histogram shows them."
)


class LightFields(QWidget):
    """Threshold, choice of bands and rows, Hamming radius, grouping. ``prefix`` tells a second set of them apart."""

    changed = Signal()  # any of them, by hand
    choice_changed = Signal()  # what bands and rows are chosen by, or for

    def __init__(self, prefix: str = "") -> None:
        super().__init__()
        self._name = partial(prefixed, prefix)
        self.limit = LimitField(self._name("thresholdSpin"), self._name("maxDistanceSpin"))
        self.threshold, self.distance = self.limit.threshold, self.limit.distance
        self.choice = _choice(self._name("bandingChoiceCombo"))
        self.recall = decimal_field("recall", self._name("recallSpin"), 0.001, 4)
        self.weight = _plain_field(self._name("missWeightSpin"), "A miss weighs", WEIGHT_MEANING, 0.01, 0.99, 0.9, 2)
        self.cost = _plain_field(self._name("missCostSpin"), "A miss costs", COST_MEANING, 0.0, 1e6, 100.0, 0)
        self.bands = whole_field("bands", self._name("bandsSpin"))
        self.rows = whole_field("rows", self._name("rowsSpin"))
        self.used = label(role="muted", wrap=True)
        self.price = label(role="muted", wrap=True)
        self.radius = whole_field("hamming_radius", self._name("hammingRadiusSpin"))
        self.near = self._note("hammingNote", "Within the Hamming radius", NEAR_MEANING)
        self.linkage = choice_field("linkage", self._name("linkageCombo"), LINKAGE_TEXTS)
        self.grouped = self._note("linkageNote", "Clusters by this linkage", GROUPED_MEANING)
        self._wish = QStackedWidget()
        self._wish_name = caption_of(self.recall, "")
        self._lay_out()
        self.limit.changed.connect(self._on_changed)
        self.recall.valueChanged.connect(self._on_changed)
        for field in (self.weight, self.cost):
            field.valueChanged.connect(self.choice_changed)
        self.choice.currentIndexChanged.connect(self._on_choice)
        self.bands.valueChanged.connect(self._on_banding)
        self.rows.valueChanged.connect(self._on_banding)
        self.radius.valueChanged.connect(self._on_changed)
        self.linkage.currentIndexChanged.connect(self._on_changed)

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        automatic = self.choice.value() == "recall"
        return {
            **self.limit.fields(),
            "recall": self.recall.exact,
            "bands": None if automatic else self.bands.value(),
            "rows": None if automatic else self.rows.value(),
            "hamming_radius": self.radius.value(),
            "linkage": self.linkage.value(),
        }

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe without saying that anything changed."""
        with QSignalBlocker(self):
            self.limit.set_recipe(recipe)
            self.recall.show_exactly(recipe.recall)
            self._set_silently(self.radius, recipe.hamming_radius)
            with QSignalBlocker(self.linkage):
                self.linkage.set_value(recipe.linkage)
            if recipe.bands is None:
                self._choose("recall")
            elif recipe.rows is not None:
                if self.choice.value() == "recall" or (recipe.bands, recipe.rows) != self.banding:
                    self._choose("hand")  # or what chose the others would choose them again
                self.show_banding(recipe.bands, recipe.rows)
            self._show_wish()

    def show_measure(self, scale: MeasureScale) -> None:
        """Bring the limit to a measure, silently, and show what else plays a part under it."""
        self.limit.show_measure(scale)
        self._show_wish()

    @property
    def banding(self) -> tuple[int, int]:
        """The bands and rows that are shown."""
        return self.bands.value(), self.rows.value()

    def show_banding(self, bands: int, rows: int) -> None:
        """Show the bands and rows that were chosen, silently."""
        self._set_silently(self.bands, bands)
        self._set_silently(self.rows, rows)

    def take_banding(self, bands: int, rows: int) -> None:
        """Bands and rows that the present choice has led to: they act, and the choice stays."""
        if (bands, rows) != self.banding:
            self.show_banding(bands, rows)
            self.changed.emit()

    def set_banding(self, bands: int, rows: int) -> None:
        """Set bands and rows as if by hand."""
        self._choose("hand")
        self.show_banding(bands, rows)
        self.changed.emit()

    def show_use(self, hashes: int) -> None:
        """Say how much of the signature the bands use, or that they need more than there is."""
        needed = self.bands.value() * self.rows.value()
        spare = hashes - needed
        need, over = map(numbers.count, (needed, spare))
        have = numbers.counted(hashes, "hash", "hashes")
        if spare < 0:
            text = f"{self.bands.value()} × {self.rows.value()} = {need} is more than the {have}"
        else:
            text = f"uses {need} of {have}" + (f", {over} left over" if spare else "")
        if text != self.used.text():
            self.used.setText(text)
        restyle(self.used, "role", "warning" if spare < 0 else "muted")
        for field in (self.bands, self.rows):
            restyle(field, "invalid", spare < 0)

    def show_price(self, text: str) -> None:
        """What bands and rows cost in comparisons."""
        if text != self.price.text():
            self.price.setText(text)
            self.price.setVisible(bool(text) and self._banded)

    def show_near(self, text: str) -> None:
        """What lies within the Hamming radius."""
        _say(self.near, text)

    def show_grouped(self, text: str) -> None:
        """What the linkage makes of the pairs."""
        _say(self.grouped, text)

    @staticmethod
    def _set_silently(field: Any, value: float) -> None:
        with QSignalBlocker(field):
            field.setValue(value)

    def _note(self, name: str, words: str, meaning: str) -> QLabel:
        made = named(label(role="muted", wrap=True), self._name(name), words, meaning)
        made.hide()
        return made

    def _choose(self, choice: str) -> None:
        with QSignalBlocker(self.choice):
            self.choice.set_value(choice)
        self._show_wish()

    def _show_wish(self) -> None:
        wished = self._wishes.get(self.choice.value())
        for field in self._wishes.values():
            field.setEnabled(field is wished)
        if wished is not None:
            self._wish.setCurrentWidget(wished)
            self._wish_name.setText(wished.accessibleName())
            self._wish_name.setBuddy(wished)
        for widget in (self._wish, self._wish_name):
            widget.setVisible(self._banded and wished is not None)
        for one in self._of_bands:
            one.setVisible(self._banded)
        self.price.setVisible(self._banded and bool(self.price.text()))

    @property
    def _banded(self) -> bool:
        """Whether bands find the pairs: contained documents are found by an exact join."""
        return not why_idle("bands", self.limit.scale.measure)

    def _on_changed(self) -> None:
        self.changed.emit()

    def _on_choice(self) -> None:
        self._show_wish()
        self.choice_changed.emit()
        self.changed.emit()

    def _on_banding(self) -> None:
        self._choose("hand")
        self.changed.emit()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(metrics.GAP)
        grid.setVerticalSpacing(metrics.GAP)
        grid.setColumnStretch(1, 1)
        self._wishes = {"recall": self.recall, "weighted": self.weight, "collection": self.cost}
        for field in self._wishes.values():
            self._wish.addWidget(field)
        self._lay_out_banding(grid)
        self._add_labelled(grid, 7, PARAMETER_TEXTS["hamming_radius"].label, self.radius)
        grid.addWidget(self.near, 8, 0, 1, 2)
        self._add_labelled(grid, 9, PARAMETER_TEXTS["linkage"].label, self.linkage)
        grid.addWidget(self.grouped, 10, 0, 1, 2)
        for note in (self.limit.note, self.used, self.price, self.near, self.grouped):
            note.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._show_wish()

    def _lay_out_banding(self, grid: QGridLayout) -> None:
        banding, times = QHBoxLayout(), label("×", "muted")
        banding.setSpacing(metrics.HAIR)
        banding.addWidget(self.bands, 1)
        banding.addWidget(times)
        banding.addWidget(self.rows, 1)
        caption = caption_of(self.bands, "Bands × rows")
        grid.addWidget(self.limit.caption, 0, 0)
        grid.addWidget(self.limit, 0, 1)
        grid.addWidget(self.limit.note, 1, 0, 1, 2)
        choice = self._add_labelled(grid, 2, "Choose b × r", self.choice)
        grid.addWidget(self._wish_name, 3, 0)
        grid.addWidget(self._wish, 3, 1)
        grid.addWidget(caption, 4, 0)
        grid.addLayout(banding, 4, 1)
        grid.addWidget(self.used, 5, 0, 1, 2)
        grid.addWidget(self.price, 6, 0, 1, 2)
        self._of_bands = (choice, self.choice, caption, self.bands, times, self.rows, self.used)
        self.limit.note.setObjectName(self._name("limitNote"))
        self.price.setObjectName(self._name("priceLabel"))
        hint(
            self.price,
            "Expected pairs that share a band and are compared: the sum of 1 − (1 − p^r)^b over the pairs of "
            "the collection, p the chance that one row agrees (MinHash: the Jaccard similarity J). What is "
            "needless among them costs time only.",
        )
        self.price.hide()

    @staticmethod
    def _add_labelled(grid: QGridLayout, row: int, words: str, widget: QWidget) -> QLabel:
        caption = caption_of(widget, words)
        grid.addWidget(caption, row, 0)
        grid.addWidget(widget, row, 1)
        return caption


def _say(note: QLabel, text: str) -> None:
    if text != note.text():
        note.setText(text)
        note.setVisible(bool(text))


def _choice(name: str) -> ChoiceField:
    made = ChoiceField()
    made.fill(CHOICES.items())
    made.setMinimumContentsLength(6)
    made.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return named(made, name, "How bands and rows are chosen", CHOICE_MEANING)


def _plain_field(
    name: str, words: str, meaning: str, low: float, high: float, value: float, decimals: int
) -> DecimalField:
    made = DecimalField()
    made.setDecimals(decimals)
    made.setRange(low, high)
    made.setSingleStep(0.05 if decimals else 10.0)
    made.setMinimumWidth(64)
    made.setValue(value)
    return named(made, name, words, meaning)
