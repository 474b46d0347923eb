"""Candidates stay when their signatures agree in enough positions; what that loses is counted."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simexplorer.signatures.family import Family


def needed_positions(family: Family, floor: float, sigmas: float) -> int:
    """Equal positions below which a pair is dropped unverified: those of ``floor`` less ``sigmas`` standard errors."""
    return needed_of(family.length, float(family.collision_probability(floor)), sigmas)


def needed_of(length: int, chance: float, sigmas: float) -> int:
    """The same of ``length`` positions each of which is equal with ``chance``."""
    spread = math.sqrt(chance * (1.0 - chance) / length)
    return max(0, math.floor(length * (chance - sigmas * spread)))


def pass_probability(length: int, needed: int, chance: ArrayLike) -> NDArray[np.float64]:
    """Chance that at least ``needed`` of ``length`` independent positions agree when each does with ``chance``.

    chance : of any shape, which the answer has too. The binomial tail, exact to 1e-12; positions of Fast Similarity
    Sketching vary less, so for pairs above the floor this is a lower bound.
    """
    p = np.clip(np.asarray(chance, np.float64), 1e-300, 1.0 - 1e-16)
    if needed <= 0:
        return np.ones_like(p)
    below = np.arange(needed)
    log_choose = np.array([math.lgamma(length + 1) - math.lgamma(k + 1) - math.lgamma(length - k + 1) for k in below])
    log_terms = log_choose + below * np.log(p)[..., None] + (length - below) * np.log1p(-p)[..., None]
    missed: NDArray[np.float64] = np.exp(log_terms).sum(axis=-1)
    return np.clip(1.0 - missed, 0.0, 1.0)
