"""All pairs of sets with the overlap that they need: prefixes of some sets at a time, indexed and met by all larger.

Of a set that may lack s of its numbers, s + 1 hold one that the larger set has: the prefix, its rarest numbers (prefix
filter: Chaudhuri, Ganti, Kaushik 2006, "A primitive operator for similarity joins in data cleaning"). Prefixes a
quarter longer are indexed: of s + 1 + d numbers d + 1 must be met, which costs few more postings and rules out most of
what meets by chance (Wang, Li, Feng 2012, "Can we beat the prefix filtering?"). Meetings are counted for a tile of
sets whose counters, postings and words stay in the processor's cache; what is left is compared bit by bit, the rare
numbers first, until too many are lacking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, lean_kernel
from simexplorer.kernel_words import ONE, popcount, trailing_zeros
from simexplorer.search.numbering import NumberedSets

TILE = 2048  # sets that are indexed at once
STEP = 4096  # sets that meet them between two looks at whether somebody still wants to know
ROOM = 1 << 18  # pairs that are handed on at once
LONGER = 4  # one part in so many is added to a prefix


class Tile(NamedTuple):
    """Sets ``first .. stop - 1`` and the posting lists of their prefixes.

    Number ``64 b + k`` is in a prefix if bit ``k`` of ``marks[b]`` is set; with ``r`` bits set before it, in all,
    ``docs[starts[r]:starts[r + 1]]`` are the sets, counted from ``first``, rising. ranks : bits set before each block
    indexed : (stop - first,) numbers of each set's prefix
    """

    first: int
    stop: int
    indexed: NDArray[np.int64]
    marks: NDArray[np.uint64]
    ranks: NDArray[np.int32]
    starts: NDArray[np.int32]
    docs: NDArray[np.uint16]


class Needs(NamedTuple):
    """The least overlap of two sets: ``least[|smaller|]``, or if ``together`` ``least[|smaller| + |larger|]``."""

    least: NDArray[np.int64]
    together: bool


class Room(NamedTuple):
    """Working memory and the answer: bits (a word a block), counts and touched (a set of the tile) are zeros before
    and after; out : (3, room) int32, larger set, smaller set, overlap."""

    bits: NDArray[np.uint64]
    counts: NDArray[np.int32]
    touched: NDArray[np.uint16]
    out: NDArray[np.int32]


@inlined
def _lowest(word: Int, count: Int) -> Int:
    """The lowest ``count`` bits that are set in a word, all where it has no more."""
    rest = word
    while count > 0 and rest != U(0):
        rest &= rest - ONE
        count -= 1
    return word ^ rest


@lean_kernel
def _mark_prefixes(sets: NumberedSets, tile: Tile) -> Int:
    """Set the marks and ranks of a tile; returns how many different numbers its prefixes have."""
    for y in range(tile.indexed.size):
        left, e = tile.indexed[y], U(sets.edges[tile.first + y])
        while left > 0:
            word = _lowest(sets.words[e], left)
            tile.marks[sets.blocks[e]] |= word
            left -= np.int64(popcount(word))
            e += ONE
    total: Int = 0
    for block in range(tile.marks.size):
        tile.ranks[block] = total
        total += np.int64(popcount(tile.marks[block]))
    return total


@lean_kernel
def _count_owners(
    sets: NumberedSets, indexed: NDArray[np.int64], owners: NDArray[np.int32], prefixes: NDArray[np.int32]
) -> None:
    """Count the sets that have each number, and the prefixes; both come as zeros."""
    for x in range(indexed.size):
        left = indexed[x]
        for e in range(U(sets.edges[x]), U(sets.edges[x + 1])):
            word = sets.words[e]
            while word != U(0):
                number = (U(sets.blocks[e]) << U(6)) | trailing_zeros(word)
                owners[number] += 1
                prefixes[number] += left > 0
                left -= 1
                word &= word - ONE


@lean_kernel
def _fill_postings(sets: NumberedSets, tile: Tile) -> None:
    """Count the postings, then write them; ``starts`` comes as zeros, two longer than there are numbers."""
    for writes in range(2):
        for y in range(tile.indexed.size):
            left, e = tile.indexed[y], U(sets.edges[tile.first + y])
            while left > 0:
                block = U(sets.blocks[e])
                word = _lowest(sets.words[e], left)
                left -= np.int64(popcount(word))
                while word != U(0):
                    below = (word & (~word + ONE)) - ONE
                    rank = U(tile.ranks[block]) + popcount(tile.marks[block] & below)
                    word &= word - ONE
                    if writes == 1:
                        tile.docs[tile.starts[rank + ONE]] = y
                        tile.starts[rank + ONE] += 1
                    else:
                        tile.starts[rank + U(2)] += 1
                e += ONE
        if writes == 0:
            for rank in range(2, tile.starts.size):
                tile.starts[rank] += tile.starts[rank - 1]


@inlined
def _count_meetings(sets: NumberedSets, x: Int, tile: Tile, room: Room) -> Int:
    """Count in ``room.counts`` how many numbers of each prefix set ``x`` has; returns how many sets have been met."""
    met = U(0)
    for e in range(U(sets.edges[x]), U(sets.edges[x + 1])):
        block = U(sets.blocks[e])
        marks = tile.marks[block]
        word = sets.words[e] & marks
        while word != U(0):
            below = (word & (~word + ONE)) - ONE
            rank = U(tile.ranks[block]) + popcount(marks & below)
            word &= word - ONE
            for at in range(U(tile.starts[rank]), U(tile.starts[rank + ONE])):
                y = tile.docs[at]
                room.touched[met] = y
                met += U(room.counts[y] == 0)
                room.counts[y] += 1
    return met


@inlined
def _spare(sets: NumberedSets, x: Int, y: Int, needs: Needs) -> Int:
    """How many of its numbers the smaller set may lack in the larger one; below 0 where it has too few anyway."""
    return sets.kept[y] - needs.least[sets.sizes[y] + (sets.sizes[x] if needs.together else 0)]


@inlined
def _lacking(sets: NumberedSets, y: Int, bits: NDArray[np.uint64], spare: Int) -> Int:
    """How many numbers of set ``y`` are not among ``bits``; more than ``spare`` as soon as there are more."""
    lacking: Int = 0
    for e in range(U(sets.edges[y]), U(sets.edges[y + 1])):
        lacking += np.int64(popcount(sets.words[e] & ~bits[sets.blocks[e]]))
        if lacking > spare:
            break
    return lacking


@lean_kernel
def _meet(sets: NumberedSets, needs: Needs, tile: Tile, first: Int, stop: Int, room: Room) -> tuple[Int, Int]:
    """Find the partners in the tile of the sets ``first .. stop - 1``; (pairs found, where to go on).

    Ends before the first set whose partners might not fit.
    """
    found = 0
    for x in range(first, stop):
        if room.out.shape[1] - found < tile.stop - tile.first:
            return found, x
        kept = 0
        for c in range(_count_meetings(sets, x, tile, room)):
            y = np.int64(room.touched[c])
            lacking, room.counts[y] = tile.indexed[y] - room.counts[y], 0
            if tile.first + y < x and lacking <= _spare(sets, x, tile.first + y, needs):
                room.touched[kept] = y
                kept += 1
        if kept == 0:
            continue
        for e in range(U(sets.edges[x]), U(sets.edges[x + 1])):
            room.bits[sets.blocks[e]] = sets.words[e]
        for c in range(kept):
            y = tile.first + np.int64(room.touched[c])
            spare = _spare(sets, x, y, needs)
            lacking = _lacking(sets, y, room.bits, spare)
            if lacking <= spare:
                room.out[0, found], room.out[1, found], room.out[2, found] = x, y, sets.kept[y] - lacking
                found += 1
        for e in range(U(sets.edges[x]), U(sets.edges[x + 1])):
            room.bits[sets.blocks[e]] = U(0)
    return found, stop


def _index(sets: NumberedSets, indexed: NDArray[np.int64], first: int, stop: int) -> Tile:
    blocks = (sets.numbers >> 6) + 1
    marks, ranks = np.zeros(blocks, np.uint64), np.empty(blocks, np.int32)
    docs = np.empty(int(indexed.sum()), np.uint16)
    tile = Tile(first, stop, indexed, marks, ranks, np.empty(0, np.int32), docs)
    numbers = _mark_prefixes(sets, tile)
    tile = tile._replace(starts=np.zeros(numbers + 2, np.int32))
    _fill_postings(sets, tile)
    return tile


class TileJoin(Struct, frozen=True):
    """Sets by rising size, made ready: tiles of them may be joined on any thread, in any order.

    prefix : (m,) numbers of each set of which a larger one has at least one, if they have the overlap they need; 0 for
    a set that is no smaller one of any pair. ends : (m,) where the sets begin that are too large for each, rising
    """

    sets: NumberedSets
    needs: Needs
    prefix: NDArray[np.int64]
    ends: NDArray[np.int64]

    @property
    def tiles(self) -> range:
        """First sets of all tiles."""
        return range(0, self.prefix.size, TILE)

    def _indexed(self, part: slice) -> NDArray[np.int64]:
        """How many numbers of each of these sets are indexed, its rarest."""
        prefix = self.prefix[part]
        longer: NDArray[np.int64] = np.minimum(prefix + prefix // LONGER, self.sets.kept[part])
        return np.where(prefix > 0, longer, 0)

    def work(self) -> tuple[int, int]:
        """About how many words of sets all tiles look at, and how often numbers of sets meet indexed ones."""
        owners, prefixes = np.zeros((2, self.sets.numbers), np.int32)
        _count_owners(self.sets, self._indexed(slice(None)), owners, prefixes)
        # a set meets the larger ones, half of all that have the number
        return self.sets.words.size * len(self.tiles) // 2, int(owners.astype(np.int64) @ prefixes) // 2

    def found(self, first: int, heed: Callable[[], None] = lambda: None) -> Iterator[NDArray[np.int32]]:
        """Parts (3, m) of pairs whose smaller set is in the tile that begins at ``first``: larger, smaller, overlap.

        ``heed`` is called every some hundredths of a second, and may raise to end it.
        """
        sets, stop = self.sets, min(first + TILE, self.prefix.size)
        tile = _index(sets, self._indexed(slice(first, stop)), first, stop)
        bits, touched = np.zeros((sets.numbers >> 6) + 1, np.uint64), np.zeros(TILE + 1, np.uint16)
        x, last = first, int(self.ends[stop - 1]) if tile.docs.size else first
        while x < last:
            heed()
            room = Room(bits, np.zeros(TILE, np.int32), touched, np.empty((3, TILE + ROOM), np.int32))
            count, x = _meet(sets, self.needs, tile, x, min(x + STEP, last), room)
            if count:
                yield room.out[:, :count].copy()
