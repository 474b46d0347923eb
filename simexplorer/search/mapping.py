"""How a search runs its parts: one after the other, or as its caller likes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Mapper = Callable[[Callable[[int], Any], Iterable[int]], list[Any]]


def one_by_one(function: Callable[[int], Any], jobs: Iterable[int]) -> list[Any]:
    """Run the jobs in this thread, in order."""
    return [function(job) for job in jobs]
