"""Choosing bands and rows for signatures of K positions, by four rules.

``by_threshold``: the sources' rule of thumb. ``by_recall``: a wanted chance at the threshold (the program's default:
candidates are verified, so what costs is a miss). ``by_weighted_error``: least weighted area of false positives and
negatives, as if all similarities were equally frequent. ``by_histogram``: against the similarities that the
collection really has, in expected numbers of pairs.

All take a family's collision probability as ``scurve`` does. Equal costs go to fewer bands, then to fewer rows.
"""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.compiled import Int, kernel
from simexplorer.counted_nouns import counted
from simexplorer.errors import ParameterError
from simexplorer.search import scurve
from simexplorer.search.scurve import Collision, Floats, identity

_PANELS = 50
_HALVINGS = 10


class Banding(Struct, frozen=True):
    """How signatures are cut: ``bands`` bands of ``rows`` positions; what is left at their end no band reads.

    note : what was wanted but cannot be had, in words; empty where all is as wanted
    """

    bands: int
    rows: int
    note: str = ""


def pick_bands(threshold: float, positions: int) -> int:
    """Least b with ``b ln b >= -positions ln threshold``: where (1/b)^(1/r) passes the threshold.

    Source: Twitter's Algebird, MinHasher.scala, as the sources quote it. More than ``positions`` is never answered.
    """
    if threshold <= 0.0:
        return positions
    target = -positions * math.log(threshold)
    low, high = 1, positions
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if middle * math.log(middle) >= target else (middle + 1, high)
    return low


def by_threshold(length: int, threshold: float, family: Collision = identity) -> Banding:
    """Bands and rows whose approximate threshold is at or just below the wanted one.

    At least ``1 - (1 - 1/b)^b``, about 0.63, of the pairs at the threshold itself become candidates. That cannot be had
    where one function collides there with less than ``1 / length``: then single rows are returned and the note says so.
    """
    _require_length(length)
    scurve.require_similarity(threshold)
    p = _p_at(threshold, family)
    bands = pick_bands(p, length)
    rows = length // bands
    note = ""
    if p * length < 1.0 - 1e-12:
        found = float(scurve.collision_probability(p, length, 1))
        whose = "its" if length == 1 else "their"
        note = (
            f"{counted(length, 'hash', 'hashes')} cannot reach down to {threshold:g}: {whose} lowest approximate "
            f"threshold is 1/{length} of collisions, and a pair at {threshold:g} is found with probability {found:.4g} "
            "only. More hashes or another threshold help."
        )
    return Banding(bands, rows, note)


