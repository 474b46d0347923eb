"""Pairs that share a rare shingle, found without all sets in memory: for long texts with most shingles in common.

Rows of one form meet in bands far more often than they are near. By any one order of all shingles two sets of at least
the wanted similarity share one of the first ones of each (prefix filter: Chaudhuri, Ganti, Kaushik 2006), so that only
these are kept: of a set the first |x| - t |x| + 1, half of which are listed for those at least as large to be found by.
The fewer sets have them the less often they meet; that is told by a sample: a wrong guess costs time and no pair.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, lean_kernel
from simexplorer.features.document_counts import spread
from simexplorer.features.sets import ShingleSets, in_one
from simexplorer.kernel_words import ONE
from simexplorer.search.agreement import equal_positions
from simexplorer.search.bucket_join import Scratches, drop_far
from simexplorer.search.found_pairs import Found, Room
from simexplorer.search.mapping import Mapper
from simexplorer.search.prefix_index import fill_least_sizes, fill_needs

_SLOT_BITS, _CLASSES = 22, 256
_A_DOUBLING = 8  # classes for twice as many sets
_PARTS_BITS, _PARTS = 4, 64  # of the words that are sorted; of the sets that are joined
_HASH, _LOW = U(0xFFFFFFFF << 33 & 0xFFFFFFFFFFFFFFFF), U(0xFFFFFFFF)


class Runs(NamedTuple):
    """Where every row finds those that share a rare shingle with it.

    listed : rows by their words; ends : (n + 1,) the words of row j are from ``ends[j]`` to ``ends[j + 1]``
    bounds : (2, words) for each word which run of ``listed`` stands before it: where it begins and ends, row by row
    """

    listed: NDArray[np.uint32]
    ends: NDArray[np.int64]
    bounds: NDArray[np.uint32]


@lean_kernel
def count_slots(ids: NDArray[np.uint64], counts: NDArray[np.uint32]) -> None:
    """Count these ids by slot; counts : (2^_SLOT_BITS,)."""
    for shingle in ids:
        counts[spread(shingle) >> U(64 - _SLOT_BITS)] += U32(1)


@lean_kernel
def write_prefixes(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    rows: NDArray[np.int64],
    lengths: NDArray[np.int64],
    classes: NDArray[np.uint8],
    tally: NDArray[np.int64],
    words: NDArray[np.uint64],
) -> None:
    """Write ``hash, row, listed`` (31, 32 and 1 bits) of the first ``lengths[1, x]`` ids of each set to ``words``.

    First are those of the lowest class, of one class the lowest ids: the sets are sorted. lengths : (2, m), of them
    ``lengths[0, x]`` are listed; classes : of each slot; tally : (_CLASSES,) scratch
    """
    written = U(0)
    for x in range(rows.size):
        for of_class in range(_CLASSES):
            tally[of_class] = 0
        for p in range(U(offsets[x]), U(offsets[x + 1])):
            tally[classes[spread(ids[p]) >> U(64 - _SLOT_BITS)]] += 1
        few, few_left, last, left = 0, lengths[0, x], 0, lengths[1, x]
        while few < _CLASSES - 1 and tally[few] < few_left:
            few_left -= tally[few]
            few += 1
        while last < _CLASSES - 1 and tally[last] < left:
            left -= tally[last]
            last += 1
        for p in range(U(offsets[x]), U(offsets[x + 1])):
            word = spread(ids[p])
            here = np.int64(classes[word >> U(64 - _SLOT_BITS)])
            listed = here < few or (here == few and few_left > 0)
            few_left -= here == few
            if here < last or (here == last and left > 0):
                words[written] = (word & _HASH) | (U(rows[x]) << ONE) | U(listed)
                written += ONE
            left -= here == last


@lean_kernel
def swap_rows(words: NDArray[np.uint64], numbers: NDArray[np.int64]) -> None:
    """Put ``numbers[row]`` in the place of the row of each word."""
    for p in range(U(words.size)):
        words[p] = (words[p] & (_HASH | ONE)) | (U(numbers[(words[p] >> ONE) & _LOW]) << ONE)


@lean_kernel
def keep_shared(words: NDArray[np.uint64]) -> tuple[Int, Int]:
    """Move those of sorted words that meet others to the front; (how many, how often a word meets a listed one)."""
    kept, start = 0, 0
    meetings: Int = 0
    for end in range(1, words.size + 1):
        if end == words.size or (words[end] ^ words[start]) & _HASH:
            listed = U(0)
            for p in range(start, end):
                meetings += np.int64(listed)
                listed += words[p] & ONE
            if listed > U(0) and end - start > 1:
                for p in range(start, end):
                    words[kept] = words[p]
                    kept += 1
            start = end
    return kept, meetings


@lean_kernel
def list_rows(words: NDArray[np.uint64], row_of: NDArray[np.int64], runs: Runs) -> None:
    """Write what runs there are.

    words : sorted, with ranks in the place of rows
    ``runs.ends`` comes as the place where the words of a row begin, one place on, and leaves as where they end.
    """
    listed, ends, bounds = runs
    hash_here, start, written = U(0), 0, 0
    for word in words:
        if (word ^ hash_here) & _HASH:
            hash_here, start = word, written
        row = row_of[(word >> ONE) & _LOW]
        place = ends[row + 1]
        bounds[0, place], bounds[1, place] = U32(start), U32(written)
        ends[row + 1] += 1
        if word & ONE:
            listed[written] = U32(row)
            written += 1


@lean_kernel
def join_rows(
    first: Int,
    end: Int,
    runs: Runs,
    values: NDArray[Any],
    digests: NDArray[np.uint8],
    infinite: Int,
    needed: Int,
    seen: NDArray[np.int32],
    met: NDArray[np.uint64],
    out: NDArray[np.int32],
) -> tuple[Int, Int, Int]:
    """Pairs of rows from ``first`` to ``end`` with those in their runs; (next, kept, candidates).

    Kept are those with ``needed`` equal positions: ``out`` (3, room) gets i, j and their number; it stops at ``next``
    where the room may not do. seen : (n + 1,), holds no ``j + 1`` before; met : (n + 1,) scratch
    """
    listed, ends, bounds = runs
    kept: Int = 0
    candidates: Int = 0
    for j in range(first, end):
        count, mark = U(0), np.int32(j + 1)
        for run in range(U(ends[j]), U(ends[j + 1])):
            for place in range(U(bounds[0, run]), U(bounds[1, run])):
                i = U(listed[place])
                met[count] = i
                count += U(seen[i] != mark)
                seen[i] = mark
        if kept + np.int64(count) > out.shape[1]:
            for t in range(count):  # they are met again
                seen[met[t]] = 0
            return j, kept, candidates
        candidates += np.int64(count)
        for t in range(drop_far(digests, j, needed, met, np.int64(count))):
            one, other = np.int64(met[t]), np.int64(j)
            equal = equal_positions(values, one, other, infinite)
            out[0, kept], out[1, kept], out[2, kept] = min(one, other), max(one, other), equal
            kept += equal >= needed
    return end, kept, candidates


class RareFirst(Struct, frozen=True):
    """The order of the shingles, by how many sets of a sample have them, and the threshold of the pairs.

    classes : (slots,) uint8
    """

    classes: NDArray[np.uint8]
    threshold: float

    @classmethod
    def of(cls, sample: ShingleSets, threshold: float) -> RareFirst:
        """As these sets tell."""
        counts = np.zeros(1 << _SLOT_BITS, np.uint32)
        count_slots(sample.ids, counts)
        classes = np.minimum(_A_DOUBLING * np.log2(counts + 1.0), _CLASSES - 1).astype(np.uint8)
        return cls(classes, threshold)

    def words(self, sets: ShingleSets, rows: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The sorted words of the rare shingles of these sets, of which each has a row; and the sizes of the sets."""
        sizes = sets.sizes
        least, need = np.ones_like(sizes), np.empty(2 * int(sizes.max(initial=0)) + 1, np.int64)
        fill_least_sizes(self.threshold, np.maximum(sizes, 1), least)
        fill_needs(self.threshold, need)
        lengths = np.where(sizes > 0, sizes - [need[2 * sizes], least] + 1, 0)
        words = np.empty(int(lengths[1].sum()), np.uint64)
        write_prefixes(sets.offsets, sets.ids, rows, lengths, self.classes, np.empty(_CLASSES, np.int64), words)
        words.sort()
        return words, sizes

    def meetings(self, sets: ShingleSets) -> tuple[int, int]:
        """How many words there are of these sets, and how often they meet."""
        order = np.argsort(sets.sizes, kind="stable")
        words, _ = self.words(sets.take(order), np.arange(order.size))
        return words.size, int(keep_shared(words)[1])


