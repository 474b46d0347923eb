"""Folders of a walk listed a few ahead of it by threads, where listing one takes long enough to be worth it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Generic, Self, TypeVar

Folder = TypeVar("Folder")
Entries = TypeVar("Entries")
LISTED_AHEAD = 16  # folders of one parent that are listed or wait to be visited
_HAND_OVER = 2e-4  # seconds: to leave a folder to another thread and wait for it costs as much as listing a small one
_SHARE = 0.25  # of the latest folder in the mean


class ReadAhead(Generic[Folder, Entries]):
    """Calls ``read(folder)`` in threads for folders whose turn will come, and at once for all others.

    To be used in a ``with`` block, at whose end nothing is read any more.

    worth : seconds that a folder must take, in the mean of the latest ones, for threads to be used: where they are
        large, or their disk is slow
    """

    def __init__(self, read: Callable[[Folder], Entries], worth: float = _HAND_OVER) -> None:
        self._read_one, self._worth = read, worth
        self._mean = 0.0  # seconds
        self._begun: dict[Folder, Future[Entries]] = {}
        self._pool: ThreadPoolExecutor | None = None

    def expect(self, folders: Sequence[Folder]) -> None:
        """These folders will be taken next, one after the other; a single one is not worth a thread."""
        if len(folders) < 2 or self._mean < self._worth:
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(min(8, os.cpu_count() or 1), thread_name_prefix="simexplorer-list")
        for folder in folders:
            if folder not in self._begun:
                self._begun[folder] = self._pool.submit(self._read, folder)

    def take(self, folder: Folder) -> Entries:
        """What ``read`` gives or raises; once for each folder."""
        begun = self._begun.pop(folder, None)
        return self._read(folder) if begun is None or begun.cancel() else begun.result()

    def _read(self, folder: Folder) -> Entries:
        began = time.perf_counter()
        try:
            return self._read_one(folder)
        finally:
            self._mean += _SHARE * (time.perf_counter() - began - self._mean)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._begun.clear()
