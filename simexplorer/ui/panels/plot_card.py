"""A plot in its frame: a title, its table twin at the press of a button, and what can be copied from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout

from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.explain_button import ExplainButton
from simexplorer.ui.panels.figures_view import FiguresView
from simexplorer.ui.panels.naming import below, tool_button
from simexplorer.ui.theme import metrics

if TYPE_CHECKING:
    from simexplorer.ui.plots.themed_plot import ThemedPlot


class PlotCard(QFrame):
    """Plot or table, whichever is wanted; the table follows the plot while it is shown."""

    def __init__(self, plot: ThemedPlot, title: str, topic: str = "") -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.plot = plot
        name = plot.objectName()
        self.table = FiguresView(f"{name}Table", f"{title}, as a table")
        self.model = self.table.figures
        self.title = ElidedLabel("section")
        self.title.say(title)
        self.as_table = _switch("table", f"{name}AsTable", f"{title}: show as a table")
        self.scale = _switch("chart-column", f"{name}Log", f"{title}: logarithmic scale")
        self.copy = tool_button("Copy", f"{name}Copy", f"{title}: copy", "copy", only_icon=True)
        self.head = QHBoxLayout()
        self._stack = QStackedWidget()
        self._lay_out(topic, title)
        self.as_table.toggled.connect(self._on_twin)
        self.copy.clicked.connect(lambda: self.plot.menu_of_plot().popup(below(self.copy)))
        self.scale.setVisible(plot.has_log)
        self.scale.setChecked(plot.log)
        self.scale.toggled.connect(plot.set_log)
        plot.log_changed.connect(self.scale.setChecked)
        plot.figures_changed.connect(self._refresh)

    @property
    def shows_table(self) -> bool:
        """Whether the table twin is in front."""
        return self._stack.currentIndex() == 1

    def _on_twin(self, on: bool) -> None:
        self._stack.setCurrentIndex(1 if on else 0)
        self._refresh()

    def _refresh(self) -> None:
        if self.shows_table:
            figures = self.plot.figures()
            self.model.show(figures.titles, figures.columns, figures.similarity, figures.meanings)

    def _lay_out(self, topic: str, title: str) -> None:
        self.head.setContentsMargins(8, 2, 0, 0)
        self.head.setSpacing(0)
        self.head.addWidget(self.title, 1)
        if topic:
            self.head.addWidget(ExplainButton(topic, title))
        for button in (self.scale, self.as_table, self.copy):
            self.head.addWidget(button)
        self._stack.addWidget(self.plot)
        self._stack.addWidget(self.table)
        column = metrics.spaced(QVBoxLayout(self), 0, (4, 4, 4, 4))
        column.addLayout(self.head)
        column.addWidget(self._stack, 1)


def _switch(icon: str, name: str, words: str) -> QToolButton:
    button = tool_button(words, name, words, icon, only_icon=True)
    button.setCheckable(True)
    return button
