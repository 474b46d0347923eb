"""Where the folders of a collection begin and end: paths are sorted, so a folder is a range of rows."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from simexplorer.documents.listing import Paths, shown_path


class Span(Struct, frozen=True):
    """A folder: documents ``first`` to ``last`` (exclusive) share its path, ``depth`` bytes long with the slash."""

    first: int
    last: int
    depth: int
    name: str


class FolderIndex:
    """Answers ``children(span)``; made in a thread, asked in any."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        slashes = np.flatnonzero(np.frombuffer(paths.names, np.uint8) == ord("/"))
        self._slashes = np.append(slashes, np.iinfo(np.int64).max)
        self._known: dict[tuple[int, int], list[Span]] = {}
        self.children(self.whole)

    @property
    def whole(self) -> Span:
        """All documents."""
        return Span(0, len(self._paths), 0, "")

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
        inside = np.flatnonzero(slash < ends)
        found: list[Span] = []
        at = 0
        while at < inside.size:
            row = folder.first + int(inside[at])
            prefix = paths.names[int(paths.offsets[row]) : int(slash[inside[at]]) + 1]
            last = self._end_of(prefix, row, folder.last)
            found.append(Span(row, last, len(prefix), shown_path(prefix[folder.depth : -1])))
            at = int(np.searchsorted(inside, last - folder.first))
        return found

    def _end_of(self, prefix: bytes, low: int, high: int) -> int:
        """The first row after ``low`` whose path does not begin with ``prefix``."""
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._paths.raw(middle).startswith(prefix) else (low, middle)
        return high
