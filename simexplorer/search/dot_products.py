"""Exact dot products of pairs of documents, packed as bitsets with counts; pairs that cannot be near are skipped.

First a bound: in each block of 64 shingles two documents have at most the product of their lengths there in common
(Cauchy, Schwarz), and nothing where no bit is common. In whole numbers, rounded up, it takes a nanosecond a block.

What passes is computed. Where term frequencies are compared, a shared shingle adds the product of its counts, mostly 1:
a popcount finds how many are shared, and only those that one of both repeats are looked at. All is whole numbers below
2^53, so exact. Where each shingle has a weight of its own (tf-idf), products are added with what rounding takes from
each, so that the sum is right to the last digit in whatever order it is made.

Sources: Ogita, Rump, Oishi 2005, "Accurate sum and dot product", algorithm 5.3 (Dot2); Dekker 1971, "A floating-point
technique for extending the available precision" (exact products).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, inlined, kernel_part, lean_kernel
from simexplorer.kernel_words import ONE, popcount, trailing_zeros
from simexplorer.search.packed_counts import Counted

Floats = NDArray[np.float64]
WHOLE = 1 << 32  # a cosine of 1 in the whole numbers of the bound
_ROOT = 65536.0
_SPLIT = 134217729.0  # 2^27 + 1


class Lengths(NamedTuple):
    """How long documents are as vectors; ``squares + rests`` is the square of the length, as a sum without rounding.

    squares, rests : (m,) float64
    reach : (e,) uint32, the length of each entry over that of its document, times 2^16, rounded up
    """

    squares: Floats
    rests: Floats
    reach: NDArray[np.uint32]

    @classmethod
    def nothing(cls) -> Lengths:
        """Of no documents."""
        return cls(np.empty(0), np.empty(0), np.empty(0, np.uint32))

    @classmethod
    def of(cls, packed: Counted, factors: Floats) -> Lengths:
        """Of all packed documents; factors : (numbers,) by which counts are multiplied, or empty: by 1."""
        documents, entries = int(packed.at[1]), int(packed.at[0])
        lengths = cls(np.empty(documents), np.empty(documents), np.zeros(entries, np.uint32))
        _measure_lengths(packed, factors, np.empty(entries), lengths)
        return lengths


@inlined
def _times(packed: Counted, entry: Int, bit: Int) -> float:
    """How often a document has what this bit of one of its entries stands for."""
    again = packed.again[entry]
    if again & bit == U(0):
        return 1.0
    times: float = packed.times[U(packed.firsts[entry]) + popcount(again & (bit - ONE))]
    return times


@inlined
def _add_product(total: float, rest: float, a: float, b: float) -> tuple[float, float]:
    """``total + rest`` and the product of ``a`` and ``b``: the sum as rounded, and all that rounding took from it."""
    product = a * b
    high_a, high_b = a * _SPLIT, b * _SPLIT
    high_a -= high_a - a
    high_b -= high_b - b
    low_a, low_b = a - high_a, b - high_b
    lost = low_a * low_b - (((product - high_a * high_b) - low_a * high_b) - high_a * low_b)
    added = total + product
    part = added - total
    return added, rest + lost + ((total - (added - part)) + (product - part))


@lean_kernel
def _measure_lengths(packed: Counted, factors: Floats, parts: Floats, lengths: Lengths) -> None:
    """Fill in ``lengths``; parts : (e,) scratch, what each entry adds to the square."""
    for d in range(packed.at[1]):
        total, rest = 0.0, 0.0
        first, last = U(packed.starts[d]), U(packed.starts[d + 1])
        for e in range(first, last):
            word, part = packed.words[e], 0.0
            if factors.size == 0:  # what occurs once adds 1
                part, word = np.float64(popcount(word)), packed.again[e]
            while word != U(0):
                bit = word & (~word + ONE)
                word ^= bit
                weight = _times(packed, e, bit)
                if factors.size == 0:
                    part += weight * weight - 1.0
                else:
                    weight *= factors[(U(packed.blocks[e]) << U(6)) | trailing_zeros(bit)]
                    total, rest = _add_product(total, rest, weight, weight)
                    part += weight * weight
            parts[e] = part
            total += part if factors.size == 0 else 0.0
        lengths.squares[d], lengths.rests[d] = total, rest
        for e in range(first, last):
            share = parts[e] / total if total > 0.0 else 0.0
            lengths.reach[e] = U32(np.ceil(np.sqrt(share) * _ROOT)) + U32(1)


@lean_kernel
def reachable(
    packed: Counted,
    reach: NDArray[np.uint32],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    least: NDArray[np.int64],
    words: NDArray[np.uint64],
    spans: NDArray[np.uint32],
    places: NDArray[np.int64],
) -> Int:
    """Write the places of the pairs whose cosine may be ``least`` (p,), in 2^-32, or more; how many there are.

    left, right : (p,) packed documents of each pair; places : (p,) output
    words, spans : a number a block, all 0 before and after: there the left document is spread out, once for a run of
    pairs that have it in common; reach : see ``Lengths``
    """
    spread, count = np.int32(-1), 0
    for p in range(left.size):
        if least[p] > WHOLE:
            continue
        if left[p] != spread:
            if spread >= 0:
                _spread_reach(packed, reach, spread, U(0), words, spans)
            spread = left[p]
            _spread_reach(packed, reach, spread, ~U(0), words, spans)
        bound = U(0)
        for e in range(U(packed.starts[right[p]]), U(packed.starts[right[p] + 1])):
            block = U(packed.blocks[e])
            product = U(spans[block]) * U(reach[e])
            bound += product if (words[block] & packed.words[e]) != U(0) else U(0)
        places[count] = p
        count += np.int64(bound) >= least[p]
    if spread >= 0:
        _spread_reach(packed, reach, spread, U(0), words, spans)
    return count


@kernel_part
def _spread_reach(
    packed: Counted,
    reach: NDArray[np.uint32],
    document: Int,
    mask: Int,
    words: NDArray[np.uint64],
    spans: NDArray[np.uint32],
) -> None:
    """Write the words of a document, and the reach of each, to their blocks; or 0, as ``mask`` says."""
    for e in range(U(packed.starts[document]), U(packed.starts[document + 1])):
        words[packed.blocks[e]], spans[packed.blocks[e]] = packed.words[e] & mask, reach[e] & U32(mask)


@lean_kernel
def multiply(
    packed: Counted,
    factors: Floats,
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    entry_of: NDArray[np.int32],
    shared: NDArray[np.int32],
    dots: Floats,
    rests: Floats,
) -> None:
    """Write how many shingles each pair's documents share, and their dot product, ``dots + rests``: (p,) each.

    left, right : (p,) packed documents of each pair, those with the same left one together
    shared : (p,) output; factors : as in ``Lengths.of``; entry_of : a number a block, all 0 before and after
    """
    spread = np.int32(-1)
    for p in range(left.size):
        if left[p] != spread:
            if spread >= 0:
                _spread_entries(packed, spread, 0, entry_of)
            spread = left[p]
            _spread_entries(packed, spread, 1, entry_of)
        both, total, rest = U(0), 0.0, 0.0
        for b in range(U(packed.starts[right[p]]), U(packed.starts[right[p] + 1])):
            a = U(entry_of[packed.blocks[b]])
            word = packed.words[a] & packed.words[b]
            both += popcount(word)
            if factors.size == 0:  # what occurs once in both adds 1
                total += np.float64(popcount(word))
                word &= packed.again[a] | packed.again[b]
            while word != U(0):
                bit = word & (~word + ONE)
                word ^= bit
                one, other = _times(packed, a, bit), _times(packed, b, bit)
                if factors.size == 0:
                    total += one * other - 1.0
                else:
                    factor = factors[(U(packed.blocks[b]) << U(6)) | trailing_zeros(bit)]
                    total, rest = _add_product(total, rest, one * factor, other * factor)
        shared[p], dots[p], rests[p] = np.int32(both), total, rest
    if spread >= 0:
        _spread_entries(packed, spread, 0, entry_of)


@kernel_part
def _spread_entries(packed: Counted, document: Int, own: Int, entry_of: NDArray[np.int32]) -> None:
    """Write which entry of a document each of its blocks is; or 0, if they are not ``own`` any more."""
    for e in range(U(packed.starts[document]), U(packed.starts[document + 1])):
        entry_of[packed.blocks[e]] = np.int32(e) * np.int32(own)
