"""What a statistical contract needs: planted pairs of sets, and bounds with a stated chance of a false alarm.

Every check raises a false alarm with probability ALPHA at most; a run makes fewer than 2,000 of them, so the whole
run is below 1e-6. Seeds are fixed, so an alarm that came once comes again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.signatures.family import Family, collisions

ALPHA = 1e-10
SIGMAS = 6.5  # of a normal distribution: 8e-11 on both sides together


@dataclass(frozen=True)
class Shape:
    """How two sets overlap: elements of both, of the first alone, of the second alone."""

    common: int
    only_a: int
    only_b: int

    @property
    def union(self) -> int:
        return self.common + self.only_a + self.only_b

    @property
    def jaccard(self) -> float:
        return self.common / self.union

    @property
    def sizes(self) -> tuple[int, int]:
        return self.common + self.only_a, self.common + self.only_b

    def __str__(self) -> str:
        return f"{self.common}+{self.only_a}+{self.only_b}"


SHAPES = [
    Shape(1, 0, 0), Shape(0, 1, 1), Shape(1, 1, 0), Shape(1, 1, 1), Shape(3, 2, 1), Shape(0, 5, 3), Shape(10, 5, 5),
    Shape(18, 1, 1), Shape(1, 0, 99), Shape(0, 100, 100), Shape(50, 30, 20), Shape(95, 5, 0), Shape(100, 0, 900),
    Shape(500, 300, 200), Shape(1, 0, 1999), Shape(1800, 100, 100), Shape(100, 0, 19_900), Shape(10_000, 5000, 5000),
    Shape(20_000, 0, 0),
]  # fmt: skip


def trials_for(shape: Shape, elements: int, most: int = 3000) -> int:
    """As many pairs as ``elements`` shared out over them allow, 40 to ``most``."""
    return max(40, min(most, elements // shape.union))


def random_pairs(shape: Shape, trials: int, seed: int) -> tuple[ShingleSets, ShingleSets]:
    """``trials`` pairs of sets of fresh random 64-bit ids that overlap as the shape says."""
    rng = np.random.default_rng(seed)
    ids = rng.integers(0, 2**64, (trials, shape.union), dtype=np.uint64)
    return _sets(ids[:, : shape.sizes[0]]), _sets(
        np.concatenate([ids[:, : shape.common], ids[:, shape.sizes[0] :]], axis=1)
    )


STRUCTURED = {
    "counting from 0": lambda i: i,
    "multiples of 2^32": lambda i: i << np.uint64(32),
    "from 2^63 on": lambda i: i + np.uint64(2**63),
    "the last ids": lambda i: ~i,
    "multiples of 2^48 + 1": lambda i: i * np.uint64(2**48 + 1),
}


def structured_pair(shape: Shape, kind: str) -> tuple[ShingleSets, ShingleSets]:
    """One pair of sets of ids with structure: the shared ones first, then the first set's, then the second's."""
    ids = STRUCTURED[kind](np.arange(shape.union, dtype=np.uint64))[None, :]
    return _sets(ids[:, : shape.sizes[0]]), _sets(
        np.concatenate([ids[:, : shape.common], ids[:, shape.sizes[0] :]], axis=1)
    )


def _sets(ids: NDArray[np.uint64]) -> ShingleSets:
    return ShingleSets(np.arange(ids.shape[0] + 1) * ids.shape[1], np.sort(ids, axis=1).reshape(-1))


def random_vectors_at(
    angle: float, lengths: tuple[float, float], trials: int, dimensions: int, seed: int
) -> tuple[SparseVectors, SparseVectors]:
    """``trials`` pairs of dense random vectors of these lengths at exactly this angle, on fresh feature ids."""
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((2, trials, dimensions))
    x /= np.linalg.norm(x, axis=1)[:, None]
    y -= (x * y).sum(axis=1)[:, None] * x
    y /= np.linalg.norm(y, axis=1)[:, None]
    turn = math.radians(angle)
    ids = np.sort(rng.integers(0, 2**64, (trials, dimensions), dtype=np.uint64), axis=1).reshape(-1)
    offsets = np.arange(trials + 1) * dimensions
    second = math.cos(turn) * x + math.sin(turn) * y
    return (
        SparseVectors(offsets, ids, (lengths[0] * x).reshape(-1)),
        SparseVectors(offsets, ids, (lengths[1] * second).reshape(-1)),
    )


def divergence(q: float, p: float) -> float:
    """Kullback and Leibler's divergence of two coins in nats."""
    first = q * math.log(q / p) if q > 0.0 else 0.0
    second = (1.0 - q) * math.log((1.0 - q) / (1.0 - p)) if q < 1.0 else 0.0
    return first + second


