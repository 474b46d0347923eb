"""Exact overlaps of pairs as they come in."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.search.verify import jaccard_of

_AT_ONCE = 1 << 16


class Verified(Struct, frozen=True):
    """Overlaps of candidate pairs as they come in.

    shared : (m,) int32, distinct shingles of both documents, -1 where a pair is not verified yet
    sizes : (n,) int32, distinct shingles of each document of the collection; told once a pair of it is verified
    """

    shared: NDArray[np.int32]
    sizes: NDArray[np.int32]

    @classmethod
    def nothing_yet(cls, count: int, documents: int) -> Verified:
        """Columns for ``count`` pairs of a collection, none verified."""
        return cls(np.full(count, -1, np.int32), np.zeros(documents, np.int32))

    def take(self, shared: NDArray[np.int32], sizes: NDArray[np.int32]) -> None:
        """Take over what an exact join counted of all pairs; sizes : (n,), 0 of documents that it did not have."""
        self.shared[:] = shared
        np.maximum(self.sizes, sizes, out=self.sizes)

    def jaccard(self, i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.float64]:
        """(m,) exact similarities of the pairs, all of them verified, whose rows these are."""
        jaccard = np.empty(i.size)
        for first in range(0, i.size, _AT_ONCE):  # no column of sizes is made
            part = slice(first, first + _AT_ONCE)
            jaccard[part] = jaccard_of(self.shared[part], self.sizes[i[part]], self.sizes[j[part]])
        return jaccard
