"""Families combined: AND, OR and any nesting of the two, with their curve and their (d1, d2, p1, p2).

Sources: Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", sections 3.6.1 to 3.6.3; Indyk, Motwani 1998
for sensitive families. A family is (d1, d2, p1, p2)-sensitive when documents at distance d1 or less collide with
probability p1 at least, and documents at distance d2 or more with p2 at most.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.errors import ParameterError
from simexplorer.signatures.family import Family

Step: TypeAlias = tuple[Literal["and", "or"], int]

# Families that state a similarity; for these the distance is 1 minus it.
SIMILARITIES = frozenset({"jaccard"})


class Construction(Struct, frozen=True):
    """ANDs and ORs applied one after the other, the first one innermost; without any, a function as it is.

    ``Construction().and_(4).or_(4)``: four functions must all agree, and one of four such groups is enough.
    """

    steps: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        for kind, count in self.steps:
            if kind not in ("and", "or"):
                raise ParameterError("kind", kind, "and or or")
            if count < 1:
                raise ParameterError("rows" if kind == "and" else "bands", count, "at least 1")

    @classmethod
    def banding(cls, bands: int, rows: int) -> Construction:
        """The OR of ``bands`` ANDs of ``rows`` functions: what a banding index does."""
        return cls().and_(rows).or_(bands)

    def and_(self, functions: int) -> Construction:
        """All of ``functions`` must say yes: p becomes p^r."""
        return Construction((*self.steps, ("and", functions)))

    def or_(self, functions: int) -> Construction:
        """One of ``functions`` is enough: p becomes 1 - (1 - p)^b."""
        return Construction((*self.steps, ("or", functions)))

    @property
    def functions(self) -> int:
        """How many functions of the family are used in all: the product of the counts."""
        return math.prod(count for _, count in self.steps)

    def probability(self, p: ArrayLike) -> NDArray[np.float64]:
        """The curve: chance of a yes when one function says yes with probability ``p``, all being independent.

        Exact to rounding at both ends: the chance of a no is carried along, so 1 - 1e-20 does not become 1 midway.
        """
        yes = np.asarray(p, np.float64)
        no = 1.0 - yes
        with np.errstate(divide="ignore"):
            for kind, count in self.steps:
                if kind == "and":
                    yes, no = yes**count, -np.expm1(count * _log_of(yes, no))
                else:
                    yes, no = -np.expm1(count * _log_of(no, yes)), no**count
        return yes

    def fixed_points(self) -> NDArray[np.float64]:
        """The p strictly between 0 and 1 that the curve leaves as they are: below one it lowers p, above it raises.

        None for a pure AND or OR, one for the OR of ANDs and the AND of ORs; none of one function either, which leaves
        every p as it is.
        """
        if self.functions == 1:
            return np.empty(0)
        grid = np.linspace(0.0, 1.0, 100_001)[1:-1]
        above = self.probability(grid) > grid
        crossings = np.flatnonzero(above[1:] != above[:-1])
        points = np.empty(crossings.size)
        for i, at in enumerate(crossings):
            low, high = float(grid[at]), float(grid[at + 1])
            for _ in range(60):
                middle = 0.5 * (low + high)
                if bool(self.probability(middle) > middle) == bool(above[at]):
                    low = middle
                else:
                    high = middle
            points[i] = 0.5 * (low + high)
        return points

    def __str__(self) -> str:
        text = "one function"
        for kind, count in self.steps:
            text = f"{kind.upper()} of {count} × ({text})" if text != "one function" else f"{kind.upper()} of {count}"
        return text


def _log_of(value: NDArray[np.float64], complement: NDArray[np.float64]) -> NDArray[np.float64]:
    """``log(value)`` where ``complement`` is 1 - value, by whichever of the two is known more exactly."""
    logs: NDArray[np.float64] = np.where(value < 0.5, np.log(value), np.log1p(-np.minimum(complement, 0.5)))
    return logs


class Sensitivity(Struct, frozen=True, kw_only=True):
    """A (d1, d2, p1, p2)-sensitive family: near is d1 or less, far is d2 or more."""

    d1: float
    d2: float
    p1: float
    p2: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.d1 < self.d2:
            raise ParameterError("d1", self.d1, f"from 0 to less than d2 ({self.d2:.12g})")
        for field in ("p1", "p2"):
            if not 0.0 <= getattr(self, field) <= 1.0:
                raise ParameterError(field, getattr(self, field), "between 0 and 1")

    @classmethod
    def of(cls, family: Family, d1: float, d2: float) -> Sensitivity:
        """What a family promises at two distances of its measure; Jaccard distance is 1 - similarity."""
        near, far = (distance_probability(family, d) for d in (d1, d2))
        return cls(d1=d1, d2=d2, p1=float(near), p2=float(far))

    def through(self, construction: Construction) -> Sensitivity:
        """The family that the construction makes of this one: same distances, new probabilities."""
        p1, p2 = construction.probability([self.p1, self.p2])
        return Sensitivity(d1=self.d1, d2=self.d2, p1=float(p1), p2=float(p2))

    @property
    def rho(self) -> float:
        """``ln p1 / ln p2``: an index of n documents answers in about n^rho steps (Indyk, Motwani 1998)."""
        if self.p2 == 0.0 or self.p1 == 1.0:
            return 0.0
        return math.inf if self.p1 == 0.0 or self.p2 == 1.0 else math.log(self.p1) / math.log(self.p2)


def distance_probability(family: Family, distance: ArrayLike) -> NDArray[np.float64]:
    """Collision probability of one function at a distance: for Jaccard, of the similarity 1 - distance."""
    at = np.asarray(distance, np.float64)
    return family.collision_probability(1.0 - at if family.measure in SIMILARITIES else at)
