"""C2: MinHash with K hash functions, the reference scheme: positions are independent, at K multiplications an element.

Sources: Broder 1997, "On the resemblance and containment of documents"; functions ``(a x + b) mod p`` as in Broder,
Charikar, Frieze, Mitzenmacher 2000, "Min-wise independent permutations", section 5, and Carter, Wegman 1979.
Bare linear functions are biased on ids with structure (0, 1, 2, ...; multiples of a power of two), so ids are mixed
first. p = 2^61 - 1 exceeds the 60 bits of the mixed ids, and the product is taken in 128 bits: nothing wraps.
Two elements share a mixed id with probability 2^-60.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, kernel, mix64, seed_words
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.jaccard_family import JaccardFamily, require_length

PRIME = 2**61 - 1  # no value of a function, so it stands for infinity too

_P, _LOW, _LOW29 = U(PRIME), U(2**32 - 1), U(2**29 - 1)


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


@kernel
def fill_signatures(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    multipliers: NDArray[np.uint64],
    increments: NDArray[np.uint64],
    salt: np.uint64,
    out: NDArray[np.uint64],
) -> None:
    """Write the least value of every function over every set to ``out`` (n, K) uint64; PRIME for an empty set.

    O(nnz K), about 0.9 ns an element and function. Order and repeats of ids do not matter.
    """
    longest = 1
    for d in range(offsets.size - 1):
        longest = max(longest, offsets[d + 1] - offsets[d])
    mixed = np.empty(longest, np.uint64)
    for d in range(offsets.size - 1):
        start, count = U(offsets[d]), U(offsets[d + 1] - offsets[d])
        for i in range(count):
            mixed[i] = mix64(ids[start + i] ^ salt) >> U(4)
        for j in range(multipliers.size):
            a, b, lowest = multipliers[j], increments[j], _P
            for i in range(count):
                lowest = min(lowest, linear_hash(a, mixed[i], b))
            out[d, j] = lowest


@dataclass(frozen=True, slots=True)
class MinHash(JaccardFamily):
    """K independent hash functions under one seed; one position is equal with the Jaccard similarity of two sets.

    Holds for sets of every size, 1 included, and for ids of any structure: bias below 2^-40 for sets of up to a
    million elements; variance J (1 - J) / K.
    """

    length: int = 128
    seed: int = 1

    SCHEME: ClassVar[str] = "minhash-1"

    def __post_init__(self) -> None:
        require_length(self.length)

    @property
    def scheme(self) -> str:
        """``"minhash-1"``."""
        return self.SCHEME

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) uint64 least values, all below 2^61 - 1, which stands for infinity in the rows of empty sets."""
        values = np.empty((len(documents), self.length), np.uint64)
        fill_signatures(documents.offsets, documents.ids, *linear_functions(self.seed, self.length), values)
        return Signatures(self.scheme, self.seed, values, infinite=PRIME)
