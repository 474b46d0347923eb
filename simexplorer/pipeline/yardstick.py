"""What "similar" means in a run: the measure, its limit, and how both look to the signatures and to the clusters."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import ArrayLike, NDArray

from simexplorer.errors import InputError
from simexplorer.features.sets import SparseVectors
from simexplorer.pipeline.measure_scale import DISTANCES, MeasureScale, limit_of, limit_similarity
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search import measures
from simexplorer.search.hamming import distances
from simexplorer.search.tuning import Banding, by_recall
from simexplorer.signatures.angle_family import angle_of_cosine, cosine_of_angle
from simexplorer.signatures.family import Family
from simexplorer.signatures.simhash import SimHash

Floats = NDArray[np.float64]
WIDTHS = 1.7  # of an interval of random lines: there estimates are finest (``RandomLines``)
_DIGITS = 12  # of a floor: 0.8 - 0.1 is a little more than 0.7


class Yardstick(Struct, frozen=True):
    """One measure with its limit; ``recipe`` says which.

    Values of the measure are what people read: Jaccard, containment or cosine as similarities, Hamming in bits,
    Euclidean as a length. The signatures may be sensitive to another form of it (the angle for the cosine).
    """

    recipe: Recipe

    @property
    def limit(self) -> float:
        """The threshold, or the largest distance, in the measure's own units."""
        return limit_of(self.recipe)

    def floor(self, headroom: float) -> float:
        """Down to which value pairs are verified: ``headroom`` below the limit for Jaccard, the limit for others."""
        if self.recipe.measure != "jaccard":
            return self.limit
        return max(0.0, min(self.limit, round(self.limit - headroom, _DIGITS)))

    def banding(self, family: Family) -> Banding:
        """Bands and rows as given, or those that reach the wanted recall at the limit."""
        recipe = self.recipe
        if recipe.bands is not None and recipe.rows is not None:
            return Banding(recipe.bands, recipe.rows)
        chosen = by_recall(family.length, limit_similarity(recipe), recipe.recall, self.collision_over(family))
        wide = WIDTHS * self.limit
        if chosen.note and recipe.measure == "euclidean" and recipe.interval < wide:
            return replace(
                chosen, note=f"{chosen.note} So do wider intervals: {wide:g} instead of {recipe.interval:g}."
            )
        return chosen

    def to_family(self, values: ArrayLike) -> Floats:
        """Values of the measure in the family's form: the angle in degrees of a cosine, others as they are."""
        raw = np.asarray(values, np.float64)
        return angle_of_cosine(raw) if self.recipe.measure == "cosine" else raw

    def collision_over(self, family: Family) -> Callable[[Floats], Floats]:
        """Chance that one function collides, over similarities, of which areas can be taken: distances never end."""
        scale = MeasureScale.of(self.recipe)
        return lambda similarity: family.collision_probability(self.to_family(scale.value(similarity)))

    def from_family(self, values: ArrayLike) -> Floats:
        """Values in the family's form as values of the measure: ``to_family`` turned round."""
        raw = np.asarray(values, np.float64)
        return cosine_of_angle(raw) if self.recipe.measure == "cosine" else raw

    def similarity(self, values: ArrayLike) -> Floats:
        """In [0, 1], 1 for alike: ``1 - d / f`` of Hamming, ``w / (w + d)`` of Euclidean distances, else itself."""
        return MeasureScale.of(self.recipe).similarity(values)

    def distance(self, values: Floats) -> Floats | None:
        """What a report calls distance: bits, length, the angle in degrees; None for measures that have none."""
        return self.to_family(values) if self.recipe.measure in (*DISTANCES, "cosine") else None

    def exact_of_vectors(
        self, reader: Reader, rows: NDArray[np.int64], left: NDArray[np.int64], right: NDArray[np.int64]
    ) -> Floats:
        """Cosine, Euclidean distance, or Hamming distance of SimHash fingerprints, from the documents themselves."""
        require_weights(reader)
        return self._of_vectors(reader.vectors(rows), left, right)

    def exact_against(self, reader: Reader, rows: NDArray[np.int64], other: SparseVectors) -> Floats:
        """(m,) the same between each of these documents and the one row of ``other``, weighted as they are."""
        require_weights(reader)
        nothing = np.zeros(rows.size, np.int64)
        return self._of_vectors(reader.vectors(rows), np.arange(rows.size), nothing, other)

    def _of_vectors(
        self,
        vectors: SparseVectors,
        left: NDArray[np.int64],
        right: NDArray[np.int64],
        others: SparseVectors | None = None,
    ) -> Floats:
        """(m,) values of rows ``left`` of ``vectors`` and ``right`` of ``others``, or of the same vectors."""
        if self.recipe.measure == "hamming":
            family = SimHash(self.recipe.simhash_bits, self.recipe.seed)
            prints = family.fingerprints(vectors)
            if others is not None:
                right = right + prints.shape[0]
                prints = np.concatenate([prints, family.fingerprints(others)])
            return distances(prints, left, right).astype(np.float64)
        measure = measures.cosine_similarity if self.recipe.measure == "cosine" else measures.euclidean_distance
        return measure(vectors, left, right, others)


def require_weights(reader: Reader) -> None:
    """Raise InputError where vectors cannot be weighted, since tf-idf is learned from the whole collection."""
    if not reader.knows_weights:
        raise InputError("How rare each shingle is (tf-idf) is not kept with a saved run: analyse again first.")
