"""Where the folders of a collection begin and end, and archives like them: paths are sorted, so each is a range."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths, shown_path

_NOWHERE = np.iinfo(np.int64).max
_MOST_ARCHIVES = 1_000  # in one folder: more are not listed one by one


class Span(Struct, frozen=True):
    """A folder: documents ``first`` to ``last`` (exclusive) share its path, ``depth`` bytes long with the slash.

    An archive is one of its documents itself, and has an exclamation mark in place of the slash.
    """

    first: int
    last: int
    depth: int
    name: str


class FolderIndex:
    """Answers ``children(span)``; made in a thread, asked in any.

    archives : files that hold several documents are folders too
    """

    def __init__(self, paths: Paths, *, archives: bool = False) -> None:
        self._paths = paths
        slashes = np.flatnonzero(np.frombuffer(paths.names, np.uint8) == ord("/"))
        self._slashes = np.append(slashes, _NOWHERE)
        held = paths.container[paths.container >= 0]
        self._members = np.bincount(held, minlength=len(paths)) if archives and held.size else None
        self._known: dict[tuple[int, int], list[Span]] = {}
        self.children(self.whole)

    @property
    def whole(self) -> Span:
        """All documents."""
        return Span(0, len(self._paths), 0, "")

    def path_of(self, folder: Span) -> bytes:
        """The path that all documents of a folder share, by which it is found among others; empty for all documents."""
        return self._paths.raw(folder.last - 1)[: folder.depth] if folder.depth else b""

    def children(self, folder: Span) -> list[Span]:
        """The folders right below one, by path; found once, then remembered."""
        key = (folder.first, folder.depth)
        if key not in self._known:
            self._known[key] = self._find(folder)
        return self._known[key]

    def _find(self, folder: Span) -> list[Span]:
        """One step per child: files are jumped over by array, a child's end is found by bisection."""
        paths = self._paths
        begins = paths.offsets[folder.first : folder.last] + folder.depth
        ends = paths.offsets[folder.first + 1 : folder.last + 1]
        slash = self._slashes[np.searchsorted(self._slashes, begins)]
        if self._members is not None:
            slash = np.minimum(slash, self._marks(folder, begins, slash))
        inside = np.flatnonzero(slash < ends)
        found: list[Span] = []
        at = 0
        while at < inside.size:
            row = folder.first + int(inside[at])
            prefix = paths.names[int(paths.offsets[row]) : int(slash[inside[at]]) + 1]
            last = self._end_of(prefix, row, folder.last)
            itself = row > folder.first and paths.raw(row - 1) == prefix[:-1]  # an archive stands before what it holds
            found.append(Span(row - itself, last, len(prefix), shown_path(prefix[folder.depth : -1])))
            at = int(np.searchsorted(inside, last - folder.first))
        return found

    def _marks(self, folder: Span, begins: NDArray[np.int64], slash: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where in the paths of documents right below a folder the name of an archive ends; beyond all paths if none.

        slash : where the next folder of each ends
        """
        paths, members = self._paths, self._members
        container = paths.container[folder.first : folder.last]
        of = np.maximum(container, 0)
        ends = paths.offsets[folder.first : folder.last] + paths.offsets[of + 1] - paths.offsets[of]
        assert members is not None
        inside = (container >= 0) & (members[of] > 1) & (ends >= begins) & (ends < slash)
        archives = 1 + np.count_nonzero(np.diff(container[inside]))
        return np.where(inside & (archives <= _MOST_ARCHIVES), ends, _NOWHERE)

    def _end_of(self, prefix: bytes, low: int, high: int) -> int:
        """The first row after ``low`` whose path does not begin with ``prefix``."""
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._paths.raw(middle).startswith(prefix) else (low, middle)
        return high
