"""The exact overlap of candidate pairs, by bitsets numbered inside a small unit of work.

A candidate pair lies inside one connected component of the candidates. Numbering a component's shingles in the order
they first appear keeps equal shingles of similar documents close together, so a document is a few dozen 64-bit words
and an overlap a popcount for each word of one of them: about 50 times faster than merging sorted ids.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, lean_kernel
from simexplorer.kernel_words import ONE, popcount
from simexplorer.search.id_numbers import (
    FETCH_REACH,
    NEAR_SLOTS,
    fetch_number,
    known_number,
    number_of,
    slots_for,
    with_room,
)
from simexplorer.search.numbered_bits import Numbering, Packed, put_bits, put_list, put_run, take_bits, use_all
from simexplorer.search.text_order import (
    FURTHER,
    LONG,
    follow_order,
    keep_run,
    note_places,
    noted_places,
    place_after,
)

_AT_ONCE = 1 << 15  # pairs whose figures stay in the processor's cache


Whole: TypeAlias = NDArray[np.int32] | NDArray[np.int64]


class Lacking(NamedTuple):
    """Ids that a numbering lacks: document ``d`` has ``ids[ends[d]:ends[d + 1]]``, repeats and in the text's order."""

    ids: NDArray[np.uint64]
    ends: NDArray[np.int64]


class Found(NamedTuple):
    """Documents as far as a numbering knows their ids, and the ids that it lacks."""

    lists: Packed
    lacking: Lacking


