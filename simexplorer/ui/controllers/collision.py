"""How likely equal positions of two signatures are, for what the fields show; over similarities from 0 to 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search import scurve
from simexplorer.search.scurve import Collision
from simexplorer.search.tuning import by_recall
from simexplorer.ui.panels.heavy_fields import HeavyFields

_LINEAR = ("jaccard", "hamming", "containment")  # the similarity is the chance


def collision_of(heavy: HeavyFields) -> Collision:
    """The scheme's collision probability over the similarity; ``identity`` where it is that itself."""
    scale = heavy.scale
    if heavy.scheme.value() == "bbit":
        bits = int(heavy.bits.value())

        def with_chance(similarity: NDArray[np.float64]) -> NDArray[np.float64]:
            """b bits of two minima agree by chance in one of 2^b cases."""
            return np.asarray(similarity + (1.0 - similarity) * 2.0**-bits)

        return with_chance
    return scurve.identity if scale.measure in _LINEAR else scale.collision_probability


def chosen_banding(recipe: Recipe, collision: Collision) -> tuple[int, int]:
    """The bands and rows that reach the recipe's recall at its threshold or largest distance."""
    banding = by_recall(recipe.signature_length, limit_similarity(recipe), recipe.recall, collision)
    return banding.bands, banding.rows
