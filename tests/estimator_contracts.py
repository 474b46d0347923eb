"""What a statistical contract needs: planted pairs of sets, and bounds with a stated chance of a false alarm.

Every check is a bound that is proved for any number of trials (Chernoff's, with the exact law of one estimate, or
Hoeffding's), not an approximation by a normal law: for ideal hash functions it raises a false alarm with probability
ALPHA = 1e-10 at most. A run makes fewer than 5,000 of them, the slow ones included, so that all of it together is
below 5e-7. Seeds are fixed: an alarm that came once comes again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.search.scurve import collision_probability
from simexplorer.signatures.family import Family, Signatures, collisions

ALPHA = 1e-10
SURPRISE = math.log(2.0 / ALPHA)  # in nats, of a check with two sides

# every scheme, and what it is sensitive to: the measure of its estimates
MEASURES = {
    **dict.fromkeys(("fss", "minhash", "one-pass", "first-rows", "bbit"), "jaccard"),
    **dict.fromkeys(("simhash", "hyperplane"), "angle"),
    "random-lines": "euclidean",
    "bit-sampling": "hamming",
}


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
    return max(40, min(most, elements // max(1, shape.union)))


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
    assert surprise < SURPRISE, f"{hits} of {throws} = {hits / throws:.5f}, expected {p:.5f}"


def assert_at_most(hits: int, throws: int, p: float) -> None:
    """``hits`` of ``throws`` do not speak against a probability of p or less (Chernoff, one side)."""
    if hits > throws * p:
        assert_frequency(hits, throws, p)


def assert_at_least(hits: int, throws: int, p: float) -> None:
    """``hits`` of ``throws`` do not speak against a probability of p or more (Chernoff, one side)."""
    if hits < throws * p:
        assert_frequency(hits, throws, p)


def equal_positions(family: Family, a: ShingleSets | SparseVectors, b: ShingleSets | SparseVectors) -> tuple[int, int]:
    """(equal, counted) positions of all pairs together."""
    equal, counted = collisions(family.sign(a), family.sign(b))
    return int(equal.sum()), int(counted.sum())


def band_hits(
    family: Family, a: ShingleSets | SparseVectors, b: ShingleSets | SparseVectors, rows: int
) -> tuple[NDArray[np.int64], int]:
    """((n,) bands of ``rows`` positions in which each pair collides, bands a pair); infinite values never do."""
    return bands_met(family.sign(a), family.sign(b), rows)


def bands_met(first: Signatures, second: Signatures, rows: int) -> tuple[NDArray[np.int64], int]:
    """((n,) bands in which row i of the one meets row i of the other, bands)."""
    bands = first.length // rows
    same = first.values == second.values
    if first.infinite is not None:
        same &= first.values != first.infinite
    return same[:, : bands * rows].reshape(len(first), bands, rows).all(axis=2).sum(axis=1), bands


def assert_candidates(hits: NDArray[np.int64], bands: int, rows: int, p: float) -> None:
    """Bands are met as often as p^r says, and candidates come as often as the curve says (independent positions)."""
    assert_frequency(int(hits.sum()), hits.size * bands, p**rows)
    assert_frequency(int((hits > 0).sum()), hits.size, float(collision_probability(p, bands, rows)))
