"""Which paths hold a text: a search through the one buffer of all paths, spelled as searches do once and kept."""

from __future__ import annotations

import re
from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.features.search_spelling import as_sought

_SPELLED_AT_ONCE = 4096  # names: some 4 ms where they are not of ASCII alone


class PathSearch:
    """Answers ``documents_with(text)`` for one set of paths; keeps them as a search spells them between questions."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._spelled: tuple[NDArray[np.uint8], NDArray[np.int64]] | None = None

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
        """(n,) mask of paths that hold every word of ``text``, as ``as_sought`` spells both; None for no word."""
        words = text.split()
        if not words:
            return None
        if self._spelled is None:
            self._spelled = _spelled(self._paths)
        mask = np.ones(len(self._paths), np.bool_)
        for word in words:
            mask &= _rows_with(_as_sought(word.encode("utf-8", "surrogateescape")), *self._spelled)
        return mask


def _as_sought(raw: bytes) -> bytes:
    """A name, or a part of one, in the bytes that are searched."""
    if raw.isascii():
        return raw.lower()
    return as_sought(raw.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def _spelled(paths: Paths) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """(buffer, offsets) of all paths as a search spells them, a byte 0 behind each, which keeps them apart.

    In slices, as the interpreter's lock is held while one is spelled.
    """
    names = paths.names if b"\0" not in paths.names else paths.names.replace(b"\0", b"\1")
    parts = []
    for first in range(0, len(paths), _SPELLED_AT_ONCE):
        ends = paths.offsets[first : first + _SPELLED_AT_ONCE + 1]
        part = np.frombuffer(names, np.uint8)[ends[0] : ends[-1]]
        parts.append(_as_sought(np.insert(part, ends[1:] - ends[0], 0).tobytes()))
    buffer = np.frombuffer(b"".join(parts), np.uint8)
    return buffer, np.append(0, np.flatnonzero(buffer == 0) + 1)


def _rows_with(word: bytes, buffer: NDArray[np.uint8], offsets: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(n,) rows whose name holds the word, in which there is no byte 0: no occurrence runs over the end of one."""
    mask = np.zeros(offsets.size - 1, np.bool_)
    mask[np.searchsorted(offsets, occurrences(buffer, np.frombuffer(word, np.uint8)), side="right") - 1] = True
    return mask


def row_of(paths: Paths, raw: bytes) -> int | None:
    """The row of the document with exactly this path; soon enough for the main thread.

    Files stand in the order of their paths; members are looked for among those of their own file.
    """
    files, names = np.flatnonzero(paths.container < 0), np.frombuffer(paths.names, np.uint8)
    for end in (len(raw), *(mark.start() for mark in re.finditer(b"!", raw))):
        place = bisect_left(files, raw[:end], key=paths.raw)
        if place == files.size or paths.raw(file := int(files[place])) != raw[:end]:
            continue
        if end == len(raw):
            return file
        rows = np.flatnonzero(paths.container == file)
        rows = rows[paths.offsets[rows + 1] - paths.offsets[rows] == len(raw)]
        for at in range(end, len(raw)):
            rows = rows[names[paths.offsets[rows] + at] == raw[at]]
        if rows.size:
            return int(rows[0])
    return None


def occurrences(buffer: NDArray[np.uint8], needle: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Positions in ``buffer`` where ``needle`` begins, rising; each further byte thins out the ones before."""
    room = buffer.size - needle.size + 1
    if needle.size == 0 or room <= 0:
        return np.empty(0, np.int64)
    starts = np.flatnonzero(buffer[:room] == needle[0])
    for offset in range(1, needle.size):
        starts = starts[buffer[starts + offset] == needle[offset]]
    return starts
