"""Neighbours of the selected document, by both methods."""

from __future__ import annotations

from simexplorer.ui.models.neighbours_table import NeighboursTable
from simexplorer.ui.panels.cell_painter import NeighbourCellPainter
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.table_view import TableView


class NeighboursPanel(ListPage):
    """The list of neighbours, nearest by Hamming distance first."""

    def __init__(self) -> None:
        self.model = NeighboursTable()
        view = named(TableView(self.model), "neighboursView", "Neighbours of the selected document")
        super().__init__(view, "target")
        self.model.setParent(self)
        view.cells = NeighbourCellPainter(view)
