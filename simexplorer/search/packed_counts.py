"""Documents as bitsets with counts: a shingle that occurs once, as most do, takes one bit; only repeats take a number.

Shingles are numbered as in ``search.verify``. Beside each word of 64 bits stands a second one that marks those which
the document repeats; only of them a number is kept. So a document of some hundred shingles is a few dozen words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel_part, lean_kernel
from simexplorer.kernel_words import ONE, popcount, trailing_zeros
from simexplorer.search.id_numbers import (
    FETCH_REACH,
    NEAR_SLOTS,
    fetch_number,
    number_of,
    slots_for,
    with_room,
)
from simexplorer.search.verify import reserved


class Counting(NamedTuple):
    """Shingles numbered as they first appear, and what is counted of the document in hand.

    table, id_of : as in ``search.numbered_bits.Numbering``; numbers go on where the numbering begins anew
    bits, again : a bit a number, set for what the document has, and has more than once; used : a bit a word of ``bits``
    further : (numbers,) occurrences after the first
    at : (3,) int64, numbers in use, slots in use, and the number with which the numbering began
    """

    table: NDArray[np.uint32]
    id_of: NDArray[np.uint64]
    bits: NDArray[np.uint64]
    again: NDArray[np.uint64]
    used: NDArray[np.uint64]
    further: NDArray[np.uint32]
    at: NDArray[np.int64]


class Counted(NamedTuple):
    """Bags as lists of entries: document ``d`` has the entries ``[starts[d], starts[d + 1])``, by rising block.

    blocks, words : which 64 numbers, and a bit for each that the document has; entry 0 is none: its word is 0
    again : (e,) bits of those that it has more than once; their counts are ``times[firsts[e]:]`` in order
    sizes : distinct ids of each document; at : (3,) int64, how many entries, documents and counts there are
    """

    blocks: NDArray[np.int32]
    words: NDArray[np.uint64]
    again: NDArray[np.uint64]
    firsts: NDArray[np.uint32]
    times: NDArray[np.float64]
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    at: NDArray[np.int64]


@kernel_part
def _take_counts(own: Counting, known: Int, packed: Counted) -> None:
    """Write what was counted of the document in hand to its list, and clear it."""
    written, counted, size = U(packed.at[0]), U(packed.at[2]), U(0)
    for part in range((U(known) >> U(12)) + ONE):
        marks = own.used[part]
        own.used[part] = U(0)
        while marks != U(0):
            block = (part << U(6)) | trailing_zeros(marks)
            marks &= marks - ONE
            word, again = own.bits[block], own.again[block]
            if word != U(0):
                packed.blocks[written], packed.words[written] = np.int32(block), word
                packed.again[written], packed.firsts[written] = again, np.uint32(counted)
                size += popcount(word)
                while again != U(0):
                    number = (block << U(6)) | trailing_zeros(again)
                    again &= again - ONE
                    packed.times[counted] = np.float64(own.further[number]) + 1.0
                    own.further[number] = np.uint32(0)
                    counted += ONE
                own.bits[block] = own.again[block] = U(0)
                written += ONE
    document = packed.at[1]
    packed.starts[document + 1], packed.sizes[document] = np.int64(written), np.int64(size)
    packed.at[0], packed.at[1], packed.at[2] = np.int64(written), document + 1, np.int64(counted)


@lean_kernel
def pack_counts(
    ids: NDArray[np.uint64],
    bounds: NDArray[np.int64],
    begins: NDArray[np.bool_],
    counting: Int,
    own: Counting,
    packed: Counted,
) -> None:
    """Append the bags of some documents to ``packed``, or their sets where ``counting`` is 0.

    ids, bounds : shingle ids with repeats, document ``d`` is ``ids[bounds[d]:bounds[d + 1]]``
    begins : (m,), set where the numbering begins anew: what stands before is not compared with what follows
    """
    known, slots, base = U(own.at[0]), U(own.at[1]), U(own.at[2])
    for d in range(bounds.size - 1):
        if begins[d]:
            base, slots = known, U(0)
        number, block = base - ONE, base >> U(6)
        word = own.bits[block]
        first, last = U(bounds[d]), U(bounds[d + 1])
        while first < last:
            slots = with_room(own.table, slots, own.id_of, base, known, last - first)
            stop = min(first + (slots >> ONE) - (known - base), last)
            until, reach = U(0), FETCH_REACH if slots > NEAR_SLOTS else U(0)
            for p in range(first, stop):
                if p < until:
                    fetch_number(own.table, slots - ONE, own.id_of, ids, p, stop)
                number += ONE
                if number >= known or own.id_of[number] != ids[p]:
                    until = p + reach
                    number = number_of(own.table, slots - ONE, own.id_of, known, ids[p])
                    known += U(number == known)
                if number >> U(6) != block:
                    own.bits[block] = word
                    own.used[block >> U(6)] |= ONE << (block & U(63))
                    block = number >> U(6)
                    word = own.bits[block]
                bit = ONE << (number & U(63))
                if counting != 0 and (word & bit) != U(0):
                    own.again[block] |= bit
                    own.further[number] += np.uint32(1)
                word |= bit
            first = stop
        own.bits[block] = word
        own.used[block >> U(6)] |= ONE << (block & U(63))
        _take_counts(own, known, packed)
    own.at[0], own.at[1], own.at[2] = np.int64(known), np.int64(slots), np.int64(base)


class CountPacker:
    """Counts of the documents of one unit after another; its memory is used again for the next unit.

    counting : whether repeats count, as term frequencies do; if not, sets are packed
    """

    def __init__(self, *, counting: bool) -> None:
        self._counting = int(counting)
        self._table, self._id_of = np.empty(0, np.uint32), np.empty(0, np.uint64)
        self._bits, self._again = np.zeros(0, np.uint64), np.zeros(0, np.uint64)
        self._used, self._further = np.zeros(0, np.uint64), np.zeros(0, np.uint32)
        self._blocks, self._words = np.empty(0, np.int32), np.empty(0, np.uint64)
        self._repeats, self._firsts, self._times = np.empty(0, np.uint64), np.empty(0, np.uint32), np.empty(0)
        self._starts, self._sizes = np.empty(0, np.int64), np.empty(0, np.int64)
        self._numbered, self._packed = np.zeros(3, np.int64), np.zeros(3, np.int64)

    def begin(self, documents: int) -> None:
        """Forget the last unit, and make room for the next one, of at most so many ``documents``."""
        self._numbered[:] = self._packed[:] = 0
        self._starts, self._sizes = reserved(self._starts, documents + 1), reserved(self._sizes, documents)
        self._reserve_entries(1)
        self._blocks[0], self._words[0], self._repeats[0], self._firsts[0] = 0, 0, 0, 0
        self._starts[0] = self._packed[0] = 1

    def add(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64], begins: NDArray[np.bool_]) -> None:
        """Pack more documents: ``d`` of them is ``ids[bounds[d]:bounds[d + 1]]``, repeats and any order allowed.

        begins : set for a document that is not compared with any before it, which makes all that follow cheaper
        """
        known, counted = int(self._numbered[0]), int(self._packed[2])
        self._reserve_entries(ids.size + 1)
        self._times = reserved(self._times, counted + ids.size // 2 + 1, counted)
        self._id_of = reserved(self._id_of, known + ids.size + 1, known)
        entered = known - int(self._numbered[2])
        slots = slots_for(entered + ids.size)
        if self._table.size < slots:  # as in ``Packer``: not two tables side by side
            self._table, self._numbered[1] = np.empty(0, np.uint32), 0
            self._table = np.empty(slots + slots // 2, np.uint32)
        if self._further.size < self._id_of.size:  # all 0 between two documents
            words = self._id_of.size // 64 + 1
            self._bits, self._again = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
            self._used, self._further = np.zeros(words // 64 + 1, np.uint64), np.zeros(self._id_of.size, np.uint32)
        own = Counting(self._table, self._id_of, self._bits, self._again, self._used, self._further, self._numbered)
        pack_counts(ids, bounds, begins, self._counting, own, self.packed)

    def _reserve_entries(self, more: int) -> None:
        written = int(self._packed[0])
        self._blocks = reserved(self._blocks, written + more, written)
        self._words = reserved(self._words, written + more, written)
        self._repeats = reserved(self._repeats, written + more, written)
        self._firsts = reserved(self._firsts, written + more, written)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """(m,) distinct ids of each document, valid until the next ``begin``."""
        return self._sizes[: self._packed[1]]

    @property
    def numbers(self) -> NDArray[np.uint64]:
        """The id of each number in use, valid until the next ``begin``."""
        return self._id_of[: self._numbered[0]]

    @property
    def packed(self) -> Counted:
        """All documents that were added, valid until the next call."""
        return Counted(
            self._blocks, self._words, self._repeats, self._firsts, self._times, self._starts, self._sizes, self._packed
        )
