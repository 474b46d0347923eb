"""What every signature scheme promises: it signs, it estimates, it states its collision probability.

Banding, S-curve, tuning and audit are written once, against this.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.compiled import kernel
from simexplorer.errors import ParameterError, SchemeMismatchError
from simexplorer.features.sets import ShingleSets, SparseVectors

MAX_LENGTH = 65_536  # functions
NOWHERE = -(2**62)  # no scheme uses this value


def require_length(length: int) -> None:
    """Raise ParameterError unless a signature can have this many functions."""
    if not 1 <= length <= MAX_LENGTH:
        raise ParameterError("length", length, f"between 1 and {MAX_LENGTH:,}")


class Signatures(Struct, frozen=True):
    """One row of values per document, and what made them.

    scheme : id and version of the family, for example ``"fss-5"``; unlike ones are never mixed. The version counts up
        where the same texts get other values, be it that their shingles have other ids
    seed : the seed of its functions
    values : (n, k), any integer dtype; column ``j`` holds the value of function ``j``
    infinite : the value that stands for "no element here"; such a position never collides. None: there is none.
    """

    scheme: str
    seed: int
    values: NDArray[Any]
    infinite: int | None = None

    def __len__(self) -> int:
        return int(self.values.shape[0])

    @property
    def length(self) -> int:
        """Number of functions, k."""
        return int(self.values.shape[1])

    def require_comparable(self, other: Signatures) -> None:
        """Raise SchemeMismatchError with a sentence unless both come from the same functions."""
        mine, theirs = ((s.scheme, s.seed, s.length) for s in (self, other))
        if mine != theirs:
            raise SchemeMismatchError(
                "These signatures cannot be compared: "
                f"{self.scheme} with seed {self.seed} and {self.length} values against "
                f"{other.scheme} with seed {other.seed} and {other.length} values. Sign both with the same recipe."
            )


@kernel
def count_equal(
    a: NDArray[Any], b: NDArray[Any], infinite: int, equal: NDArray[np.int64], counted: NDArray[np.int64]
) -> None:
    """For every row of ``a`` and ``b`` (n, k): how many positions are equal, and how many say anything at all.

    equal, counted : (n,) output
    A position that is ``infinite`` on both sides says nothing; infinite on one side it counts as unequal.
    (Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", section 3.3.6.)
    """
    for i in range(a.shape[0]):
        same, silent = 0, 0
        for j in range(a.shape[1]):
            x, y = np.int64(a[i, j]), np.int64(b[i, j])
            same += x == y
            silent += (x == infinite) & (y == infinite)
        equal[i] = same - silent
        counted[i] = a.shape[1] - silent


def collisions(a: Signatures, b: Signatures) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(n,) equal positions and (n,) positions where not both are infinite, row by row of ``a`` against ``b``.

    Raises SchemeMismatchError for signatures of unlike families.
    """
    a.require_comparable(b)
    if len(a) != len(b):
        raise ValueError(f"{len(a)} signatures against {len(b)}: give as many of the one as of the other")
    equal, counted = np.empty(len(a), np.int64), np.empty(len(a), np.int64)
    count_equal(a.values, b.values, NOWHERE if a.infinite is None else a.infinite, equal, counted)
    return equal, counted


def collision_shares(a: Signatures, b: Signatures) -> NDArray[np.float64]:
    """(n,) equal positions over positions where not both are infinite; nan where all are: nothing can be said."""
    equal, counted = collisions(a, b)
    return np.where(counted > 0, equal / np.maximum(counted, 1), np.nan)


class Family(Protocol):
    """A family of locality-sensitive functions, drawn ``length`` times with one seed."""

    @property
    def scheme(self) -> str:
        """Id and version, for example ``"minhash-3"``."""

    @property
    def seed(self) -> int:
        """Seed of all its functions."""

    @property
    def length(self) -> int:
        """Number of functions, k."""

    @property
    def measure(self) -> str:
        """What it is sensitive to: ``jaccard`` (a similarity), ``angle`` (degrees), ``hamming`` or ``euclidean``."""

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, k) values of all documents."""

    def estimate(self, a: Signatures, b: Signatures) -> NDArray[np.float64]:
        """(n,) estimates of the measure, row by row of ``a`` against ``b``; nan where nothing can be said."""

    def collision_probability(self, measure: ArrayLike) -> NDArray[np.float64]:
        """Chance in [0, 1] that one function gives two documents of this measure the same value; in its shape."""

    def measure_at(self, probability: ArrayLike) -> NDArray[np.float64]:
        """The measure at which one function collides with this probability, in its shape: the law turned round."""

    def standard_error(self, measure: ArrayLike) -> NDArray[np.float64]:
        """Standard deviation of ``estimate`` at this true measure, in its unit and shape."""
