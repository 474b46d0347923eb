"""A progress that is asked to stop in the midst of work."""

from __future__ import annotations

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
