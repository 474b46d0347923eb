"""How the texts of a saved result begin, as far as the cache still holds its collection: no file is parsed for that."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Documents, Paths
from simexplorer.errors import InputError
from simexplorer.pipeline.engine import ensure_kernels
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.result import Result


class SavedBeginnings:
    """The collection of a saved result, listed anew when it is first asked for; from any thread.

    A document is taken for what it was as long as its file has the size and the times of change that the run found.
    """

    def __init__(self, sources: Sequence[bytes], result: Result) -> None:
        self._sources = list(sources)
        self._result = result
        self._lock = threading.Lock()
        self._corpus: Corpus | None = None
        self._listed: Documents | None = None
        self._files = np.empty(0, np.int64)  # rows of files in it, by path
        self._over = False

    def beginnings(self, paths: Paths, rows: Sequence[int]) -> list[bytes]:
        """As ``Corpus.beginnings``, of the rows of the saved result."""
        with self._lock:
            if paths is not self._result.documents.paths or self._over:
                return [b""] * len(rows)
            if self._corpus is None:
                self._open()
            corpus, listed = self._corpus, self._listed
        if corpus is None or listed is None:
            return [b""] * len(rows)
        return corpus.beginnings(listed.paths, [self._row_now(listed, row) for row in rows])

    def close(self) -> None:
        """Let go of the collection; nothing more is told."""
        with self._lock:
            self._over = True
            if self._corpus is not None:
                self._corpus.close()

    def _open(self) -> None:
        ensure_kernels(Progress())
        try:
            corpus = Corpus.open(self._sources, read_options(self._result.recipe), cache=ArrayCache())
        except InputError:  # the folder is gone: looked for no more
            self._over = True
            return
        corpus.reorder(corpus.order())
        self._corpus, self._listed = corpus, corpus.documents()
        self._files = np.flatnonzero(self._listed.paths.container < 0)

    def _row_now(self, listed: Documents, row: int) -> int:
        """The row of an unchanged document in the listing of now; -1 for any other."""
        saved, paths = self._result.documents, self._result.documents.paths
        files, file = self._files, paths.file_row(row)
        name = paths.raw(file)
        at = bisect_left(files, name, key=lambda place: listed.paths.raw(int(place)))
        if at == files.size or listed.paths.raw(int(files[at])) != name:
            return -1
        now = int(files[at])
        same = all(
            int(new[now]) == int(old[file])
            for new, old in zip(_told_of_files(listed), _told_of_files(saved), strict=True)
            if old.size  # times that the system noted are not told by results of earlier versions
        )
        now += row - file  # members follow their file in the order in which they were read
        return now if same and now < len(listed) and listed.paths.raw(now) == paths.raw(row) else -1


def _told_of_files(documents: Documents) -> tuple[NDArray[np.int64], ...]:
    return documents.size, documents.modified_ns, documents.noted_ns
