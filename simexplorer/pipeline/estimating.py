"""One signature against stored ones: which documents are near enough to compare, and how similar they seem."""

from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.filtering import needed_positions, pass_probability
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.known_union import may_lack_values


def of_rows(signatures: Signatures, rows: NDArray[np.integer] | list[int]) -> Signatures:
    """The signatures of these documents, in this order."""
    return replace(signatures, values=signatures.values[rows])


def estimates_against(recipe: Recipe, signatures: Signatures, query: NDArray[np.generic]) -> NDArray[np.float64]:
    """(m,) the scheme's own estimates of the run's measure, in its units, for each row of ``signatures`` and one query.

    query : (k,) values of one signature. nan where neither side has a value to compare.
    """
    same = np.repeat(query[None, :], len(signatures), axis=0).astype(signatures.values.dtype, copy=False)
    estimates = family_of(recipe).estimate(signatures, replace(signatures, values=same))
    return np.asarray(Yardstick(recipe).from_family(estimates), np.float64)


def near_enough(
    recipe: Recipe,
    floor: float,
    signatures: Signatures,
    query: NDArray[np.generic],
    equal: NDArray[np.int32],
) -> NDArray[np.bool_]:
    """(n,) whether rows agree with a query in as many positions as a value of ``floor`` leads to, less the tolerance.

    equal : (n,) agreeing positions of each row and the query. Of positions only those count that have a value on one
    side at least, so that small documents under one-pass and first-rows signatures are not dropped for their gaps. Of
    contained documents the similarity may be anything: a single position is enough.
    """
    if recipe.measure == "containment":
        return np.asarray(equal >= 1)
    family = family_of(recipe)
    bottom = float(Yardstick(recipe).to_family(floor))
    gaps = (
        np.flatnonzero(query == signatures.infinite)
        if may_lack_values(family) and signatures.infinite is not None
        else np.empty(0, np.int64)
    )
    if not gaps.size:
        return np.asarray(equal >= max(1, needed_positions(family, bottom, recipe.sketch_sigmas)))
    counted = family.length - (signatures.values[:, gaps] == signatures.infinite).sum(axis=1)
    chance = float(family.collision_probability(bottom))
    spread = recipe.sketch_sigmas * math.sqrt(chance * (1.0 - chance))
    return np.asarray(equal >= np.maximum(1, np.floor(counted * chance - spread * np.sqrt(counted))))


def chance_of_nearness(recipe: Recipe, similarity: float) -> float:
    """Chance that a document of just this similarity, in [0, 1], is ``near_enough`` down to it; gaps are not counted.

    Of contained documents 1: they are found by reading all.
    """
    if recipe.measure == "containment":
        return 1.0
    family = family_of(recipe)
    value = float(Yardstick(recipe).to_family(MeasureScale.of(recipe).value(similarity)))
    needed = max(1, needed_positions(family, value, recipe.sketch_sigmas))
    return float(pass_probability(family.length, needed, family.collision_probability(value)))
