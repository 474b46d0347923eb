"""How a search runs its jobs: one after the other, or in parallel, by a function that the caller hands in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

# (function, jobs) -> the answers in the order of the jobs
Mapper = Callable[[Callable[[int], Any], Iterable[int]], list[Any]]


def one_by_one(function: Callable[[int], Any], jobs: Iterable[int]) -> list[Any]:
    """Run the jobs in this thread, in order."""
    return [function(job) for job in jobs]