def by_recall(length: int, threshold: float, recall: float, family: Collision = identity) -> Banding:
    """Most rows (so fewest false candidates) whose chance to find a pair at the threshold is at least ``recall``.

    Of ``rows`` rows there are always as many bands as fit. Where no banding reaches ``recall``, the one with the best
    chance (single rows) is returned and its note says so. Raises ParameterError unless ``recall`` is in [0, 1).
    """
    _require_length(length)
    scurve.require_similarity(threshold)
    if not 0.0 <= recall < 1.0:
        raise ParameterError("recall", recall, "at least 0 and below 1")
    p = _p_at(threshold, family)
    choices = np.arange(1, length + 1)
    reaching = np.flatnonzero(scurve.miss_probability(p, length // choices, choices) <= 1.0 - recall)
    if reaching.size:
        rows = int(choices[reaching[-1]])
        return Banding(length // rows, rows)
    missed = float(scurve.miss_probability(p, length, 1))
    best = f"{1.0 - missed:.4g}" if missed >= 0.00005 else f"1 - {missed:.1g}"  # never rounded to 1
    return Banding(
        length,
        1,
        f"No choice of bands and rows finds a pair at the limit with probability {recall:g} from "
        f"{counted(length, 'hash', 'hashes')}; "
        f"the best possible, {best}, was taken. More hashes or another limit help.",
    )


def by_weighted_error(
    length: int,
    threshold: float,
    false_positive_weight: float = 0.5,
    false_negative_weight: float = 0.5,
    family: Collision = identity,
) -> Banding:
    """Least ``weight * false positive area + weight * false negative area`` of all bands and rows that fit.

    Equal weights leave about half of the pairs at the threshold unfound (Zhu et al. 2016 take them for LSH Ensemble);
    (0.1, 0.9) is the better choice where candidates are verified.
    """
    _require_length(length)
    scurve.require_similarity(threshold)
    nodes, weights = scurve.quadrature(_graded_edges(threshold))
    grid = _Grid.of(length, nodes, weights, threshold, family)
    return grid.best(false_positive_weight * grid.false_candidates + false_negative_weight * grid.missed)


class Costs(Struct, frozen=True, kw_only=True):
    """What things cost relative to each other: one false candidate, one missed pair, one band of the index."""

    false_candidate: float = 1.0
    miss: float = 100.0
    band: float = 0.0

    def __post_init__(self) -> None:
        for field in ("false_candidate", "miss", "band"):
            if not 0.0 <= (value := getattr(self, field)) < math.inf:
                raise ParameterError(field, value, "0 or more")


def by_histogram(
    length: int,
    threshold: float,
    histogram: ArrayLike,
    costs: Costs | None = None,
    family: Collision = identity,
    at_end: float = 0.0,
    steps: int = 0,
) -> Banding:
    """Least cost on this collection of all choices.

    histogram : (bins,) numbers of pairs of the collection in bins of equal width over [0, 1]; at_end : how many of the
    last bin lie right at 1; steps : as of ``scurve.histogram_nodes``. What the choice is expected to do is
    ``scurve.expected_counts`` of them.
    """
    _require_length(length)
    costs = costs or Costs()
    nodes, pairs = scurve.histogram_nodes(histogram, threshold, at_end, steps)
    grid = _Grid.of(length, nodes, pairs, threshold, family)
    return grid.best(costs.false_candidate * grid.false_candidates + costs.miss * grid.missed + costs.band * grid.bands)


def _require_length(length: int) -> None:
    if length < 1:
        raise ParameterError("hashes", length, "at least 1")


def _p_at(threshold: float, family: Collision) -> float:
    return float(family(np.array([threshold], np.float64))[0])


def _graded_edges(threshold: float) -> Floats:
    """Edges of panels over [0, 1], finer and finer towards both ends, where long bands have their steep part."""
    steps = np.linspace(0.0, 1.0, _PANELS + 1)
    fine = np.exp2(-np.arange(1.0, _HALVINGS + 1.0)) / _PANELS
    return np.unique(np.concatenate([steps, fine, 1.0 - fine, [threshold]]))


class _Grid(Struct, frozen=True):
    """Every choice of bands and rows that fits into K positions, K ln K of them, and what it would do."""

    bands: NDArray[np.int64]
    rows: NDArray[np.int64]
    false_candidates: Floats
    missed: Floats

    @classmethod
    def of(cls, length: int, nodes: Floats, weights: Floats, threshold: float, family: Collision) -> _Grid:
        """Sums over ``nodes`` of weighted probabilities for every choice."""
        most = length // np.arange(1, length + 1)
        rows = np.repeat(np.arange(1, length + 1), most)
        bands = np.arange(rows.size) - np.repeat(np.cumsum(most) - most, most) + 1
        similar = nodes >= threshold
        false_candidates, missed = np.empty(rows.size), np.empty(rows.size)
        _weigh(np.ascontiguousarray(family(nodes)), weights, similar, length, false_candidates, missed)
        return cls(bands, rows, false_candidates, missed)

    def best(self, cost: Floats) -> Banding:
        """The choice of least cost."""
        lowest = np.flatnonzero(cost <= cost.min())
        at = lowest[np.lexsort((self.rows[lowest], self.bands[lowest]))[0]]
        return Banding(int(self.bands[at]), int(self.rows[at]))


@kernel
def _weigh(
    p: Floats, weights: Floats, similar: NDArray[np.bool_], length: Int, false_candidates: Floats, missed: Floats
) -> None:
    """Fill both sums for every (rows, bands) in the order of the grid; about 1 ns a node and choice.

    The chance of a miss is multiplied up band by band: its relative error stays below ``bands`` * 2^-52.
    """
    at = 0
    stays = np.empty(p.size)
    miss = np.empty(p.size)
    for rows in range(1, length + 1):
        for t in range(p.size):
            stays[t] = 1.0 - p[t] ** rows
            miss[t] = 1.0
        for _ in range(length // rows):
            false_sum, miss_sum = 0.0, 0.0
            for t in range(p.size):
                miss[t] *= stays[t]
                false_sum += 0.0 if similar[t] else weights[t] * (1.0 - miss[t])
                miss_sum += weights[t] * miss[t] if similar[t] else 0.0
            false_candidates[at] = false_sum
            missed[at] = miss_sum
            at += 1
