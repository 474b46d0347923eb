"""C3b: Fast Similarity Sketching, one pass and no empty groups; the program's default scheme.

Source: Dahlgaard, Knudsen, Thorup 2017, "Fast Similarity Sketching" (FOCS), section 2. In round ``i`` every element
draws one of K bins and a value; a bin keeps the least (round, value) it ever saw. Here three rounds are drawn and a
bin that is still empty takes the minimum of a hash function of its own over the whole set. Each value depends on
(set, bin) alone and every element of a union is equally likely to be the least of a bin, so one position of two
signatures is equal with probability J exactly (but for hash ties, 2^-31 a position).

The positions are not independent: they are drawn without repeats, which makes the estimate *better* than K
independent functions. Its variance is at most ``J (1 - J) / K`` (Theorem 2 there), about half of it when the union
has fewer elements than K; ``standard_error`` states the bound. A band of r positions collides with probability J^r
up to that dependence, which matters for sets of fewer than about 20 elements only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, folded_multiply, inlined, kernel, lean_kernel, seed_words
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.jaccard_family import JaccardFamily, require_length

EMPTY = U32(0xFFFFFFFF)
SCHEME = "fss-1"
ROUNDS = 3

ONE, ONE32 = U(1), U32(1)
STRIDE = U(32)
_LOW = U(0xFFFFFFFF)


def sketch_seeds(seed: int, length: int) -> NDArray[np.uint64]:
    """(2 ROUNDS + 2 + length,) words: a pair for every round, a pair and a word a bin for the bins' own functions."""
    return seed_words(seed, 2 * ROUNDS + 2 + length)


@inlined
def _draw(element: Int, first: Int, second: Int) -> Int:
    """A fresh 64-bit word for an element under one pair of seeds; both factors hold the element."""
    return folded_multiply(element ^ first, ((element << U(32)) | (element >> U(32))) ^ second)


@lean_kernel
def sketch_round(
    ids: NDArray[np.uint64], count: Int, seeds: NDArray[np.uint64], turn: Int, row: NDArray[np.uint32]
) -> None:
    """Lower each bin of ``row`` to the least value that ``ids[:count]`` draw for it in round ``turn``.

    row : (K,) uint32, EMPTY where nothing was drawn yet. Repeated ids change nothing. About 0.8 ns an id.
    """
    first, second, bins = seeds[2 * turn], seeds[2 * turn + 1], U(row.size)
    for i in range(U(count)):
        word = _draw(ids[i], first, second)
        bin_ = ((word & _LOW) * bins) >> U(32)
        row[bin_] = min(row[bin_], U32(word >> U(33)))


@inlined
def _own_value(word: Int, factor: Int, term: Int) -> Int:
    """31-bit value of an element's 32-bit word under a bin's own function: multiply, fold, multiply (vector code)."""
    x = U32(U32(word * factor) + term)
    return U32(U32(U32(x ^ (x >> U32(15))) * U32(0x846CA68B)) >> ONE32)


@lean_kernel
def sketch_private(
    ids: NDArray[np.uint64],
    count: Int,
    seeds: NDArray[np.uint64],
    row: NDArray[np.uint32],
    own: NDArray[np.uint32],
    words: NDArray[np.uint32],
) -> None:
    """Lower ``own[j]`` to the minimum of bin j's own function over ``ids[:count]``, for the bins EMPTY in ``row``.

    words : (count + STRIDE,) uint32 scratch; the last id is repeated in it, so that vector code meets whole strides.
    """
    first, second = seeds[2 * ROUNDS], seeds[2 * ROUNDS + 1]
    first_bin = U(2 * ROUNDS + 2)  # word j behind it: bin j's factor in the low half, its term in the high half
    for i in range(U(count)):
        words[i] = U32(_draw(ids[i], first, second))
    whole = (U(count) + STRIDE - ONE) // STRIDE * STRIDE
    for i in range(U(count), whole):
        words[i] = words[U(count) - ONE]
    halves = seeds.view(np.uint32)
    for j in range(U(row.size)):
        if row[j] == EMPTY:
            factor, term, lowest = halves[(first_bin + j) * U(2)] | ONE32, halves[(first_bin + j) * U(2) + ONE], own[j]
            for i in range(whole):
                lowest = min(lowest, _own_value(words[i], factor, term))
            own[j] = lowest


