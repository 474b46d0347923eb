"""The view of a table: owns its model, and paints cells as all lists do."""

from __future__ import annotations

from typing import Any

from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.panels.cell_painter import CellPainter
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.table_view import TableView


def painted_list(
    model: ArrayTable[Any], name: str, accessible: str, *, framed: bool = False, when_empty: str = ""
) -> TableView:
    """The view of a model that belongs to it; ``framed`` where it stands in a dialog.

    when_empty : what is said in place of rows where there are none
    """
    view = named(TableView(model), name, accessible)
    model.setParent(view)
    view.cells = CellPainter(view)
    view.setProperty("framed", framed)
    view.when_empty = when_empty
    return view
