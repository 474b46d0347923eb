"""Bars of estimates that come in steps, as shares of k positions do: without a comb where steps and bars differ."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def stepped_histogram(values: Floats, times: NDArray[np.int64], edges: Floats) -> Floats:
    """(len(edges) - 1,) how many estimates fall between edges, each spread evenly over what its step stands for.

    That reaches halfway to both neighbours: 129 shares of 128 positions in 100 bars would stand two in some bars and
    one in others, which says nothing of the pairs.
    values : (s,) all steps there are, none below the one before, the last above the first; times : (s,) estimates at
    each
    edges : rising; what lies beyond the last one is left out
    """
    ends = np.concatenate([values[:1], (values[1:] + values[:-1]) / 2, values[-1:]])
    below = np.concatenate([[0], np.cumsum(times)])
    told = np.interp(edges, ends, below)
    told[edges <= values[0]], told[edges >= values[-1]] = 0.0, below[-1]  # several steps may stand at one value
    counts: Floats = np.diff(told)
    return counts
