"""Bit sampling for the Hamming distance: one function reads one bit of a fingerprint.

Source: Indyk, Motwani 1998, "Approximate nearest neighbors: towards removing the curse of dimensionality"; Leskovec,
Rajaraman, Ullman 2020, "Mining of Massive Datasets", section 3.7.1.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.kernel_words import seed_words
from simexplorer.signatures.angle_family import NO_DIRECTION
from simexplorer.signatures.family import Signatures, collision_shares, require_length
from simexplorer.signatures.packing import unpack
from simexplorer.signatures.simhash import BITS, SimHash


class BitSampling(Struct, frozen=True):
    """K places among the ``bits`` f of a fingerprint, drawn with repeats, so that the functions are independent.

    Two fingerprints at Hamming distance d agree in one place with probability ``1 - d / f`` exactly.
    """

    length: int = 128
    seed: int = 1
    bits: int = 64

    SCHEME: ClassVar[str] = "bit-sampling-3"

    def __post_init__(self) -> None:
        require_length(self.length)
        if self.bits not in BITS:
            raise ParameterError("simhash_bits", self.bits, "one of " + ", ".join(map(str, BITS)))

    @property
    def scheme(self) -> str:
        """``"bit-sampling-3/f=..."``."""
        return f"{self.SCHEME}/f={self.bits}"

    @property
    def measure(self) -> str:
        """``"hamming"``: differing bits of f."""
        return "hamming"

    def places(self) -> NDArray[np.int64]:
        """(K,) places that are read, 0 to f - 1; f is a power of two, so all are equally likely."""
        return (seed_words(self.seed, self.length) % np.uint64(self.bits)).astype(np.int64)

    def sample(self, fingerprints: NDArray[np.uint64]) -> Signatures:
        """(n, K) uint8 bits of (n, ceil(f / 64)) fingerprints."""
        values = unpack(fingerprints, 1, self.bits, np.uint8)[:, self.places()]
        return Signatures(self.scheme, self.seed, values, infinite=NO_DIRECTION)

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) uint8 bits of the documents' SimHash fingerprints with the same seed."""
        signed = SimHash(self.bits, self.seed).sign(documents)
        return Signatures(self.scheme, self.seed, signed.values[:, self.places()], infinite=NO_DIRECTION)

    def estimate(self, a: Signatures, b: Signatures) -> NDArray[np.float64]:
        """(n,) unbiased Hamming distances: f times the share of differing places; nan where both are empty."""
        return self.measure_at(collision_shares(a, b))

    def collision_probability(self, measure: ArrayLike) -> NDArray[np.float64]:
        """``1 - d / f``."""
        return 1.0 - np.asarray(measure, np.float64) / self.bits

    def measure_at(self, probability: ArrayLike) -> NDArray[np.float64]:
        """The Hamming distance at which one place agrees with this probability."""
        return self.bits * (1.0 - np.asarray(probability, np.float64))

    def standard_error(self, measure: ArrayLike) -> NDArray[np.float64]:
        """``f sqrt(p (1 - p) / K)`` bits, p the collision probability."""
        p = self.collision_probability(measure)
        return self.bits * np.sqrt(p * (1.0 - p) / self.length)
