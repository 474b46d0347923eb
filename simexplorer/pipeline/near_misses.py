"""What stands just outside a cluster: verified pairs with one end in it."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.result import Result

MOST = 1000


class NearMisses(Struct, frozen=True):
    """Pairs from a member of a cluster to a document outside, most similar first; columns of length m.

    pairs : int64, places in ``result.pairs``; inside, outside : int32 rows; similarity : float64, exact
    """

    pairs: NDArray[np.int64]
    inside: NDArray[np.int32]
    outside: NDArray[np.int32]
    similarity: NDArray[np.float64]


def near_misses(result: Result, cluster: int) -> NearMisses:
    """The MOST nearest documents outside a cluster, down to the floor of the verified pairs. O(pairs), 3 ns each.

    Of identical texts only the first is named. What was not verified (below the floor) is not known.
    """
    i, j = result.pairs.i, result.pairs.j
    mine = result.clusters.of == cluster
    from_i, from_j = mine[i], mine[j]
    pairs = np.flatnonzero(from_i != from_j)[:MOST]
    inside = np.where(from_i[pairs], i[pairs], j[pairs])
    outside = np.where(from_i[pairs], j[pairs], i[pairs])
    return NearMisses(pairs, inside, outside, result.pairs.ranking[pairs])
