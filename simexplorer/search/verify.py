"""E4: the exact overlap of candidate pairs, by bitsets numbered inside a small unit of work.

A candidate pair lies inside one connected component of the candidates. Numbering a component's shingles in the order
they first appear keeps equal shingles of similar documents close together, so a document is a few dozen 64-bit words
and an overlap a popcount for each word of one of them: about 50 times faster than merging sorted ids.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel_part, lean_kernel
from simexplorer.kernel_words import popcount, prefetch, trailing_zeros

_GOLD = U(0x9E3779B97F4A7C15)
ONE = U(1)
_NEAR_SLOTS = U(1 << 17)  # of a table that stays in a processor's own cache
_AHEAD, _REACH = U(16), U(48)  # shingles: so far ahead memory is asked for what they need; for so many after a look-up
LEAST_SLOTS = U(1 << 10)
BETWEEN_LOOKS = U(1 << 16)  # shingles of a document for which the table has room: of millions most may be repeats
_AT_ONCE = 1 << 15  # pairs whose figures stay in the processor's cache


Whole: TypeAlias = NDArray[np.int32] | NDArray[np.int64]


class Numbering(NamedTuple):
    """Shingles numbered as they first appear, and the bits of the document in hand.

    table : open addressing in a power of two of its first slots: the number of an id + 1, or 0; id_of : of each number
    bits : a bit a number; used : a bit a word of ``bits`` that is not 0; at : (2,) int64, numbers and slots in use
    """

    table: NDArray[np.uint32]
    id_of: NDArray[np.uint64]
    bits: NDArray[np.uint64]
    used: NDArray[np.uint64]
    at: NDArray[np.int64]


class Packed(NamedTuple):
    """Sets as lists of (block, word of 64 bits): document ``d`` has ``[starts[d], starts[d + 1])`` of both columns.

    sizes : distinct ids of each document; at : (2,) int64, how many list entries and documents there are
    """

    blocks: NDArray[np.int32]
    words: NDArray[np.uint64]
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    at: NDArray[np.int64]


@kernel_part
def _slot(wanted: Int, mask: Int) -> Int:
    """Where looking for an id begins, in a table of ``mask`` + 1 slots."""
    return ((wanted * _GOLD) >> U(16)) & mask


@kernel_part
def _fetch_slot(table: NDArray[np.uint32], mask: Int, wanted: Int) -> None:
    """Ask for the memory where looking for an id will begin."""
    prefetch(U(table.ctypes.data) + _slot(wanted, mask) * U(4))


@lean_kernel
def number_of(table: NDArray[np.uint32], mask: Int, id_of: NDArray[np.uint64], known: Int, wanted: Int) -> Int:
    """The number of an id: its own, or ``known``, the next one, under which it is entered now.

    table, id_of : of a Numbering; mask : the slots in use, a power of two, less 1
    """
    slot = _slot(wanted, mask)
    while True:
        number = U(table[slot])
        if number == U(0):
            table[slot] = np.uint32(known + ONE)
            id_of[known] = wanted
            return known
        if id_of[number - ONE] == wanted:
            return number - ONE
        slot = (slot + ONE) & mask


@kernel_part
def spread_numbers(table: NDArray[np.uint32], slots: Int, id_of: NDArray[np.uint64], first: Int, known: Int) -> None:
    """Empty the first ``slots`` of the table and enter the numbers from ``first`` up to ``known`` there."""
    for slot in range(U(slots)):
        table[slot] = np.uint32(0)
    mask = U(slots) - ONE
    for number in range(U(first), U(known)):
        _fetch_slot(table, mask, id_of[min(number + _AHEAD, U(known) - ONE)])
        slot = _slot(id_of[number], mask)
        while table[slot] != np.uint32(0):
            slot = (slot + ONE) & mask
        table[slot] = np.uint32(number + ONE)


@kernel_part
def _take_bits(own: Numbering, known: Int, packed: Packed) -> None:
    """Write the bits of the document in hand to its list, and clear them."""
    written, size = U(packed.at[0]), U(0)
    for part in range((U(known) >> U(12)) + ONE):
        marks = own.used[part]
        own.used[part] = U(0)
        while marks != U(0):
            block = (part << U(6)) | trailing_zeros(marks)
            marks &= marks - ONE
            if own.bits[block] != U(0):
                packed.blocks[written], packed.words[written] = np.int32(block), own.bits[block]
                size += popcount(own.bits[block])
                own.bits[block] = U(0)
                written += ONE
    document = packed.at[1]
    packed.starts[document + 1], packed.sizes[document] = np.int64(written), np.int64(size)
    packed.at[0], packed.at[1] = np.int64(written), document + 1


@kernel_part
def _fetch(own: Numbering, mask: Int, soon: Int, later: Int) -> None:
    """Ask for the memory that looking up two ids will take: a later one's slot, and what the slot of a sooner names."""
    _fetch_slot(own.table, mask, later)
    following = U(own.table[_slot(soon, mask)])  # a number + 1, where it is this id's slot
    prefetch(U(own.id_of.ctypes.data) + following * U(8) - U(8))


