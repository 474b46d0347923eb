"""Runs of items: where each begins and ends, which places lie in one, and which place an item has in its run."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def offsets_of(sizes: ArrayLike) -> NDArray[np.int64]:
    """(n + 1,) the begin of each of n runs of these sizes, and the end of the last."""
    lengths = np.asarray(sizes, np.int64)
    offsets = np.zeros(lengths.size + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def runs_where(wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(r, 2) where each run of true values begins and ends, in order."""
    return np.flatnonzero(np.diff(wanted, prepend=False, append=False)).reshape(-1, 2)


def within_runs(starts: NDArray[np.int64], ends: NDArray[np.int64], size: int) -> NDArray[np.bool_]:
    """(size,) whether each place lies in a run from one of ``starts`` up to its end; runs may overlap."""
    change = np.zeros(size + 1, np.int64)
    np.add.at(change, starts, 1)
    np.add.at(change, ends, -1)
    inside: NDArray[np.bool_] = np.cumsum(change[:-1]) > 0
    return inside


def places_in_runs(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """(m,) of each of the m items of all runs its place in its own: sizes 2, 0, 3 give 0, 1, 0, 1, 2."""
    offsets = offsets_of(sizes)
    return np.arange(offsets[-1]) - np.repeat(offsets[:-1], sizes)
