"""Makes what the first picture of the window does not show, right after it, a piece at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

from simexplorer.ui.jobs import JobRunner
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.turns import BY_HAND, Turns

Load: TypeAlias = Callable[[], object]
Panel = TypeVar("Panel")
Feature = TypeVar("Feature")

_UNPAINTED = 1000  # milliseconds after which a window that was not painted (an iconified one) goes on all the same


class Building(QObject):
    """Takes the pieces of a window one by one, each in a turn of the event loop of its own.

    A piece may yield what is to be loaded in a thread before the next one, so that no turn is long. Whoever cannot
    wait (a test, a picture, a hand on the window) has the rest made at once: nobody ever meets half a window.

    afterwards : loaded in the thread when all is made, for what makes itself when it is first shown
    """

    finished = Signal()

    def __init__(self, pieces: Iterator[Load | None], parent: QObject, afterwards: Load | None = None) -> None:
        super().__init__(parent)
        self._pieces, self._afterwards = pieces, afterwards
        self._window: QWidget | None = None
        self._unpainted = after_pause(self, _UNPAINTED, self._begin)
        self.is_finished = False
        self._turns = Turns.of(self)
        self.jobs = JobRunner("building", self)
        self.jobs.ended.connect(self._next)

    def begin_after(self, window: QWidget) -> None:
        """Go on when this window, which is about to be shown, has painted itself for the first time."""
        self._window = window
        window.installEventFilter(self)
        self._unpainted.start()

    def finish(self) -> None:
        """Make all that is missing now."""
        while not self.is_finished:
            self._take()

    def close(self) -> None:
        """Stop the thread."""
        self._afterwards = None
        self.jobs.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """After the first picture the work begins; before a hand acts, all is there."""
        if self.is_finished:
            watched.removeEventFilter(self)
        elif event.type() in BY_HAND:
            self.finish()
        elif event.type() == QEvent.Type.Paint:
            self._turns.add(self._begin)
        return False

    def _begin(self) -> None:
        """Watch for hands where they are seen first, and go on in turns."""
        self._unpainted.stop()
        if self._window is not None and not self.is_finished:
            self._window.removeEventFilter(self)
            if (handle := self._window.windowHandle()) is not None:
                handle.installEventFilter(self)
            self._window = None
            self._next()

    def _next(self) -> None:
        load = self._take()
        if load is not None:
            self.jobs.start(lambda _job: load())
        elif not self.is_finished:
            self._turns.add(self._next)

    def _take(self) -> Load | None:
        if self.is_finished:
            return None
        try:
            return next(self._pieces)
        except StopIteration:
            self.is_finished = True
            self.finished.emit()
            self._turns.add(self._load_afterwards)
            return None

    def _load_afterwards(self) -> None:
        load, self._afterwards = self._afterwards, None
        if load is not None:
            self.jobs.start(lambda _job: load())


def panel_first(make: Callable[[], Panel], use: Callable[[Panel], Feature]) -> Iterator[Feature | None]:
    """A feature with a large panel, in two pieces: the panel, then what acts on it."""
    panel = make()
    yield None
    yield use(panel)