@lean_kernel
def pack_bitsets(
    ids: NDArray[np.uint64], bounds: NDArray[np.int64], begins: NDArray[np.bool_], own: Numbering, packed: Packed
) -> None:
    """Append the sets of some documents to ``packed``.

    ids, bounds : shingle ids with repeats, document ``d`` is ``ids[bounds[d]:bounds[d + 1]]``
    begins : (m,), set where the numbering begins anew: what stands before is not compared with what follows
    The table grows with the numbers in use: one with room for all repeats in a long text takes a second to empty.
    Similar documents share long runs of shingles: after number x mostly comes x + 1, and one look at ``id_of`` says so.
    Where that fails, others will soon fail as well: in a table larger than the caches their slots are fetched ahead.
    """
    known, slots = U(own.at[0]), U(own.at[1])
    for d in range(bounds.size - 1):
        if begins[d]:
            known, slots = U(0), U(0)
        number, block, word = U(0), U(0), U(0)
        first, last = U(bounds[d]), U(bounds[d + 1])
        while first < last:
            stop = min(first + BETWEEN_LOOKS, last)
            room = U(2) * (known + stop - first)
            if room > slots:
                while slots < room:
                    slots = max(U(2) * slots, LEAST_SLOTS)
                spread_numbers(own.table, slots, own.id_of, U(0), known)
            mask, until = slots - ONE, U(0)
            reach = _REACH if slots > _NEAR_SLOTS else U(0)
            for p in range(first, stop):
                if p < until:
                    last_id = stop - ONE
                    _fetch(own, mask, ids[min(p + _AHEAD, last_id)], ids[min(p + _AHEAD + _AHEAD, last_id)])
                number += ONE
                if number >= known or own.id_of[number] != ids[p]:
                    number = number_of(own.table, mask, own.id_of, known, ids[p])
                    known += U(number == known)
                    until = p + reach
                if number >> U(6) != block:
                    own.bits[block] |= word
                    own.used[block >> U(6)] |= ONE << (block & U(63))
                    block, word = number >> U(6), U(0)
                word |= ONE << (number & U(63))
            first = stop
        own.bits[block] |= word
        own.used[block >> U(6)] |= ONE << (block & U(63))
        _take_bits(own, known, packed)
    own.at[0], own.at[1] = np.int64(known), np.int64(slots)


@lean_kernel
def count_shared(
    packed: Packed,
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    bits: NDArray[np.uint64],
    shared: NDArray[np.int64],
) -> None:
    """Write the size of the intersection of each pair's sets to ``shared`` (p,) int64.

    bits : a word a block, all 0 before and after. There the left set is spread out, once for a run of pairs that have
    it in common: a pair then takes a look-up for each word of its right set, about 1 ns.
    """
    blocks, words, starts = packed.blocks, packed.words, packed.starts
    spread = np.int32(-1)
    for p in range(left.size):
        if left[p] != spread:
            if spread >= 0:
                for a in range(U(starts[spread]), U(starts[spread + 1])):
                    bits[U(blocks[a])] = U(0)
            spread = left[p]
            for a in range(U(starts[spread]), U(starts[spread + 1])):
                bits[U(blocks[a])] = words[a]
        total = U(0)
        for b in range(U(starts[right[p]]), U(starts[right[p] + 1])):
            total += popcount(bits[U(blocks[b])] & words[b])
        shared[p] = np.int64(total)
    if spread >= 0:
        for a in range(U(starts[spread]), U(starts[spread + 1])):
            bits[U(blocks[a])] = U(0)


@lean_kernel
def similar_pairs(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    shared: NDArray[np.int32],
    sizes: NDArray[np.int32],
    least: float,
    places: NDArray[np.int64],
    jaccard: NDArray[np.float64],
) -> Int:
    """Write places and exact Jaccard of the pairs that have ``least`` or more; how many there are.

    shared : (m,), below 0 where a pair is not verified; sizes : (n,), distinct ids of each document
    """
    count = 0
    for p in range(i.size):
        union = sizes[i[p]] + np.int64(sizes[j[p]]) - shared[p]
        value = np.float64(shared[p]) / np.float64(max(union, 1))
        places[count], jaccard[count] = p, value
        count += (value >= least) & (shared[p] >= 0)
    return count


