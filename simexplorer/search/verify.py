"""E4: the exact overlap of candidate pairs, by bitsets numbered inside a small unit of work.

A candidate pair lies inside one connected component of the candidates. Numbering a component's shingles in the order
they first appear keeps equal shingles of similar documents close together, so a document is a few dozen 64-bit words
and an overlap is a merge of two short lists with a popcount: about 15 times faster than merging sorted ids.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel, popcount
from simexplorer.search.components import find_root

UNIT_SHINGLES = 1_500_000
_GOLD, _LOW = U(0x9E3779B97F4A7C15), U(0xFFFFFFFF)
ONE = U(1)


@dataclass(frozen=True, slots=True)
class Unit:
    """Documents to be read together and the candidate pairs among them.

    documents : (m,) int64 rows, rising; pairs : (p,) int64 positions in the list of candidates;
    left, right : (p,) int64 positions in ``documents``
    """

    documents: NDArray[np.int64]
    pairs: NDArray[np.int64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]


@kernel
def grow_parts(
    i: NDArray[np.int32], j: NDArray[np.int32], weights: NDArray[np.int64], capacity: Int, parent: NDArray[np.int32]
) -> None:
    """Unite documents along the pairs, in their order, while a part stays within ``capacity`` shingles.

    weights : (n,) shingles of each document, overwritten; parent : (n,) int32, itself at first, then each one's root
    """
    for p in range(i.size):
        a, b = find_root(parent, i[p]), find_root(parent, j[p])
        if a != b and weights[a] + weights[b] <= capacity:
            parent[b] = a
            weights[a] += weights[b]
    for node in range(parent.size):
        parent[node] = find_root(parent, node)


@kernel
def cut_units(
    i: NDArray[np.int32], j: NDArray[np.int32], weights: NDArray[np.int64], capacity: Int, unit: NDArray[np.int64]
) -> Int:
    """Number the units of pairs that come in good order: a new one begins where the documents of the present one,
    each counted once, would exceed ``capacity`` shingles. unit : (m,) int64 output. Returns how many there are."""
    seen_in = np.full(weights.size, np.int64(-1))
    current, filled = 0, 0
    for p in range(i.size):
        more = 0
        for document in (i[p], j[p]):
            if seen_in[document] != current:
                more += weights[document]
        if filled > 0 and filled + more > capacity:
            current += 1
            filled, more = 0, weights[i[p]] + weights[j[p]]
        filled += more
        seen_in[i[p]] = seen_in[j[p]] = current
        unit[p] = current
    return current + 1


def plan_units(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    shingles: NDArray[np.int64],
    strength: NDArray[np.int32] | None = None,
    capacity: int = UNIT_SHINGLES,
) -> list[Unit]:
    """Units that cover all pairs, each of about ``capacity`` shingles, the most work first.

    Documents grow together into parts along their strongest links (as Kruskal's trees do, but bounded); pairs inside a
    part come first, those between two parts after them, so that most documents are read once and memory stays bounded
    whatever the size of a component. shingles : (n,) of every document; strength : (m,), larger is more alike.
    """
    if i.size == 0:
        return []
    # 16 bits are enough for a count of positions, and numpy sorts them by radix
    by_strength = np.arange(i.size) if strength is None else np.argsort((-strength).astype(np.int16), kind="stable")
    part = np.arange(shingles.size, dtype=np.int32)
    grow_parts(i[by_strength], j[by_strength], shingles.copy(), capacity, part)
    low, high = np.minimum(part[i], part[j]).astype(np.int64), np.maximum(part[i], part[j])
    order = np.argsort(((low != high).astype(np.int64) << 62) | (low << 31) | high, kind="stable")
    unit = np.empty(i.size, np.int64)
    count = cut_units(i[order], j[order], shingles, capacity, unit)
    ends = np.searchsorted(unit, np.arange(1, count))
    units = [_unit(i, j, pairs) for pairs in np.split(order, ends)]
    return sorted(units, key=lambda one: -int(shingles[one.documents].sum()))


def _unit(i: NDArray[np.int32], j: NDArray[np.int32], pairs: NDArray[np.int64]) -> Unit:
    ends = np.concatenate([i[pairs], j[pairs]]).astype(np.int64)
    documents, positions = np.unique(ends, return_inverse=True)
    return Unit(documents, pairs, positions[: pairs.size], positions[pairs.size :])


@kernel
def _slot_of(table: NDArray[np.uint64], id_of: NDArray[np.uint64], wanted: Int, hashed: Int) -> Int:
    """Slot of an id, or the empty one where it belongs.

    table : open addressing, 2^x words: 32 bits of the hash, then the id's number + 1; 0 is empty. The hash's tag
    spares most looks at ``id_of``, which are near each other for similar documents.
    """
    mask = U(table.size - 1)
    slot = (hashed >> U(16)) & mask
    while True:
        entry = table[slot]
        if entry == U(0) or ((entry >> U(32)) == (hashed & _LOW) and id_of[(entry & _LOW) - ONE] == wanted):
            return slot
        slot = (slot + ONE) & mask


@kernel
def _doubled(table: NDArray[np.uint64], id_of: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The same entries in a table of twice the size."""
    larger = np.zeros(2 * table.size, np.uint64)
    mask = U(larger.size - 1)
    for old in range(U(table.size)):
        if table[old] != U(0):
            slot = ((id_of[(table[old] & _LOW) - ONE] * _GOLD) >> U(16)) & mask
            while larger[slot] != U(0):
                slot = (slot + ONE) & mask
            larger[slot] = table[old]
    return larger


@kernel
def pack_bitsets(
    ids: NDArray[np.uint64],
    bounds: NDArray[np.int64],
    blocks: NDArray[np.int32],
    words: NDArray[np.uint64],
    starts: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> Int:
    """Write every document's set as (block, word) lists and its number of distinct ids; returns all distinct ids.

    ids, bounds : shingle ids with repeats, document ``d`` is ``ids[bounds[d]:bounds[d + 1]]``
    blocks, words : (ids.size,) outputs, document ``d`` has ``[starts[d], starts[d + 1])``; starts (m + 1,); sizes (m,)
    """
    table = np.zeros(1 << 15, np.uint64)
    id_of = np.empty(ids.size, np.uint64)
    bits = np.zeros(ids.size // 64 + 1, np.uint64)
    known, written = U(0), U(0)
    starts[0] = 0
    for d in range(bounds.size - 1):
        lowest, highest = U(bits.size), U(0)
        for p in range(U(bounds[d]), U(bounds[d + 1])):
            hashed = ids[p] * _GOLD
            slot = _slot_of(table, id_of, ids[p], hashed)
            if table[slot] == U(0):
                id_of[known] = ids[p]
                known += ONE
                table[slot] = (hashed << U(32)) | known
            number = (table[slot] & _LOW) - ONE
            block: Int = number >> U(6)
            bits[block] |= ONE << (number & U(63))
            lowest, highest = min(lowest, block), max(highest, block)
            if U(2) * known > U(table.size):
                table = _doubled(table, id_of)
        size = U(0)
        for full in range(lowest, highest + ONE):
            if bits[full] != U(0):
                blocks[written], words[written] = np.int32(full), bits[full]
                size += popcount(bits[full])
                bits[full] = U(0)
                written += ONE
        starts[d + 1], sizes[d] = np.int64(written), np.int64(size)
    return np.int64(known)


@kernel
def count_shared(
    blocks: NDArray[np.int32],
    words: NDArray[np.uint64],
    starts: NDArray[np.int64],
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    shared: NDArray[np.int64],
) -> None:
    """Write the size of the intersection of each pair's sets to ``shared`` (p,) int64."""
    for p in range(left.size):
        a, a_end = U(starts[left[p]]), U(starts[left[p] + 1])
        b, b_end = U(starts[right[p]]), U(starts[right[p] + 1])
        total = U(0)
        while a < a_end and b < b_end:
            x, y = blocks[a], blocks[b]
            if x == y:
                total += popcount(words[a] & words[b])
            a += U(x <= y)
            b += U(y <= x)
        shared[p] = np.int64(total)


def overlaps(
    ids: NDArray[np.uint64], bounds: NDArray[np.int64], left: NDArray[np.int64], right: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(shared, sizes): intersection size of each pair, and distinct ids of each document.

    ids : (nnz,) uint64, repeats and any order allowed; bounds : (m + 1,); left, right : (p,) documents of each pair
    """
    blocks, words = np.empty(ids.size, np.int32), np.empty(ids.size, np.uint64)
    starts, sizes = np.zeros(bounds.size, np.int64), np.zeros(bounds.size - 1, np.int64)
    pack_bitsets(ids, bounds, blocks, words, starts, sizes)
    shared = np.zeros(left.size, np.int64)
    count_shared(blocks, words, starts, left, right, shared)
    return shared, sizes


def jaccard_of(shared: NDArray[np.int64], a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.float64]:
    """Exact Jaccard from intersection and set sizes; 0 where both sets are empty: nothing is like nothing."""
    union = a + b - shared
    jaccard: NDArray[np.float64] = np.divide(shared, union, out=np.zeros(shared.size), where=union > 0)
    return jaccard
