"""Files that were skipped, are empty or were cut short."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from simexplorer.ui.models.problems_table import ProblemsTable
from simexplorer.ui.panels.cell_painter import CellPainter
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.table_view import TableView


class ProblemsPanel(ListPage):
    """The list of problems."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model = ProblemsTable()
        view = named(TableView(self.model), "problemsView", "Files that were skipped, are empty or were cut short")
        super().__init__(view, "circle-check", parent)
        self.model.setParent(self)
        view.setItemDelegate(CellPainter(view))
