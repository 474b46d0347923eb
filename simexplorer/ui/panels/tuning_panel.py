"""The knobs and the curve: light ones act at once and say so in numbers, heavy ones wait for Apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.panels.allowing import allow_button
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.heavy_fields import HeavyFields
from simexplorer.ui.panels.kept_curves import KeptCurves
from simexplorer.ui.panels.light_fields import LightFields
from simexplorer.ui.panels.naming import label, named, push_button, rule
from simexplorer.ui.panels.plot_card import PlotCard
from simexplorer.ui.panels.plot_place import PlotPlace
from simexplorer.ui.panels.roomy import scrolling_down
from simexplorer.ui.plots.measure_axis import MeasureAxis
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.tooltips import hint
from simexplorer.ui.turns import Turns

if TYPE_CHECKING:
    from simexplorer.ui.plots.s_curve_plot import SCurvePlot

RECALL_COUNTED = (
    "exactly by a join of all documents where that is possible, else by all partners of 400 drawn documents, with an "
    "interval that holds the truth in 95 of 100 cases."
)
CURVE_MEANING = (
    "Curve: chance that the index finds a pair at this place, 1 − (1 − p^r)^b for b bands of r rows.\n"
    "Bars: pairs of the collection at each place (axis on the right); thin steps: those that were found.\n"
    "Shaded right of the line: pairs that are expected to be missed; left of it: needless comparisons.\n"
    "Line: the threshold; drag it, or select the plot and press the arrow keys.\n"
    "Dashed: approximate threshold, p = (1/b)^(1/r). Circle: where the chance is exactly one half."
)
# p, the chance that one position of two signatures agrees
CHANCES = {
    "jaccard": "p is the Jaccard similarity s itself (b-bit MinHash: s + (1 − s) / 2^bits). Signatures of few shingles "
    "may have gaps, positions that hold no value: there p is less, and nothing is expected of it.",
    "cosine": "p is 1 − angle / 180°: 1 at a cosine of 1, one half at 0. SimHash and planes of +1 and −1 differ from "
    "it where texts have few shingles or are weighed by rarity (tf-idf): several times as many may be missed as "
    "expected.",
    "hamming": "p is 1 − d / f for d of f bits; small distances are at the right.",
    "euclidean": "p falls with distance over interval width (Datar et al. 2004); small distances are at the right.",
    "containment": "Contained documents are found by an exact join: the curve is a step at the minimum share held.",
}
TITLES = {
    "jaccard": "What is found",
    "cosine": "Found by cosine",
    "hamming": "Found by bits",
    "euclidean": "Found by distance",
    "containment": "Found contained",
}
OVER_HALF = "over half everywhere"
FACTS = {
    "approximate": (
        "Approximate threshold",
        "Where one position agrees with chance (1/b)^(1/r): there the curve is about steepest. Dashed in the plot.",
    ),
    "half": (
        "Half are found at",
        (
            "Where the chance of being found is exactly ½: one position agrees there with (1 − 2^(−1/b))^(1/r). A "
            f"circle.\n“{OVER_HALF}”: the chance is above ½ however little alike a pair is, so there is no such place."
        ),
    ),
    "found": ("Found at the threshold", "Chance that a pair exactly at the threshold is found, 1 − (1 − p^r)^b."),
    "missed": (
        "Pairs missed, expected",
        (
            "Expected number of pairs at or above the threshold that share no band: the sum of (1 − p^r)^b over them.\n"
            "Shaded in the warning colour, right of the line. Before a run: estimated from a sample of the folder."
        ),
    ),
    "needless": (
        "Needless / expected",
        (
            "Candidates below the threshold, which only cost time: as many as the run had, beside as many as the curve "
            "leads to expect, the sum of 1 − (1 − p^r)^b over those pairs.\n"
            "Shaded grey, left of the line. Before a run: only what is expected, estimated from a sample of the folder."
        ),
    ),
    "candidates": (
        "Candidates / expected",
        (
            "Pairs that share a band: as many as were seen when the index was built, beside as many as the curve leads "
            "to expect of this collection.\nBefore a run: only what is expected, estimated from a sample of the folder."
        ),
    ),
    "recall": (
        "Recall predicted",
        (
            "Share of all pairs at or above the threshold that the index finds, estimated from the pairs it found: "
            "each stands for one over its chance of being found. Pairs of identical texts are not counted.\n"
            "Pairs of one cluster are found or missed together: the lower it is, the farther off the truth may lie. "
            "Measure it to be sure."
        ),
    ),
    "measured": (
        "Recall measured",
        (
            f"The same share, counted on this collection: {RECALL_COUNTED} "
            "Where that takes about a second it is done by itself."
        ),
    ),
}


class FactLabel(ElidedLabel):
    """A number, which is never cut, or its caption, which gives way; hovering says all of it and what it means."""

    def __init__(self, meaning: str, role: str = "") -> None:
        super().__init__(role)
        self._meaning = meaning
        self.say("–")

    def say(self, text: str) -> None:
        """Show this number."""
        if text != self.text():
            self.setText(text)
            hint(self, f"{text}\n\n{self._meaning}")

    def minimumSizeHint(self) -> QSize:
        """All of what holds a figure: one that lost its last digits would read as another one."""
        least = super().minimumSizeHint()
        whole = any(character.isdigit() for character in self.text())
        return QSize(self.sizeHint().width(), least.height()) if whole else least

    def event(self, event: QEvent) -> bool:
        """The tooltip also where the number fits."""
        return QLabel.event(self, event)


class TuningPanel(QWidget):
    """Curve, light fields, heavy fields, and the button that applies the heavy ones."""

    light_changed = Signal()
    heavy_changed = Signal()
    apply_requested = Signal()
    measure_requested = Signal()  # the recall of the index on this collection
    drag_changed = Signal(bool)  # the line in the plot is held, or has been let go

    def __init__(self) -> None:
        super().__init__()
        self._place = PlotPlace(self._make_card)
        self.kept = KeptCurves()
        self.light = LightFields()
        self.heavy = HeavyFields()
        self.measure = push_button("Measure recall", "measureRecallButton", "Measure the recall on this collection")
        self.offer_measuring()
        self.advice = label(role="warning", wrap=True)
        self.advice.setObjectName("settingsAdvice")
        self.apply_button = push_button("Apply", "applyButton", "Apply the changed parameters", "play", primary=True)
        self._facts: dict[str, FactLabel] = {}
        self._lay_out()
        self.heavy.measure_changed.connect(self._on_measure)
        self.light.changed.connect(self.light_changed)
        self.heavy.changed.connect(self.heavy_changed)
        self.apply_button.clicked.connect(self._on_apply)
        self.measure.clicked.connect(self.measure_requested)

    @property
    def has_plot(self) -> bool:
        """Whether the curve is there to be drawn; asking for ``plot`` or ``card`` makes it."""
        return self._place.is_made

    @property
    def card(self) -> PlotCard:
        """The plot in its frame."""
        return self._place.card

    @property
    def plot(self) -> SCurvePlot:
        """The curve with the line of the threshold."""
        if not self.has_plot:
            self.make_plot()
        return self._plot

    def prepare_plot(self) -> None:
        """Have the curve made, but not put in its place yet."""
        self._place.prepare()

    def make_plot(self) -> None:
        """Have the curve made, if it is not there yet."""
        if not self.has_plot:
            self.card  # noqa: B018 - makes it
            self._show_scale()

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        return {**self.light.fields(), **self.heavy.fields()}

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe without saying that anything changed."""
        self.light.set_recipe(recipe)
        self.heavy.set_recipe(recipe)
        self._show_scale()

    def _on_measure(self) -> None:
        self.light.show_measure(self.heavy.scale)
        self._show_scale()

    def _show_scale(self) -> None:
        """The plot in the units of the measure that is set."""
        if not self.has_plot:
            return
        limit = self.light.limit
        self.plot.set_axis(MeasureAxis(limit.scale))
        self.plot.set_threshold(limit.similarity)
        measure = limit.scale.measure
        self.card.title.say(TITLES[measure])
        hint(self.plot, f"{CURVE_MEANING}\n{CHANCES[measure]}")

    def show_fact(self, name: str, text: str) -> None:
        """Show one of the numbers of ``FACTS``."""
        self._facts[name].say(text)

    def offer_measuring(self, why_not: str = "") -> None:
        """Have the recall measured by the button, or say why it cannot be."""
        allow_button(self.measure, FACTS["measured"][1], why_not)

    def show_advice(self, text: str) -> None:
        """What speaks against the settings that wait, above the button that applies them."""
        self.advice.setText(text)
        self.advice.setVisible(bool(text))

    def _make_card(self) -> PlotCard:
        from simexplorer.ui.plots.s_curve_plot import SCurvePlot

        self._plot = named(
            SCurvePlot(), "sCurvePlot", "S-curve of bands and rows, with the threshold line", CURVE_MEANING
        )
        self._plot.threshold_moved.connect(self._on_threshold_moved)
        self._plot.drag_changed.connect(self.drag_changed)
        self.light.limit.moved.connect(self._plot.set_threshold)
        return PlotCard(self._plot, "What is found", "bands")

    def _on_threshold_moved(self, value: float) -> None:
        """While the line is dragged it is painted where it is, and what follows it is done in the next turn."""
        limit, turns = self.light.limit, Turns.of(self)
        (turns.add if self._plot.dragging else turns.do)(lambda: limit.set_similarity(value), limit)

    def _lay_out(self) -> None:
        content = QWidget()
        content.setObjectName("tuningContent")
        column = metrics.spaced(QVBoxLayout(content), metrics.GAP, (12, 0, 12, 12))
        self._place.setFixedHeight(232)
        column.addWidget(self._place)
        self._figures = self._fact_rows()
        column.addLayout(self._figures)
        column.addWidget(self.kept)
        self.kept.buttons.addWidget(self.measure, 1)
        column.addWidget(rule())
        column.addWidget(self.light)
        column.addSpacing(metrics.HAIR)
        column.addWidget(rule())
        column.addWidget(label("Needs the documents again", "section"))
        column.addWidget(self.heavy)
        column.addStretch(1)
        scroll = scrolling_down(content, "tuningScroll", "Parameters")
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content, self._scroll = content, scroll
        for resized in (content, scroll.viewport()):
            resized.installEventFilter(self)
        foot = metrics.spaced(QVBoxLayout(), metrics.HAIR, (12, metrics.GAP, 12, 12))
        foot.addWidget(self.advice)
        foot.addWidget(self.apply_button)
        self.advice.hide()
        whole = metrics.spaced(QVBoxLayout(self))
        whole.addWidget(scroll, 1)
        whole.addWidget(rule())
        whole.addLayout(foot)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Figures end where the panel does, also where what is below them reaches beyond it."""
        if event.type() == QEvent.Type.Resize:
            margins = self._figures.contentsMargins()
            least = self._figures.minimumSize().width() - margins.right()
            beyond = self._content.width() - max(self._scroll.viewport().width(), least)
            if max(0, beyond) != margins.right():
                self._figures.setContentsMargins(0, 0, max(0, beyond), 0)
        return super().eventFilter(watched, event)

    def _on_apply(self) -> None:
        """The button goes grey: whoever is on it goes back to the field last changed, not to the window's first."""
        if self.apply_button.hasFocus():
            last: QWidget | None = self.heavy.focusWidget()
            (self.heavy.measure if last is None else last).setFocus()
        self.apply_requested.emit()

    def _fact_rows(self) -> QVBoxLayout:
        """Each row by itself: a long figure costs no other one its caption."""
        rows = metrics.spaced(QVBoxLayout(), 2)
        for name, (caption, meaning) in FACTS.items():
            left, right = FactLabel(meaning, "muted"), FactLabel(meaning)
            left.say(caption)
            right.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            right.setObjectName(f"fact_{name}")
            right.tell_as(caption)
            self._facts[name] = right
            row = metrics.spaced(QHBoxLayout(), metrics.GAP)
            row.addWidget(left)
            row.addWidget(right, 1)
            rows.addLayout(row)
        return rows
