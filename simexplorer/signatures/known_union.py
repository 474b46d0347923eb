"""What is known of a pair of sets beyond its similarity: the size of its union, and what that changes for a scheme.

One-pass and first-rows signatures of small sets have positions without a value: there ``J`` alone promises too much.
For all other schemes for sets the similarity says it all (but see ``fss``: bands of very small sets).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.signatures.family import Family
from simexplorer.signatures.first_rows import FirstRows
from simexplorer.signatures.one_pass import OnePass, candidate_probability, variance_factors
from simexplorer.signatures.sensitivity import Construction


def may_lack_values(family: Family) -> bool:
    """Whether signatures of sets that are not empty may have positions without a value."""
    return isinstance(family, OnePass | FirstRows)


def union_sizes(jaccard: NDArray[np.float64], one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.int64]:
    """(m,) elements that two sets of these sizes have together: ``|A| + |B| = |A ∪ B| (1 + J)``; nan of J is 0."""
    both = one.astype(np.float64) + other
    together: NDArray[np.int64] = np.rint(both / (1.0 + np.nan_to_num(jaccard))).astype(np.int64)
    return together


def standard_errors(family: Family, jaccard: NDArray[np.float64], union: NDArray[np.int64]) -> NDArray[np.float64]:
    """(m,) standard deviations of the estimates of pairs whose unions have these sizes.

    The same as the family's own ``standard_error`` with ``union``, for many pairs at once.
    """
    if not isinstance(family, OnePass | FirstRows) or not union.size:
        return family.standard_error(jaccard)
    sizes, which = np.unique(np.maximum(union, 1), return_inverse=True)
    if isinstance(family, OnePass):
        factors = variance_factors(sizes, family.length)
    else:
        factors = np.array([4.0 * float(family.standard_error(0.5, union=int(size))) ** 2 for size in sizes])
    return np.sqrt(jaccard * (1.0 - jaccard) * factors[which])


class KnownPair(Struct, frozen=True):
    """Two sets that share ``common`` of the ``union`` elements that they have together, under one family for sets."""

    family: Family
    common: int
    union: int

    @property
    def jaccard(self) -> float:
        """Shared over all; 0 for two empty sets."""
        return self.common / self.union if self.union else 0.0

    def position_probability(self) -> float:
        """The chance that one position is equal and has a value."""
        if isinstance(self.family, OnePass | FirstRows):
            return float(self.family.collision_probability(self.jaccard, union=self.union))
        return float(self.family.collision_probability(self.jaccard))

    def standard_error(self) -> float:
        """Standard deviation of the estimate."""
        if isinstance(self.family, OnePass | FirstRows) and self.union:
            return float(self.family.standard_error(self.jaccard, union=self.union))
        return float(self.family.standard_error(self.jaccard))

    def candidate_probability(self, bands: int, rows: int) -> float:
        """The chance to share a bucket in one of ``bands`` bands of ``rows`` rows."""
        if isinstance(self.family, OnePass) and self.family.universe is None:
            return candidate_probability(bands, rows, self.common, self.union, self.family.length)
        return float(Construction.banding(bands, rows).probability(self.position_probability()))
