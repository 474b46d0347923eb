"""A bare list over a table of texts, as dialogs hold it."""

from __future__ import annotations

from simexplorer.ui.models.text_table import TextTable
from simexplorer.ui.panels.cell_painter import CellPainter
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.table_view import TableView


def text_list(model: TextTable, name: str, accessible: str, framed: bool = True) -> TableView:
    """The view of a model that belongs to it; ``framed`` where it stands in a dialog."""
    view = named(TableView(model), name, accessible)
    model.setParent(view)
    view.setItemDelegate(CellPainter(view))
    view.setProperty("framed", framed)
    return view
