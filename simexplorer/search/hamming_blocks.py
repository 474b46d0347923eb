"""All pairs of fingerprints within k bits by the pigeonhole principle: blocks of bits, and a table for each choice.

Cut the bits into m blocks: two fingerprints within k bits agree in at least m - k of them, so they meet in one of the
tables keyed by m - k blocks. (Manku, Jain, Das Sarma 2007, "Detecting near-duplicates for web crawling", section 3;
here with hashed keys in place of permuted tables, and m chosen by what the fingerprints at hand would cost.)
"""

from __future__ import annotations

from math import comb

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel, kernel_part
from simexplorer.kernel_words import TOGETHER, mix64, popcount, trailing_zeros, words_near

MAX_TABLES = 1000
SAMPLED_PAIRS = 50_000
BUILD_COST, COMPARE_COST = 10.0, 0.5  # nanoseconds a row and table, and a comparison; only their ratio matters
BUCKET_BITS = 4  # a bucket holds 8 to 16 fingerprints of differing blocks on average
NOT_HERE = U(2**62)
_LANES = U(TOGETHER // 8)  # fingerprints compared at once


class Blocks(Struct, frozen=True):
    """m blocks of bits as masks (m, words); every pair within the radius agrees in at least ``keep`` of them."""

    masks: NDArray[np.uint64]
    keep: int

    @property
    def tables(self) -> int:
        """Number of choices of ``keep`` blocks."""
        return comb(self.masks.shape[0], self.keep)

    def meetings(self, differences: NDArray[np.uint64]) -> float:
        """How often one pair is compared, on average over the given (p, words) differences of pairs."""
        agreeing = np.zeros(differences.shape[0], np.int64)
        for mask in self.masks:
            agreeing += ~(differences & mask).any(axis=1)
        choices = np.array([comb(count, self.keep) for count in range(self.masks.shape[0] + 1)], np.float64)
        return float(choices[agreeing].mean())


def choose_blocks(words: NDArray[np.uint64], radius: int) -> Blocks:
    """The number of blocks that costs least on these distinct fingerprints, judged by a sample of their pairs.

    Bits in which no two fingerprints differ are left out, and the others dealt out so that every block tells
    fingerprints apart about equally well: real fingerprints are skewed.
    """
    n, width = words.shape
    rng = np.random.default_rng(0)
    differences = words[rng.integers(0, n, SAMPLED_PAIRS)] ^ words[rng.integers(0, n, SAMPLED_PAIRS)]
    unequal = np.unpackbits(differences.view(np.uint8), axis=1, bitorder="little").mean(axis=0)
    differing = np.array([np.bitwise_or.reduce(word) ^ np.bitwise_and.reduce(word) for word in words.T])
    varying = np.unpackbits(differing.view(np.uint8), bitorder="little")
    bits = np.argsort(-np.minimum(unequal, 1 - unequal), kind="stable")
    bits = bits[varying[bits] == 1]
    best, least = Blocks(np.zeros((radius, width), np.uint64), 0), n * n / 2 * COMPARE_COST
    for count in range(radius + 1, min(bits.size, radius + 12) + 1):
        masks = np.zeros((count, width), np.uint64)
        place = np.arange(bits.size) % (2 * count)
        block = np.minimum(place, 2 * count - 1 - place)
        np.bitwise_or.at(masks, (block, bits // 64), U(1) << (bits % 64).astype(np.uint64))
        blocks = Blocks(masks, count - radius)
        build = blocks.tables * n * BUILD_COST
        if blocks.tables > MAX_TABLES or build >= least:  # more blocks are more tables still
            break
        cost = build + blocks.meetings(differences) * n * n / 2 * COMPARE_COST
        if cost < least:
            best, least = blocks, cost
    return best


@kernel
def _fill_buckets(
    words: NDArray[np.uint64],
    mask: NDArray[np.uint64],
    shift: int,
    buckets: NDArray[np.uint32],
    starts: NDArray[np.int32],
    rows: NDArray[np.int32],
    ordered: NDArray[np.uint64],
) -> None:
    """Put the fingerprints in the order of a hash of their masked bits, cut to its highest: a counting sort.

    buckets : (n,) scratch; starts : (b + 2,) zeros, then where buckets 0 to b - 1 begin, and the end twice
    rows : (n,) and ordered : (words, n and more) get the rows and their fingerprints
    """
    for row in range(U(words.shape[0])):
        state = U(0)
        for w in range(U(words.shape[1])):
            state = mix64(state ^ (words[row, w] & mask[w]))
        bucket = state >> U(shift)
        buckets[row] = bucket
        starts[bucket + U(2)] += 1
    for place in range(2, starts.size):
        starts[place] += starts[place - 1]
    for row in range(U(words.shape[0])):
        next_one = U(buckets[row]) + U(1)
        at = starts[next_one]
        starts[next_one] = at + 1
        rows[at] = row
        for w in range(U(words.shape[1])):
            ordered[w, at] = words[row, w]


@kernel_part
def _are_equal(words: NDArray[np.uint64], x: Int, y: Int) -> bool:
    differs = U(0)
    for w in range(words.shape[0]):
        differs |= words[w, x] ^ words[w, y]
    return bool(differs == U(0))


@kernel_part
def _distance_if_first(
    words: NDArray[np.uint64], x: Int, y: Int, masks: NDArray[np.uint64], kept: NDArray[np.int64]
) -> Int:
    """Distance of two fingerprints in the one table whose blocks are the first in which they agree; else NOT_HERE."""
    agreeing = 0
    for block in range(masks.shape[0]):
        if agreeing == kept.size:
            break
        differs = U(0)
        for w in range(masks.shape[1]):
            differs |= (words[w, x] ^ words[w, y]) & masks[block, w]
        if differs == U(0):
            if kept[agreeing] != block:
                return NOT_HERE
            agreeing += 1
    if agreeing < kept.size:
        return NOT_HERE
    bits = U(0)
    for w in range(words.shape[0]):
        bits += popcount(words[w, x] ^ words[w, y])
    return bits


@kernel
def _bucket_pairs(
    words: NDArray[np.uint64],
    rows: NDArray[np.int32],
    starts: NDArray[np.int32],
    radius: Int,
    masks: NDArray[np.uint64],
    kept: NDArray[np.int64],
    limit: Int,
    out: NDArray[np.int32],
) -> Int:
    """Pairs within the radius that first meet in this table, to ``out`` (3, room); counts on where room ends.

    words : (words, n + 8 any ones) and rows : (n,) in the order of the buckets that begin at ``starts``. Stops beyond
    ``limit``, and where two fingerprints are equal: -1.
    """
    found, most, first = 0, U(radius), words[0]
    origin = U(first.ctypes.data)
    for bucket in range(U(starts.size - 2)):
        begin, end = U(starts[bucket]), U(starts[bucket + U(1)])
        for x in range(begin, end):
            some = x + U(1)
            while some < end:
                near = words_near(origin + U(8) * some, first[x], most)
                if end - some < _LANES:
                    near &= (U(1) << (end - some)) - U(1)
                while near != U(0):
                    y = some + trailing_zeros(near)
                    near &= near - U(1)
                    if _are_equal(words, x, y):
                        return -1
                    bits = _distance_if_first(words, x, y, masks, kept)
                    if bits <= most:
                        if found < out.shape[1]:
                            out[0, found], out[1, found], out[2, found] = rows[x], rows[y], bits
                        found += 1
                some += _LANES
            if found > limit:
                return found
    return found


def table_pairs(
    words: NDArray[np.uint64], blocks: Blocks, kept: tuple[int, ...], radius: int, limit: int
) -> NDArray[np.int32] | None:
    """(3, m) rows and distances of the pairs that the table of the ``kept`` blocks gives, each pair in one table only.

    words : (n, words) fingerprints. None where some are equal: they meet in every table.
    Where there are more than ``limit`` pairs the answer is some (3, more).
    """
    n, width = words.shape
    mask = np.bitwise_or.reduce(blocks.masks[list(kept)], axis=0) if kept else np.zeros(width, np.uint64)
    bits = max(1, n.bit_length() - BUCKET_BITS)
    starts, rows = np.zeros((1 << bits) + 2, np.int32), np.empty(n, np.int32)
    ordered = np.empty((width, n + int(_LANES)), np.uint64)
    _fill_buckets(words, mask, 64 - bits, np.empty(n, np.uint32), starts, rows, ordered)
    out = np.empty((3, max(1024, n // 4)), np.int32)
    while True:
        found = _bucket_pairs(ordered, rows, starts, radius, blocks.masks, np.array(kept, np.int64), limit, out)
        if found <= out.shape[1]:
            return out[:, :found] if found >= 0 else None
        out = np.empty((3, found), np.int32)
        if found > limit:
            return out
