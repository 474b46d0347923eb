"""Runs of items that lie end to end: where each run begins, and which place each item has in its run."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def offsets_of(sizes: ArrayLike) -> NDArray[np.int64]:
    """(n + 1,) the begin of each of n runs of these sizes, and the end of the last."""
    lengths = np.asarray(sizes, np.int64)
    offsets = np.zeros(lengths.size + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def places_in_runs(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """(m,) of each of the m items of all runs its place in its own: sizes 2, 0, 3 give 0, 1, 0, 1, 2."""
    offsets = offsets_of(sizes)
    return np.arange(offsets[-1]) - np.repeat(offsets[:-1], sizes)
