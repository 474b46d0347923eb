"""A run of frequent shingles cut into passages: a warning of 700 documents beside a title of 60 makes two of them.

Of all parts of a run the one that repeats most text is a passage: the documents that have the rarest of its shingles,
times its shingles. That is the largest rectangle below the counts (Morgan 1994, "Programming from specifications",
ch. 21). What is left before and behind it is cut in the same way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def repeated_parts(documents: NDArray[np.int64]) -> list[tuple[int, int]]:
    """The parts (first, end) of a run, in order; ``documents`` : (m,), above 0, how many have each of its shingles."""
    steps = np.flatnonzero(np.diff(documents)) + 1
    edges = [0, *steps.tolist(), documents.size]
    heights = documents[edges[:-1]].tolist()
    parts, rest = [], [(0, len(heights))]
    while rest:
        first, end = rest.pop()
        low, high = _largest(heights, edges, first, end)
        parts.append((edges[low], edges[high]))
        rest += [side for side in ((first, low), (high, end)) if side[0] < side[1]]
    return sorted(parts)


def _largest(heights: list[int], edges: list[int], first: int, end: int) -> tuple[int, int]:
    """Between which steps the largest rectangle lies: of equal ones that which is closed first."""
    most, found = 0, (first, end)
    rising: list[tuple[int, int]] = []  # where a height begins, and that height: each one above the one before
    for at in range(first, end + 1):
        height, begin = heights[at] if at < end else 0, at
        while rising and rising[-1][1] >= height:
            begin, tall = rising.pop()
            if tall * (edges[at] - edges[begin]) > most:
                most, found = tall * (edges[at] - edges[begin]), (begin, at)
        rising.append((begin, height))
    return found
