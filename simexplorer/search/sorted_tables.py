"""One sorted table of permuted fingerprints: how it is made, searched and walked.

(Manku, Jain, Das Sarma 2007, "Detecting near-duplicates for web crawling", section 3.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, lean_kernel
from simexplorer.kernel_words import popcount
from simexplorer.search.hamming import as_words

MAX_STEPS = 512  # of one search: both halve the interval at least every second step


def moves_of(goes_to: tuple[int, ...]) -> NDArray[np.uint64]:
    """(m, 3) runs of bits that a permutation moves at once: lowest bit, the one it goes to, and as many ones.

    Bit position 0 is the most significant, ``q`` goes to ``goes_to[q]``; no run crosses the border of a word.
    """
    bits, start = len(goes_to), 0
    moves = []
    while start < bits:
        length = 1
        while (
            start + length < bits
            and goes_to[start + length] == goes_to[start] + length
            and (bits - start - length) % 64 != 0
            and (bits - goes_to[start] - length) % 64 != 0
        ):
            length += 1
        moves.append((bits - start - length, bits - goes_to[start] - length, (1 << length) - 1))
        start += length
    return np.array(moves, np.uint64)


def permute(fingerprints: NDArray[np.uint64], goes_to: tuple[int, ...]) -> NDArray[np.uint64]:
    """(n, words) fingerprints of ``len(goes_to)`` bits with bit position ``q`` moved to ``goes_to[q]``."""
    words = as_words(fingerprints)
    out = np.zeros_like(words)
    for low, to, ones in moves_of(goes_to):
        out[:, int(to) // 64] |= ((words[:, int(low) // 64] >> (low & U(63))) & ones) << (to & U(63))
    return out


@inlined
def _side(values: NDArray[np.uint64], at: Int, key: NDArray[np.uint64], mask: NDArray[np.uint64]) -> Int:
    """-1, 0 or 1: how the leading bits of one fingerprint compare with those of the key; the last word leads."""
    for w in range(values.shape[1] - 1, -1, -1):
        mine, wanted = values[at, w] & mask[w], key[w] & mask[w]
        if mine != wanted:
            return -1 if mine < wanted else 1
    return 0


@inlined
def _share(low: Int, high: Int, values: NDArray[np.uint64], key: NDArray[np.uint64]) -> Int:
    """The place in [low, high) where the key would stand if the values between were evenly spread."""
    below = above = wanted = 0.0
    scale = 1.0
    for w in range(values.shape[1] - 1, -1, -1):
        below += scale * np.float64(values[low, w])
        above += scale * np.float64(values[high - 1, w])
        wanted += scale * np.float64(key[w])
        scale *= 2.0**-64
    if not below < above:
        return low + (high - low) // 2
    part = min(max((wanted - below) / (above - below), 0.0), 1.0)
    return low + min(np.int64(part * (high - low)), high - low - 1)


@lean_kernel
def find_first(
    values: NDArray[np.uint64],
    key: NDArray[np.uint64],
    mask: NDArray[np.uint64],
    low: Int,
    high: Int,
    interpolate: bool,
    steps: NDArray[np.int64],
) -> tuple[Int, Int]:
    """First place in ``[low, high)`` of sorted ``values`` (n, words) whose bits under ``mask`` are not below the key's.

    Returns it, or ``high``, and the number of steps.

    key : (words,) permuted fingerprint, cut to its leading bits. steps : (MAX_STEPS, 3), row ``s`` gets the interval
    ``[low, high)`` before step ``s`` and the place looked at. Interpolation takes O(log p) steps on random bits (Manku
    et al., section 3); every second step halves the interval, so that skewed ones cost at most 2 log2 n.
    """
    step = 0
    while low < high:
        place = _share(low, high, values, key) if interpolate and step % 2 == 0 else low + (high - low) // 2
        steps[step, 0], steps[step, 1], steps[step, 2] = low, high, place
        if _side(values, place, key, mask) < 0:
            low = place + 1
        else:
            high = place
        step += 1
    return low, step


@lean_kernel
def collect_run(
    values: NDArray[np.uint64],
    rows: NDArray[np.int32],
    key: NDArray[np.uint64],
    mask: NDArray[np.uint64],
    earlier: NDArray[np.uint64],
    first: Int,
    radius: Int,
    count: Int,
    found: NDArray[np.int32],
    bits_of: NDArray[np.int16],
) -> tuple[Int, Int]:
    """Walk the run that shares the key's leading bits; (its end, how many rows are found now).

    values : (n, words), rising; rows : (n,), whose they are; key, mask : (words,); found, bits_of : (room,)
    Rows within the radius and their distances are written from place ``count`` on, as far as there is room;
    ``earlier`` (s, words) are bits that, where all of one row of it agree, an earlier table led to it.
    """
    at = first
    while at < values.shape[0] and _side(values, at, key, mask) == 0:
        bits = U(0)
        for w in range(values.shape[1]):
            bits += popcount(values[at, w] ^ key[w])
        if bits <= U(radius):
            met = False
            for s in range(earlier.shape[0]):
                differs = U(0)
                for w in range(values.shape[1]):
                    differs |= (values[at, w] ^ key[w]) & earlier[s, w]
                met = met or differs == U(0)
            if not met:
                if count < found.size:
                    found[count], bits_of[count] = rows[at], np.int16(bits)
                count += 1
        at += 1
    return at, count


class Stacked(NamedTuple):
    """All tables as the kernel looks them up: values (t, n, words), rows (t, n), moves (t, m, 3), masks (t, words).

    starts : (t, s + 1) where the fingerprints begin whose highest word, shifted right by ``shift``, is 0 to s - 1: a
    search begins with about one leaf of memory in place of all
    earlier : (t, t, words), in row ``t`` the leading bits of every table where table ``t`` puts them
    """

    values: NDArray[np.uint64]
    rows: NDArray[np.int32]
    moves: NDArray[np.uint64]
    masks: NDArray[np.uint64]
    starts: NDArray[np.int32]
    shift: int
    earlier: NDArray[np.uint64]


@lean_kernel
def query_tables(
    tables: Stacked,
    radius: Int,
    interpolate: bool,
    queries: NDArray[np.uint64],
    first: Int,
    keys: NDArray[np.uint64],
    steps: NDArray[np.int64],
    sizes: NDArray[np.int64],
    found: NDArray[np.int32],
    bits_of: NDArray[np.int16],
) -> tuple[Int, Int]:
    """Look queries (m, words) up in all tables, from the ``first`` on; (next query, how many rows were found).

    found, bits_of : (room,) output, rows and their distances
    keys : (2, words) scratch; steps : (MAX_STEPS, 3) scratch. ``sizes`` (m,) gets each one's number of rows. Stops
    before a query for whose rows there is no room.
    """
    values, rows, moves, masks, starts, shift, earlier = tables
    words = values.shape[2]
    key, lead = keys[0], keys[1]
    total = 0
    for q in range(first, queries.shape[0]):
        count = total
        for t in range(values.shape[0]):
            for w in range(words):
                key[w] = U(0)
            for m in range(moves.shape[1]):
                low, to, ones = moves[t, m, 0], moves[t, m, 1], moves[t, m, 2]
                key[to >> U(6)] |= ((queries[q, low >> U(6)] >> (low & U(63))) & ones) << (to & U(63))
            for w in range(words):
                lead[w] = key[w] & masks[t, w]
            part = key[words - 1] >> U(shift)
            begin, end = starts[t, part], starts[t, part + U(1)]
            place = find_first(values[t], lead, masks[t], begin, end, interpolate, steps)[0]
            count = collect_run(
                values[t], rows[t], key, masks[t], earlier[t, :t], place, radius, count, found, bits_of
            )[1]
        if count > found.size:
            return q, total
        sizes[q] = count - total
        total = count
    return queries.shape[0], total


class SortedTable(Struct, frozen=True):
    """One table: ``values`` (n, words) permuted and sorted, ``rows`` (n,) the documents they come from.

    goes_to : its permutation; leading : p, the leading bits a match shares; mask : (words,) these bits
    """

    values: NDArray[np.uint64]
    rows: NDArray[np.int32]
    goes_to: tuple[int, ...]
    leading: int
    mask: NDArray[np.uint64]

    @classmethod
    def build(cls, words: NDArray[np.uint64], goes_to: tuple[int, ...], leading: int) -> SortedTable:
        """The table of (n, words) fingerprints under one permutation."""
        values = permute(words, goes_to)
        order = np.lexsort(values.T) if values.shape[1] > 1 else np.argsort(values[:, 0])
        bits = len(goes_to)
        mask = np.zeros(words.shape[1], np.uint64)
        for bit in range(bits - leading, bits):
            mask[bit // 64] |= U(1 << (bit % 64))
        return cls(values[order], order.astype(np.int32), goes_to, leading, mask)

    def leading_under(self, other: SortedTable) -> NDArray[np.uint64]:
        """(words,) the leading bits of this table where the other one puts them."""
        bits = np.zeros_like(self.mask)
        for position, to in enumerate(self.goes_to):
            if to < self.leading:
                low = len(self.goes_to) - 1 - other.goes_to[position]
                bits[low // 64] |= U(1 << (low % 64))
        return bits
