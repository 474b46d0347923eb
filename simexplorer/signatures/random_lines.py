"""Random lines for Euclidean distance: a document's bucket is the interval its projection on a line falls into.

Source: Datar, Immorlica, Indyk, Mirrokni 2004, "Locality-sensitive hashing scheme based on p-stable distributions",
sections 3.1 and 3.2, with the normal distribution, which is 2-stable: ``h(v) = floor((a v + offset) / w)``.
"""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.compiled import kernel, kernel_part
from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.vectors import as_vectors
from simexplorer.kernel_words import seed_words
from simexplorer.signatures.family import Signatures, collision_shares, require_length
from simexplorer.signatures.projections import normal_projections

INFINITE = 2**62
_LARGEST = 2.0**61


@kernel_part
def _probability(ratio: float) -> float:
    """Collision probability for w / d; 0 at 0 and 1 at infinity."""
    if ratio == math.inf:
        return 1.0
    if ratio <= 0.0:
        return 0.0
    # 1 - 2 Phi(-x) is erf(x / sqrt 2); below 1e-4 the two terms nearly cancel and x / sqrt(2 pi) is exact to 1e-9
    if ratio < 1e-4:
        return ratio / math.sqrt(2.0 * math.pi)
    missed = -math.expm1(-0.5 * ratio * ratio)
    return math.erf(ratio / math.sqrt(2.0)) - 2.0 / (math.sqrt(2.0 * math.pi) * ratio) * missed


@kernel
def _fill_probabilities(ratios: NDArray[np.float64], out: NDArray[np.float64]) -> None:
    for i in range(ratios.size):
        out[i] = _probability(ratios[i])


@kernel
def _fill_ratios(probabilities: NDArray[np.float64], out: NDArray[np.float64]) -> None:
    """The ratio w / d of every collision probability, to 1 part in 10^12, by halving the interval of its logarithm."""
    for i in range(probabilities.size):
        wanted = probabilities[i]
        low, high = -30.0, 40.0
        for _ in range(60):
            middle = 0.5 * (low + high)
            if _probability(math.exp(middle)) < wanted:
                low = middle
            else:
                high = middle
        out[i] = math.exp(0.5 * (low + high))
        if wanted <= 0.0:
            out[i] = 0.0
        elif wanted >= 1.0:
            out[i] = math.inf
        elif math.isnan(wanted):
            out[i] = math.nan


class RandomLines(Struct, frozen=True):
    """K random lines cut into intervals of width ``interval`` w; sensitive to the Euclidean distance of documents.

    The law is exact for any two vectors, and the K functions are independent. The *share* of equal buckets is an
    unbiased estimate of the collision probability; the distance that belongs to it is biased by a term of order 1/K.
    Choose w at 1.7 times the distances of interest: there the collision probability is 0.55 and ``standard_error`` is
    smallest in proportion to d (0.123 d for K = 128; 0.136 d at d = w).
    """

    length: int = 128
    seed: int = 1
    interval: float = 1.0

    SCHEME: ClassVar[str] = "random-lines-5"

    def __post_init__(self) -> None:
        require_length(self.length)
        if not 1e-9 <= self.interval <= 1e9:
            raise ParameterError("interval", self.interval, "between 1e-9 and 1e9")

    @property
    def scheme(self) -> str:
        """``"random-lines-5/w=..."``."""
        return f"{self.SCHEME}/w={float(self.interval)!r}"

    @property
    def measure(self) -> str:
        """``"euclidean"``: the L2 distance."""
        return "euclidean"

    def offsets(self) -> NDArray[np.float64]:
        """(K,) where interval 0 of each line begins: this share of an interval before the origin, in [0, 1)."""
        words = seed_words(self.seed, 2 * self.length)[self.length :]
        return (words >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) int64 buckets; 2^62, infinity, for documents without features. Sets are vectors of weights 1."""
        vectors = as_vectors(documents)
        with np.errstate(over="ignore"):  # what lies beyond all intervals goes into the last one
            places = normal_projections(vectors, self.seed, self.length) / self.interval + self.offsets()
        buckets = np.floor(np.clip(places, -_LARGEST, _LARGEST)).astype(np.int64)
        buckets[np.diff(vectors.offsets) == 0] = INFINITE
        return Signatures(self.scheme, self.seed, buckets, infinite=INFINITE)

    def estimate(self, a: Signatures, b: Signatures) -> NDArray[np.float64]:
        """(n,) distances at which the share of equal buckets is expected: inf where no bucket is; nan: both empty."""
        return self.measure_at(collision_shares(a, b))

    def collision_probability(self, measure: ArrayLike) -> NDArray[np.float64]:
        """``1 - 2 Phi(-w/d) - 2 d / (sqrt(2 pi) w) (1 - exp(-w^2 / (2 d^2)))`` at distance d; 1 at d = 0."""
        distance = np.asarray(measure, np.float64)
        with np.errstate(divide="ignore", over="ignore"):
            ratio = self.interval / distance
        out = np.empty(distance.size)
        _fill_probabilities(np.ascontiguousarray(ratio).reshape(-1), out)
        return out.reshape(distance.shape)

    def measure_at(self, probability: ArrayLike) -> NDArray[np.float64]:
        """The distance at which one function collides with this probability: 0 for 1, inf for 0."""
        wanted, places = np.unique(np.asarray(probability, np.float64), return_inverse=True)  # of K functions: few
        ratios = np.empty(wanted.size)
        _fill_ratios(wanted, ratios)
        with np.errstate(divide="ignore"):
            return (self.interval / ratios)[places].reshape(np.shape(probability))

    def standard_error(self, measure: ArrayLike) -> NDArray[np.float64]:
        """``sqrt(p (1 - p) / K) / |dp/dd|``, by the delta method: for distances where both p K and (1 - p) K are large.

        dp/dd is ``-2 / (sqrt(2 pi) w) (1 - exp(-w^2 / (2 d^2)))``.
        """
        distance = np.asarray(measure, np.float64)
        p = self.collision_probability(distance)
        with np.errstate(divide="ignore", over="ignore"):
            steepness = (
                -2.0 / (math.sqrt(2.0 * math.pi) * self.interval) * np.expm1(-0.5 * (self.interval / distance) ** 2)
            )
            return np.where(distance > 0.0, np.sqrt(p * (1.0 - p) / self.length) / steepness, 0.0)
