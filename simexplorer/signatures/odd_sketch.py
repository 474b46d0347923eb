"""A long sketch of a set that tells far from near before sets are compared: parities of its ids in 4,096 cells.

Every id flips the bit of one cell, so that the sketches of two sets differ only where ids fell that one of them holds
and the other does not. How many these are follows from the number of bits that differ, and the Jaccard similarity from
that and both sizes. (Mitzenmacher, Pagh, Pham 2014, "Efficient estimation for high similarities using odd sketches",
section 3; there the ids are values of MinHash.) An id costs a hash and a bit, whatever the number of cells.

Repeats must not flip anything back: ids mark places first, 32 of which belong to each cell. And so many differing ids
that a cell is hit again and again tell nothing: of more than ``most`` ids those are taken whose hash ends in ``level``
zeros. One half of the cells is for the ids that the next level would not take, the other for those that it would: so
that a set can be compared with one of the next level.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, inlined, kernel
from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import ONE, popcount, seed_words
from simexplorer.signatures.fss import draw

LENGTH = 4096  # bits
WORDS = LENGTH // 64
PLACES = 1 << 17
MOST_IDS = 1 << 14
_LEAST_SAMPLE = 256  # places: of a text that repeats a few shingles nearly all ids are left out, and chance tells which
NO_LEVEL = np.int8(-1)
_AT_ONCE = 1024  # ids
_TOP_LEVEL, _PLACE = 16, U32(16)  # bits of a hash that tell its level, and those behind them its place in a half
_BIT = U32(63)


class OddSketches(Struct, frozen=True):
    """Sketches of m sets.

    words : (m, WORDS) uint64, in turn of the half for ids that only this level takes, and for those of the next one too
    kept : (m, 2) int32, how many places are marked, and how many of them the next level would mark
    levels : (m,) int8, zeros in which the hash of an id ends at least; NO_LEVEL where there is no sketch
    """

    words: NDArray[np.uint64]
    kept: NDArray[np.int32]
    levels: NDArray[np.int8]

    @classmethod
    def none(cls, count: int) -> OddSketches:
        """Room for so many, none of which is there."""
        levels = np.full(count, NO_LEVEL)
        return cls(np.zeros((count, WORDS), np.uint64), np.zeros((count, 2), np.int32), levels)

    def put(self, rows: NDArray[np.int64] | slice, other: OddSketches) -> None:
        """Copy another chunk's sketches to these rows."""
        self.words[rows], self.kept[rows], self.levels[rows] = other.words, other.kept, other.levels


@inlined
def _fold(places: NDArray[np.uint64], row: NDArray[np.uint64], kept: NDArray[np.int32]) -> None:
    """From the marked places to the parities of their cells; clears the places."""
    whole, higher = U(0), U(0)
    for w in range(U(WORDS)):
        row[w] = U(0)
    for first in range(U(0), U(places.size), U(WORDS)):
        for w in range(U(WORDS)):
            row[w] ^= places[first + w]
    for w in range(U(0), U(places.size), U(2)):
        next_too = popcount(places[w + ONE])
        higher += next_too
        whole += popcount(places[w]) + next_too
    kept[0], kept[1] = whole, higher
    for w in range(U(places.size)):
        places[w] = U(0)


@kernel
def _fill_sketches(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    salt: Int,
    most: Int,
    words: NDArray[np.uint64],
    kept: NDArray[np.int32],
    levels: NDArray[np.int8],
) -> None:
    """Write the sketch of every set that has one, as the columns of ``OddSketches``."""
    tags, places = np.empty(_AT_ONCE, np.uint32), np.zeros(PLACES // 64, np.uint64)
    for d in range(offsets.size - 1):
        members = ids[offsets[d] : offsets[d + 1]]
        level = U(0)
        while (U(members.size) >> level) > U(most) and level < U(_TOP_LEVEL - 1):
            level += ONE
        below = (U32(1) << U32(level)) - U32(1)
        for first in range(0, members.size, _AT_ONCE):
            some = U(min(members.size - first, _AT_ONCE))
            for t in range(some):
                tags[t] = U32(draw(members[U(first) + t], salt) >> U(32))
            if level > U(0):
                at = U(0)
                for t in range(some):
                    tag = tags[t]
                    tags[at] = tag
                    at += U(tag & below == U32(0))
                some = at
            for t in range(some):
                tag = tags[t]
                place, next_too = tag >> _PLACE, ((tag >> U32(level)) & U32(1)) ^ U32(1)
                word = (place >> U32(6)) << U32(1) | next_too
                places[word] |= ONE << U(place & _BIT)
        _fold(places, words[d], kept[d])
        if kept[d, 0] >= (_LEAST_SAMPLE if level > U(0) else 1):
            levels[d] = level
        else:
            words[d] = U(0)


def odd_sketches(sets: ShingleSets, seed: int, most: int = MOST_IDS) -> OddSketches:
    """The sketches of these sets, in which ids may be repeated; of an empty set there is none, nor of many ids with few
    different ones. About 2 ns an id and 2 us a set."""
    out = OddSketches.none(len(sets))
    _fill_sketches(sets.offsets, sets.ids, seed_words(seed, 1)[0], most, out.words, out.kept, out.levels)
    return out
