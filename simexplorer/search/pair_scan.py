"""E1 without buckets: every two signatures are compared.

Where documents meet in buckets almost as often as they make pairs (few rows, low thresholds), this is less work than to
look through the buckets, and it misses no pair: a pair costs two or three vector comparisons of bytes in the cache, and
of values that are single bits two or three words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, lean_kernel
from simexplorer.kernel_words import popcount
from simexplorer.search.agreement import equal_bytes, equal_positions
from simexplorer.search.found_pairs import Found, Room, Sieve
from simexplorer.search.mapping import Mapper
from simexplorer.search.scurve import pairs_among

_TILE = 128  # documents whose digests stay in the first cache
_ROOM = 1 << 16  # pairs
_GUESSED = 16  # parts
_NO_BITS = np.empty((0, 0), np.uint64)


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
    bar: Int,
    counts: NDArray[np.int64],
    out: NDArray[np.int32],
) -> tuple[Int, Int]:
    """Pairs of members at places ``begin`` to ``end`` with those before them, these from ``first`` on; (next, kept).

    Those with at least ``needed`` equal positions are counted by that number in ``counts`` (k + 1,), those with ``bar``
    and more kept: ``out`` (3, room) int32 gets i, j and the number. It stops at ``next`` where the room may not do: go
    on there. digests : (n, k) the lowest bytes of all values
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
                kept += U(equal >= bar)
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
    bar: Int,
    counts: NDArray[np.int64],
    out: NDArray[np.int32],
) -> tuple[Int, Int]:
    """What ``scan_tile`` does for values that are 0 or 1. bits : (n, words), ``length`` of them, then zeros."""
    kept = U(0)
    for place in range(U(first), U(end)):
        if kept + U(end - begin) > U(out.shape[1]):
            return np.int64(place), np.int64(kept)
        i, near = U(members[place]), kept
        for other in range(max(place + U(1), U(begin)), U(end)):
            j = U(members[other])
            equal = U(length)
            for word in range(U(bits.shape[1])):
                equal -= popcount(bits[i, word] ^ bits[j, word])
            out[1, near], out[2, near] = j, equal
            near += U(equal >= U(needed))
        for p in range(kept, near):
            equal_here = out[2, p]
            out[0, kept], out[1, kept], out[2, kept] = i, out[1, p], equal_here
            counts[equal_here] += 1
            kept += U(equal_here >= bar)
    return np.int64(end), np.int64(kept)


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

    members : (m,) rising rows that take part; length : positions of a signature
    bits, digests : one of them is empty; sieve : may be set before the search, and then sees all near pairs
    """

    def __init__(
        self,
        values: NDArray[Any],
        bits: NDArray[np.uint64],
        digests: NDArray[np.uint8],
        members: NDArray[np.int64],
        infinite: np.int64,
    ) -> None:
        self._values, self._bits, self._digests = values, bits, digests
        self._members, self._infinite = members, infinite
        self.sieve: Sieve | None = None
        self.jobs, self.length = range(0, members.size, _TILE)[::-1], values.shape[1]  # the longest first

    def part(self, first: int, needed: int, bar: int, room: Room) -> Found:
        """The pairs of a tile of members from the first-th on, each with those before it."""
        end, place = min(first + _TILE, self._members.size), 0
        counts, out = np.zeros(self.length + 1, np.int64), np.empty((3, _ROOM), np.int32)
        pairs: list[NDArray[np.int32]] = []
        sieved, ruled_out = np.zeros_like(counts), 0
        while place < end:
            least = bar if room.is_left else self.length + 1
            least = needed if self.sieve is not None else least
            if self._bits.size:
                place, kept = scan_bits(
                    self._members, first, end, place, self._bits, self.length, needed, least, counts, out
                )
            else:
                place, kept = scan_tile(
                    self._members, first, end, place, self._values, self._digests, self._infinite, needed, least,
                    counts, out,
                )  # fmt: skip
            found = out[:, :kept]
            if self.sieve is not None:
                found = np.compress(self.sieve(found[0], found[1]), found, axis=1)
                ruled_out += kept - found.shape[1]
                sieved += np.bincount(found[2], minlength=sieved.size)
                found = np.compress(found[2] >= bar, found, axis=1)
            pairs.append(room.taken(found))
        return Found(pairs, self.pairs_of(first), counts if self.sieve is None else sieved, ruled_out)

    def pairs_of(self, first: int) -> int:
        """How many pairs that part compares."""
        return pairs_among(min(first + _TILE, self._members.size)) - pairs_among(first)

    def expected(self, needed: int, each: Mapper) -> NDArray[np.float64]:
        """(length + 1,) about how many pairs have so many equal positions, from ``needed`` on, as some parts tell."""
        jobs = self.jobs[:: max(1, len(self.jobs) // _GUESSED)]
        counts = np.array(each(lambda first: self.part(first, needed, 0, Room(-1)).counts, jobs)).sum(axis=0)
        compared = sum(map(self.pairs_of, jobs))
        return np.asarray(counts * (pairs_among(self._members.size) / max(1, compared)))
