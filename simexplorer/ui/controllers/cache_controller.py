"""The cache in the window: its size is counted, its limit set and its files removed off the main thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.errors import InputError, reason_of
from simexplorer.ui.controllers.work_queue import WorkQueue
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.cache_dialog import CacheDialog
from simexplorer.ui.jobs import sentence_of
from simexplorer.ui.theme import numbers

_Shown = tuple[int, int, int, str]  # size, files, most, note


class CacheController(QObject):
    """File, Cache…"""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._cache = ArrayCache()
        self.dialog = CacheDialog(workbench.window)
        self.jobs = workbench.jobs("cache")
        workbench.menus.add("file", "Cache…", self.show, tip="What is kept between runs: its size, its limit, clear it")
        self._queue = WorkQueue(self.jobs, self)  # whatever was pressed while it was counted is done
        self.dialog.clear_requested.connect(lambda: self._do("clear", self._cleared))
        self.dialog.limit_changed.connect(lambda most: self._do("limit", partial(self._limited, int(most))))

    def show(self) -> None:
        """Open the dialog and count."""
        self.dialog.show_place(str(self._cache.folder))
        self.dialog.show_note("")
        self.dialog.open()
        self._do("count", partial(self._state, ""))

    def _do(self, kind: str, act: Callable[[], _Shown]) -> None:
        self._queue.add(lambda _job: act(), self._on_known, self._on_failed, kind)

    def _state(self, note: str) -> _Shown:
        return self._cache.size_bytes(), self._cache.count(), self._cache.most_bytes, note

    def _cleared(self) -> _Shown:
        freed = self._cache.clear()
        return self._state(f"{numbers.size(freed)} were freed. The present result stays as it is.")

    def _limited(self, most: int) -> _Shown:
        before = self._cache.size_bytes()
        try:
            self._cache.set_most_bytes(most)
        except OSError as error:
            raise InputError(f"The limit cannot be kept: {reason_of(error)}.") from error
        freed = before - self._cache.size_bytes()
        return self._state(f"{numbers.size(freed)} that had gone unused for longest were removed." if freed > 0 else "")

    def _on_known(self, shown: _Shown) -> None:
        size, files, most, note = shown
        self.dialog.show_size(size, files, most)
        self.dialog.show_note(note)

    def _on_failed(self, error: Exception) -> None:
        self.dialog.show_note(sentence_of(error))
