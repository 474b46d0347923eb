"""Which paths hold a text: a search through the one buffer of all paths, with no Python step per path."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths


class PathFilter:
    """Answers ``documents_with(text)`` for one set of paths; keeps their lower-case copy between questions."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._lowered: NDArray[np.uint8] | None = None

    def documents_below(self, folder: bytes) -> NDArray[np.bool_] | None:
        """(n,) mask of the documents of a folder, by its path with the slash; None where all are meant.

        An archive, which has an exclamation mark there, is one of them itself.
        """
        if not folder:
            return None
        paths, names = self._paths, np.frombuffer(self._paths.names, np.uint8)
        mask = np.zeros(len(paths), np.bool_)
        rows = np.flatnonzero(np.diff(paths.offsets) > len(folder))
        for place, byte in enumerate(folder):
            rows = rows[names[paths.offsets[rows] + place] == byte]
        mask[rows] = True
        archive = row_of(paths, folder[:-1]) if folder.endswith(b"!") else None
        if archive is not None:
            mask[archive] = True
        return mask

    def documents_with(self, text: str) -> NDArray[np.bool_] | None:
        """(n,) mask of paths that hold every word of ``text``, in any case; None where there is no word."""
        words = text.split()
        if not words:
            return None
        mask = np.ones(len(self._paths), np.bool_)
        for word in words:
            mask &= self._rows_with(word)
        return mask

    def _rows_with(self, word: str) -> NDArray[np.bool_]:
        found = np.zeros(len(self._paths), np.bool_)
        # bytes.lower knows ASCII only: other letters are looked for as typed, small and capital
        spellings = {each.encode("utf-8", "surrogateescape").lower() for each in (word, word.lower(), word.upper())}
        for spelling in spellings:
            needle = np.frombuffer(spelling, np.uint8)
            found |= self._rows_at(occurrences(self._buffer(), needle), needle.size)
        return found

    def _buffer(self) -> NDArray[np.uint8]:
        if self._lowered is None:
            self._lowered = np.frombuffer(self._paths.names.lower(), np.uint8)
        return self._lowered

    def _rows_at(self, starts: NDArray[np.int64], length: int) -> NDArray[np.bool_]:
        """Rows whose path wholly holds an occurrence: one that runs over the end of a path is none."""
        offsets = self._paths.offsets
        rows = np.searchsorted(offsets, starts, side="right") - 1
        whole = starts + length <= offsets[rows + 1]
        mask = np.zeros(len(self._paths), np.bool_)
        mask[rows[whole]] = True
        return mask


def row_of(paths: Paths, raw: bytes) -> int | None:
    """The row of the document with exactly this path."""
    starts = occurrences(np.frombuffer(paths.names, np.uint8), np.frombuffer(raw, np.uint8))
    rows = np.searchsorted(paths.offsets, starts, side="left")
    whole = (paths.offsets[rows] == starts) & (paths.offsets[np.minimum(rows + 1, len(paths))] == starts + len(raw))
    return int(rows[whole][0]) if whole.any() else None


def occurrences(buffer: NDArray[np.uint8], needle: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Positions in ``buffer`` where ``needle`` begins, rising; each further byte thins out the ones before."""
    room = buffer.size - needle.size + 1
    if needle.size == 0 or room <= 0:
        return np.empty(0, np.int64)
    starts = np.flatnonzero(buffer[:room] == needle[0])
    for offset in range(1, needle.size):
        starts = starts[buffer[starts + offset] == needle[offset]]
    return starts
