"""A progress that is asked to stop in the midst of work, or does something then."""

from __future__ import annotations

from collections.abc import Callable

from simexplorer.pipeline.progress import Progress


class StopsAt(Progress):
    """Asked to stop while the work asks for the ``count``-th time, from any thread."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.left = count

    def check(self) -> None:
        self.left -= 1
        if self.left <= 0:  # threads may ask at once, and count past it
            self.cancel()
        super().check()


class Meanwhile(Progress):
    """Does something whenever units are done: ``act(progress)``."""

    def __init__(self, act: Callable[[Progress], object] = Progress.cancel) -> None:
        super().__init__()
        self.act = act

    def advance(self, count: int = 1) -> None:
        self.act(self)
        super().advance(count)
