"""Any two documents side by side, found to be similar or not: from the menu of a row, or by their paths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtWidgets import QMenu

from simexplorer.documents.listing import Documents, Status
from simexplorer.ui.controllers.lacking import lacking
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.document_chooser import DocumentChooser
from simexplorer.ui.models.documents_table import documents_listed
from simexplorer.ui.models.path_search import PathSearch, row_of
from simexplorer.ui.panels.table_view import TableView

_SHOWN_NAME = 36


class CompareController(QObject):
    """Menu entries for what the compare panel does, and for choosing its two documents."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench.window)
        self._bench = bench
        self._kept: bytes | None = None  # path of the document that was kept to be compared
        self._first = -1
        self._offered: NDArray[np.bool_] = np.empty(0, np.bool_)  # it can be compared with: others that have a text
        self._filter: PathSearch | None = None
        self._found_by = ""  # the words that what is listed was found by
        self.chooser = DocumentChooser(bench.window)
        self.table = bench.table(self.chooser.model)
        self.jobs = bench.jobs("chooser").hand_to(self._on_found)
        bench.menus.menu("edit").addSeparator()
        for action in bench.compare.actions_offered:
            bench.menus.put("edit", action)
        bench.menus.add("edit", "Compare the selected document with…", self.ask, "Ctrl+Shift+C")
        bench.files.extend_menu(self._extend_menu)
        bench.session.sources_changed.connect(self._forget_kept)
        self.chooser.words_changed.connect(self._on_words)
        self.chooser.document_chosen.connect(self._on_chosen)
        self.table.arranged.connect(self._on_arranged)

    # choosing by path ------------------------------------------------------------------------------------------------
    def ask(self, row: int | None = None) -> None:
        """Ask which document to compare this one with; the selected one if None."""
        session, selected = self._bench.session, self._bench.selection.documents
        result = session.result
        if result is None:
            self._bench.message.refuse("There is nothing to compare yet: open a folder and analyse it first.")
        elif lack := lacking(session):
            self._bench.message.refuse(lack.words)
        elif row is None and not selected:
            self._bench.status.note("Select a document first.")
        else:
            self._first = selected[0] if row is None else row
            self._filter = PathSearch(result.documents.paths)
            self._found_by = ""
            self.chooser.words.clear()
            self._offered = with_text(result.documents)
            self._offered[self._first] = False
            self.table.show(documents_listed(result.documents), self._offered)
            self.chooser.ask(result.documents.paths.display(self._first))

    def _on_words(self, words: str) -> None:
        sought = self._filter
        if sought is not None:
            self.jobs.start_after(lambda _job: (sought, words, sought.documents_with(words)))

    def _on_found(self, found: tuple[PathSearch, str, NDArray[np.bool_] | None]) -> None:
        (sought, words, mask), data = found, self.chooser.model.source
        if data is not None and sought is self._filter:  # else of documents that were asked about before
            self._found_by = words
            self.chooser.view.setCurrentIndex(QModelIndex())  # of what other words find, the first is meant
            self.table.show(data, self._offered if mask is None else self._offered & mask)

    def _on_arranged(self) -> None:
        """Nothing can be chosen from what words of before have found."""
        if self._found_by == self.chooser.words.text():
            self.chooser.show_found()

    def _on_chosen(self, row: int) -> None:
        """A run may have ended while it was asked, and its documents count otherwise."""
        both = self._bench.selection.now(self.chooser.model.paths, (self._first, row))
        if len(both) == 2:
            self.compare(*both)
        else:
            self._bench.message.refuse("One of the two documents is not there any more.")

    # from the menu of a row ------------------------------------------------------------------------------------------
    def compare(self, first: int, second: int) -> None:
        """Put two documents side by side."""
        if first == second:
            self._bench.message.refuse("A document is the same as itself: choose another one to compare it with.")
            return
        self._bench.selection.select((first, second))
        if self._bench.evidence_tabs.shown() not in ("compare", "why"):
            self._bench.evidence_tabs.show_view("compare")

    def keep(self, row: int) -> None:
        """Keep a document as the first of the next comparison."""
        result = self._bench.session.result
        if result is not None:
            self._kept = result.documents.paths.raw(row)

    def _forget_kept(self) -> None:
        """In another folder the same path is another document."""
        self._kept = None

    def kept_row(self) -> int | None:
        """The row of the kept document, wherever it is now."""
        result = self._bench.session.result
        return None if result is None or self._kept is None else row_of(result.documents.paths, self._kept)

    def _extend_menu(self, menu: QMenu, _view: TableView, _entry: int, documents: tuple[int, ...]) -> None:
        result = self._bench.session.result
        if result is None or not documents:
            return
        row, kept = documents[0], self.kept_row()
        menu.addSeparator()
        menu.addAction("Compare with…").triggered.connect(lambda _checked=False: self.ask(row))
        menu.addAction("Keep for a comparison").triggered.connect(lambda _checked=False: self.keep(row))
        if kept is not None and kept != row:
            name = result.documents.paths.display(kept)
            shown = name if len(name) <= _SHOWN_NAME else f"…{name[-_SHOWN_NAME:]}"
            action = menu.addAction(f"Compare with {shown.replace('&', '&&')}")
            action.triggered.connect(lambda _checked=False: self.compare(kept, row))


def with_text(documents: Documents) -> NDArray[np.bool_]:
    """(n,) which documents have a text to be compared, or may have one: a run that was stopped has not looked yet."""
    read, pending = documents.status == Status.READ, documents.status == Status.PENDING
    return np.asarray((read & (documents.characters > 0)) | pending)
