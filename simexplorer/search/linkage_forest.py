"""Single-link groups: union-find over pairs, most similar first, which is Kruskal's maximum spanning forest.

The forest is the sorted list of merges: the groups at any threshold are those of its first pairs, down to that
threshold, so a threshold moves without the pairs being looked at again. (Gower, Ross 1969, "Minimum spanning trees
and single linkage cluster analysis"; Kruskal 1956.)
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import kernel
from simexplorer.search.components import components, find_root
from simexplorer.search.linkage_pairs import KnownPairs, Rows


@kernel
def join_pairs(i: Rows, j: Rows, parent: Rows, joins: NDArray[np.bool_]) -> None:
    """Join the trees of every pair in turn and say which pairs joined two; a tree's root is its lowest row.

    i, j : (m,) rows of each pair; joins : (m,) output; parent : (n,), itself at first, then towards the root
    """
    for pair in range(i.size):
        a, b = find_root(parent, i[pair]), find_root(parent, j[pair])
        joins[pair] = a != b
        parent[max(a, b)] = min(a, b)


def component_labels(n: int, pairs: KnownPairs) -> Rows:
    """(n,) int32: the lowest row that a chain of pairs leads to; the row itself where it is in no pair."""
    return components(n, pairs.i, pairs.j)


class Forest(Struct, frozen=True):
    """A maximum spanning forest of ``rows`` rows: at most ``rows - 1`` pairs, most similar first."""

    rows: int
    pairs: KnownPairs

    @classmethod
    def of(cls, rows: int, pairs: KnownPairs) -> Forest:
        """The forest of these pairs. O(m log n), 30 ns a pair."""
        joins = np.empty(len(pairs), np.bool_)
        join_pairs(pairs.i, pairs.j, np.arange(rows, dtype=np.int32), joins)
        kept = np.flatnonzero(joins)
        return cls(rows, KnownPairs(pairs.i[kept], pairs.j[kept], pairs.jaccard[kept]))

    def labels(self, threshold: float) -> Rows:
        """(rows,) int32 single-link groups at this threshold, each named by its lowest row. O(rows)."""
        return component_labels(self.rows, self.pairs.at_least(threshold))
