"""The chance that banding makes two documents candidates, ``1 - (1 - p^r)^b``, and all that follows from it.

``p`` is the chance that one function of the family gives both documents the same value: the Jaccard similarity itself
for MinHash, ``1 - angle / 180`` for hyperplanes, and so on; a family other than the identity is handed over as a
function from similarities in [0, 1], whatever its own measure is, to ``p``.

Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", sections 3.4.2 and 3.4.3.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.errors import ParameterError

Floats: TypeAlias = NDArray[np.float64]
Collision: TypeAlias = Callable[[Floats], Floats]  # similarity -> chance of one function, rising, in [0, 1]
Counts: TypeAlias = int | NDArray[np.int64]

POINTS = np.linspace(0.0, 1.0, 201)  # where a curve is drawn
_ROUNDING = 1e-9  # what a family's formula may be off at its ends
_LEVELS = np.array(
    [1e-12, 1e-9, 1e-6, 1e-4, 1e-2, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1 - 1e-4, 1 - 1e-6, 1 - 1e-9, 1 - 1e-12]
)


def pairs_among(documents: int) -> int:
    """How many pairs so many documents make, ``n (n - 1) / 2``: what an index saves from being compared."""
    return documents * (documents - 1) // 2


def identity(similarity: Floats) -> Floats:
    """The collision probability of MinHash: the Jaccard similarity itself."""
    return similarity


def _log_miss(similarity: ArrayLike, bands: Counts, rows: Counts, family: Collision) -> Floats:
    """Logarithm of ``(1 - p^r)^b``, right to a few units in the last place for p near 0 and near 1."""
    require_positive(bands, rows)
    p = np.asarray(family(np.asarray(similarity, np.float64)), np.float64)
    if np.any((p < -_ROUNDING) | (p > 1.0 + _ROUNDING)):
        raise ValueError("a collision probability lies in [0, 1]")
    p = np.clip(p, 0.0, 1.0)
    with np.errstate(divide="ignore", under="ignore"):
        band = np.power(p, rows)
        near_one = np.log(-np.expm1(rows * np.log(p)))  # 1 - p^r without the difference
        return np.asarray(bands) * np.where(band < 0.5, np.log1p(-np.minimum(band, 0.5)), near_one)


def _hit(log_miss: Floats) -> Floats:
    """What is not missed; 0 and not -0 where all is."""
    return np.asarray(-np.expm1(log_miss) + 0.0)


def require_positive(bands: Counts, rows: Counts) -> None:
    """Raise ParameterError unless both numbers (or all of both arrays) are at least 1."""
    for field, value in (("bands", bands), ("rows", rows)):
        if np.min(value) < 1:
            raise ParameterError(field, value, "at least 1")


def collision_probability(similarity: ArrayLike, bands: Counts, rows: Counts, family: Collision = identity) -> Floats:
    """Chance in [0, 1] that two documents so similar share a bucket in at least one band; all three broadcast."""
    with np.errstate(under="ignore"):
        return _hit(_log_miss(similarity, bands, rows, family))


def miss_probability(p: ArrayLike, bands: Counts, rows: Counts) -> Floats:
    """Chance in [0, 1] that they share none: the rest to 1, but exact where it is tiny. p : of one function"""
    with np.errstate(under="ignore"):
        return np.asarray(np.exp(_log_miss(p, bands, rows, identity)))


def approximate_threshold(bands: int, rows: int, family: Collision = identity) -> float:
    """Where one function agrees with chance ``(1/b)^(1/r)``, the sources' rule of thumb for the steep part; nan: none.

    Of a family other than the identity the similarity in [0, 1] at which it does.
    """
    require_positive(bands, rows)
    p = float(bands ** (-1.0 / rows))
    return p if family is identity else _place_of(float(collision_probability(p, bands, rows)), bands, rows, family)


def level_point(probability: ArrayLike, bands: int, rows: int) -> Floats:
    """The p at which the curve reaches this height exactly: ``(1 - (1 - height)^(1/b))^(1/r)``."""
    require_positive(bands, rows)
    with np.errstate(divide="ignore"):
        band = -np.expm1(np.log1p(-np.asarray(probability, np.float64)) / bands)
    return np.asarray(np.power(band, 1.0 / rows))


def half_point(bands: int, rows: int, family: Collision = identity) -> float:
    """Where half of the pairs become candidates, exactly: the p, or the similarity in [0, 1] of another family.

    nan where more of them do everywhere.
    """
    return _place_of(0.5, bands, rows, family)


def _place_of(height: float, bands: int, rows: int, family: Collision) -> float:
    """The similarity at which the curve reaches a height; nan where it lies above it everywhere."""
    if float(collision_probability(0.0, bands, rows, family)) > height:
        return math.nan
    return float(similarity_at(height, bands, rows, family))


def similarity_at(probability: ArrayLike, bands: int, rows: int, family: Collision = identity) -> Floats:
    """The similarity at which the curve reaches this height; the nearer of 0 and 1 where it never does."""
    wanted = level_point(probability, bands, rows)
    if family is identity:
        return wanted
    low, high = np.zeros(wanted.shape), np.ones(wanted.shape)
    for _ in range(100):
        middle = 0.5 * (low + high)
        go_up = family(middle) < wanted
        low, high = np.where(go_up, middle, low), np.where(go_up, high, middle)
    return np.asarray(0.5 * (low + high))


def slope(p: ArrayLike, bands: int, rows: int) -> Floats:
    """Steepness of the curve over p, ``b r p^(r-1) (1 - p^r)^(b-1)``; times the slope of p over another measure."""
    p = np.asarray(p, np.float64)
    if bands == 1:
        return np.asarray(rows * np.power(p, rows - 1.0))
    with np.errstate(under="ignore"):
        return np.asarray(bands * rows * np.power(p, rows - 1.0) * np.exp(_log_miss(p, bands - 1, rows, identity)))


def quadrature(edges: Floats) -> tuple[Floats, Floats]:
    """Nodes and weights of Gauss and Legendre's rule between each two neighbours of ``edges`` (rising): (m,) both."""
    nodes, weights = _rule()
    middle, half = 0.5 * (edges[1:] + edges[:-1]), 0.5 * np.diff(edges)
    return (middle[:, None] + half[:, None] * nodes).ravel(), (half[:, None] * weights).ravel()


