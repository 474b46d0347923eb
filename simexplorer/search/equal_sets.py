"""Equal sets, or equal fingerprints, folded into groups, so that what follows costs the distinct ones only."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel, kernel_part
from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import KEY_A, KEY_B, folded_multiply
from simexplorer.search.join_room import require_room


@kernel_part
def _equal(offsets: NDArray[np.int64], ids: NDArray[np.uint64], i: Int, j: Int) -> Int:
    a, b, size = offsets[i], offsets[j], offsets[i + 1] - offsets[i]
    if offsets[j + 1] - b != size:
        return False
    p = 0
    while p < size and ids[a + p] == ids[b + p]:
        p += 1
    return p == size


@kernel
def _first_equal(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    hashes: NDArray[np.uint64],
    slots: NDArray[np.int32],
    first: NDArray[np.int32],
) -> None:
    """Write to ``first`` (n,) the first row of an equal set; ``slots`` (2^s > n,) comes filled with -1."""
    last_slot = U(slots.size - 1)
    for row in range(offsets.size - 1):
        state = KEY_B
        for p in range(offsets[row], offsets[row + 1]):
            state = folded_multiply(state ^ ids[p], KEY_A) + U(p - offsets[row])
        hashes[row] = state
        at = (state >> U(7)) & last_slot
        while slots[at] >= 0:
            other = slots[at]
            if hashes[other] == state and _equal(offsets, ids, other, row):
                break
            at = (at + U(1)) & last_slot
        if slots[at] < 0:
            slots[at] = row
        first[row] = slots[at]


class EqualSets(Struct, frozen=True):
    """Rows with equal sets: group ``g`` is ``rows[offsets[g]:offsets[g + 1]]``, rising; empty sets are in none."""

    offsets: NDArray[np.int64]
    rows: NDArray[np.int32]

    @classmethod
    def of(cls, sets: ShingleSets) -> EqualSets:
        """The groups in order of their sets' size, then of their first row. Cost: one pass over all ids."""
        return cls.of_runs(sets.offsets, sets.ids)

    @classmethod
    def of_runs(cls, offsets: NDArray[np.int64], ids: NDArray[np.uint64]) -> EqualSets:
        """The same of any runs of words: row ``i`` is ``ids[offsets[i]:offsets[i + 1]]``, in an order that counts."""
        sizes = np.diff(offsets)
        n = sizes.size
        first = np.empty(n, np.int32)
        slots = np.full(1 << (2 * n).bit_length(), -1, np.int32)
        _first_equal(offsets, ids, np.empty(n, np.uint64), slots, first)
        rows = np.lexsort((np.arange(n), first, sizes))[np.count_nonzero(sizes == 0) :].astype(np.int32)
        starts = np.flatnonzero(first[rows] == rows)
        return cls(np.concatenate((starts, [rows.size])).astype(np.int64), rows)

    def __len__(self) -> int:
        return self.offsets.size - 1

    @property
    def sizes(self) -> NDArray[np.int64]:
        """(g,) number of rows of every group."""
        return np.diff(self.offsets)

    @property
    def leaders(self) -> NDArray[np.int64]:
        """(g,) first row of every group."""
        return self.rows[self.offsets[:-1]].astype(np.int64)


def twins_of(groups: EqualSets, sizes: NDArray[np.int64]) -> NDArray[np.int32]:
    """(3, m) groups of two rows or more, paired with themselves, and their sets' size as the overlap."""
    same = np.flatnonzero(groups.sizes > 1)
    return np.stack((same, same, sizes[same])).astype(np.int32)


def members_of(
    groups: EqualSets, found: NDArray[np.int32], max_pairs: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """All pairs of rows of (3, m) found pairs of groups, and which of these each comes from; of a twin pair x < y."""
    x, y = groups.sizes[found[0]], groups.sizes[found[1]]
    total = int(np.where(found[0] == found[1], x * (x - 1) // 2, x * y).sum())
    require_room(total, max_pairs)
    out = np.empty((2, total), np.int32)
    at = np.empty(total, np.int64)
    _expand(groups.offsets, groups.rows, found, out, at)
    return out[0], out[1], at


@kernel
def _expand(
    offsets: NDArray[np.int64],
    rows: NDArray[np.int32],
    found: NDArray[np.int32],
    out: NDArray[np.int32],
    at: NDArray[np.int64],
) -> None:
    place = 0
    for p in range(found.shape[1]):
        x, y = found[0, p], found[1, p]
        for a in range(offsets[x], offsets[x + 1]):
            for b in range(a + 1 if x == y else offsets[y], offsets[y + 1]):
                out[0, place], out[1, place], at[place] = rows[a], rows[b], p
                place += 1
