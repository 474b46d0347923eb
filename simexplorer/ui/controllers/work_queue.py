"""Works done one after another in one thread: none is lost, unless a newer one of its kind takes its place."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from simexplorer.errors import Cancelled
from simexplorer.ui.jobs import Job, JobRunner

Done = Callable[[Any], None]


class _Work(Struct, eq=False):
    act: Callable[[Job], Any]
    done: Done | None
    failed: Done | None
    kind: object


class WorkQueue(QObject):
    """In front of a ``JobRunner``, which would let only the latest work wait."""

    failed = Signal(object)  # Exception of a work that has nobody of its own to tell

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner.hand_to(self._on_succeeded, self._on_failed, self._on_cancelled)
        self._waiting: deque[_Work] = deque()
        self._present: _Work | None = None

    @property
    def busy(self) -> bool:
        """Whether anything is done or waits."""
        return self._present is not None or bool(self._waiting)

    def add(
        self, act: Callable[[Job], Any], done: Done | None = None, failed: Done | None = None, kind: object = None
    ) -> None:
        """Do ``act(job)`` after all that waits, then ``done`` here; a waiting work of the same ``kind`` is dropped."""
        if kind is not None:
            self._waiting = deque(work for work in self._waiting if work.kind != kind)
        self._waiting.append(_Work(act, done, failed, kind))
        self._next()

    def finish(self, seconds: float, then: Callable[[], object] = lambda: None) -> None:
        """Ask the present work to stop, have all that waits done, then ``then``; nobody is told any more.

        What takes longer than these seconds goes on after them, and the program ends when it has ended.
        """
        waiting, self._waiting = self._waiting, deque()
        errors: list[Exception] = []

        def rest() -> None:
            for work in waiting:
                try:
                    work.act(Job())
                except Exception as error:  # noqa: BLE001 - told to whoever listens
                    errors.append(error)
            then()

        self._runner.close(seconds, rest)
        for error in errors:
            self.failed.emit(error)

    def _next(self) -> None:
        if self._present is None and self._waiting:
            self._present = self._waiting.popleft()
            self._runner.start(self._present.act)

    def _ended(self) -> _Work:
        work, self._present = self._present, None
        assert work is not None
        return work

    def _on_succeeded(self, value: object) -> None:
        work = self._ended()
        if work.done is not None:
            work.done(value)
        self._next()

    def _on_failed(self, error: Exception) -> None:
        work = self._ended()
        self._next()
        if work.failed is not None:
            work.failed(error)
        else:
            self.failed.emit(error)

    def _on_cancelled(self) -> None:
        work = self._ended()
        self._next()
        if work.failed is not None:
            work.failed(Cancelled())