class Packer:
    """Bitsets of the documents of one unit after another; its memory is used again for the next unit."""

    def __init__(self) -> None:
        self._table, self._id_of = np.empty(0, np.uint32), np.empty(0, np.uint64)
        self._bits, self._used = np.zeros(0, np.uint64), np.zeros(0, np.uint64)
        self._blocks, self._words = np.empty(0, np.int32), np.empty(0, np.uint64)
        self._starts, self._sizes = np.zeros(1, np.int64), np.empty(0, np.int64)
        self._numbered, self._packed = np.zeros(2, np.int64), np.zeros(2, np.int64)

    def begin(self, documents: int) -> None:
        """Forget the last unit, and make room for the next one, of at most so many ``documents``."""
        self._numbered[:] = self._packed[:] = 0
        self._starts, self._sizes = reserved(self._starts, documents + 1), reserved(self._sizes, documents)
        self._starts[0] = 0

    def add(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64], begins: NDArray[np.bool_]) -> None:
        """Pack more documents: ``d`` of them is ``ids[bounds[d]:bounds[d + 1]]``, repeats and any order allowed.

        begins : set for a document that is not compared with any before it, which makes all that follow cheaper
        """
        known, written = int(self._numbered[0]), int(self._packed[0])
        self._id_of = reserved(self._id_of, known + ids.size + 1, known)
        self._words = reserved(self._words, written + ids.size + 1, written)
        self._blocks = reserved(self._blocks, written + ids.size + 1, written)
        slots = max(int(LEAST_SLOTS), 1 << (2 * (known + ids.size)).bit_length())
        if self._table.size < slots:  # two tables of a gigabyte need not lie side by side: all is entered anew
            self._table, self._numbered[1] = np.empty(0, np.uint32), 0
            self._table = np.empty(slots + slots // 2, np.uint32)
        if self._bits.size * 64 < self._id_of.size:  # all 0 between two documents
            self._bits = np.zeros(self._id_of.size // 64 + 1, np.uint64)
            self._used = np.zeros(self._bits.size // 64 + 1, np.uint64)
        own = Numbering(self._table, self._id_of, self._bits, self._used, self._numbered)
        pack_bitsets(ids, bounds, begins, own, self._lists)

    def shared(self, left: NDArray[np.int32], right: NDArray[np.int32]) -> NDArray[np.int64]:
        """(p,) intersection sizes of pairs of documents, by their places in the order in which they were added."""
        shared = np.zeros(left.size, np.int64)
        count_shared(self._lists, left, right, self._bits, shared)
        return shared

    @property
    def sizes(self) -> NDArray[np.int64]:
        """(m,) distinct ids of each document, valid until the next ``begin``."""
        return self._sizes[: self._packed[1]]

    @property
    def _lists(self) -> Packed:
        return Packed(self._blocks, self._words, self._starts, self._sizes, self._packed)


def reserved(column: NDArray[Any], needed: int, used: int = 0) -> NDArray[Any]:
    """The column, or a longer one with the first ``used`` entries of it."""
    if column.size >= needed:
        return column
    larger = np.empty(needed + needed // 2, column.dtype)
    larger[:used] = column[:used]
    return larger


def overlaps(
    ids: NDArray[np.uint64], bounds: NDArray[np.int64], left: NDArray[np.int64], right: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(shared, sizes): intersection size of each pair, and distinct ids of each document.

    ids : (nnz,) uint64, repeats and any order allowed; bounds : (m + 1,); left, right : (p,) documents of each pair
    """
    packer = Packer()
    packer.begin(bounds.size - 1)
    packer.add(ids, bounds, np.zeros(bounds.size - 1, np.bool_))
    return packer.shared(left.astype(np.int32), right.astype(np.int32)), packer.sizes


def jaccard_of(shared: Whole, a: Whole, b: Whole) -> NDArray[np.float64]:
    """(m,) exact Jaccard from (m,) intersection and set sizes; 0 where both sets are empty: nothing is like nothing."""
    jaccard = np.empty(shared.size)
    for first in range(0, shared.size, _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        union = a[part].astype(np.int64) + b[part] - shared[part]
        np.divide(shared[part], np.maximum(union, 1), out=jaccard[part])
    return jaccard
