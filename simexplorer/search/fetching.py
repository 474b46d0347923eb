"""Columns of pairs copied into another order by several threads: NumPy copies one column at a time, in one thread."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import lean_kernel


class Known(NamedTuple):
    """Columns of pairs, (m,) each: rows, distinct shingles they share, equal positions of their signatures, a value."""

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    shared: NDArray[np.int32]
    equal: NDArray[np.int32]
    values: NDArray[np.float64]

    @classmethod
    def room(cls, count: int) -> Known:
        """Columns of so many pairs, not filled yet."""
        i, j, shared, equal = (np.empty(count, np.int32) for _ in range(4))
        return cls(i, j, shared, equal, np.empty(count))


@lean_kernel
def fetch(known: Known, places: NDArray[np.int32], run: NDArray[np.int32], out: Known) -> None:
    """Write to ``out`` (r,) what is known of the pairs at ``places[run]``, whose values are ``known.values[run]``.

    places : (v,) int32, in the columns of ``known``, of the pairs whose values are known: its ``values`` are (v,)
    """
    for p in range(run.size):
        place = places[run[p]]
        out.i[p], out.j[p] = known.i[place], known.j[place]
        out.shared[p], out.equal[p] = known.shared[place], known.equal[place]
        out.values[p] = known.values[run[p]]


@lean_kernel
def reorder(known: Known, order: NDArray[np.int64], out: Known) -> None:
    """Write to ``out`` (r,) what is known of pairs in this order."""
    for p in range(order.size):
        at = order[p]
        out.i[p], out.j[p] = known.i[at], known.j[at]
        out.shared[p], out.equal[p], out.values[p] = known.shared[at], known.equal[at], known.values[at]
