"""Pairs without buckets: every two signatures are compared.

Where documents meet in buckets almost as often as they make pairs (few rows, low thresholds), this is less work than to
look through the buckets, and it misses no pair: a pair costs two or three vector comparisons of bytes in the cache, and
of values that are single bits two or three words, of longer sketches an eighth or a quarter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, lean_kernel
from simexplorer.kernel_words import TOGETHER, differing_bits, popcount
from simexplorer.search.agreement import agreeing, equal_bytes, equal_positions
from simexplorer.search.found_pairs import Found, Room, Sieve
from simexplorer.search.mapping import Mapper
from simexplorer.search.random_pairs import random_pairs
from simexplorer.search.scurve import pairs_among
from simexplorer.signatures.odd_comparing import Outlines, may_be_near

_TILE = 128  # documents whose digests stay in the first cache
_ROOM = 1 << 16  # pairs
_GUESSED, _GUESSED_AT_ONCE, _SEED = 1 << 17, 1 << 13, 1  # pairs
_NO_BITS, _NOTHING_TOLD = np.empty((0, 0), np.uint64), np.empty(0, np.int32)


@lean_kernel
def scan_tile(
    members: NDArray[np.int64],
    begin: Int,
    end: Int,
    first: Int,
    digests: NDArray[np.uint8],
    needed: Int,
    agreed: NDArray[np.int32],
    out: NDArray[np.int32],
) -> tuple[Int, Int]:
    """Pairs of members at places ``begin`` to ``end`` with those before them, these from ``first`` on; (next, kept).

    Those that agree in at least ``needed`` bytes are kept: ``out`` (3, room) int32 gets i and j. It stops at ``next``
    where the room may not do: go on there. digests : (n, k) the lowest bytes of all values
    agreed : (end - begin,) scratch. To keep pairs where they are compared takes twice as long: the processor cannot
    begin with the next one before it knows where this one is written
    """
    kept = U(0)
    for place in range(U(first), U(end)):
        if kept + U(end - begin) > U(out.shape[1]):
            return np.int64(place), np.int64(kept)
        i, start = members[place], max(place + U(1), U(begin))
        for other in range(start, U(end)):
            agreed[other - start] = equal_bytes(digests, i, members[other])
        for other in range(start, U(end)):
            out[0, kept], out[1, kept] = i, members[other]
            kept += U(agreed[other - start] >= needed)
    return np.int64(end), np.int64(kept)


@lean_kernel
def scan_bits(
    members: NDArray[np.int64],
    begin: Int,
    end: Int,
    first: Int,
    bits: NDArray[np.uint64],
    length: Int,
    needed: Int,
    agreed: NDArray[np.int32],
    out: NDArray[np.int32],
) -> tuple[Int, Int]:
    """What ``scan_tile`` does for values that are 0 or 1; ``out`` gets the number of equal ones as well.

    bits : (n, words), ``length`` of them, then zeros; members, agreed : as there; ``out`` : (3, room)
    """
    kept = U(0)
    for place in range(U(first), U(end)):
        if kept + U(end - begin) > U(out.shape[1]):
            return np.int64(place), np.int64(kept)
        i, start = U(members[place]), max(place + U(1), U(begin))
        for other in range(start, U(end)):
            j = U(members[other])
            equal = U(length)
            for word in range(U(bits.shape[1])):
                equal -= popcount(bits[i, word] ^ bits[j, word])
            agreed[other - start] = equal
        for other in range(start, U(end)):
            equal_here = agreed[other - start]
            out[0, kept], out[1, kept], out[2, kept] = i, members[other], equal_here
            kept += U(equal_here >= needed)
    return np.int64(end), np.int64(kept)


@lean_kernel
def scan_outlines(
    members: NDArray[np.int64],
    begin: Int,
    end: Int,
    first: Int,
    words: NDArray[np.uint64],
    kept: NDArray[np.int32],
    levels: NDArray[np.int8],
    limits: NDArray[np.int32],
    value: float,
    sigmas: float,
    near: NDArray[np.int32],
    out: NDArray[np.int32],
) -> tuple[Int, Int]:
    """What ``scan_tile`` does for the pairs that may be near by their outlines; words to sigmas : of ``Outlines``.

    near : (end - begin,) scratch; out : (3, room) int32, gets i and j.

    These are in the order of the members. Pairs of one level, as those of texts of about one size are, take half of the
    time.
    """
    found, base, size, top = U(0), U(words.ctypes.data), U(words.shape[1]) * U(8), U(limits.shape[1] - 1)
    for place in range(U(first), U(end)):
        if found + U(end - begin) > U(out.shape[1]):
            return np.int64(place), np.int64(found)
        start, at = max(place + U(1), U(begin)), base + place * size
        level, places, of_level = levels[place], kept[place, 0], limits[U(levels[place] > 0)]
        for other in range(start, U(end)):
            if levels[other] == level:
                bits = differing_bits(at, base + other * size)
                if size > U(TOGETHER):  # then they are twice as long
                    bits += differing_bits(at + U(TOGETHER), base + other * size + U(TOGETHER))
                near[other - start] = bits <= U(of_level[min(U(places + kept[other, 0]), top)])
            else:
                near[other - start] = may_be_near(words, kept, levels, limits, value, sigmas, place, other)
        for other in range(start, U(end)):
            i, j = members[place], members[other]
            out[0, found], out[1, found] = min(i, j), max(i, j)
            found += U(near[other - start])
    return np.int64(end), np.int64(found)


@lean_kernel
def keep_near(
    values: NDArray[Any],
    infinite: Int,
    least: Int,
    told: NDArray[np.int32],
    needed: Int,
    bar: Int,
    counts: NDArray[np.int64],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    equal: NDArray[np.int32],
) -> tuple[Int, Int]:
    """Of pairs, ``left`` to ``equal`` (p,), move those that reach ``bar`` up; (how many, how many miss ``needed``).

    told : (p,) what counts, for pairs with at least ``least`` equal positions; or empty, and these positions count
    counts : (k + 1,) is raised for all that reach ``needed``; values : empty where ``equal`` is known already
    """
    kept, missing = U(0), U(0)
    for p in range(U(left.size)):
        if told.size > 0 and told[p] < needed:
            missing += U(1)
            continue
        i, j = left[p], right[p]
        number = np.int64(equal[p]) if values.size == 0 else equal_positions(values, i, j, infinite)
        if number >= least:
            counting = np.int64(told[p]) if told.size > 0 else number
            left[kept], right[kept], equal[kept] = i, j, number
            if counting >= needed:
                counts[counting] += 1
                kept += U(counting >= bar)
    return np.int64(kept), np.int64(missing)


def packed_bits(values: NDArray[Any], members: NDArray[np.int64]) -> NDArray[np.uint64]:
    """(n, words) the values as bits where those of all members are 0 or 1; else empty."""
    if values.dtype != np.uint8 or values[members].max(initial=0) > 1:
        return _NO_BITS
    bits = np.zeros((values.shape[0], -(-values.shape[1] // 64)), np.uint64)
    packed = np.packbits(values, axis=1)
    bits.view(np.uint8)[:, : packed.shape[1]] = packed
    return bits


class Scan:
    """One scan of all pairs, for parts of the members side by side: ``part(first)`` for every ``first`` of ``jobs``.

    members : (m,) rising rows that take part; length : most that counts for a pair
    bits, digests : one of them is empty
    """

    def __init__(
        self,
        values: NDArray[Any],
        bits: NDArray[np.uint64],
        digests: NDArray[np.uint8],
        members: NDArray[np.int64],
        infinite: np.int64,
    ) -> None:
        self._signatures, self._values = values, values[:0] if bits.size else values  # bits tell all
        self._bits, self._digests = bits, digests
        self._members, self._infinite = members, infinite
        self._sieve: Sieve | None = None
        self._outlines: Outlines | None = None
        self._smallest = self._reach = np.empty(0)
        self._least, self._positions = 0, values.shape[1]
        self.jobs, self.length = range(0, members.size, _TILE)[::-1], values.shape[1]  # the longest first

    def look_closer(self, sieve: Sieve, least: int) -> None:
        """Have count from now on what longer sketches tell, of pairs with ``least`` equal positions."""
        self._sieve, self._least, self.length = sieve, least, sieve.steps
        self._outlines = sieve.outlines
        if self._outlines is not None:
            self._values = self._signatures  # outlines tell of no pair in how many bits its signatures agree
            self._members = self._members[self._outlines.at(self._members).by_size()]
            self._outlines = self._outlines.at(self._members)
            self._smallest, largest = self._outlines.sizes()
            self._reach = np.maximum.accumulate(largest)  # of a place and all before it

    def part(self, first: int, needed: int, bar: int, room: Room) -> Found:
        """The pairs of a tile of members from the first-th on, each with those before it."""
        counts, outlined = np.zeros(self.length + 1, np.int64), self._outlines is not None
        pairs: list[NDArray[np.int32]] = []
        ruled_out = self.pairs_of(first) if outlined else 0
        for near in self._near(first, needed if self._sieve is None else self._least):
            ruled_out -= near.shape[1] if outlined else 0
            told = _NOTHING_TOLD if self._sieve is None else self._sieve.told(near[0], near[1])
            least = bar if room.is_left else self.length + 1
            kept, missing = keep_near(self._values, self._infinite, self._least, told, needed, least, counts, *near)
            pairs.append(room.taken(near[:, :kept]))
            ruled_out += missing
        return Found(pairs, self.pairs_of(first), counts, ruled_out)

    def _near(self, first: int, needed: int) -> Iterator[NDArray[np.int32]]:
        """Runs (3, p) of the pairs of a tile with about ``needed`` equal positions, never fewer than have as many."""
        end = min(first + _TILE, self._members.size)
        place = self._first_near(first, end)
        members, out, agreed = self._members, np.empty((3, _ROOM), np.int32), np.empty(_TILE, np.int32)
        lines = self._outlines
        while place < end:
            if lines is not None:
                place, kept = scan_outlines(
                    members,
                    first,
                    end,
                    place,
                    lines.words,
                    lines.kept,
                    lines.levels,
                    lines.limits,
                    lines.value,
                    lines.sigmas,
                    agreed,
                    out,
                )
            elif self._bits.size:
                place, kept = scan_bits(members, first, end, place, self._bits, self._positions, needed, agreed, out)
            else:
                place, kept = scan_tile(members, first, end, place, self._digests, needed, agreed, out)
            yield out[:, :kept]

    def _first_near(self, first: int, end: int) -> int:
        """Before which place all sets are too small to be near to any of a tile."""
        if self._outlines is None:
            return 0
        least = self._outlines.value * self._smallest[first:end].min()
        return int(np.searchsorted(self._reach, least))

    def pairs_of(self, first: int) -> int:
        """How many pairs that part compares."""
        return pairs_among(min(first + _TILE, self._members.size)) - pairs_among(first)

    @cached_property
    def _drawn(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Places of the members of random pairs."""
        m = self._members.size
        return random_pairs(_SEED, m, min(_GUESSED, pairs_among(m)))

    def expected(self, needed: int, each: Mapper) -> NDArray[np.float64]:
        """(length + 1,) about how many pairs count so much, from ``needed`` on, as random ones tell."""
        (a, b), total = self._drawn, pairs_among(self._members.size)

        def told(first: int) -> NDArray[np.int64]:
            part = slice(first, first + _GUESSED_AT_ONCE)
            i, j = self._members[a[part]], self._members[b[part]]
            counting = equal = agreeing(self._signatures, i, j, int(self._infinite))
            if self._sieve is not None:
                counting = self._sieve.told(i.astype(np.int32), j.astype(np.int32))[equal >= self._least]
            return np.bincount(counting[counting >= needed], minlength=self.length + 1)

        counts = np.array(each(told, range(0, a.size, _GUESSED_AT_ONCE))).sum(axis=0)
        return np.asarray(counts * (total / a.size))
