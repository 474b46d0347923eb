"""Analyses that somebody still reads from: each is closed when the last of them has ended."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol


class Closeable(Protocol):
    """What is lent."""

    def close(self) -> None:
        """End it."""


class Lending:
    """Who lets go of an analysis closes it here; who needs it for longer borrows it. From any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lent: list[Closeable] = []  # once for each who reads from it
        self._over: list[Closeable] = []  # to be closed when it is given back

    def borrow(self, analysis: Closeable | None) -> Callable[[], None]:
        """Keep this open until what is returned is called, once."""
        if analysis is None:
            return lambda: None
        with self._lock:
            self._lent.append(analysis)

        def give_back() -> None:
            with self._lock:
                self._lent.remove(analysis)
                closes = analysis in self._over and analysis not in self._lent
                if closes:
                    self._over.remove(analysis)
            if closes:
                analysis.close()

        return give_back

    def close(self, analysis: Closeable) -> None:
        """Close this, now or when it is given back."""
        with self._lock:
            if lent := analysis in self._lent:
                self._over.append(analysis)
        if not lent:
            analysis.close()

    def end(self) -> None:
        """Close what nobody will give back any more."""
        with self._lock:
            over, self._over = self._over, []
        for analysis in over:
            analysis.close()
