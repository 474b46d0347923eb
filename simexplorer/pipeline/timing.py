"""Seconds of the stages of a run, and how often what is done so far is shown."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from simexplorer.pipeline.result import Result

PARTIAL_SECONDS = 0.5


class StageClock:
    """Seconds spent in each stage of one run."""

    def __init__(self) -> None:
        self._began = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str, done: bool = True) -> None:
        """Book the time since the last call on this stage; one that had nothing to do is no stage of this run."""
        now = time.perf_counter()
        if done:
            self._laps[stage] = self._laps.get(stage, 0.0) + now - self._last
        self._last = now

    def total(self) -> dict[str, float]:
        """All stages and their sum."""
        return {**self._laps, "total": time.perf_counter() - self._began}


class Throttle:
    """Calls a function with what ``make`` returns, at most every half second and never from two threads at once."""

    def __init__(self, function: Callable[[Result], None] | None) -> None:
        self._function = function
        self._last = time.monotonic()
        self._busy = threading.Lock()

    def offer(self, make: Callable[[], Result]) -> None:
        """Call now if there is somebody to call, nobody else is calling and the last call was long enough ago."""
        if self._function is None or not self._busy.acquire(blocking=False):
            return
        try:
            if time.monotonic() - self._last >= PARTIAL_SECONDS:
                self._function(make())
                self._last = time.monotonic()
        finally:
            self._busy.release()

    def wait(self) -> None:
        """Call nothing for half a second: of a stage that ends by then only the whole result is worth making."""
        self._last = time.monotonic()
