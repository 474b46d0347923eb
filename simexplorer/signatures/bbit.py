"""MinHash of b bits: of each minimum only the lowest b bits are kept, and what collides by accident is taken off.

Source: Li, König 2010, "b-bit minwise hashing" (WWW), Theorem 1 for the constants and the variance that follows.
With sets of sizes f1 and f2 in a universe of D rows, r = f / D, one position is equal with probability
``P = C1 + (1 - C2) J``. For hashed 64-bit ids the sets are small against the hash's range, r is 0 and both constants
are 2^-b. That is the default; the general constants are for explicit permutations of a small universe (they are
themselves the limit of large D at a fixed r: off by about 1 / (2^b D)).
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.signatures.family import Signatures, collision_shares
from simexplorer.signatures.jaccard_family import require_length
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.packing import WIDTHS, words_needed
from simexplorer.signatures.permutations import ExplicitPermutations


def constants(
    sizes_a: ArrayLike, sizes_b: ArrayLike, universe: int | None, bits: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Constants C1, C2 of Theorem 1 for sets of these sizes among ``universe`` rows; 2^-b each for universe None."""
    f1, f2 = np.asarray(sizes_a, np.float64), np.asarray(sizes_b, np.float64)
    if universe is None:  # the limit of sizes that are nothing in it
        by_chance = np.full(np.broadcast(f1, f2).shape, 2.0**-bits)
        return by_chance, by_chance
    a1, a2 = (_accident(f / universe, bits) for f in (f1, f2))
    part = f1 / np.maximum(f1 + f2, 1.0)
    return a1 * (1.0 - part) + a2 * part, a1 * part + a2 * (1.0 - part)


def _accident(r: NDArray[np.float64], bits: int) -> NDArray[np.float64]:
    """A of Theorem 1: ``r (1 - r)^(2^b - 1) / (1 - (1 - r)^(2^b))``, and its limit 2^-b at r = 0."""
    kept = np.minimum(r, 1.0)
    above = -np.expm1(2.0**bits * np.log1p(-np.minimum(kept, 1.0 - 1e-16)))
    inside = kept * (1.0 - kept) ** (2.0**bits - 1.0) / np.where(above > 0.0, above, 1.0)
    return np.where(kept > 0.0, inside, 2.0**-bits)


def variance_factor(bits: int, jaccard: float) -> float:
    """By how much the variance grows against full values, sets being small: ``1 + 1 / (J (2^b - 1))``.

    3 for b = 1 at J = 0.5: three times as many functions give the same accuracy.
    """
    return 1.0 + 1.0 / (jaccard * (2.0**bits - 1.0))


def storage_improvement(bits: int, jaccard: float) -> float:
    """How much less memory equal accuracy takes than with minima of 64 bits: 21.3 for b = 1 at J = 0.5."""
    return 64 / (bits * variance_factor(bits, jaccard))


class BBitMinHash(Struct, frozen=True):
    """The lowest ``bits`` bits (1, 2, 4, 8 or 16) of K minima; ids of any kind, or rows 0..N - 1 with ``universe`` N.

    Independent positions for sets of all sizes. The estimate is unbiased and not cut to [0, 1] (cutting would bias
    it): unlike sets come out a little below 0 as often as above. One set empty: 0, exactly; both: nan.
    With ``universe`` the constants depend on the sizes of both sets: use ``estimate_of_sizes``, and give the sizes to
    the other methods. Left out they stand for sets that are nothing in the universe, for which C1 = C2 = 2^-b.
    """

    length: int = 128
    seed: int = 1
    bits: int = 1
    universe: int | None = None

    SCHEME: ClassVar[str] = "bbit-3"

    def __post_init__(self) -> None:
        require_length(self.length)
        if self.bits not in WIDTHS:
            raise ParameterError("bits", self.bits, "one of " + ", ".join(map(str, WIDTHS)))

    @property
    def scheme(self) -> str:
        """``"bbit-3/b=..."``, with ``/N=...`` for a universe of rows."""
        rows = "" if self.universe is None else f"/N={self.universe}"
        return f"{self.SCHEME}/b={self.bits}{rows}"

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
        full = (
            MinHash(self.length, self.seed).sign(documents)
            if self.universe is None
            else ExplicitPermutations(self.length, self.seed, self.universe).sign(documents)
        )
        values = np.where(full.values == full.infinite, empty, full.values & full.values.dtype.type(empty - 1))
        return Signatures(self.scheme, self.seed, values.astype(dtype), infinite=empty)

    def estimate(self, a: Signatures, b: Signatures) -> NDArray[np.float64]:
        """(n,) unbiased estimates ``(P - 2^-b) / (1 - 2^-b)`` of J, P the share of equal positions.

        For hashed ids, and for sets that are small in the universe. nan where both sets are empty, 0 where one is.
        """
        return self._unbiased(a, b, *constants(0, 0, None, self.bits))

    def estimate_of_sizes(
        self, a: Signatures, b: Signatures, sizes_a: ArrayLike, sizes_b: ArrayLike
    ) -> NDArray[np.float64]:
        """(n,) estimates ``(P - C1) / (1 - C2)`` with the constants for sets of these sizes in the universe."""
        return self._unbiased(a, b, *constants(sizes_a, sizes_b, self.universe, self.bits))

    def _unbiased(
        self, a: Signatures, b: Signatures, c1: NDArray[np.float64], c2: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """``(P - C1) / (1 - C2)``; 0 where one of both sets is empty, whose bits agree with none by accident."""
        estimates = (collision_shares(a, b) - c1) / (1.0 - c2)
        one_empty = (a.values[:, 0] == a.infinite) != (b.values[:, 0] == b.infinite)
        return np.where(one_empty, 0.0, estimates)

    def collision_probability(
        self, measure: ArrayLike, sizes_a: ArrayLike = 0, sizes_b: ArrayLike = 0
    ) -> NDArray[np.float64]:
        """``J + (1 - J) 2^-b``; with a universe and the sets' sizes ``C1 + (1 - C2) J``.

        One of two sets empty: the empty one is infinite, they never collide.
        """
        c1, c2 = constants(sizes_a, sizes_b, self.universe, self.bits)
        return c1 + (1.0 - c2) * np.asarray(measure, np.float64)

    def measure_at(self, probability: ArrayLike, sizes_a: ArrayLike = 0, sizes_b: ArrayLike = 0) -> NDArray[np.float64]:
        """J at which one position is equal with this probability: ``collision_probability`` turned round."""
        c1, c2 = constants(sizes_a, sizes_b, self.universe, self.bits)
        return (np.asarray(probability, np.float64) - c1) / (1.0 - c2)

    def standard_error(self, measure: ArrayLike, sizes_a: ArrayLike = 0, sizes_b: ArrayLike = 0) -> NDArray[np.float64]:
        """``sqrt(P (1 - P) / K) / (1 - C2)``, exact: that of K independent positions."""
        p = self.collision_probability(measure, sizes_a, sizes_b)
        c2 = constants(sizes_a, sizes_b, self.universe, self.bits)[1]
        spread: NDArray[np.float64] = np.sqrt(p * (1.0 - p) / self.length) / (1.0 - c2)
        return spread