class RareJoin:
    """One join of all rows: ``part(first)`` for every ``first`` of ``jobs``, side by side.

    words : sorted parts of those of all rows; the list loses them; sizes : (n,) of the sets, 0 for those without words
    values : (n, k) signatures. Memory: 20 bytes a word, and n k
    """

    def __init__(
        self,
        words: list[NDArray[np.uint64]],
        sizes: NDArray[np.int64],
        values: NDArray[Any],
        infinite: np.int64,
        each: Mapper,
    ) -> None:
        n = sizes.size
        self._values, self._infinite = values, infinite
        self._digests = values.astype(np.uint8)
        row_of = np.argsort(sizes, kind="stable")  # a set looks for those that are no larger
        rank_of = np.empty(n, np.int64)
        rank_of[row_of] = np.arange(n)
        bounds = np.arange(1, 1 << _PARTS_BITS, dtype=np.uint64) << U(64 - _PARTS_BITS)
        cuts = [np.searchsorted(part, bounds) for part in words]

        def shared(place: int) -> tuple[NDArray[np.uint64], int]:
            inner = [np.split(part, cut)[place] for part, cut in zip(words, cuts, strict=True)]
            mine = np.concatenate([np.empty(0, np.uint64), *inner])
            swap_rows(mine, rank_of)
            mine.sort()
            kept, meetings = keep_shared(mine)
            return mine[:kept].copy(), meetings

        parts = each(shared, range(1 << _PARTS_BITS))
        words.clear()
        self.meetings = sum(met for _, met in parts)
        whole = in_one([part for part, _ in parts])
        del parts
        self._list(whole, row_of)
        self._scratches = Scratches(n)
        self._size = max(1, -(-n // _PARTS))
        self.jobs = range(0, n, self._size)

    def _list(self, words: NDArray[np.uint64], row_of: NDArray[np.int64]) -> None:
        n, ranks = row_of.size, ((words >> ONE) & _LOW).astype(np.int64)
        of_row = np.zeros(n, np.int64)
        of_row[row_of] = np.bincount(ranks, minlength=n)
        ends = np.zeros(n + 1, np.int64)
        ends[2:] = np.cumsum(of_row[:-1])
        listed = np.empty(int((words & ONE).sum()), np.uint32)
        self._runs = Runs(listed, ends, np.empty((2, words.size), np.uint32))
        list_rows(words, row_of, self._runs)

    def part(self, first: int, needed: int, room: Room) -> Found:
        """The pairs of some rows from the first-th on, in their runs; not all where the room is full."""
        place, candidates = first, 0
        end, pairs = min(first + self._size, self._values.shape[0]), []
        with self._scratches.one() as (seen, met, out):
            while place < end and room.is_left:
                place, kept, met_here = join_rows(
                    place, end, self._runs, self._values, self._digests, self._infinite, needed, seen, met, out
                )
                pairs.append(room.taken(out[:, :kept]))
                candidates += met_here
        return Found(pairs, candidates, np.empty(0, np.int64))
