"""Lists of ids laid out as the kernels take them."""

from __future__ import annotations

import numpy as np


def runs(lists: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """(ids, bounds) one after another: list ``d`` is ``ids[bounds[d]:bounds[d + 1]]``."""
    return np.array([x for row in lists for x in row], np.uint64), np.cumsum([0, *map(len, lists)])
