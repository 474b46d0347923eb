"""A painted plot in its place: heading, a sentence on what it says, its table twin, its copies."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QTableView, QVBoxLayout, QWidget

from simexplorer.ui.models.figures_table import FiguresTable
from simexplorer.ui.panels.dressed_table import dress_table
from simexplorer.ui.panels.explain_button import ExplainButton
from simexplorer.ui.panels.naming import below, label, named, tool_button
from simexplorer.ui.plots.painted_plot import PaintedPlot
from simexplorer.ui.theme import metrics

_TABLE_HEIGHT = 168


class TwinCard(QWidget):
    """Plot or table; as high as what it shows."""

    def __init__(self, name: str, plot: PaintedPlot, title: str, topic: str = "") -> None:
        super().__init__()
        self.plot = named(plot, name, plot.title)
        self.model = FiguresTable(self)
        self.table = named(QTableView(), f"{name}Table", f"{plot.title}, as a table")
        prepare_table(self.table, self.model)
        self.table.setFixedHeight(_TABLE_HEIGHT)
        self.title = label(title, "section")
        self.words = label(role="", wrap=True)
        self.as_table = tool_button(
            "Table", f"{name}AsTable", f"{plot.title}: show as a table", "table", only_icon=True
        )
        self.as_table.setCheckable(True)
        self.copy = tool_button("Copy", f"{name}Copy", f"{plot.title}: copy", "copy", only_icon=True)
        head = metrics.spaced(QHBoxLayout())
        head.addWidget(self.title, 1)
        if topic:
            head.addWidget(ExplainButton(topic, plot.title))
        head.addWidget(self.as_table)
        head.addWidget(self.copy)
        column = metrics.spaced(QVBoxLayout(self), metrics.HAIR)
        column.addLayout(head)
        column.addWidget(self.words)
        column.addWidget(self.plot)
        column.addWidget(self.table)
        self.table.hide()
        self.as_table.toggled.connect(self._on_twin)
        self.copy.clicked.connect(lambda: self.plot.menu_of_plot().popup(below(self.copy)))

    def say(self, words: str) -> None:
        """What the plot says, in a sentence; its numbers are new, too."""
        self.words.setText(words)
        self.plot.setAccessibleDescription(words)
        figures = self.plot.figures()
        self.model.show(figures.titles, figures.columns, figures.similarity)

    def _on_twin(self, on: bool) -> None:
        self.plot.setVisible(not on)
        self.table.setVisible(on)


def prepare_table(table: QTableView, model: FiguresTable) -> None:
    """A small table of figures that looks like the large ones."""
    table.setModel(model)
    dress_table(table)
    table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
