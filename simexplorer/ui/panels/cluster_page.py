"""A way to look at one cluster: what is known of it in a line, the plot or its table, what a cut would take."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.enter_buttons import EnterPushButton
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.heading_row import HeadingRow
from simexplorer.ui.panels.naming import below, caption_of, label, named, say_below, switch, tool_button
from simexplorer.ui.panels.number_fields import DecimalField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.view_heading import ViewHeading
from simexplorer.ui.plots.painted_plot import PaintedPlot
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.letters import keep_width
from simexplorer.ui.theme.tooltips import hint

CUT_MEANING = (
    "Where the cluster is cut: links below this similarity count as none.\n"
    "Only the view changes; the buttons below it say which setting of the run does the same."
)

_SUMMARY_MEANING = (
    "Lowest, or farthest: of the two texts that are least alike.\n"
    "Weakest link: what holds the cluster together. Ask for more likeness than that, and it falls apart."
)
_CHAIN_MEANING = (
    "A chain: A is like B and B like C, but A is not like C. Some two texts of the cluster are less alike than the "
    "threshold asks of a pair."
)


class ClusterPage(FilledView):
    """One of graph, matrix and dendrogram; ``heading_row`` has room for what only one of them needs."""

    cut_requested = Signal(float)
    weakest_requested = Signal()
    uncut_requested = Signal()
    offer_taken = Signal(int)

    def __init__(self, name: str, plot: PaintedPlot, model: ArrayTable[Any], scrolled: bool) -> None:
        super().__init__("network")
        named(self, f"{name}View", plot.title)
        self.plot = named(plot, f"{name}Plot", plot.title)
        self.view = painted_list(model, f"{name}Table", f"{plot.title}, as a table")
        self._summary = ElidedLabel()
        self._notice = ElidedLabel("warning")
        self.cut = named(DecimalField(), f"{name}Cut", "Cut at", CUT_MEANING)
        self.weakest = tool_button("Cut here", f"{name}CutButton", "Cut at the weakest link", "scissors", CUT_MEANING)
        self.as_table = switch("Table", f"{name}AsTable", f"{plot.title}: show as a table", "table")
        self.copy = tool_button("Copy", f"{name}Copy", f"{plot.title}: copy", "copy", only_icon=True)
        self.info = tool_button("How to read it", f"{name}Info", "How to read this plot", "info", only_icon=True)
        self.info.hide()
        self.heading_row = HeadingRow()
        self._meant = label(role="muted")
        self._meant.hide()
        self._offers: list[QPushButton] = []
        self._lay_out(scrolled)
        self.cut.valueChanged.connect(self.cut_requested)
        self.weakest.clicked.connect(self.weakest_requested)
        self.as_table.toggled.connect(lambda on: self._stack.setCurrentIndex(1 if on else 0))
        self.copy.clicked.connect(lambda: self.plot.menu_of_plot().popup(below(self.copy)))
        self._uncut.clicked.connect(self.uncut_requested)
        self.info.clicked.connect(lambda: say_below(self.info))

    def sum_up(self, summary: str, notice: str = "") -> None:
        """The line above; ``notice`` is what must not be overlooked."""
        self._summary.say(summary)
        self._notice.say(notice)
        hint(self._summary, f"{summary}\n\n{_SUMMARY_MEANING}")
        if "chain" in notice:
            hint(self._notice, f"{notice}\n\n{_CHAIN_MEANING}")
        self._notice.setVisible(bool(notice))

    def summary(self) -> str:
        """What the line above says."""
        return f"{self._summary.text()} {self._notice.text()}".strip()

    def explain(self, words: str) -> None:
        """How the plot is to be read, at the press of a button."""
        self.info.setVisible(bool(words))
        hint(self.info, words)

    def show_cut(self, at: float, words: str, offers: list[str], meant: str = "") -> None:
        """Where the cut is; ``words`` say what it makes (nothing: not cut), ``offers`` what would do it in a run.

        ``meant`` : the cut in the units of the measure, where these are not those of the field
        """
        with QSignalBlocker(self.cut):
            self.cut.setValue(math.floor(at * 1000.0 + 1e-6) / 1000.0)  # as everywhere: never above what it is
        self._meant.setText(meant)
        self._meant.setVisible(bool(meant))
        self._strip.setVisible(bool(words))
        self._words.say(words)
        while len(self._offers) < len(offers):
            self._add_offer()
        for place, button in enumerate(self._offers):
            button.setVisible(place < len(offers))
            if place < len(offers):
                button.setText(offers[place])
                button.setAccessibleName(f"Do so in the run: {offers[place]}")
                hint(button, "Change this setting of the run, so that the cluster comes apart like this.")

    def meant(self) -> str:
        """What is said of the cut beside its field."""
        return self._meant.text()

    def cut_words(self) -> str:
        """What the cut makes, as it is shown."""
        return self._words.text()

    def offers(self) -> list[QPushButton]:
        """The buttons that are offered now."""
        return [button for button in self._offers if not button.isHidden()]

    def _add_offer(self) -> None:
        number = len(self._offers)
        button = named(EnterPushButton(), f"{self.objectName()}Offer{number}", "")
        button.clicked.connect(lambda _checked=False: self.offer_taken.emit(number))
        self._offers.append(button)
        self._strip_row.insertWidget(self._strip_row.count() - 1, button)

    def _on_scrolled(self) -> None:
        self.plot.update()

    def _lay_out(self, scrolled: bool) -> None:
        self.cut.setRange(0.0, 1.0)
        self.cut.setDecimals(3)
        self.cut.setSingleStep(0.005)
        keep_width(self.cut, 84)
        heading = ViewHeading()
        row = self.heading_row
        row.setContentsMargins(12, 4, 8, 4)
        row.setSpacing(metrics.GAP)
        row.addWidget(self._summary, 1)
        row.addWidget(self._notice, 1)
        row.addWidget(self.info)
        acting = QWidget()  # stays together where the row breaks
        beside = metrics.spaced(QHBoxLayout(acting), metrics.GAP)
        caption = caption_of(self.cut, "Cut at", "muted")
        for widget in (caption, self.cut, self._meant, self.weakest, self.as_table, self.copy):
            beside.addWidget(widget)
        row.addWidget(acting)
        heading.setLayout(row)
        self._make_strip()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._framed(scrolled))
        self._stack.addWidget(self.view)
        filled = QWidget()
        column = metrics.spaced(QVBoxLayout(filled))
        column.addWidget(heading)
        column.addWidget(self._strip)
        column.addWidget(self._stack, 1)
        self.fill(filled)

    def _make_strip(self) -> None:
        self._strip = ViewHeading()
        self._strip.hide()
        self._words = ElidedLabel()
        self._uncut = tool_button(
            "Whole", f"{self.objectName()}Uncut", "Show the cluster whole again", "x", only_icon=True
        )
        self._strip_row = metrics.spaced(QHBoxLayout(self._strip), metrics.GAP, (12, 4, 8, 4))
        self._strip_row.addWidget(self._words, 1)
        self._strip_row.addWidget(self._uncut)

    def _framed(self, scrolled: bool) -> QWidget:
        if not scrolled:
            self.plot.setMinimumSize(160, 80)
            return self.plot
        area = named(QScrollArea(), f"{self.objectName()}Scroll", self.plot.title)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self.plot)
        # what the plot keeps at its edges while it is scrolled has to be painted anew
        for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
            bar.valueChanged.connect(self._on_scrolled)
        return area
