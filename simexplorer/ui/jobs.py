"""Work off the main thread: one job at a time, the latest wins, progress is polled and never signalled per item."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Self

from PySide6.QtCore import QMetaMethod, QObject, Qt, QTimer, Signal, Slot

from simexplorer.errors import Cancelled, CapacityError, SimExplorerError, lacks_memory
from simexplorer.pipeline.allocating import give_back
from simexplorer.pipeline.giving_way import BEHIND_THE_HAND, give_way
from simexplorer.pipeline.mapped_columns import let_go_of_all
from simexplorer.pipeline.progress import Progress
from simexplorer.ui.turns import Turns

POLL_MILLISECONDS = 100
_LONG = 0.1  # seconds
_PAINTED = 0.025  # after so many the window has painted what the hand changed
_NO_MEMORY = "There is not enough memory for this; fewer files at once, or less of each, need less."
_LAST = BEHIND_THE_HAND + 5  # a third of the share of a thread that somebody waits for


class Job:
    """What work gets: a progress to report to, and a place to leave what is done so far."""

    def __init__(self) -> None:
        self.progress = Progress()
        self._lock = threading.Lock()
        self._part: Any = None

    def publish(self, part: Any) -> None:
        """Leave a partial result; only the newest is ever shown."""
        with self._lock:
            self._part = part

    def take(self) -> Any:
        """The newest partial result, once; None if there is none."""
        with self._lock:
            part, self._part = self._part, None
            return part


Work = Callable[[Job], Any]


def require_expected(error: Exception) -> None:
    """Raise a failure that nobody expects, for the crash dialog to show."""
    if not isinstance(error, SimExplorerError):
        raise error


def sentence_of(error: Exception) -> str:
    """What a failed job says to the person; raises one that nobody expects."""
    require_expected(error)
    return str(error)


def do_aside(act: Callable[[], object]) -> None:
    """Do what nobody waits for but the end of the program, in a thread of its own."""
    try:
        threading.Thread(target=act, name="job-aside").start()
    except RuntimeError:  # the system gives none
        act()


def once_compiled(work: Callable[[Job], Any]) -> Callable[[Job], Any]:
    """The same work, after the kernels of a first use: to compile some in this process would stall the window."""

    def waiting(job: Job) -> Any:
        from simexplorer.pipeline.engine import wait_for_kernels

        wait_for_kernels(job.progress)
        return work(job)

    return waiting


class JobRunner(QObject):
    """Runs ``work(job)`` in one thread of its own.

    ``start`` replaces a running job, which falls silent: none of its signals comes any more. ``start_after`` lets the
    running one end and replaces only what waits: right for a knob that is being turned. ``stop`` asks the running job
    to stop, and what it still returns is delivered; ``cancel`` is for what nobody wants any more: whatever comes of it,
    ``cancelled`` is all that is told. A failure that nobody listens for is raised, not lost.
    """

    started = Signal()
    progressed = Signal(object)  # ProgressState, about ten times a second
    part_ready = Signal(object)  # the newest partial result
    succeeded = Signal(object)  # what work returned
    failed = Signal(object)  # Exception
    cancelled = Signal()
    ended = Signal()  # after each of the three above, when nothing waits
    _returned = Signal(int, object)  # number of the job, its Future; from the thread, queued

    def __init__(
        self, name: str, parent: QObject | None = None, *, gives_way: bool = False, after_painting: bool = False
    ) -> None:
        """gives_way : what somebody waits for comes first where processors are scarce

        after_painting : work begins when what the hand changed is painted: both ask for the interpreter all the time
        """
        super().__init__(parent)
        self.name = name
        self._pause = _PAINTED if after_painting else 0.0
        niceness = _LAST if gives_way else BEHIND_THE_HAND
        self._new_pool = partial(ThreadPoolExecutor, 1, f"job-{name}", give_way, (niceness,))
        self._pool = self._new_pool()
        self._job: Job | None = None
        self._future: Future[Any] | None = None
        self._number = 0
        self._waiting: Work | None = None
        self._unwanted = False  # what comes of the running job
        self._closed = False
        self._handing_over = threading.Lock()
        self._poll = QTimer(self)
        self._poll.setInterval(POLL_MILLISECONDS)
        self._poll.timeout.connect(self._on_poll)
        self._turns = Turns.of(self)  # what came of a job is handed on in a turn of its own
        self._returned.connect(self._on_returned, Qt.ConnectionType.QueuedConnection)

    def hand_to(
        self,
        found: Callable[..., object],
        failed: Callable[..., object] | None = None,
        cancelled: Callable[..., object] | None = None,
    ) -> Self:
        """Have what comes of each job told to these."""
        self.succeeded.connect(found)
        for signal, told in ((self.failed, failed), (self.cancelled, cancelled)):
            if told is not None:
                signal.connect(told)
        return self

    @property
    def running(self) -> bool:
        """Whether a job runs or waits."""
        return self._job is not None

    def start(self, work: Work) -> None:
        """Run ``work`` next; whatever runs is asked to stop and falls silent."""
        if self._closed:
            return
        if self._job is not None:
            self._job.progress.cancel()
        self._waiting = None
        self._launch(work)

    def start_after(self, work: Work) -> None:
        """Run ``work`` when the running job has ended; of several that wait only the latest runs."""
        if self._closed:
            return
        if self._job is None:
            self._launch(work)
        else:
            self._waiting = work

    def cancel(self) -> None:
        """Ask the running job to stop and to fall silent; nothing waits any longer."""
        self.stop()
        self._unwanted = True
        self._poll.stop()

    def stop(self) -> None:
        """Ask the running job to stop, and deliver what it returns; nothing waits any longer."""
        self._waiting = None
        if self._job is not None:
            self._job.progress.cancel()

    def close(self, seconds: float = 2.0, last: Callable[[], object] | None = None) -> bool:
        """Stop everything; True if the thread has ended within that time. No signal comes afterwards.

        last : done in the thread after all it was given, however long that takes: the program does not end before
        """
        with self._handing_over:  # whoever has closed this may delete it at once: no signal of it is on its way
            again, self._closed = self._closed, True
        self._number += 1
        self.cancel()
        self._job = None
        if not again:
            if last is not None:
                self._future = self._finish(last)
            self._pool.shutdown(wait=False, cancel_futures=last is None)
        future = self._future
        end = time.monotonic() + seconds
        while future is not None and not future.done() and time.monotonic() < end:
            time.sleep(0.002)
        return future is None or future.done()

    def _finish(self, last: Callable[[], object]) -> Future[Any] | None:
        try:
            return self._pool.submit(last)
        except RuntimeError:  # the system gives no thread, so none runs
            last()
            return None

    def _launch(self, work: Work) -> None:
        self._number += 1
        number, job = self._number, Job()
        self._job, self._unwanted = job, False
        try:
            self._future = self._pool.submit(self._do, work, job)
        except RuntimeError as error:  # the system gives no thread, but the pool would do this when it has one
            self._pool, self._future = self._new_pool(), Future()
            self._future.set_exception(error)
        begun = time.monotonic()
        self._future.add_done_callback(lambda future: self._hand_over(number, future, begun))
        self._poll.start()
        self.started.emit()

    def _do(self, work: Work, job: Job) -> Any:
        """In the thread of the job."""
        if self._pause:
            time.sleep(self._pause)
            job.progress.check()
        return work(job)

    def _hand_over(self, number: int, future: Future[Any], begun: float) -> None:
        """In the thread that ran the job: nothing but a queued signal, and what long work leaves is given back."""
        with self._handing_over:
            if not self._closed:
                self._returned.emit(number, future)
        if time.monotonic() - begun > _LONG:
            give_back()
        else:
            let_go_of_all()

    @Slot()
    def _on_poll(self) -> None:
        if self._job is None:
            return
        self.progressed.emit(self._job.progress.state())
        part = self._job.take()
        if part is not None:
            self.part_ready.emit(part)

    @Slot(int, object)
    def _on_returned(self, number: int, future: Future[Any]) -> None:
        if number == self._number and not self._closed:
            self._turns.add(lambda: self._hand_on(number, future), key=(self, number))

    def _hand_on(self, number: int, future: Future[Any]) -> None:
        if number != self._number or self._closed:
            return
        unwanted = self._unwanted
        self._job = self._future = None  # what was found lives as long as whoever takes it over keeps it
        self._poll.stop()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._launch(waiting)
        error = None if future.cancelled() else future.exception()
        if error is not None and lacks_memory(error):
            error = CapacityError(_NO_MEMORY)
        unheard: BaseException | None = None
        if unwanted or future.cancelled() or isinstance(error, Cancelled | CancelledError):
            self.cancelled.emit()
        elif error is None:
            self.succeeded.emit(future.result())
        elif not self.isSignalConnected(QMetaMethod.fromSignal(self.failed)):
            unheard = error
        else:
            self.failed.emit(error)
        if self._job is None:
            self.ended.emit()
        if unheard is not None:
            raise unheard
