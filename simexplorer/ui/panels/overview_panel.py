"""The first page: where to begin, and after a run what came of it in a few numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.naming import dots_end_lines, label, named, push_button, rule
from simexplorer.ui.panels.plot_card import PlotCard
from simexplorer.ui.panels.plot_place import PlotPlace
from simexplorer.ui.theme import metrics

if TYPE_CHECKING:
    from simexplorer.ui.plots.similarity_histogram import SimilarityHistogram

MEASURE = "measure"  # where the card of the measured recall leads
_ACROSS, _ACROSS_NARROW = 4, 2  # cards in a row
_TOLERATED = 0.12  # of the longest words of a card that may take a line more before there are two in a row
_LOWEST, _HIGHEST = 168, 560  # pixels of the histogram: it has most of what the figures leave
_SIDE = 12  # pixels beside the cards, as beside the words of other views
_EDGES = 26  # pixels of a card beside its words


class Card(Struct, frozen=True, kw_only=True):
    """One figure of the overview: ``view`` is where a click leads."""

    name: str
    caption: str
    figure: str
    detail: str
    meaning: str
    view: str = ""


class CardBox(QFrame):
    """A card that is pressed to see what it counts."""

    pressed = Signal(str)  # view

    def __init__(self, card: Card) -> None:
        super().__init__()
        named(self, f"card_{card.name}", card.caption, card.meaning)
        self.setProperty("role", "card")
        self._view = ""
        self._caption, self._figure = label(role="muted", wrap=True), label(role="figure")
        self._detail = label(role="muted", wrap=True)
        column = metrics.spaced(QVBoxLayout(self), 0, (12, 8, 12, 8))
        for widget in (self._caption, self._figure, self._detail):
            column.addWidget(widget)
        column.addStretch(1)
        self.show_card(card)

    def show_card(self, card: Card) -> None:
        """Show another state of the same figure."""
        self._view = card.view
        self._caption.setText(card.caption)
        self._figure.setText(card.figure)
        self._detail.setText(dots_end_lines(card.detail))
        self.setAccessibleDescription(f"{card.figure}. {card.detail}. {card.meaning}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if card.view else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if card.view else Qt.CursorShape.ArrowCursor)

    def needed(self) -> int:
        """The width in which its caption and its figure stand in one line, and what is told of them in two."""
        lines = ((self._caption, 1), (self._figure, 1), (self._detail, 2))
        return _EDGES + max(label.fontMetrics().horizontalAdvance(label.text()) // count for label, count in lines)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space or Enter leads there too."""
        if self._view and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pressed.emit(self._view)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click leads to the view."""
        if (
            self._view
            and event.button() == Qt.MouseButton.LeftButton
            and self.rect().contains(event.position().toPoint())
        ):
            self.pressed.emit(self._view)


class OverviewPanel(FilledView):
    """Empty: where to begin. Filled: cards, the histogram of similarities, notes."""

    view_requested = Signal(str)
    sample_requested = Signal()
    measure_requested = Signal()  # the recall of the index on this collection
    hint_followed = Signal()  # to the text that many documents share
    advice_requested = Signal()  # what the sample says, at length

    def __init__(self) -> None:
        super().__init__("folder-open")
        self.setObjectName("overviewPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.sample = push_button("Try the sample collection", "sampleButton", "Open the sample collection")
        self.empty.add_below(self.sample)
        self.sample.clicked.connect(self.sample_requested)
        self.advice = label(role="muted", wrap=True)
        self.advice.setObjectName("sampleAdvice")
        self.advise = push_button("Presets and forecast", "adviceButton", "Presets and forecast")
        self.empty.add_below(self.advice)
        self.empty.add_below(self.advise)
        self.advise.clicked.connect(self.advice_requested)
        self.show_advice("")
        self._place = PlotPlace(self._make_card)
        self._source = label(role="muted", wrap=True)
        self._notes = label(role="warning", wrap=True)
        self._run = label(role="muted", wrap=True)
        self.hint = label(role="muted", wrap=True)
        self.hint.setObjectName("sharedTextHint")
        self.follow = push_button("Show this text", "followHintButton", "Show the passages and what they make", "files")
        self.follow.clicked.connect(self.hint_followed)
        self._hint_row = QWidget()
        self._boxes: dict[str, CardBox] = {}
        self._grid = QGridLayout()
        self._across = _ACROSS
        self._lay_out()

    def show_cards(self, cards: Sequence[Card]) -> None:
        """The figures, four in a row; where there is little room, two."""
        for place, card in enumerate(cards):
            if card.name in self._boxes:
                self._boxes[card.name].show_card(card)
            else:
                box = self._boxes[card.name] = CardBox(card)
                box.pressed.connect(self._on_pressed)
                self._grid.addWidget(box, place // self._across, place % self._across)
        self._deal()

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cards go on in further rows rather than lose their words."""
        super().resizeEvent(event)
        self._deal()

    def _deal(self) -> None:
        """Four in a row where all but a few of their words have room, else two."""
        room = self.width() - 2 * _SIDE - (_ACROSS - 1) * self._grid.horizontalSpacing()
        wanted = max((box.needed() for box in self._boxes.values()), default=0)
        across = _ACROSS if room >= _ACROSS * (1 - _TOLERATED) * wanted else _ACROSS_NARROW
        if across != self._across:
            self._across = across
            for place, box in enumerate(self._boxes.values()):
                self._grid.addWidget(box, place // across, place % across)
            for column in range(_ACROSS):
                self._grid.setColumnStretch(column, int(column < across))

    def show_histogram_source(self, text: str) -> None:
        """What the bars are made of: what is exact in them and what is estimated."""
        self._source.setText(text)

    def show_notes(self, notes: str, run: str) -> None:
        """What is partial or capped, in the warning colour; and what ran, how long."""
        self._notes.setText(notes)
        self._notes.setVisible(bool(notes))
        self._run.setText(dots_end_lines(run))

    def show_hint(self, text: str) -> None:
        """What most pairs rest on, quietly, with the way there; empty: nothing to tell."""
        self.hint.setText(text)
        self._hint_row.setVisible(bool(text))

    def show_advice(self, text: str) -> None:
        """What a sample of the folder suggests, below the words of where to begin."""
        self.advice.setText(dots_end_lines(text))
        self.advice.setVisible(bool(text))
        self.advise.setVisible(bool(text))
        self.empty.fit()

    @property
    def card(self) -> PlotCard:
        """The histogram in its frame; made when it is first asked for."""
        return self._place.card

    @property
    def histogram(self) -> SimilarityHistogram:
        """Similarities of all pairs of the collection."""
        self.card  # noqa: B018 - makes it
        return self._histogram

    def make_plot(self) -> None:
        """Have the histogram made, if it is not there yet."""
        self.card  # noqa: B018 - makes it

    def _make_card(self) -> PlotCard:
        from simexplorer.ui.plots.similarity_histogram import SimilarityHistogram

        self._histogram = named(
            SimilarityHistogram(),
            "similarityHistogram",
            "Similarities of all pairs of the collection",
            "How many pairs of the collection have which similarity, on a log scale. Exact where pairs were verified; "
            "right below that estimated from others that were compared, further down from random pairs.",
        )
        return PlotCard(self._histogram, "How similar the pairs of this collection are", "scale")

    def _on_pressed(self, view: str) -> None:
        if view == MEASURE:
            self.measure_requested.emit()
        else:
            self.view_requested.emit(view)

    def _lay_out(self) -> None:
        content = QWidget()
        content.setProperty("role", "sheet")
        column = metrics.spaced(QVBoxLayout(content), 12, (_SIDE, metrics.GROUP, _SIDE, metrics.GROUP))
        self._grid.setSpacing(metrics.GAP)
        for place in range(_ACROSS):
            self._grid.setColumnStretch(place, 1)
        column.addWidget(self._notes)
        column.addLayout(self._grid)
        hint = metrics.spaced(QHBoxLayout(self._hint_row), 12)
        hint.addWidget(self.hint, 1)
        hint.addWidget(self.follow, 0, Qt.AlignmentFlag.AlignTop)
        self._hint_row.hide()
        column.addWidget(self._hint_row)
        column.addSpacing(metrics.HAIR)
        self._place.setMinimumHeight(_LOWEST)
        self._place.setMaximumHeight(_HIGHEST)
        column.addWidget(self._place, 6)  # most of what is left
        column.addWidget(self._source)
        column.addWidget(rule())
        column.addWidget(self._run)
        column.addStretch(1)
        scroll = named(QScrollArea(), "overviewScroll", "Overview")
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows what in it has the keyboard
        scroll.setWidget(content)
        self.fill(scroll)
