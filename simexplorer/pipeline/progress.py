"""How far a run is and whether it should stop; knows nothing of threads' owners or of windows."""

from __future__ import annotations

import threading
import time

from msgspec import Struct

from simexplorer.errors import Cancelled

_FEW, _LITTLE = 20, 0.05  # units done, and part of a stage, that tell nothing of its speed


class ProgressState(Struct, frozen=True):
    """A moment of a run: what it does, how much of it is done, in which units, since when."""

    stage: str = ""
    done: int = 0
    total: int = 0
    unit: str = "documents"
    stage_seconds: float = 0.0
    elapsed_seconds: float = 0.0

    @property
    def fraction(self) -> float:
        """Part of the present stage that is done, in [0, 1]."""
        return min(1.0, self.done / self.total) if self.total else 0.0

    def unit_of(self, count: int) -> str:
        """What so many are called."""
        return self.unit.removesuffix("s") if count == 1 else self.unit

    @property
    def remaining_seconds(self) -> float | None:
        """Time the present stage still needs at its speed so far; None while that is unknown."""
        known = self.done >= _FEW or self.fraction >= _LITTLE
        if not self.done or not known or self.stage_seconds < 0.2:
            return None
        return self.stage_seconds * (self.total - self.done) / self.done


class Progress:
    """Handed to every stage. Workers write plain numbers, the window polls ``state()``: no signal per item."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self._stage_began = self._began
        self._stage, self._done, self._total, self._unit = "", 0, 0, "documents"

    def begin(self, stage: str, total: int, unit: str = "documents") -> None:
        """Enter a stage of ``total`` units."""
        with self._lock:
            self._stage, self._done, self._total, self._unit = stage, 0, total, unit
            self._stage_began = time.monotonic()

    def advance(self, count: int = 1) -> None:
        """Count units as done (from any thread); raises Cancelled if a stop was asked for."""
        self.check()
        with self._lock:
            self._done += count

    def widen(self, count: int) -> None:
        """So many more units of this stage were found (from any thread)."""
        with self._lock:
            self._total += count

    def check(self) -> None:
        """Raise Cancelled if a stop was asked for."""
        if self._stop.is_set():
            raise Cancelled(self._stage)

    def cancel(self) -> None:
        """Ask the run to stop; answers at once, the run ends at its next report."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        """Whether a stop was asked for."""
        return self._stop.is_set()

    def state(self) -> ProgressState:
        """The present moment, consistent in itself."""
        with self._lock:
            now = time.monotonic()
            return ProgressState(
                self._stage, self._done, self._total, self._unit, now - self._stage_began, now - self._began
            )
