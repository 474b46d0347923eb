"""E1 without buckets: every two signatures are compared.

Where documents meet in buckets almost as often as they make pairs (few rows, low thresholds), this is less work than to
look through the buckets, and it misses no pair: a pair costs two or three vector comparisons of bytes in the cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, lean_kernel
from simexplorer.search.agreement import equal_bytes, equal_positions
from simexplorer.search.found_pairs import Found, Room
from simexplorer.search.scurve import pairs_among

_TILE = 128  # documents whose digests stay in the first cache
_ROOM = 1 << 16  # pairs


@lean_kernel
def scan_tile(
    members: NDArray[np.int64],
    begin: Int,
    end: Int,
    first: Int,
    values: NDArray[Any],
    digests: NDArray[np.uint8],
    infinite: Int,
    needed: Int,
    counts: NDArray[np.int64],
    keep: Int,
    out: NDArray[np.int32],
) -> tuple[Int, Int]:
    """Pairs of members at places ``begin`` to ``end`` with those before them, these from ``first`` on; (next, kept).

    Those with at least ``needed`` equal positions are counted by that number in ``counts`` (k + 1,) and, if ``keep`` is
    1, kept: ``out`` (3, room) int32 gets i, j and the number. It stops at ``next`` where the room may not do: go on
    there. digests : (n, k) the lowest bytes of all values
    """
    kept = U(0)
    for place in range(U(first), U(end)):
        if kept + U(end - begin) > U(out.shape[1]):
            return np.int64(place), np.int64(kept)
        i, near = members[place], kept
        for other in range(max(place + U(1), U(begin)), U(end)):
            j = members[other]
            out[1, near] = j
            near += U(equal_bytes(digests, i, j) >= needed)
        for p in range(kept, near):
            j = out[1, p]
            equal = equal_positions(values, i, j, infinite)
            if equal >= needed:
                out[0, kept], out[1, kept], out[2, kept] = i, j, equal
                counts[equal] += 1
                kept += U(keep)
    return np.int64(end), np.int64(kept)


class Scan:
    """One scan of all pairs, for parts of the members side by side: ``part(first)`` for every ``first`` of ``jobs``.

    members : (m,) rising rows that take part; length : positions of a signature
    """

    def __init__(
        self, values: NDArray[Any], digests: NDArray[np.uint8], members: NDArray[np.int64], infinite: np.int64
    ) -> None:
        self._values, self._digests, self._members, self._infinite = values, digests, members, infinite
        self.jobs, self.length = range(0, members.size, _TILE)[::-1], values.shape[1]  # the longest first

    def part(self, first: int, needed: int, room: Room) -> Found:
        """The pairs of a tile of members from the first-th on, each with those before it."""
        end, place = min(first + _TILE, self._members.size), 0
        counts, out = np.zeros(self.length + 1, np.int64), np.empty((3, _ROOM), np.int32)
        pairs: list[NDArray[np.int32]] = []
        while place < end:
            place, kept = scan_tile(
                self._members, first, end, place, self._values, self._digests, self._infinite, needed, counts,
                int(room.is_left), out,
            )  # fmt: skip
            pairs.append(room.taken(out[:, :kept]))
        return Found(pairs, pairs_among(end) - pairs_among(first), counts)
