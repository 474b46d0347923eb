"""MinHash of b bits: of each minimum only the lowest b bits are kept, and what collides by accident is taken off.

Source: Li, König 2010, "b-bit minwise hashing" (WWW), Theorem 1 for the constants and the variance that follows.
One position of sets of hashed 64-bit ids, which are small against the hash's range, is equal with probability
``P = J + (1 - J) 2^-b``: both constants of the theorem are 2^-b there.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.signatures.family import Signatures, collision_shares, require_length
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.packing import WIDTHS, words_needed


def variance_factor(bits: int, jaccard: float) -> float:
    """By how much the variance grows against full values, sets being small: ``1 + 1 / (J (2^b - 1))``.

    3 for b = 1 at J = 0.5: three times as many functions give the same accuracy.
    """
    return 1.0 + 1.0 / (jaccard * (2.0**bits - 1.0))


def storage_improvement(bits: int, jaccard: float) -> float:
    """How much less memory equal accuracy takes than with minima of 64 bits: 21.3 for b = 1 at J = 0.5."""
    return 64 / (bits * variance_factor(bits, jaccard))


class BBitMinHash(Struct, frozen=True):
    """The lowest ``bits`` bits (1, 2, 4, 8 or 16) of K minima.

    Independent positions for sets of all sizes. The estimate is unbiased and not cut to [0, 1] (cutting would bias
    it): unlike sets come out a little below 0 as often as above. One set empty: 0, exactly; both: nan.
    """

    length: int = 128
    seed: int = 1
    bits: int = 1

    SCHEME: ClassVar[str] = "bbit-3"

    def __post_init__(self) -> None:
        require_length(self.length)
        if self.bits not in WIDTHS:
            raise ParameterError("bits", self.bits, "one of " + ", ".join(map(str, WIDTHS)))

    @property
    def scheme(self) -> str:
        """``"bbit-3/b=..."``."""
        return f"{self.SCHEME}/b={self.bits}"

    @property
    def measure(self) -> str:
        """``"jaccard"``."""
        return "jaccard"

    @property
    def bytes_per_document(self) -> int:
        """Bytes of one packed signature (``packing.pack``)."""
        return 8 * words_needed(self.length, self.bits)

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) values of b bits in the smallest dtype that also holds 2^b, which stands for an empty set."""
        empty = 1 << self.bits
        dtype = np.uint8 if self.bits <= 4 else np.uint16 if self.bits == 8 else np.uint32
        full = MinHash(self.length, self.seed).sign(documents)
        values = np.where(full.values == full.infinite, empty, full.values & full.values.dtype.type(empty - 1))
        return Signatures(self.scheme, self.seed, values.astype(dtype), infinite=empty)

    def estimate(self, a: Signatures, b: Signatures) -> NDArray[np.float64]:
        """(n,) unbiased estimates ``(P - 2^-b) / (1 - 2^-b)`` of J, P the share of equal positions.

        nan where both sets are empty, 0 where one is: its bits agree with none by accident.
        """
        one_empty = (a.values[:, 0] == a.infinite) != (b.values[:, 0] == b.infinite)
        return np.where(one_empty, 0.0, self.measure_at(collision_shares(a, b)))

    def collision_probability(self, measure: ArrayLike) -> NDArray[np.float64]:
        """``J + (1 - J) 2^-b``. One of two sets empty: the empty one is infinite, they never collide."""
        by_chance = 2.0**-self.bits
        return by_chance + (1.0 - by_chance) * np.asarray(measure, np.float64)

    def measure_at(self, probability: ArrayLike) -> NDArray[np.float64]:
        """J at which one position is equal with this probability: ``collision_probability`` turned round."""
        by_chance = 2.0**-self.bits
        return (np.asarray(probability, np.float64) - by_chance) / (1.0 - by_chance)

    def standard_error(self, measure: ArrayLike) -> NDArray[np.float64]:
        """``sqrt(P (1 - P) / K) / (1 - 2^-b)``, exact: that of K independent positions."""
        p = self.collision_probability(measure)
        spread: NDArray[np.float64] = np.sqrt(p * (1.0 - p) / self.length) / (1.0 - 2.0**-self.bits)
        return spread
