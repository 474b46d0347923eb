"""Which documents all views show: those whose path holds the words, in the folder that is selected."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simexplorer.documents.listing import Paths
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.jobs import Job, JobRunner
from simexplorer.ui.models.path_filter import PathFilter
from simexplorer.ui.panels.collection_panel import CollectionPanel
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.pauses import after_pause

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
        self._jobs = JobRunner("filter", self)
        self._filter: tuple[Paths, PathFilter] | None = None
        self._folder: tuple[int, int] | None = None
        self._mask: NDArray[np.bool_] | None = None
        self._timer = after_pause(self, _PAUSE, self._search)
        bar.filter.textChanged.connect(self._on_text_changed)
        bar.filter.returnPressed.connect(self._search)
        collection.folder_chosen.connect(self._on_folder_chosen)
        session.sources_changed.connect(self._on_sources_changed)
        self._jobs.succeeded.connect(self._on_found)

    def mask(self) -> NDArray[np.bool_] | None:
        """(n,) documents to show; None shows all. Only a mask that fits the present documents is given."""
        result = self._session.result
        if result is None or self._mask is None or self._mask.size != len(result.documents):
            return None
        return self._mask

    def text(self) -> str:
        """The words that are looked for."""
        return self._bar.filter.text().strip()

    @property
    def busy(self) -> bool:
        """Whether a search runs or is about to."""
        return self._timer.isActive() or self._jobs.running

    def clear(self) -> None:
        """Show all documents again: no words, no folder."""
        self._bar.filter.clear()
        self._collection.clear_folder()

    def refresh(self) -> None:
        """Look again, because the documents are others now."""
        if self.text() or self._folder is not None:
            self._search()

    def close(self) -> None:
        """Stop the thread."""
        self._timer.stop()
        self._jobs.close()

    def _on_text_changed(self, _text: str) -> None:
        self._timer.start()

    def _on_folder_chosen(self, rows: object) -> None:
        folder = rows if isinstance(rows, tuple) else None
        if folder != self._folder:
            self._folder = folder
            self._search()

    def _on_sources_changed(self) -> None:
        self._folder, self._mask, self._filter = None, None, None

    def _search(self) -> None:
        self._timer.stop()
        result = self._session.result
        if result is None:
            return
        text, folder, paths = self.text(), self._folder, result.documents.paths
        if self._filter is None or self._filter[0] is not paths:
            self._filter = (paths, PathFilter(paths))
        search = self._filter[1]

        def find(_job: Job) -> NDArray[np.bool_] | None:
            return narrowed(search.documents_with(text), folder, len(paths))

        self._jobs.start(find)

    def _on_found(self, mask: object) -> None:
        assert mask is None or isinstance(mask, np.ndarray)
        self._mask = mask
        self.mask_changed.emit()


def narrowed(mask: NDArray[np.bool_] | None, folder: tuple[int, int] | None, size: int) -> NDArray[np.bool_] | None:
    """The mask with only the rows of a folder left."""
    if folder is None:
        return mask
    inside = np.zeros(size, np.bool_)
    inside[folder[0] : folder[1]] = True
    return inside if mask is None else inside & mask
