"""What SimHash and random hyperplanes share: one function is a bit, two vectors' bits differ as their angle says."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.signatures.family import Signatures, collision_shares

NO_DIRECTION = 2  # in place of a bit: the vector is zero, it has no angle with anything


def has_direction(documents: ShingleSets | SparseVectors) -> NDArray[np.bool_]:
    """(n,) whether a document has any feature whose weight is not 0."""
    if isinstance(documents, ShingleSets):
        return documents.sizes > 0
    before = np.concatenate([[0], np.cumsum(documents.weights != 0.0)])
    return np.diff(before[documents.offsets]) > 0


def cosine_of_angle(degrees: ArrayLike) -> NDArray[np.float64]:
    """Cosine similarity of two vectors at this angle."""
    return np.cos(np.deg2rad(np.asarray(degrees, np.float64)))


def angle_of_cosine(cosine: ArrayLike) -> NDArray[np.float64]:
    """Angle in degrees, 0 to 180, of two vectors with this cosine similarity; rounding beyond [-1, 1] is taken off."""
    return np.rad2deg(np.arccos(np.clip(np.asarray(cosine, np.float64), -1.0, 1.0)))


def bits_of_signs(projections: NDArray[np.float64], directed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """(n, k) 1 where a projection is above 0, else 0; NO_DIRECTION in the rows of documents without direction."""
    return np.where(directed[:, None], projections > 0.0, np.uint8(NO_DIRECTION)).astype(np.uint8)


class AngleFamily:
    """Base of families of bits: two documents' bits are equal with probability ``1 - angle / 180``."""

    __slots__ = ()
    length: int

    @property
    def measure(self) -> str:
        """``"angle"``, in degrees, 0 to 180."""
        return "angle"

    def estimate(self, a: Signatures, b: Signatures) -> NDArray[np.float64]:
        """(n,) angles in degrees: the share of *differing* bits times 180; nan where both have no direction.

        A document without direction differs from every other one in all bits.
        """
        return self.measure_at(collision_shares(a, b))

    def collision_probability(self, measure: ArrayLike) -> NDArray[np.float64]:
        """``1 - angle / 180`` (Goemans, Williamson 1995, Lemma 3.2; Charikar 2002, section 3)."""
        return 1.0 - np.asarray(measure, np.float64) / 180.0

    def measure_at(self, probability: ArrayLike) -> NDArray[np.float64]:
        """The angle at which one bit is equal with this probability."""
        return 180.0 * (1.0 - np.asarray(probability, np.float64))

    def standard_error(self, measure: ArrayLike) -> NDArray[np.float64]:
        """``180 sqrt(p (1 - p) / K)`` degrees, p the collision probability: at most 7.95 degrees for K = 128."""
        p = self.collision_probability(measure)
        return 180.0 * np.sqrt(p * (1.0 - p) / self.length)
