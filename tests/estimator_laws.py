"""The exact law of one estimate, and checks of many against it that hold for any number of trials."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.signatures.family import Family
from simexplorer.signatures.first_rows import binomial
from tests.estimator_contracts import SURPRISE


@dataclass(frozen=True)
class Law:
    """The law of one estimate: (m,) values it can take, rising or not, and their chances."""

    values: NDArray[np.float64]
    chances: NDArray[np.float64]

    @classmethod
    def of(cls, values: NDArray[np.float64], chances: NDArray[np.float64]) -> Law:
        """Without values whose chance is below 1e-300, and without infinite ones (distances without any hit)."""
        kept = (chances > 1e-300) & np.isfinite(values)
        return cls(values[kept], chances[kept] / chances[kept].sum())

    @property
    def mean(self) -> float:
        return float(self.chances @ self.values)

    @property
    def deviation(self) -> float:
        return math.sqrt(float(self.chances @ (self.values - self.mean) ** 2))


def law_of_independent_positions(family: Family, p: float, length: int | None = None) -> Law:
    """The estimate's law when each of the positions is equal with chance p, independently: a binomial share."""
    k = family.length if length is None else length
    return Law.of(family.measure_at(np.arange(k + 1) / k), binomial(k, p))


def law_of_shares(counted: NDArray[np.float64], hits_of: Callable[[int], NDArray[np.float64]]) -> Law:
    """The law of hits over counted positions: (K + 1,) chances of each count, and (m + 1,) chances of hits for m."""
    values, chances = [], []
    for m in range(1, counted.size):
        if counted[m] > 1e-300:
            values.append(np.arange(m + 1) / m)
            chances.append(counted[m] * hits_of(m))
    return Law.of(np.concatenate(values), np.concatenate(chances))


def hypergeometric(drawn: int, good: int, of: int) -> NDArray[np.float64]:
    """(drawn + 1,) chances of the number of good ones among ``drawn``, without repeats."""

    def log_choose(n: int, k: int) -> float:
        return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)

    whole = log_choose(of, drawn)
    return np.array(
        [
            math.exp(log_choose(good, h) + log_choose(of - good, drawn - h) - whole)
            if h <= good and drawn - h <= of - good
            else 0.0
            for h in range(drawn + 1)
        ]
    )


def surprise(law: Law, mean: float, count: int) -> float:
    """Chernoff: the mean of ``count`` draws is as far out as ``mean`` with chance ``exp(-surprise)`` at most."""
    offsets = law.values - law.mean
    target = mean - law.mean
    if abs(target) <= 1e-9 * max(1.0, abs(law.mean)):
        return 0.0
    if not offsets.min() <= target <= offsets.max():
        return math.inf
    scale = float(np.abs(offsets).max())

    def tilted(turn: float) -> tuple[float, float]:
        """(mean, logarithm of the generating function) of the law tilted by ``turn``."""
        exponents = turn * offsets / scale + np.log(law.chances)
        top = exponents.max()
        weights = np.exp(exponents - top)
        return float(weights @ offsets / weights.sum()), top + math.log(weights.sum())

    low, high = (0.0, 1.0) if target > 0 else (-1.0, 0.0)
    while (tilted(high)[0] < target) if target > 0 else (tilted(low)[0] > target):
        low, high = (high, 2 * high) if target > 0 else (2 * low, low)
        if abs(low) > 1e6 or abs(high) > 1e6:
            break
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if tilted(middle)[0] < target else (low, middle)
    return count * (low * target / scale - tilted(low)[1])


def assert_mean(estimates: NDArray[np.float64], law: Law) -> None:
    """The mean of independent estimates fits the law, whatever its shape and however few they are.

    It also holds for estimates made of draws without repeats, whose every moment is less (Hoeffding 1963, Theorem 4).
    """
    told = surprise(law, float(estimates.mean()), estimates.size)
    assert told < SURPRISE, f"mean {estimates.mean():.6f} of {estimates.size}, expected {law.mean:.6f}"


def assert_spread(estimates: NDArray[np.float64], law: Law, *, bound_only: bool = False) -> None:
    """The mean square distance from the law's mean fits the law, or is at most that (``bound_only``)."""
    squares = Law((law.values - law.mean) ** 2, law.chances)
    seen = float(((estimates - law.mean) ** 2).mean())
    if bound_only and seen <= squares.mean:
        return
    told = surprise(squares, seen, estimates.size)
    assert told < SURPRISE, f"mean square error {seen:.3g} of {estimates.size}, expected {squares.mean:.3g}"


def assert_bounded_mean(values: NDArray[np.float64], mean: float, *, slack: float = 0.0, span: float = 1.0) -> None:
    """The mean of independent values in an interval of length ``span`` (Hoeffding), when theory is off by ``slack``."""
    limit = slack + span * math.sqrt(SURPRISE / (2.0 * values.size))
    assert abs(values.mean() - mean) <= limit, f"mean {values.mean():.6f}, expected {mean:.6f} ± {limit:.6f}"
