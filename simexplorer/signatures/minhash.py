"""MinHash with K hash functions, the reference scheme: positions are independent, at K multiplications an element.

Sources: Broder 1997, "On the resemblance and containment of documents"; functions ``(a x + b) mod p`` as in Broder,
Charikar, Frieze, Mitzenmacher 2000, "Min-wise independent permutations", section 5, and Carter, Wegman 1979.
Bare linear functions are biased on ids with structure (0, 1, 2, ...; multiples of a power of two), so ids are mixed
first. p = 2^61 - 1 exceeds the 60 bits of the mixed ids, and the product is taken in 128 bits: nothing wraps.
Two elements share a mixed id with probability 2^-60.
"""

from __future__ import annotations

import functools
from typing import Any, ClassVar, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, kernel, kernel_part, machine_word
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.kernel_words import ONE, mix64, seed_words
from simexplorer.signatures.family import Signatures, require_length
from simexplorer.signatures.jaccard_family import JaccardFamily

PRIME = 2**61 - 1  # no value of a function, so it stands for infinity too

_P, _LOW, _LOW29 = U(PRIME), U(2**32 - 1), U(2**29 - 1)

# Rough values. Of a float64 between 2^32 and 2^33 the lowest 20 bits are what stands behind the point.
BLOCK = U(32)  # elements
HALF_BITS = 30  # of an element's 60
_HALF = U(2**HALF_BITS - 1)
_ROUGH_BITS = 20
_ROUGH, _BELOW = U(2**_ROUGH_BITS - 1), U(61 - _ROUGH_BITS)
_ALOFT = 2.0**32 + 4 * 2.0**-_ROUGH_BITS  # moved up by more than rounding takes off: what is small never seems large
_DOUBT = U(8)  # more than moving up and rounding make of a value together


@inlined
def linear_hash(a: Int, x: Int, b: Int) -> Int:
    """``(a x + b) mod (2^61 - 1)`` for uint64 a, x, b below 2^61, by 32-bit halves: four products that fit 64 bits.

    Modulo p, 2^61 is 1 and 2^64 is 8, so the parts of the product are folded to below 2^63 before they can wrap.
    Vector units multiply 32-bit halves, not 64-bit words: 0.9 ns a value, where one 128-bit product takes 1.5 ns.
    """
    a1, a0, x1, x0 = a >> U(32), a & _LOW, x >> U(32), x & _LOW
    low, middle, high = a0 * x0, a1 * x0 + a0 * x1, a1 * x1
    total = (low & _P) + (low >> U(61)) + ((middle & _LOW29) << U(32)) + (middle >> U(29)) + (high << U(3)) + b
    total = (total & _P) + (total >> U(61))
    return min(total, total - _P)


def linear_functions(seed: int, length: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64], np.uint64]:
    """(K,) multipliers in 1..p - 1, (K,) increments in 0..p - 1 and the salt that ids are mixed with."""
    words = seed_words(seed, 2 * length + 1)
    return U(1) + words[:length] % U(PRIME - 1), words[length:-1] % _P, words[-1]


class Functions(NamedTuple):
    """K linear functions: their parameters, and rough ones in floating point.

    multipliers, increments : (K,) uint64 a and b; salt : what ids are mixed with
    slopes : (K, 2) float64, a / p and the part of 2^30 a / p behind the point; starts : (K,) float64, b / p and _ALOFT
    """

    multipliers: NDArray[np.uint64]
    increments: NDArray[np.uint64]
    salt: np.uint64
    slopes: NDArray[np.float64]
    starts: NDArray[np.float64]


def functions_of(a: NDArray[np.uint64], b: NDArray[np.uint64], salt: np.uint64) -> Functions:
    """The functions of these multipliers and increments."""
    slopes = np.array([[x / PRIME, (x << HALF_BITS) % PRIME / PRIME] for x in a.tolist()])
    return Functions(a, b, salt, slopes, b / PRIME + _ALOFT)


@functools.lru_cache(maxsize=8)
def functions(seed: int, length: int) -> Functions:
    """The functions of a seed; drawing them takes as long as signing some thousand elements."""
    return functions_of(*linear_functions(seed, length))


@machine_word
def _rough_value(_context: Any, _low: Any, _high: Any, _slope: Any, _steep: Any, _start: Any) -> Any:
    """``start + low slope + high steep`` of five float64, in its bits (uint64); a processor may round once or twice."""

    from llvmlite import ir
    from numba import types

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        total = args[4]
        for factor, other in ((args[0], args[2]), (args[1], args[3])):
            total = builder.fadd(builder.fmul(factor, other, flags=("contract",)), total, flags=("contract",))
        return builder.bitcast(total, ir.IntType(64))

    return types.uint64(*[types.float64] * 5), codegen


