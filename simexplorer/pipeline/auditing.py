"""What the index is expected to have missed, and how the similarities of the whole collection are distributed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.result import Audit, Pairs
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.banding import NO_VALUE, Candidates, equal_of_pairs
from simexplorer.search.filtering import needed_positions, pass_probability
from simexplorer.search.recall import predicted_recall
from simexplorer.search.scurve import collision_probability, pairs_among
from simexplorer.search.tuning import Banding

SAMPLED_PAIRS = 200_000
BINS = 100


def detection_probability(
    signed: SignedCorpus, values: NDArray[np.float64], banding: Banding, floor: float, sigmas: float
) -> NDArray[np.float64]:
    """Chance to share a bucket and pass the check of the signatures; (m,) for values of the family's measure.

    The product of both chances, a lower bound: pairs that share a bucket agree in more positions than others.
    """
    grid = np.linspace(0.0, 1.0, 401)
    passes = pass_probability(signed.family.length, needed_positions(signed.family, floor, sigmas), grid)
    collision = signed.family.collision_probability
    meets = collision_probability(values, banding.bands, banding.rows, collision)
    product: NDArray[np.float64] = meets * np.interp(collision(values), grid, passes)
    return np.maximum(product, 1e-6)


def audit(
    signed: SignedCorpus,
    members: NDArray[np.int64],
    found: Candidates,
    pairs: Pairs,
    yardstick: Yardstick,
    banding: Banding,
    floor: float,
    at_threshold: int,
) -> Audit:
    """Counts, predicted recall at the threshold and the histogram of all similarities.

    The prediction weighs every found pair by one over its chance of being found: the pairs that were found tell how
    many like them were missed. Pairs of identical texts are not counted.
    """
    values = pairs.ranking if pairs.distance is None else pairs.distance
    bottom = float(yardstick.to_family(floor))
    chance = detection_probability(signed, values, banding, bottom, yardstick.recipe.sketch_sigmas)
    if yardstick.recipe.measure == "containment":
        chance = np.ones(len(pairs))  # the exact join misses nothing
    predicted = predicted_recall(chance[:at_threshold])
    histogram, sampled = _histogram(signed, members, pairs, chance, floor, yardstick)
    return Audit(
        candidates=found.candidates,
        verified=int(found.i.size),
        predicted_recall=predicted.recall,
        predicted_missed=predicted.missed if at_threshold else None,
        histogram=histogram,
        exact_from=float(yardstick.similarity(floor)),
        sampled_pairs=sampled,
    )


def _histogram(
    signed: SignedCorpus,
    members: NDArray[np.int64],
    pairs: Pairs,
    chance: NDArray[np.float64],
    floor: float,
    yardstick: Yardstick,
) -> tuple[NDArray[np.float64], int]:
    edges = np.linspace(0.0, 1.0, BINS + 1)
    exact = np.histogram(pairs.ranking, edges, weights=1.0 / chance)[0]
    m = members.size
    if m < 2:
        return exact, 0
    total = pairs_among(m)
    random = np.random.default_rng(signed.family.seed)
    if total <= SAMPLED_PAIRS:
        a, b = np.triu_indices(m, 1)
    else:
        a = np.sort(random.integers(0, m, SAMPLED_PAIRS))  # in order: half of the signatures are read in a row
        b = (a + random.integers(1, m, SAMPLED_PAIRS)) % m
    equal = np.empty(a.size, np.int32)
    infinite = NO_VALUE if signed.infinite is None else np.int64(signed.infinite)
    equal_of_pairs(signed.texts.values, members[a], members[b], infinite, equal)
    shares = np.arange(signed.family.length + 1) / signed.family.length
    estimated = yardstick.similarity(yardstick.from_family(signed.family.measure_at(shares)))[equal]
    below = estimated[estimated < float(yardstick.similarity(floor))]
    return exact + np.histogram(below, edges)[0] * (total / a.size), int(a.size)
