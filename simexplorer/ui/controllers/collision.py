"""How likely equal positions of two signatures are, for the scheme that the fields show."""

from __future__ import annotations

import numpy as np

from simexplorer.pipeline.recipe import Recipe
from simexplorer.search import scurve
from simexplorer.search.scurve import Collision
from simexplorer.ui.panels.heavy_fields import HeavyFields


def collision_of(heavy: HeavyFields) -> Collision:
    """The scheme's collision probability over the Jaccard similarity; ``identity`` where it is that itself."""
    if heavy.scheme.value() != "bbit":
        return scurve.identity
    from simexplorer.pipeline.signing import family_of  # brings the readers of all formats: not before it is needed

    return family_of(Recipe(scheme="bbit", bits=int(heavy.bits.value()))).collision_probability


def half_point(bands: int, rows: int, collision: Collision) -> float:
    """The similarity at which half of the pairs are found; 0 where the curve lies above one half everywhere."""
    return float(scurve.measure_at(0.5, bands, rows, collision))


def approximate_threshold(bands: int, rows: int, collision: Collision) -> float:
    """The similarity at which positions agree with chance ``(1/b)^(1/r)``, the sources' rule of thumb."""
    p = scurve.approximate_threshold(bands, rows)
    if collision is scurve.identity:
        return p
    height = scurve.collision_probability(np.array([p]), bands, rows)
    return float(scurve.measure_at(height, bands, rows, collision)[0])
