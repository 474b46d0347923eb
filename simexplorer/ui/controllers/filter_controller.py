"""Which documents all views show: those whose path holds the words, in the folder that is selected."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simexplorer.documents.listing import Paths
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.jobs import Job, JobRunner
from simexplorer.ui.models.path_search import PathSearch
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.pauses import after_pause

Found = tuple[Paths | None, NDArray[np.bool_] | None]  # of these paths the documents to show, all where it is None

_PAUSE = 25  # milliseconds without a key before the filter acts: a key that is held down repeats within 33


class FilterController(QObject):
    """Turns the filter field and the selected folder into one mask of documents."""

    mask_changed = Signal()

    def __init__(
        self, session: Session, bar: CommandBar, collection: CollectionPanel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._bar, self._collection = bar, collection
        self._jobs = JobRunner("filter", self).hand_to(self._on_found)
        self._filter: tuple[Paths, PathSearch] | None = None
        self._folder = b""  # its path: rows are other documents in another result
        self._found: Found = (None, None)
        self._timer = after_pause(self, _PAUSE, self._search)
        bar.filter.textChanged.connect(lambda _text: self._timer.start())
        bar.filter.returnPressed.connect(self._search)
        collection.folder_chosen.connect(self._on_folder_chosen)
        session.sources_changed.connect(self._on_sources_changed)

    def mask(self) -> NDArray[np.bool_] | None:
        """(n,) documents to show; None shows all. Only a mask of the present documents is given."""
        result, (paths, mask) = self._session.result, self._found
        return mask if result is not None and result.documents.paths is paths else None

    def text(self) -> str:
        """The words that are looked for."""
        return self._bar.filter.text().strip()

    @property
    def busy(self) -> bool:
        """Whether a search runs or is about to."""
        return self._timer.isActive() or self._jobs.running

    @property
    def waits(self) -> bool:
        """Whether it is being looked for which of the present documents to show."""
        result, narrows = self._session.result, bool(self.text() or self._folder)
        return narrows and result is not None and result.documents.paths is not self._found[0]

    def clear(self) -> None:
        """Show all documents again: no words, no folder."""
        self._bar.filter.clear()
        self._collection.clear_folder()

    def refresh(self) -> None:
        """Look again, because the documents are others now."""
        if self.waits:
            self._search()

    def close(self) -> None:
        """Stop the thread."""
        self._timer.stop()
        self._jobs.close()

    def _on_folder_chosen(self, folder: bytes) -> None:
        if folder != self._folder:
            self._folder = folder
            self._search()

    def _on_sources_changed(self) -> None:
        self._folder, self._found, self._filter = b"", (None, None), None

    def _search(self) -> None:
        self._timer.stop()
        result = self._session.result
        if result is None:
            return
        text, folder, paths = self.text(), self._folder, result.documents.paths
        if self._filter is None or self._filter[0] is not paths:
            self._filter = (paths, PathSearch(paths))
        search = self._filter[1]

        def find(_job: Job) -> Found:
            below, named = search.documents_below(folder), search.documents_with(text)
            return paths, named if below is None else below if named is None else below & named

        self._jobs.start(find)

    def _on_found(self, found: Found) -> None:
        self._found = found
        self.mask_changed.emit()