@lean_kernel
def pack_bitsets(
    ids: NDArray[np.uint64],
    bounds: NDArray[np.int64],
    begins: NDArray[np.bool_],
    own: Numbering,
    packed: Packed,
    found: Packed,
    lacking: Lacking,
) -> None:
    """Append the sets of some documents to ``packed``.

    ids, bounds : shingle ids with repeats, document ``d`` is ``ids[bounds[d]:bounds[d + 1]]``
    begins : (m,), set where the numbering begins anew: what stands before is not compared with what follows
    found : what else is known to be in each document; of no document where nothing is
    lacking : where ids without a number go, with room for all; or without room: they are given one
    Similar documents share long runs of shingles: after number x mostly comes x + 1, and one look at ``id_of`` says so.
    Where that fails, others will soon fail as well: in a table larger than the caches their slots are fetched ahead.
    Of long ones the order of the first tells what comes next.
    """
    known, slots, enters, absent = U(own.at[0]), U(own.at[1]), lacking.ids.size == 0, U(0)
    end, told = U(own.at[2]), U(own.at[3])
    for d in range(bounds.size - 1):
        if begins[d]:
            known, slots, end, told = U(0), U(0), U(0), U(0)
        if d < found.at[1]:
            put_list(own, found, d)
        p, last, following, entered = U(bounds[d]), U(bounds[d + 1]), U(0), known
        first, keeps = p, enters and known == U(0) and last - p >= LONG
        follows = end > U(0) and last - p >= LONG
        if follows:
            p += follow_order(own, U(0), end, ids, p, last)
        while p < last:
            stop = last
            if enters:
                slots = with_room(own.table, slots, own.id_of, U(0), known, last - p)
                stop = min(p + (slots >> ONE) - known, last)
            mask, until, reach = slots - ONE, U(0), FETCH_REACH if slots > NEAR_SLOTS else U(0)
            while p < stop:
                number = following
                while p < stop and following < known and own.id_of[following] == ids[p]:
                    if p < until:
                        fetch_number(own.table, mask, own.id_of, ids, p, last)
                    following += ONE
                    p += ONE
                put_run(own, number, min(following, entered))
                if keeps:
                    keep_run(own.order, p - first - (following - number), p - first, number)
                if p == stop:
                    break
                if p < until:
                    fetch_number(own.table, mask, own.id_of, ids, p, last)
                until = p + reach
                if enters:
                    number = number_of(own.table, mask, own.id_of, known, ids[p])
                    known += U(number == known)
                else:
                    number = known_number(own.table, mask, own.id_of, known, ids[p])
                    if number == known:
                        lacking.ids[absent] = ids[p]
                        absent += ONE
                if number < entered:
                    put_bits(own, number >> U(6), ONE << (number & U(63)))
                if keeps:
                    own.order[p - first] = np.uint32(number)
                following = number + ONE
                p += ONE
                if follows and number < told:
                    p += follow_order(own, place_after(own.order, own.places, number, end), end, ids, p, last)
        put_run(own, entered, known)
        if follows:
            use_all(own, told)
        if keeps:
            end, told = last - first, known
            note_places(own.order, end, own.places)
        take_bits(own, known, packed)
        if not enters:
            lacking.ends[d + 1] = np.int64(absent)
    own.at[0], own.at[1], own.at[2], own.at[3] = np.int64(known), np.int64(slots), np.int64(end), np.int64(told)


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

    i, j : (m,) documents of each pair; places, jaccard : (m,) output
    shared : (m,), below 0 where a pair is not verified; sizes : (n,), distinct ids of each document
    """
    count = 0
    for p in range(i.size):
        union = sizes[i[p]] + np.int64(sizes[j[p]]) - shared[p]
        value = np.float64(shared[p]) / np.float64(max(union, 1))
        places[count], jaccard[count] = p, value
        count += (value >= least) & (shared[p] >= 0)
    return count


def _room_for(documents: int, entries: int) -> Packed:
    """Lists of no document yet, with room for so many."""
    columns = np.empty(entries, np.int32), np.empty(entries, np.uint64)
    return Packed(*columns, np.zeros(documents + 1, np.int64), np.empty(documents, np.int64), np.zeros(2, np.int64))


_NOTHING_FOUND, _NONE_LACKING = _room_for(0, 0), Lacking(np.empty(0, np.uint64), np.zeros(1, np.int64))


class Packer:
    """Bitsets of the documents of one unit after another; its memory is used again for the next unit."""

    def __init__(self) -> None:
        self._table, self._id_of = np.empty(0, np.uint32), np.empty(0, np.uint64)
        self._bits, self._used = np.zeros(0, np.uint64), np.zeros(0, np.uint64)
        self._blocks, self._words = np.empty(0, np.int32), np.empty(0, np.uint64)
        self._starts, self._sizes = np.zeros(1, np.int64), np.empty(0, np.int64)
        self._order, self._places = np.empty(0, np.uint32), np.empty(0, np.uint32)
        self._numbered, self._packed = np.zeros(4, np.int64), np.zeros(2, np.int64)

    def begin(self, documents: int) -> None:
        """Forget the last unit, and make room for the next one, of at most so many ``documents``."""
        self._numbered[:] = self._packed[:] = 0
        self._starts, self._sizes = reserved(self._starts, documents + 1), reserved(self._sizes, documents)
        self._starts[0] = 0

    def add(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64], begins: NDArray[np.bool_]) -> None:
        """Pack more documents: ``d`` of them is ``ids[bounds[d]:bounds[d + 1]]``, repeats and any order allowed.

        begins : set for a document that is not compared with any before it, which makes all that follow cheaper
        """
        self._add(ids, bounds, begins, _NOTHING_FOUND)

    def look_up(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> Found:
        """Documents as ``add`` takes them, none of which begins anew, for ``add_found``; several threads may do this.

        Of documents that are like those added before, little is then left to be done in turn.
        """
        documents, known = bounds.size - 1, int(self._numbered[0])
        if not self._numbered[1]:  # no shingle at all was added
            return Found(_room_for(0, 0), Lacking(ids[bounds[0] : bounds[-1]].copy(), bounds - bounds[0]))
        blocks = known // 64 + 1
        own = self._numbering._replace(
            bits=np.zeros(blocks, np.uint64), used=np.zeros(blocks // 64 + 1, np.uint64), at=self._numbered.copy()
        )
        lists = _room_for(documents, min(ids.size, documents * blocks) + 1)
        lacking = Lacking(np.empty(ids.size + 1, np.uint64), np.zeros(documents + 1, np.int64))
        pack_bitsets(ids, bounds, np.zeros(documents, np.bool_), own, lists, _NOTHING_FOUND, lacking)
        written = lists.at[0]
        return Found(
            lists._replace(blocks=lists.blocks[:written].copy(), words=lists.words[:written].copy()),
            lacking._replace(ids=lacking.ids[: lacking.ends[-1]].copy()),
        )

    def add_found(self, found: Found) -> None:
        """Pack documents that were looked up since the last one that began anew."""
        ends = found.lacking.ends
        self._add(found.lacking.ids, ends, np.zeros(ends.size - 1, np.bool_), found.lists)

    def _add(
        self, ids: NDArray[np.uint64], bounds: NDArray[np.int64], begins: NDArray[np.bool_], found: Packed
    ) -> None:
        known, written = int(self._numbered[0]), int(self._packed[0])
        more = ids.size + int(found.at[0]) + 1
        self._id_of = reserved(self._id_of, known + ids.size + 1, known)
        self._words = reserved(self._words, written + more, written)
        self._blocks = reserved(self._blocks, written + more, written)
        if known == 0 or begins.any():
            self._order = reserved(self._order, ids.size + FURTHER, int(self._numbered[2]))
            self._places = reserved(self._places, noted_places(ids.size), noted_places(int(self._numbered[3])))
        slots = slots_for(known + ids.size)
        if self._table.size < slots:  # two tables of a gigabyte need not lie side by side: all is entered anew
            self._table, self._numbered[1] = np.empty(0, np.uint32), 0
            self._table = np.empty(slots + slots // 2, np.uint32)
        if self._bits.size * 64 < self._id_of.size:  # all 0 between two documents
            self._bits = np.zeros(self._id_of.size // 64 + 1, np.uint64)
            self._used = np.zeros(self._bits.size // 64 + 1, np.uint64)
        pack_bitsets(ids, bounds, begins, self._numbering, self._lists, found, _NONE_LACKING)

    def shared(
        self, left: NDArray[np.int32], right: NDArray[np.int32], bits: NDArray[np.uint64] | None = None
    ) -> NDArray[np.int64]:
        """(p,) intersection sizes of pairs of documents, by their places in the order in which they were added.

        bits : working memory of a thread's own, of ``new_bits``, where several ask at the same time
        """
        shared = np.zeros(left.size, np.int64)
        count_shared(self._lists, left, right, self._bits if bits is None else bits, shared)
        return shared

    def new_bits(self) -> NDArray[np.uint64]:
        """Working memory for ``shared``, while nothing is added."""
        return np.zeros(self._bits.size, np.uint64)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """(m,) distinct ids of each document, valid until the next ``begin``."""
        return self._sizes[: self._packed[1]]

    @property
    def _numbering(self) -> Numbering:
        memory = self._table, self._id_of, self._bits, self._used, self._order, self._places
        return Numbering(*memory, self._numbered)

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