@inlined
def _least_exactly(mixed: NDArray[np.uint64], first: Int, last: Int, a: Int, b: Int, lowest: Int) -> Int:
    """The least of ``lowest`` and the values of ``mixed[first:last]``."""
    for i in range(first, last):
        lowest = min(lowest, linear_hash(a, mixed[i], b))
    return lowest


@kernel_part
def _least_value(
    mixed: NDArray[np.uint64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    least: NDArray[np.uint64],
    count: Int,
    j: Int,
    of: Functions,
) -> Int:
    """The least value of function j over ``mixed[:count]``, 1 or more, filled up to a whole block.

    Of each block the least rough value is found. The block with the least of all is gone through exactly, and then
    those that may hold less than what was found there: seldom any.
    """
    a, b = of.multipliers[j], of.increments[j]
    slope, steep, start = of.slopes[j, 0], of.slopes[j, 1], of.starts[j]
    blocks = (count - ONE) // BLOCK + ONE
    near: Int = _ROUGH
    at: Int = U(0)
    for block in range(blocks):
        rough: Int = _ROUGH
        for i in range(block * BLOCK, (block + ONE) * BLOCK):
            rough = min(rough, _rough_value(low[i], high[i], slope, steep, start) & _ROUGH)
        least[block] = rough
        at = block if rough < near else at
        near = min(near, rough)
    lowest = _least_exactly(mixed, at * BLOCK, (at + ONE) * BLOCK, a, b, _P)
    for block in range(blocks):
        if least[block] <= (lowest >> _BELOW) + _DOUBT and block != at:
            lowest = _least_exactly(mixed, block * BLOCK, (block + ONE) * BLOCK, a, b, lowest)
    return lowest


@kernel
def fill_signatures(
    offsets: NDArray[np.int64], ids: NDArray[np.uint64], of: Functions, out: NDArray[np.uint64]
) -> None:
    """Write the least value of every function over every set to ``out`` (n, K) uint64; PRIME for an empty set.

    Set ``d`` is ``ids[offsets[d]:offsets[d + 1]]``; their order and repeats do not matter. O(nnz K), about 0.2 ns an
    element and function.
    """
    longest = 0
    for d in range(offsets.size - 1):
        longest = max(longest, offsets[d + 1] - offsets[d])
    room = np.int64(longest) + np.int64(BLOCK)
    mixed, low, high = np.empty(room, np.uint64), np.empty(room), np.empty(room)
    least = np.empty(room // np.int64(BLOCK) + 1, np.uint64)
    for d in range(offsets.size - 1):
        start, count = U(offsets[d]), U(offsets[d + 1] - offsets[d])
        last: Int = count - ONE
        for i in range(count if count <= BLOCK else (last // BLOCK + ONE) * BLOCK):
            element = mix64(ids[start + min(i, last)] ^ of.salt) >> U(4)
            mixed[i] = element
            low[i], high[i] = np.float64(np.int64(element & _HALF)), np.float64(np.int64(element >> U(HALF_BITS)))
        for j in range(out.shape[1]):
            if count <= BLOCK:
                out[d, j] = _least_exactly(mixed, U(0), count, of.multipliers[j], of.increments[j], _P)
            else:
                out[d, j] = _least_value(mixed, low, high, least, count, j, of)


class MinHash(JaccardFamily, Struct, frozen=True):
    """K independent hash functions under one seed; one position is equal with the Jaccard similarity of two sets.

    Holds for sets of every size, 1 included, and for ids of any structure: bias below 2^-40 for sets of up to a
    million elements; variance J (1 - J) / K.
    """

    length: int = 128
    seed: int = 1

    SCHEME: ClassVar[str] = "minhash-3"

    def __post_init__(self) -> None:
        require_length(self.length)

    @property
    def scheme(self) -> str:
        """``"minhash-3"``."""
        return self.SCHEME

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) uint64 least values, all below 2^61 - 1, which stands for infinity in the rows of empty sets."""
        values = np.empty((len(documents), self.length), np.uint64)
        fill_signatures(documents.offsets, documents.ids, functions(self.seed, self.length), values)
        return Signatures(self.scheme, self.seed, values, infinite=PRIME)
