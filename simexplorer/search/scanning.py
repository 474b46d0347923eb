"""One signature against all of a collection: a scan of the matrix at the speed of memory, so that nothing is missed.

For one question it beats the buckets of an index: 100,000 documents take about 10 ms, a million 100 ms.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, kernel
from simexplorer.search.agreement import NO_VALUE
from simexplorer.search.mapping import Mapper, one_by_one

_STEP = 1 << 15


@kernel
def _count_agreements(
    values: NDArray[Any],
    query: NDArray[Any],
    infinite: Int,
    bands: Int,
    rows: Int,
    equal: NDArray[np.int32],
    met: NDArray[np.int32],
) -> None:
    """Equal positions of every row and the query, and in how many bands of ``rows`` all positions are."""
    for d in range(values.shape[0]):
        total = U32(0)
        for t in range(query.size):
            total += U32(values[d, t] == query[t])
        if infinite != NO_VALUE:
            for t in range(query.size):
                total -= U32((values[d, t] == query[t]) & (np.int64(query[t]) == infinite))
        equal[d], met[d] = np.int32(total), 0
        if total >= rows:
            for band in range(bands):
                t, end = band * rows, band * rows + rows
                while t < end and values[d, t] == query[t] and np.int64(query[t]) != infinite:
                    t += 1
                met[d] += t == end


def agreements(
    values: NDArray[Any],
    query: NDArray[Any],
    bands: int,
    rows: int,
    infinite: int | None,
    each: Mapper = one_by_one,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """(n,) positions in which each signature equals the query's, and (n,) bands in which they meet.

    values : (n, k); query : (k,) of the same dtype. ``each(function, jobs)`` may run the parts in parallel.
    """
    equal, met = np.empty(values.shape[0], np.int32), np.empty(values.shape[0], np.int32)
    missing = NO_VALUE if infinite is None else np.int64(infinite)
    wanted = np.ascontiguousarray(query, values.dtype)

    def scan(first: int) -> None:
        part = slice(first, first + _STEP)
        _count_agreements(values[part], wanted, missing, bands, rows, equal[part], met[part])

    each(scan, range(0, values.shape[0], _STEP))
    return equal, met