@lean_kernel
def fill_empty(row: NDArray[np.uint32], drawn: NDArray[np.uint32], salt: Int) -> Int:
    """Take over ``drawn`` in the bins of ``row`` that are EMPTY, both (K,), and empty it; how many bins stay EMPTY.

    Values of a later round are moved by ``salt``, so that they do not tie with the same value of another round.
    """
    left = 0
    tag = U32(salt) & U32(0x7FFFFFFF)
    for j in range(row.size):
        value = drawn[j]
        taken = EMPTY if value == EMPTY else value ^ tag
        row[j] = taken if row[j] == EMPTY else row[j]
        left += row[j] == EMPTY
        drawn[j] = EMPTY
    return left


@lean_kernel
def sketch_rest(
    ids: NDArray[np.uint64],
    count: Int,
    seeds: NDArray[np.uint64],
    row: NDArray[np.uint32],
    drawn: NDArray[np.uint32],
    words: NDArray[np.uint32],
) -> None:
    """After the first round over all of a set: the later rounds and the bins' own functions, where still needed.

    drawn : (K,) uint32 scratch, all EMPTY before and after. words : (count + STRIDE,) uint32 scratch.
    """
    left = 0
    for j in range(row.size):
        left += row[j] == EMPTY
    if left == 0 or count == 0:
        return
    for turn in range(1, ROUNDS):
        sketch_round(ids, count, seeds, turn, drawn)
        if fill_empty(row, drawn, seeds[2 * turn]) == 0:
            return
    sketch_private(ids, count, seeds, row, drawn, words)
    fill_empty(row, drawn, seeds[0])


@kernel
def fill_signatures(
    offsets: NDArray[np.int64], ids: NDArray[np.uint64], seeds: NDArray[np.uint64], out: NDArray[np.uint32]
) -> None:
    """Write the sketch of every set to ``out`` (n, K) uint32; an empty set gets a row of EMPTY."""
    drawn = np.full(out.shape[1], EMPTY, np.uint32)
    largest = 1
    for d in range(offsets.size - 1):
        largest = max(largest, offsets[d + 1] - offsets[d])
    words = np.empty(np.int64(largest) + np.int64(STRIDE), np.uint32)
    for d in range(offsets.size - 1):
        row = out[d]
        for j in range(row.size):
            row[j] = EMPTY
        members = ids[offsets[d] : offsets[d + 1]]
        sketch_round(members, members.size, seeds, 0, row)
        sketch_rest(members, members.size, seeds, row, drawn, words)


@dataclass(frozen=True, slots=True)
class FastSimilaritySketch(JaccardFamily):
    """K positions of Fast Similarity Sketching under one seed; sensitive to the Jaccard similarity of sets.

    Unbiased for sets of every size; ``standard_error`` is an upper bound, about 0.7 of it is true for unions of fewer
    than K elements. One set empty: estimated 0, as it is; both empty: nan.
    """

    length: int = 128
    seed: int = 1

    SCHEME: ClassVar[str] = SCHEME

    def __post_init__(self) -> None:
        require_length(self.length)

    @property
    def scheme(self) -> str:
        """``"fss-1"``."""
        return self.SCHEME

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) uint32 values; O(nnz + n K) but for sets smaller than about 5 K, which take up to K steps an id."""
        values = np.empty((len(documents), self.length), np.uint32)
        if len(documents):  # a run asks for the signatures of no documents: what it needs to know is not worth a kernel
            fill_signatures(documents.offsets, documents.ids, sketch_seeds(self.seed, self.length), values)
        return Signatures(self.scheme, self.seed, values, infinite=int(EMPTY))
