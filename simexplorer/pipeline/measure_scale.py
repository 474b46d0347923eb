"""The measures of a run: the schemes that find each, its limit, and its values as similarities from 0 to 1.

Light on purpose: nothing here needs a compiled family, so that windows and command lines may ask at once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.errors import ParameterError
from simexplorer.pipeline.recipe import Recipe

if TYPE_CHECKING:
    from simexplorer.pipeline.result import Pairs

Floats = NDArray[np.float64]

# the schemes that find each measure, the usual one first
SCHEMES_OF = {
    "jaccard": ("fss", "minhash", "one-pass", "first-rows", "bbit"),
    "containment": ("fss", "minhash"),
    "cosine": ("hyperplane", "simhash"),
    "hamming": ("bit-sampling",),
    "euclidean": ("random-lines",),
}
DISTANCES = ("hamming", "euclidean")
_PLACES = 400
OF_VECTORS = ("cosine", "hamming", "euclidean")  # of weighted shingles; the others compare sets or bags


def require_fitting(recipe: Recipe) -> None:
    """Raise ParameterError where scheme, measure and limit of a recipe do not go together."""
    schemes = SCHEMES_OF[recipe.measure]
    if recipe.scheme not in schemes:
        fitting = f"one of {', '.join(schemes)}" if len(schemes) > 1 else schemes[0]
        raise ParameterError("scheme", recipe.scheme, f"{fitting} for the measure {recipe.measure}")
    if recipe.measure in DISTANCES and recipe.max_distance is None:
        raise ParameterError("max_distance", None, f"given for the measure {recipe.measure}, which is a distance")
    if recipe.measure == "hamming" and recipe.max_distance is not None and recipe.max_distance > recipe.simhash_bits:
        rule = f"at most the {recipe.simhash_bits} bits of a fingerprint"
        raise ParameterError("max_distance", recipe.max_distance, rule)


class MeasureScale(Struct, frozen=True):
    """One measure's values beside similarities in [0, 1], by which pairs are ranked, grouped and drawn.

    measure : as the recipe spells it; bits : of a fingerprint (Hamming); interval : width w (Euclidean distance)
    """

    measure: str = "jaccard"
    bits: int = 64
    interval: float = 1.0

    @classmethod
    def of(cls, recipe: Recipe) -> MeasureScale:
        """The scale of a run."""
        return cls(recipe.measure, recipe.simhash_bits, recipe.interval)

    @property
    def is_distance(self) -> bool:
        """Whether small values mean alike."""
        return self.measure in DISTANCES

    @property
    def steps(self) -> int:
        """Of how many equal steps all similarities are multiples: bits are whole; 0 where they may be any."""
        return self.bits if self.measure == "hamming" else 0

    @property
    def places(self) -> Floats:
        """Similarities in [0, 1], rising, at which pairs are told to lie: all there are, or quarters of hundredths."""
        return np.arange(self.steps + 1) / self.steps if self.steps else (np.arange(_PLACES) + 0.5) / _PLACES

    @property
    def of_vectors(self) -> bool:
        """Whether weighted shingles are compared, not sets or bags of them."""
        return self.measure in OF_VECTORS

    def values_of(self, pairs: Pairs) -> Floats:
        """(m,) what the measure says of verified pairs, in its own units."""
        return pairs.distance if self.is_distance and pairs.distance is not None else pairs.ranking

    def similarity(self, values: ArrayLike) -> Floats:
        """In [0, 1], 1 for alike: ``1 - d / f`` of Hamming, ``w / (w + d)`` of Euclidean distances, else itself."""
        raw = np.asarray(values, np.float64)
        if self.measure == "hamming":
            return np.asarray(1.0 - raw / self.bits)
        if self.measure == "euclidean":
            return np.asarray(self.interval / (self.interval + raw))
        return np.clip(raw, 0.0, 1.0)

    def value(self, similarity: ArrayLike) -> Floats:
        """The measure's own value at a similarity, ``similarity`` turned round; Euclidean distance is infinite at 0."""
        raw = np.asarray(similarity, np.float64)
        if self.measure == "hamming":
            return np.asarray(self.bits * (1.0 - raw))
        if self.measure == "euclidean":
            with np.errstate(divide="ignore"):
                return np.asarray(self.interval * (1.0 / raw - 1.0))
        return raw

    def collision_probability(self, similarity: ArrayLike) -> Floats:
        """Chance that one function of the usual families agrees, over the similarity; of b-bit values see ``bbit``.

        Jaccard and Hamming: the similarity itself. Cosine: ``1 - angle / 180``. Euclidean: Datar et al. 2004, a
        function of ``w / d = s / (1 - s)`` alone.
        """
        raw = np.asarray(similarity, np.float64)
        if self.measure == "cosine":
            return np.asarray(1.0 - np.degrees(np.arccos(np.clip(raw, -1.0, 1.0))) / 180.0)
        if self.measure == "euclidean":
            return np.asarray(_of_ratios(raw), np.float64)
        return raw


JACCARD = MeasureScale()  # the usual measure


def _of_one(similarity: float) -> float:
    """``1 - 2 Phi(-x) - 2 / (sqrt(2 pi) x) (1 - exp(-x^2 / 2))`` at ``x = s / (1 - s)``."""
    if similarity >= 1.0:
        return 1.0
    ratio = similarity / (1.0 - similarity)
    if ratio < 1e-4:  # both terms nearly cancel; the first of the series is exact to 1e-9
        return max(0.0, ratio) / math.sqrt(2.0 * math.pi)
    lost = -math.expm1(-0.5 * ratio * ratio) if ratio < 1e150 else 1.0
    return math.erf(ratio / math.sqrt(2.0)) - 2.0 / (math.sqrt(2.0 * math.pi) * ratio) * lost


_of_ratios = np.vectorize(_of_one, otypes=[np.float64])


def shared_of_jaccard(jaccard: ArrayLike, one: ArrayLike, other: ArrayLike) -> Floats:
    """How many shingles two documents share that have so many each: ``J / (1 + J) (a + b)``."""
    raw = np.asarray(jaccard, np.float64)
    return np.asarray(raw / (1.0 + raw) * (np.asarray(one) + np.asarray(other)))


def containment_of_jaccard(jaccard: ArrayLike, one: ArrayLike, other: ArrayLike) -> Floats:
    """The containment that a Jaccard similarity means of documents of so many shingles: shared ones over the fewer."""
    fewer = np.maximum(1, np.minimum(one, other))
    return np.minimum(1.0, shared_of_jaccard(jaccard, one, other) / fewer)


def limit_of(recipe: Recipe) -> float:
    """The threshold, or the largest distance, in the measure's own units."""
    return float(recipe.max_distance or 0.0) if recipe.measure in DISTANCES else recipe.threshold


def limit_similarity(recipe: Recipe) -> float:
    """The limit as a similarity in [0, 1]: pairs count from here up."""
    return float(MeasureScale.of(recipe).similarity(limit_of(recipe)))
