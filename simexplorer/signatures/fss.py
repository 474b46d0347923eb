"""Fast Similarity Sketching, one pass and no empty groups; the program's default scheme.

Source: Dahlgaard, Knudsen, Thorup 2017, "Fast Similarity Sketching" (FOCS), section 2. In round ``i`` every element
draws one of K bins and a value; a bin keeps the least (round, value) it ever saw. Here three rounds are drawn and a
bin that is still empty takes the minimum of a hash function of its own over the whole set. Each value depends on
(set, bin) alone and every element of a union is equally likely to be the least of a bin, so one position of two
signatures is equal with probability J exactly. Of the 31 bits that a bin drew a signature keeps the lowest 16:
positions that are not equal look equal with a chance of 2^-16, which adds 0.000015 (1 - J) to an estimate, a
three-thousandth of its standard error, for half the memory (Li, König 2010, "b-Bit Minwise Hashing", with b = 16).

The positions are not independent: they are drawn without repeats, which makes the estimate *better* than K
independent functions. Its variance is at most ``J (1 - J) / K`` (Theorem 2 there), of which ``standard_error`` is the
root; about half of it when the union has between K / 3 and K elements. Three rounds fill at most three bins an element,
so most bins of smaller unions have their own, independent functions: with K = 128 the standard deviation is 0.98, 0.96,
0.94, 0.89 and 0.74 of that root for unions of 2, 4, 6, 10 and 50 elements. A band of r positions collides with
probability J^r up to that dependence, which matters for sets of fewer than about 20 elements only.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, inlined, kernel, kernel_part
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.kernel_words import FACTORS, ONE, seed_words
from simexplorer.signatures.family import Signatures, require_length
from simexplorer.signatures.jaccard_family import JaccardFamily
from simexplorer.signatures.lower_draws import AT_ONCE, LIMITS, ROOM, can_leave_out, lower_bins

EMPTY = U32(0xFFFFFFFF)
INFINITE = 0xFFFF
KEPT: TypeAlias = np.uint16
SCHEME = "fss-5"
ROUNDS = 3

ONE32 = U32(1)
STRIDE = U(32)
_AT_ONCE = U(AT_ONCE)
_SEEN = U(6)  # draws a bin after which enough of the next ones change nothing to look for these first
_LOW, _MOST = U(0xFFFFFFFF), U(0x7FFFFFFF)
_A_BIN = U(210)  # steps that a bin's own function costs beside those over the ids: a branch and a minimum of lanes


def sketch_seeds(seed: int, length: int) -> NDArray[np.uint64]:
    """(ROUNDS + 1 + length,) words: one a round, one for the bins' own functions; the rest are these, as halves.

    Of the 2 length halves behind ``ROUNDS + 1`` words, in the order of memory, the first ones are the factors of the
    bins, the others their terms.
    """
    return seed_words(seed, ROUNDS + 1 + length)


def sketch_words(count: int) -> NDArray[np.uint64]:
    """Scratch for the kernels below, for up to ``count`` ids at a time."""
    return np.zeros(max(AT_ONCE + ROOM, (count + int(STRIDE)) // 2 + 1), np.uint64)


@inlined
def draw(id_: Int, salt: Int) -> Int:
    """What an element draws under a salt: 64 bits, each of which depends on many of its bits."""
    word = (id_ ^ salt) * FACTORS[0]
    return (word ^ (word >> U(32))) * FACTORS[1]


@kernel_part
def sketch_round(
    ids: NDArray[np.uint64],
    count: Int,
    seeds: NDArray[np.uint64],
    turn: Int,
    row: NDArray[np.uint32],
    words: NDArray[np.uint64],
) -> None:
    """Lower each bin of ``row`` to the least value that ``ids[:count]`` draw for it in round ``turn``.

    row : (K,) uint32, EMPTY where nothing was drawn yet; seeds : of ``sketch_seeds``; words : of ``sketch_words``
    Repeated ids change nothing. The draws are vector code, the bins are not; of ids behind ``count`` some are drawn for
    nothing, as a rest that is no whole stride would take as long. About 0.7 ns an id.
    """
    salt, bins = seeds[turn], U(row.size) & _LOW  # which tells the compiler that 32 bits are to be multiplied
    for first in range(U(0), U(count), _AT_ONCE):
        some = min(U(count) - first, _AT_ONCE)
        for i in range(min((some + STRIDE - ONE) & ~(STRIDE - ONE), U(ids.size) - first)):
            word = draw(ids[first + i], salt)
            words[i] = (((word >> U(32)) * bins) & ~_LOW) | ((word >> ONE) & _MOST)
        if (first >= _SEEN * bins or (turn > 0 and U(count) >= bins)) and bins <= U(LIMITS) and can_leave_out():
            lower_bins(words, some, row)
        else:
            for i in range(some):
                bin_ = words[i] >> U(32)
                row[bin_] = min(row[bin_], U32(words[i]))


@kernel_part
def count_left(row: NDArray[np.uint32]) -> Int:
    """How many positions of a sketch, ``row`` (K,), nothing was drawn for yet."""
    left = 0
    for j in range(row.size):
        left += row[j] == EMPTY
    return left


@inlined
def _own_value(word: Int, factor: Int, term: Int) -> Int:
    """31-bit value of an element's 32-bit word under a bin's own function: multiply, fold, multiply (vector code).

    The second half of Wellons 2018, "Prospecting for hash functions", lowbias32.
    """
    x = U32(U32(word * factor) + term)
    return U32(U32(U32(x ^ (x >> U32(15))) * U32(0x846CA68B)) >> ONE32)


@kernel_part
def sketch_private(
    ids: NDArray[np.uint64],
    count: Int,
    seeds: NDArray[np.uint64],
    row: NDArray[np.uint32],
    own: NDArray[np.uint32],
    words: NDArray[np.uint64],
) -> None:
    """Lower ``own[j]`` to the minimum of bin j's own function over ``ids[:count]``, for the bins EMPTY in ``row``.

    Others may be lowered too: for few ids that is less work. row, own : (K,) uint32; seeds : of ``sketch_seeds``
    words : of ``sketch_words(count)``; the last id is repeated in it, so that vector code meets whole strides
    """
    bins, salt, short = U(row.size), seeds[ROUNDS], words.view(np.uint32)
    for i in range(U(count)):
        short[i] = U32(draw(ids[i], salt))
    halves = seeds.view(np.uint32)
    factors, terms = U(2 * ROUNDS + 2), U(2 * ROUNDS + 2) + bins
    if U(count) * bins < U(count_left(row)) * (U(count) + _A_BIN):
        for i in range(U(count)):
            word = short[i]
            for j in range(bins):
                own[j] = min(own[j], _own_value(word, halves[factors + j] | ONE32, halves[terms + j]))
        return
    whole = (U(count) + STRIDE - ONE) // STRIDE * STRIDE
    for i in range(U(count), whole):
        short[i] = short[U(count) - ONE]
    for j in range(bins):
        if row[j] == EMPTY:
            factor, term, lowest = halves[factors + j] | ONE32, halves[terms + j], own[j]
            for i in range(whole):
                lowest = min(lowest, _own_value(short[i], factor, term))
            own[j] = lowest


@kernel_part
def close_filled(row: NDArray[np.uint32], drawn: NDArray[np.uint32]) -> None:
    """Before a later round make what is ``drawn`` 0 for the bins of ``row`` that are filled, (K,) each.

    Nothing lowers those.
    """
    for j in range(row.size):
        drawn[j] = EMPTY if row[j] == EMPTY else U32(0)


@kernel_part
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


@kernel_part
def sketch_rest(
    ids: NDArray[np.uint64],
    count: Int,
    seeds: NDArray[np.uint64],
    row: NDArray[np.uint32],
    drawn: NDArray[np.uint32],
    words: NDArray[np.uint64],
) -> None:
    """After the first round over all of a set: the later rounds and the bins' own functions, where still needed.

    The set is ``ids[:count]``, its sketch so far ``row`` (K,) uint32; seeds : of ``sketch_seeds``
    drawn : (K,) uint32 scratch, all EMPTY before and after. words : of ``sketch_words(count)``
    """
    if count == 0 or count_left(row) == 0:
        return
    for turn in range(1, ROUNDS):
        close_filled(row, drawn)
        sketch_round(ids, count, seeds, turn, drawn, words)
        if fill_empty(row, drawn, seeds[turn]) == 0:
            return
    sketch_private(ids, count, seeds, row, drawn, words)
    fill_empty(row, drawn, seeds[ROUNDS])


@kernel_part
def keep_lowest(row: NDArray[np.uint32], out: NDArray[KEPT]) -> None:
    """Write what a signature keeps of a sketch, ``row`` (K,), to ``out`` (K,); INFINITE where it is EMPTY."""
    for j in range(row.size):
        lowest = row[j] & U32(INFINITE)
        out[j] = lowest - U32((lowest == INFINITE) & (row[j] != EMPTY))


@kernel
def _fill_signatures(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    seeds: NDArray[np.uint64],
    words: NDArray[np.uint64],
    out: NDArray[KEPT],
) -> None:
    drawn, row = np.full(out.shape[1], EMPTY, np.uint32), np.empty(out.shape[1], np.uint32)
    for d in range(offsets.size - 1):
        for j in range(row.size):
            row[j] = EMPTY
        members = ids[offsets[d] : offsets[d + 1]]
        sketch_round(members, members.size, seeds, 0, row, words)
        sketch_rest(members, members.size, seeds, row, drawn, words)
        keep_lowest(row, out[d])


def fill_signatures(
    offsets: NDArray[np.int64], ids: NDArray[np.uint64], seeds: NDArray[np.uint64], out: NDArray[KEPT]
) -> None:
    """Write the signature of every set to ``out`` (n, K); an empty set gets a row of INFINITE."""
    _fill_signatures(offsets, ids, seeds, sketch_words(int(np.diff(offsets).max(initial=0))), out)


class FastSimilaritySketch(JaccardFamily, Struct, frozen=True):
    """K positions of Fast Similarity Sketching under one seed; sensitive to the Jaccard similarity of sets.

    Unbiased for sets of every size but for what 16 bits add; ``standard_error`` is an upper bound, about 0.7 of it is
    true for unions of K / 3 to K elements, more for smaller and larger ones. One set empty: estimated 0, as it is; both
    empty: nan.
    """

    length: int = 128
    seed: int = 1

    SCHEME: ClassVar[str] = SCHEME

    def __post_init__(self) -> None:
        require_length(self.length)

    @property
    def scheme(self) -> str:
        """``"fss-5"``."""
        return self.SCHEME

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) uint16 values; O(nnz + n K) but for sets smaller than about 5 K, which take up to K steps an id."""
        values = np.empty((len(documents), self.length), KEPT)
        if len(documents):  # a run asks for the signatures of no documents: what it needs to know is not worth a kernel
            fill_signatures(documents.offsets, documents.ids, sketch_seeds(self.seed, self.length), values)
        return Signatures(self.scheme, self.seed, values, infinite=INFINITE)
