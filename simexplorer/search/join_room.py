"""What all joins of sets have in common: the thresholds that they take, and the most pairs that they answer with."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any, TypeVar

from numpy.typing import NDArray

from simexplorer.errors import CapacityError, ParameterError

MAX_PAIRS = 50_000_000

Columns = TypeVar("Columns", bound=tuple[NDArray[Any], ...])


def checked_threshold(threshold: float) -> float:
    """The threshold, or ParameterError unless it is above 0 and at most 1."""
    if not 0 < threshold <= 1:
        raise ParameterError("threshold", threshold, "above 0 and at most 1")
    return float(threshold)


def require_room(pairs: int, limit: int) -> None:
    """Raise CapacityError where an answer has more pairs than may be kept."""
    if pairs > limit:
        raise CapacityError(
            f"At this threshold there are at least {pairs:,} pairs, more than the {limit:,} that are kept. "
            "Choose a higher threshold, or a smaller collection."
        )


class PairCount:
    """How many pairs the threads that look for them have found together; raises CapacityError where it is too many."""

    def __init__(self, most: int) -> None:
        self._most, self._found, self._lock = most, 0, threading.Lock()

    def counted(self, parts: Iterable[Columns]) -> list[Columns]:
        """These parts of an answer, once all of them are there."""
        kept = []
        for part in parts:
            with self._lock:
                self._found += part[0].size
                require_room(self._found, self._most)
            kept.append(part)
        return kept
