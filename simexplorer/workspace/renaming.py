"""Which documents that are gone stand under another name now: those that say the same, each of several by its name.

A container says what is said in it. What has no text is told by its name, its size and the time of its last change.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from msgspec import Struct

from simexplorer.pipeline.result import says_something
from simexplorer.workspace.entry import Keys, path_digest
from simexplorer.workspace.matching import Side, kinds_of
from simexplorer.workspace.naming import Rows

_BETWEEN_PARTS = re.compile(rb"[/!]")


class _Copy(Struct, frozen=True):
    """One of several documents of a ``kind``; tails : no name, its last one, its last two, up to the whole path."""

    row: int
    kind: int
    tails: list[bytes]
    modified: int

    @classmethod
    def of(cls, side: Side, row: int, kind: int) -> _Copy:
        path = side.documents.paths.raw(row)
        tails = [path[between.end() :] for between in _BETWEEN_PARTS.finditer(path)]
        return cls(row, kind, [b"", *tails[::-1], path], int(side.documents.modified_ns[row]))

    def key(self, length: int, *, timed: bool) -> tuple[int, bytes, int]:
        """What it has in common with those that end in the same names, and (timed) were changed at the same time."""
        return self.kind, self.tails[length], self.modified if timed else 0


def renamed(earlier: Side, later: Side, gone: Rows, new: Rows) -> tuple[Rows, Rows]:
    """(new rows, the rows of the earlier run they come from) of the documents that only have another name.

    Of several that say the same those belong together whose paths end alike, for as many names as can be, of these
    those that were changed at one time, then the first ones.
    """
    kinds = kinds_of(np.concatenate([_contents(earlier, gone), _contents(later, new)]))
    before, after = kinds[: gone.size], kinds[gone.size :]
    times, times_now = (np.bincount(side, minlength=kinds.size) for side in (before, after))
    alone = (times == 1) & (times_now == 1)
    crowded = (times > 0) & (times_now > 0) & ~alone
    old_rows, new_rows = (
        rows[alone[side]][np.argsort(side[alone[side]])] for rows, side in ((gone, before), (new, after))
    )
    copies, copies_now = (
        [_Copy.of(whose, row, kind) for row, kind in zip(rows.tolist(), side.tolist(), strict=True) if crowded[kind]]
        for whose, rows, side in ((earlier, gone, before), (later, new, after))
    )
    found = np.array(list(_by_name(copies, copies_now)), np.int64).reshape(-1, 2)
    return np.concatenate([new_rows, found[:, 1]]), np.concatenate([old_rows, found[:, 0]])


def _contents(side: Side, rows: Rows) -> Keys:
    """(m, 2) what each document says, as a number."""
    says, holder = says_something(side.hashes), side.documents.paths.container
    contents = np.where(says[:, None], side.hashes, np.uint64(0))
    inside = np.flatnonzero(says & (holder >= 0))
    held = np.zeros_like(contents)
    np.add.at(held, holder[inside], contents[inside])
    holds = np.zeros(says.size, np.bool_)
    holds[holder[inside]] = True
    contents[holds & ~says] = ~held[holds & ~says]  # of one member something else than the member
    silent = rows[~(says | holds)[rows]]
    digests = b"".join(path_digest(_known_by(side, row)) for row in silent.tolist())
    contents[silent] = np.frombuffer(digests, "<u8").reshape(-1, 2)
    return contents[rows]


def _known_by(side: Side, row: int) -> bytes:
    """What tells a document without text: its name, its size and the time of its last change."""
    name = _BETWEEN_PARTS.split(side.documents.paths.raw(row))[-1]
    return b"%d %d %s" % (side.documents.size[row], side.documents.modified_ns[row], name)


def _by_name(old: Sequence[_Copy], new: Sequence[_Copy]) -> Iterator[tuple[int, int]]:
    """(row before, row now) of those that belong together."""
    gone, left = ({copy.row: copy for copy in side} for side in (old, new))
    longest = min(max((len(copy.tails) for copy in side), default=0) for side in (old, new))
    for length, timed in product(reversed(range(longest)), (True, False)):
        there = defaultdict(list)
        for copy in reversed(gone.values()):
            if length < len(copy.tails):
                there[copy.key(length, timed=timed)].append(copy.row)
        for copy in list(left.values()):
            if length < len(copy.tails) and (rows := there.get(copy.key(length, timed=timed))):
                row = rows.pop()
                del gone[row], left[copy.row]
                yield row, copy.row
