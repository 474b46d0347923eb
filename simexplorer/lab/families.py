"""Families combined, to be looked at block by block: the curve and (d1, d2, p1, p2) after each AND and OR.

Every figure is that of ``signatures.sensitivity`` and of the families themselves; ``trial`` draws real functions with a
seed and counts how often the construction says yes, beside the probability it is expected to have.
Source: Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", sections 3.6 and 3.7.
"""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.lab.family_kinds import KINDS
from simexplorer.signatures.family import MAX_LENGTH, Family
from simexplorer.signatures.schemes import family
from simexplorer.signatures.sensitivity import Construction, Sensitivity, Step, distance_probability

CURVE_POINTS = 401
MOST_TRIALS = 1000
_SHINGLES = 1200  # of the planted pair of sets: its distance is right to 1 in 1,200


def family_of(kind: str, *, length: int = 1, seed: int = 1, interval: float = 1.0) -> Family:
    """The family of one of ``KINDS``, with ``length`` functions; ParameterError for any other word."""
    if kind not in KINDS:
        raise ParameterError("kind", kind, "one of " + ", ".join(KINDS))
    return family(KINDS[kind].scheme, length, seed, interval=interval)


class FamilyCurve(Struct, frozen=True):
    """A construction, block by block.

    distances : (m,) rising; chances : (blocks + 1, m) of a yes with 0, 1, 2, ... blocks, innermost first
    promises : what is promised at d1 and d2 after so many blocks; fixed : distances that all blocks leave as they are
    interval : width w of random lines
    """

    kind: str
    construction: Construction
    distances: NDArray[np.float64]
    chances: NDArray[np.float64]
    promises: tuple[Sensitivity, ...]
    fixed: NDArray[np.float64]
    interval: float

    def chance(self, distance: float, blocks: int) -> float:
        """Chance of a yes at any distance, beyond the last of ``distances`` too, with the first ``blocks`` blocks."""
        one = distance_probability(family_of(self.kind, interval=self.interval), distance)
        return float(Construction(self.construction.steps[:blocks]).probability(one))


def family_curve(kind: str, steps: tuple[Step, ...], d1: float, d2: float, interval: float = 1.0) -> FamilyCurve:
    """The curve of a family through ANDs and ORs, and its promise at two distances; refuses d1 >= d2 by name."""
    one = family_of(kind, interval=interval)
    span = KINDS[kind].span
    if kind == "euclid":
        span = max(span * interval, d2)  # far is seen wherever it is
    elif d2 > span:
        raise ParameterError("d2", d2, f"at most {span:g}, the greatest {KINDS[kind].distance}")
    distances = np.linspace(0.0, span, CURVE_POINTS)
    single = distance_probability(one, distances)
    stages = [Construction(steps[:count]) for count in range(len(steps) + 1)]
    promise = Sensitivity.of(one, d1, d2)
    whole = stages[-1]
    fixed = one.measure_at(whole.fixed_points()) if steps else np.empty(0)
    return FamilyCurve(
        kind,
        whole,
        distances,
        np.stack([stage.probability(single) for stage in stages]),
        tuple(promise.through(stage) for stage in stages),
        1.0 - fixed if kind == "jaccard" else fixed,
        interval,
    )


class Trial(Struct, frozen=True):
    """How often real functions said yes for a pair at one distance.

    expected : the construction's chance at the distance of the pair that was made, nearly the one asked for
    trials : 0 where one construction alone has more functions than are drawn
    """

    expected: float
    yes: int
    trials: int

    @property
    def share(self) -> float:
        """Yes among all trials; nan of none."""
        return self.yes / self.trials if self.trials else math.nan

    @property
    def standard_error(self) -> float:
        """Standard deviation of the share when the expectation is right; nan of none."""
        return math.sqrt(self.expected * (1.0 - self.expected) / self.trials) if self.trials else math.nan


def trial(kind: str, steps: tuple[Step, ...], distance: float, seed: int, interval: float = 1.0) -> Trial:
    """Draw functions for as many constructions as fit (1,000 at most), and ask each about one pair at this distance."""
    construction = Construction(steps)
    trials = min(MOST_TRIALS, MAX_LENGTH // construction.functions)
    pair, exact = _pair_at(kind, distance)
    chance = construction.probability(distance_probability(family_of(kind, interval=interval), exact))
    if trials == 0:
        return Trial(float(chance), 0, 0)
    drawn = family_of(kind, length=trials * construction.functions, seed=seed, interval=interval)
    values = drawn.sign(pair).values if kind != "hamming" else _sampled_bits(drawn, exact)
    answers = says_yes(construction, values[0] == values[1])
    return Trial(float(chance), int(answers.sum()), trials)


def says_yes(construction: Construction, equal: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(m,) answers of m constructions from (m * functions,) answers of single functions, inner groups together."""
    answers = equal
    for kind, count in construction.steps:
        groups = answers.reshape(-1, count)
        answers = np.asarray(groups.all(axis=1) if kind == "and" else groups.any(axis=1))
    return answers


def _pair_at(kind: str, distance: float) -> tuple[ShingleSets | SparseVectors, float]:
    """Two documents at this distance, as exactly as they can be made, and their exact distance."""
    if kind == "jaccard":
        apart = round(_SHINGLES * min(max(distance, 0.0), 1.0))
        either, left = np.arange(_SHINGLES, dtype=np.uint64), apart // 2
        sets = ShingleSets.from_lists(
            [either[: _SHINGLES - apart + left], np.delete(either, np.s_[_SHINGLES - apart : _SHINGLES - apart + left])]
        )
        return sets, apart / _SHINGLES
    if kind == "cosine":
        turn = math.radians(distance)
        return plane_vectors(np.array([[1.0, 0.0], [math.cos(turn), math.sin(turn)]])), distance
    if kind == "hamming":
        return plane_vectors(np.zeros((2, 2))), float(min(64, max(0, round(distance))))
    return plane_vectors(np.array([[0.5, 0.0], [0.5 + distance, 0.0]])), distance


def _sampled_bits(drawn: Family, distance: float) -> NDArray[np.uint8]:
    """Bits that bit sampling reads of two fingerprints that differ in so many of their lowest bits."""
    from simexplorer.signatures.bit_sampling import BitSampling

    assert isinstance(drawn, BitSampling)
    prints = np.array([[0], [2 ** int(distance) - 1]], np.uint64)
    return np.asarray(drawn.sample(prints).values, np.uint8)


def plane_vectors(points: NDArray[np.float64]) -> SparseVectors:
    """Points in the plane, (n, 2), as documents of two features."""
    n = points.shape[0]
    ids = np.tile(np.arange(2, dtype=np.uint64), n)
    return SparseVectors(np.arange(0, 2 * n + 1, 2, dtype=np.int64), ids, points.astype(np.float64).reshape(-1))
