"""What all MinHash schemes share: one function collides with probability J, the estimate is the share of collisions."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simexplorer.signatures.family import Signatures, collision_shares


class JaccardFamily:
    """Base of families whose functions give two sets the same value with their Jaccard similarity as probability."""

    __slots__ = ()
    length: int

    @property
    def measure(self) -> str:
        """``"jaccard"``."""
        return "jaccard"

    def estimate(self, a: Signatures, b: Signatures) -> NDArray[np.float64]:
        """(n,) shares of equal positions among those not infinite on both sides; nan where there is none. Unbiased."""
        return collision_shares(a, b)

    def collision_probability(self, measure: ArrayLike) -> NDArray[np.float64]:
        """J: the similarity itself (for positions that are not infinite on both sides)."""
        return np.asarray(measure, np.float64)

    def measure_at(self, probability: ArrayLike) -> NDArray[np.float64]:
        """J at which one position is equal with this probability: the probability itself."""
        return np.asarray(probability, np.float64)

    def standard_error(self, measure: ArrayLike) -> NDArray[np.float64]:
        """``sqrt(J (1 - J) / K)``: at most 0.0442 for K = 128."""
        j = np.asarray(measure, np.float64)
        return np.sqrt(j * (1.0 - j) / self.length)