def assert_frequency(hits: int, throws: int, p: float) -> None:
    """``hits`` of ``throws`` fit the probability p: Chernoff's bound, P <= exp(-throws KL(hits / throws, p)).

    It also holds for draws without repeats, which are more even than independent ones (Hoeffding 1963, section 6).
    """
    assert throws > 0
    if p in (0.0, 1.0):
        assert hits == throws * p
        return
    surprise = throws * divergence(hits / throws, p)
    assert surprise < math.log(2.0 / ALPHA), f"{hits} of {throws} = {hits / throws:.5f}, expected {p:.5f}"


def assert_at_most(hits: int, throws: int, p: float) -> None:
    """``hits`` of ``throws`` do not speak against a probability of p or less (Chernoff, one side)."""
    if hits > throws * p:
        assert_frequency(hits, throws, p)


def assert_at_least(hits: int, throws: int, p: float) -> None:
    """``hits`` of ``throws`` do not speak against a probability of p or more (Chernoff, one side)."""
    if hits < throws * p:
        assert_frequency(hits, throws, p)


def assert_mean(estimates: NDArray[np.float64], mean: float, standard_error: float) -> None:
    """The mean of independent estimates is within SIGMAS standard errors of ``mean`` (central limit, many trials)."""
    limit = SIGMAS * standard_error / math.sqrt(estimates.size) + 1e-12
    assert abs(estimates.mean() - mean) <= limit, f"mean {estimates.mean():.6f}, expected {mean:.6f} ± {limit:.6f}"


def assert_variance(
    estimates: NDArray[np.float64], standard_error: float, *, excess: float = 0.0, bound_only: bool = False
) -> None:
    """The variance of independent estimates is the square of ``standard_error``, or at most that (``bound_only``).

    excess : kurtosis of one estimate above 3. The relative error of a sample variance is sqrt((2 + excess) / trials).
    """
    if standard_error == 0.0:
        assert np.ptp(estimates) == 0.0
        return
    ratio = float(estimates.var(ddof=1)) / standard_error**2
    slack = SIGMAS * math.sqrt((2.0 + max(excess, 0.0)) / estimates.size) * 1.2
    assert ratio <= 1.0 + slack, f"variance {ratio:.3f} of theory, at most {1 + slack:.3f}"
    assert bound_only or ratio >= 1.0 - slack, f"variance {ratio:.3f} of theory, at least {1 - slack:.3f}"


def binomial_excess(p: float, throws: int) -> float:
    """Excess kurtosis of the mean of ``throws`` coins."""
    return (1.0 - 6.0 * p * (1.0 - p)) / (throws * p * (1.0 - p)) if 0.0 < p < 1.0 else 0.0


def equal_positions(family: Family, a: ShingleSets | SparseVectors, b: ShingleSets | SparseVectors) -> tuple[int, int]:
    """(equal, counted) positions of all pairs together."""
    equal, counted = collisions(family.sign(a), family.sign(b))
    return int(equal.sum()), int(counted.sum())


def band_hits(family: Family, a: ShingleSets, b: ShingleSets, rows: int) -> tuple[NDArray[np.int64], int]:
    """((n,) bands of ``rows`` positions in which each pair collides, bands a pair); infinite values never do."""
    first, second = family.sign(a), family.sign(b)
    bands = family.length // rows
    same = first.values == second.values
    if first.infinite is not None:
        same &= first.values != first.infinite
    return same[:, : bands * rows].reshape(len(first), bands, rows).all(axis=2).sum(axis=1), bands
