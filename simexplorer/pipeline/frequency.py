"""How often reasons, encodings and the like are given, the most frequent first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def by_frequency(given: NDArray[Any], words: Sequence[str]) -> list[tuple[int, int]]:
    """(number, how often) of the ``words`` whose numbers are ``given``: most frequent first, then by the alphabet."""
    counts = np.bincount(given, minlength=len(words))
    frequent = sorted(np.flatnonzero(counts).tolist(), key=lambda number: (-counts[number], words[number]))
    return [(number, int(counts[number])) for number in frequent]
