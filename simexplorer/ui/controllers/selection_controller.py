"""Whatever is selected in one place is selected everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from simexplorer.documents.listing import Paths
from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.models.neighbours_table import NeighboursTable
from simexplorer.ui.models.path_search import row_of
from simexplorer.ui.panels.table_view import TableView

Documents = tuple[int, ...]


class SelectionController(QObject):
    """Holds the selected document, or pair, by row number and shows it in every table.

    The first document is the one whose neighbours are looked at; a second one makes it a pair.
    """

    changed = Signal(tuple)  # rows of the selected documents: none, one or two

    def __init__(self, tables: Sequence[tuple[TableView, TableController]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.documents: Documents = ()
        self._paths: Paths | None = None  # among which their rows count
        self._views: list[TableView] = []
        for view, controller in tables:
            self.add(view, controller)

    def add(self, view: TableView, controller: TableController) -> None:
        """One more table that selects and shows what is selected."""
        self._views.append(view)
        view.chosen.connect(self._on_chosen)
        controller.arranged.connect(self._on_arranged)

    def select(self, documents: Documents, from_view: TableView | None = None) -> None:
        """Select one document, a pair, or nothing; shown in every view but the one it came from."""
        if documents == self.documents:
            return
        self.documents = documents
        for view in self._views:
            if view is not from_view:
                self._show_in(view)
        self.changed.emit(documents)

    def follow(self, paths: Paths | None) -> None:
        """Keep the selected documents selected though their rows may have other numbers now; None: there are none."""
        old, self._paths = self._paths, paths
        self.select(_among(paths, old, self.documents))

    def now(self, paths: Paths | None, documents: Documents) -> Documents:
        """These rows of ``paths`` as they count now, without those that are not there any more.

        A list may be that of an earlier run, in which the same rows were other documents.
        """
        return documents if paths is None else _among(self._paths, paths, documents)

    def among(self, paths: Paths | None) -> Documents:
        """The selected documents, of those that are there, by their rows in ``paths``, be it of an earlier run."""
        return self.documents if paths is None else _among(paths, self._paths, self.documents)

    def documents_of(self, view: TableView, entry: int) -> Documents:
        """Rows, as they count now, of the documents that an entry of a list is about."""
        return self.now(view.table.paths, view.table.documents_of(entry))

    def swap(self) -> None:
        """The second document becomes the first."""
        if len(self.documents) == 2:
            self.select(self.documents[::-1])

    def _on_chosen(self, entry: int) -> None:
        view = self.sender()
        assert isinstance(view, TableView)
        documents = self.documents_of(view, entry)
        if isinstance(view.table, NeighboursTable) and self.documents and documents:
            documents = (self.documents[0], documents[0])
        self.select(documents, view)

    def _on_arranged(self) -> None:
        controller = self.sender()
        for view in self._views:
            if isinstance(controller, TableController) and view.table is controller.model:
                self._show_in(view)

    def _show_in(self, view: TableView) -> None:
        there, whole = self.among(view.table.paths), len(self.documents)
        if isinstance(view.table, NeighboursTable):
            there, whole = there[1:], whole - 1
        view.show_selected(view.table.find(there) if there and len(there) == whole else None)


def _among(new: Paths | None, old: Paths | None, documents: Documents) -> Documents:
    """The rows in ``new`` of these rows of ``old``, of those that are there."""
    if new is None:
        return ()
    if old is None or old is new:
        return documents
    found = [row_of(new, old.raw(row)) for row in documents]
    return tuple(row for row in found if row is not None)
