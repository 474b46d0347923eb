"""Sets of whole numbers by sorting: the distinct ones, and which are among others. Pairs of rows as such numbers.

numpy's own take up to eighty times as long where most numbers differ, and let no other thread run meanwhile.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def distinct(numbers: NDArray[Any]) -> NDArray[Any]:
    """(d,) the different numbers of an array of any shape, rising."""
    rising = np.sort(numbers, axis=None)
    first = np.ones(rising.size, np.bool_)
    np.not_equal(rising[1:], rising[:-1], out=first[1:])
    return rising[first]


def stand_in(numbers: NDArray[Any], others: NDArray[Any]) -> NDArray[np.bool_]:
    """Which of these numbers are among the others, all of them whole; in the shape of ``numbers``."""
    rising = np.sort(others, axis=None)
    if not rising.size:
        return np.zeros(numbers.shape, np.bool_)
    near = rising[np.minimum(np.searchsorted(rising, numbers), rising.size - 1)]
    found: NDArray[np.bool_] = near == numbers
    return found


def pair_keys(i: NDArray[Any], j: NDArray[Any]) -> NDArray[np.int64]:
    """(m,) one number a pair, ``row << 32 | row`` with the lower row first: equal for ``(i, j)`` and ``(j, i)``."""
    keys: NDArray[np.int64] = (np.minimum(i, j).astype(np.int64) << 32) | np.maximum(i, j)
    return keys


def rows_of_keys(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The two rows (m,) of every pair of such numbers, the lower one first."""
    return keys >> 32, keys & 0xFFFFFFFF