@cache
def _rule() -> tuple[Floats, Floats]:
    return np.polynomial.legendre.leggauss(12)


class ErrorAreas(Struct, frozen=True):
    """Areas between the curve and the step at the threshold, over the similarity.

    false_positive : under the curve where pairs are not similar enough; false_negative : above it where they are
    """

    false_positive: float
    false_negative: float


def error_areas(threshold: float, bands: int, rows: int) -> ErrorAreas:
    """Both areas of MinHash to about 12 digits (the steep part of the curve gets its own nodes)."""
    require_similarity(threshold)
    steps = level_point(_LEVELS, bands, rows)
    edges = np.unique(np.concatenate([np.linspace(0.0, 1.0, 9), steps, [threshold]]))
    nodes, weights = quadrature(edges)
    similar = nodes >= threshold
    return ErrorAreas(
        float(weights[~similar] @ collision_probability(nodes[~similar], bands, rows)),
        float(weights[similar] @ miss_probability(nodes[similar], bands, rows)),
    )


def require_similarity(threshold: float) -> None:
    """Raise ParameterError unless the threshold is a similarity in [0, 1]."""
    if not 0.0 <= threshold <= 1.0:
        raise ParameterError("threshold", threshold, "between 0 and 1")


class ExpectedCounts(Struct, frozen=True):
    """Numbers of pairs to be expected under one banding; sums of probabilities, so rarely whole.

    similar : pairs at or beyond the threshold; found : those that become candidates; false_candidates : candidates
    that are not similar enough
    """

    similar: float
    found: float
    false_candidates: float
    missed: float

    @property
    def candidates(self) -> float:
        """All pairs that share a bucket."""
        return self.found + self.false_candidates

    @property
    def recall(self) -> float:
        """Share of the similar pairs that are found; 1 where there are none."""
        return 1.0 - self.missed / self.similar if self.similar > 0.0 else 1.0


def histogram_nodes(
    histogram: ArrayLike, threshold: float, at_end: float = 0.0, steps: int = 0
) -> tuple[Floats, Floats]:
    """Nodes and numbers of pairs at them: pairs are spread evenly over their bin, the threshold's bin is split.

    at_end : so many pairs of the last bin lie right at 1 (equal sets do), which is their node
    steps : similarities are multiples of one over so many, as those of fingerprints are: these are the nodes
    """
    counts = np.array(histogram, np.float64)
    counts[-1] = max(0.0, counts[-1] - at_end)
    require_similarity(threshold)
    if steps:
        return _stepped_nodes(counts, at_end, steps)
    bins = np.linspace(0.0, 1.0, counts.size + 1)
    nodes, weights = quadrature(np.union1d(bins, [threshold]))
    inside = np.clip(np.searchsorted(bins, nodes, side="right") - 1, 0, counts.size - 1)
    return np.append(nodes, 1.0), np.append(weights * counts[inside] / (1.0 / counts.size), at_end)


def _stepped_nodes(counts: Floats, at_end: float, steps: int) -> tuple[Floats, Floats]:
    """All multiples of 1 / steps: those in one bin share its pairs, what no multiple is in goes to the next one below.

    Right at 1 are ``at_end`` alone.
    """
    nodes = np.arange(steps + 1) / steps
    ends = np.arange(1, counts.size + 1) / counts.size
    last = np.searchsorted(nodes[:-1], ends) - 1  # the last multiple below the end of each bin
    held = np.diff(last, prepend=-1)
    pairs = np.zeros(steps + 1)
    pairs[:steps] = np.repeat(counts / np.maximum(held, 1), held)
    np.add.at(pairs, last[held == 0], counts[held == 0])
    pairs[-1] = at_end
    return nodes, pairs


def expected_counts(
    histogram: ArrayLike,
    threshold: float,
    bands: int,
    rows: int,
    family: Collision = identity,
    at_end: float = 0.0,
    steps: int = 0,
) -> ExpectedCounts:
    """What this banding does to a collection whose pairs are distributed as ``histogram``.

    histogram : (bins,) numbers of pairs in bins of equal width over [0, 1], spread evenly inside a bin
    at_end : how many of the last bin lie right at 1; steps : as of ``histogram_nodes``
    """
    nodes, pairs = histogram_nodes(histogram, threshold, at_end, steps)
    similar = nodes >= threshold
    log_miss = _log_miss(nodes, bands, rows, family)
    with np.errstate(under="ignore"):
        hit, miss = _hit(log_miss), np.exp(log_miss)
        return ExpectedCounts(
            similar=float(pairs[similar].sum()),
            found=float(pairs[similar] @ hit[similar]),
            false_candidates=float(pairs[~similar] @ hit[~similar]),
            missed=float(pairs[similar] @ miss[similar]),
        )
