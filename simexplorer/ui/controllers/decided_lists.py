"""What was decided, in lists of two documents a row that other features fill."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject

from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.models import badges
from simexplorer.ui.models.decided_listing import DecidedListing
from simexplorer.ui.panels.decision_painter import DecisionPainter, place_of_decisions
from simexplorer.ui.panels.table_view import TableView


class DecidedLists(QObject):
    """Made after those features. The column comes with the first decision: until then names have its room."""

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._tables = [table for table in workbench.lists if isinstance(table.model, DecidedListing)]
        for table in self._tables:
            view = _view_of(table)
            view.cells.of_columns[place_of_decisions(view)] = DecisionPainter(view)
            table.arranged.connect(partial(self._renew, table))
        keeping.standing_changed.connect(lambda *_: workbench.session.turns.add(self._show))
        workbench.columns.put_back.connect(self._make_room)
        self._show()

    def _show(self) -> None:
        self._make_room()
        for table in self._tables:
            self._renew(table)

    def _make_room(self) -> None:
        decided = badges.any_of_twos(self._keeping.standing)
        for table in self._tables:
            view = _view_of(table)
            if view.isColumnHidden(place_of_decisions(view)) == decided:
                view.show_column(place_of_decisions(view), decided)

    def _renew(self, table: TableController) -> None:
        """Rows of another result are about to be replaced; those that are sorted by decisions are so anew."""
        standing, listing, model = self._keeping.standing, table.model.source, table.model
        if listing is None or standing is None or listing.standing is standing:
            return
        if listing.paths is not standing.result.documents.paths:
            return
        plain = not (badges.any_of_twos(listing.standing) or badges.any_of_twos(standing))
        renewed = replace(listing, standing=standing)
        if model.sorted_by[0] == model.columnCount() - 1:
            table.show(renewed, self._bench.filter.mask())
        else:
            table.refresh(renewed, silent=plain)


def _view_of(table: TableController) -> TableView:
    view = table.model.parent()
    assert isinstance(view, TableView)
    return view
