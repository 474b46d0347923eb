"""Boilerplate: passages that stand in many documents, what leaving them out would change, and one press that does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from simexplorer.features.shown_text import ShownText
from simexplorer.ui.models.passages_table import PassagesTable
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.job_strip import JobStrip
from simexplorer.ui.panels.naming import caption_of, label, named, push_button
from simexplorer.ui.panels.number_fields import WholeField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.passage_view import PassageView
from simexplorer.ui.panels.plot_card import PlotCard
from simexplorer.ui.panels.plot_place import PlotPlace
from simexplorer.ui.panels.roomy import folding, roomy
from simexplorer.ui.plots.effect_plot import EffectPlot
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.letters import keep_width

SHARE_MEANING = (
    "Shingles found in more than this share of all documents count as boilerplate.\nMove it: the passages follow at "
    "once, the effect on the similarities a moment later."
)
LEAST = 5  # per cent


class BoilerplatePanel(FilledView):
    """Slider above, passages at the left, the effect at the right."""

    share_changed = Signal(float)  # in [0, 1]
    leave_out_requested = Signal(float)
    take_back_requested = Signal()  # everything takes part again

    def __init__(self) -> None:
        super().__init__("files")
        self.setObjectName("boilerplatePage")
        self.strip = JobStrip("boilerplate", "Boilerplate")
        self.slider, self.percent = _share_slider(), _share_field()
        self.leave_out = push_button(
            "Leave these out", "leaveOutButton", "Leave these shingles out and analyse again", "check", primary=True
        )
        self.take_back = push_button("Take all back", "takeBackButton", "Let all shingles take part again", "undo")
        self.take_all_back = push_button(
            "Take all back", "takeAllBackButton", "Let all shingles take part again", "undo"
        )
        self.empty.add_below(self.take_all_back)
        self.summary = ElidedLabel()
        self.passages = painted_list(PassagesTable(), "passagesView", "Passages found in many documents")
        self.reading = PassageView("passageText", "The selected passage")
        self._read = _unread_or(self.reading)
        self._place = PlotPlace(_make_card)
        self.effect = label(wrap=True)
        self.effect.setObjectName("boilerplateEffect")
        self._lay_out()
        self.slider.valueChanged.connect(self._on_slider)
        self.percent.valueChanged.connect(self.slider.setValue)
        self.leave_out.clicked.connect(lambda: self.leave_out_requested.emit(self.share))
        for button in (self.take_back, self.take_all_back):
            button.clicked.connect(self.take_back_requested)
        self.set_share(0.3)

    @property
    def share(self) -> float:
        """The share that counts as boilerplate, in [0, 1]."""
        return self.slider.value() / 100.0

    def set_share(self, share: float) -> None:
        """Move slider and field."""
        self.slider.setValue(round(share * 100.0))

    def show_left_out(self, left_out: bool) -> None:
        """Whether there is something to take back."""
        self.take_back.setVisible(left_out)
        self.take_all_back.setVisible(left_out)

    def show_passage(self, text: str) -> None:
        """A passage of any length to be read, or where one would stand."""
        self.reading.set_text(ShownText.of(text))
        self._read.setCurrentIndex(1 if text else 0)

    def show_effect(self, before: NDArray[np.float64], after: NDArray[np.float64], threshold: float) -> None:
        """Similarities of the found pairs as they are, and as they would be."""
        plot = self._place.card.plot
        assert isinstance(plot, EffectPlot)
        plot.show_effect(before, after, threshold)

    def show_no_effect(self) -> None:
        """What it was of other documents goes."""
        self.effect.setText("")
        if self._place.is_made:
            self.show_effect(np.empty(0), np.empty(0), 0.8)

    def show_filled(self, filled: bool) -> None:
        """Passages, or words in their place."""
        if filled:
            self._place.card  # noqa: B018 - makes it
        super().show_filled(filled)

    def _on_slider(self, value: int) -> None:
        self.percent.setValue(value)
        self.share_changed.emit(value / 100.0)

    def _lay_out(self) -> None:
        filled = QWidget()
        whole = metrics.spaced(QVBoxLayout(filled), 6, (12, 8, 12, 8))
        whole.addLayout(self._controls())
        whole.addWidget(self.summary)
        split = self._passages_and_effect()
        whole.addWidget(split, 1)
        area = roomy(filled, "boilerplateArea", "Boilerplate", wide=560, low=260, fold=folding(split))
        self.fill(area, above=self.strip)

    def _controls(self) -> QHBoxLayout:
        controls = metrics.spaced(QHBoxLayout(), metrics.GAP)
        controls.addWidget(caption_of(self.percent, "In more than"))
        controls.addWidget(self.slider, 1)
        controls.addWidget(self.percent)
        controls.addWidget(label("of the documents", "muted"))
        controls.addWidget(self.take_back)
        controls.addWidget(self.leave_out)
        return controls

    def _passages_and_effect(self) -> QSplitter:
        down = QSplitter(Qt.Orientation.Vertical)
        down.setObjectName("passagesSplitter")
        down.addWidget(self.passages)
        down.addWidget(self._read)
        down.setSizes([220, 90])
        right = QWidget()
        column = metrics.spaced(QVBoxLayout(right), metrics.HAIR, (8, 0, 0, 0))
        column.addWidget(self._place, 1)
        column.addWidget(self.effect)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setObjectName("boilerplateSplitter")
        split.setChildrenCollapsible(False)
        split.addWidget(down)
        split.addWidget(right)
        split.setSizes([460, 260])
        return split


class _Slider(QSlider):
    """Leaves the wheel to the page, which scrolls where it is low, as fields do."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move only while it has the focus."""
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


def _unread_or(reading: PassageView) -> QStackedWidget:
    """The place of a passage, with words in it until one is shown."""
    words = label("Select a passage to read it as it stands in one of the documents.", "muted", wrap=True)
    words.setAlignment(Qt.AlignmentFlag.AlignTop)
    words.setMargin(metrics.GAP)
    place = QStackedWidget()
    place.addWidget(words)
    place.addWidget(reading)
    return place


def _make_card() -> PlotCard:
    plot = named(
        EffectPlot(),
        "boilerplateEffectPlot",
        "Similarities before and after leaving out",
        "Each found pair by its similarity before (along) and after (up). In the warning colour: pairs "
        "that fall below the threshold, the dashed line.",
    )
    return PlotCard(plot, "Effect on the pairs")


def _share_slider() -> QSlider:
    slider = _Slider(Qt.Orientation.Horizontal)
    slider.setRange(LEAST, 100)
    slider.setPageStep(10)
    slider.setMinimumWidth(100)
    return named(slider, "boilerplateSlider", "Share of documents, in per cent", SHARE_MEANING)


def _share_field() -> WholeField:
    field = WholeField()
    field.setRange(LEAST, 100)
    field.setSuffix(" %")
    keep_width(field, 84)
    return named(field, "boilerplateShareSpin", "Share of documents, in per cent", SHARE_MEANING)
