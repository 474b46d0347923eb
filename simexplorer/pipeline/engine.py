"""Where work runs: chunks on this computer's cores, and the child that compiles kernels on first use."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from msgspec.structs import replace

from simexplorer.compiled import KERNEL_CACHE
from simexplorer.errors import Cancelled
from simexplorer.pipeline.child_code import END_WITH_PARENT, own_command
from simexplorer.pipeline.giving_way import give_way
from simexplorer.pipeline.progress import Progress, ProgressState
from simexplorer.search.mapping import Mapper

USUAL_KERNELS_READY = KERNEL_CACHE / "usual-ready"  # those of a run with the settings that one begins with
TABLE_KERNELS_READY = KERNEL_CACHE / "tables-ready"  # those that cut tables into rows and leave words out, too
KERNELS_READY = KERNEL_CACHE / "ready"  # those of other settings too
COMPILING = "Compiling kernels (first use only)"
_ABOUT_KERNELS = {USUAL_KERNELS_READY: 56, KERNELS_READY: 124}  # that stand then: the end of the bar, not of the work
_LOOK_EVERY = 0.1  # seconds
_COMPILE = "from simexplorer.pipeline.warming import compile_kernels; compile_kernels()"
_MOST_READING = 16  # at once: what one disk is asked for
_IDLE = 0.4  # share of what its threads could use, below which a process waits for a disk and not for itself
_STARTING = threading.Lock()
_children: dict[str, subprocess.Popen[bytes]] = {}
_stopped: list[subprocess.Popen[bytes]] = []  # children that were asked to end before they were done

Job = TypeVar("Job")
Answer = TypeVar("Answer")
Thing = TypeVar("Thing")


class Engine:
    """Own threads, as many as cores (at most 8): kernels release the GIL, so they run side by side.

    Where jobs read files there are more of them for as long as they mostly wait for the disk.

    niceness : of all of them, as of ``give_way``
    """

    def __init__(self, workers: int | None = None, niceness: int = 0) -> None:
        self.workers = max(1, workers or min(8, os.cpu_count() or 1))
        self._begin = functools.partial(give_way, niceness)
        self._lock = threading.Lock()  # several threads may ask at once
        self._pool: ThreadPoolExecutor | None = None
        self._beside: ThreadPoolExecutor | None = None

    def each(self, function: Callable[[Job], Answer], jobs: Iterable[Job], *, reading: bool = False) -> list[Answer]:
        """The answers in the order of the jobs; the first error ends the others and is raised.

        reading : jobs may wait for a disk, which serves several at once better than one after the other
        """
        todo = list(jobs)
        if self.workers == 1 or len(todo) < 2:
            return [function(job) for job in todo]
        with self._lock:
            pool = self._pool = self._pool or self._threads("work", max(self.workers, _MOST_READING))
        most = min(len(todo), max(self.workers, _MOST_READING) if reading else self.workers)
        crew = _Crew(pool, function, todo, min(self.workers, len(todo)), most)
        try:
            return crew.answers()
        finally:
            if crew.size > self.workers:  # the working memory of those that only waited goes with them
                with self._lock:
                    self._pool = None if self._pool is pool else self._pool
                pool.shutdown()

    def _threads(self, name: str, most: int) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(most, f"simexplorer-{name}", self._begin)

    def stoppable(self, progress: Progress) -> Mapper:
        """As ``each``; before every job it raises Cancelled where a stop was asked for."""

        def each(function: Callable[[Any], Any], jobs: Iterable[Any]) -> list[Any]:
            def heeding(job: Any) -> Any:
                progress.check()
                return function(job)

            return self.each(heeding, jobs)

        return each

    def beside(self, function: Callable[[], Answer]) -> Callable[[], Answer]:
        """Begin what is needed later, and return what waits for its answer; it may not use this engine itself."""
        if self.workers == 1:
            return functools.cache(function)
        with self._lock:
            self._beside = self._beside or self._threads("beside", 1)
            return self._beside.submit(function).result

    def close(self) -> None:
        """End the threads; the engine may be used again."""
        with self._lock:
            pools, self._pool, self._beside = (self._pool, self._beside), None, None
        for pool in pools:
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)


class _Crew(Generic[Job, Answer]):
    """Threads that take one job after the other: ``count``, and while jobs mostly wait for a disk up to ``most``."""

    def __init__(
        self, pool: ThreadPoolExecutor, function: Callable[[Job], Answer], jobs: list[Job], count: int, most: int
    ) -> None:
        self._pool, self._function, self._count, self._most = pool, function, count, most
        self._left = iter(enumerate(jobs))  # threads take turns at it: the interpreter's lock keeps them apart
        self._answers: dict[int, Answer] = {}
        self._threads: list[Future[None]] = []
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """How many threads there are."""
        return len(self._threads)

    def answers(self) -> list[Answer]:
        """Begin with ``count`` threads, and wait for all."""
        for _ in range(self._count):
            self._one_more()
        if not self._threads:
            self._work()
        for thread in self._threads:  # grows while it is gone through, never after its last one has ended
            thread.exception()
        for thread in self._threads:
            thread.result()
        return [self._answers[place] for place in range(len(self._answers))]

    def _one_more(self) -> None:
        """Begin another thread, unless the pool has ended meanwhile: then those that there are do the rest."""
        with self._lock, contextlib.suppress(RuntimeError):
            if len(self._threads) < self._most:
                self._threads.append(self._pool.submit(self._work))

    def _work(self) -> None:
        for place, job in self._left:
            began, used, all_used = time.perf_counter(), time.thread_time(), time.process_time()
            try:
                self._answers[place] = self._function(job)
            except BaseException:
                for _ in self._left:  # nobody goes on
                    pass
                raise
            passed, idle = time.perf_counter() - began, _IDLE * self._count
            # a thread waits for others as well, for a core or for the interpreter's lock: more of them make it worse
            if 2 * (time.thread_time() - used) < passed and time.process_time() - all_used < idle * passed:
                self._one_more()


class PerThread(Generic[Thing]):
    """One object for each thread: working memory that must not be shared."""

    def __init__(self, make: Callable[[], Thing]) -> None:
        self._make = make
        self._local = threading.local()

    def get(self) -> Thing:
        """The object of this thread, made when it first asks."""
        if not hasattr(self._local, "thing"):
            self._local.thing = self._make()
        thing: Thing = self._local.thing
        return thing

    def put(self, thing: Thing) -> None:
        """Replace the object of this thread, by a larger one for example."""
        self._local.thing = thing


class Watch:
    """While a block runs, calls ``show(state, final)`` every 0.2 s from a thread; never if ``show`` is None."""

    def __init__(self, progress: Progress, show: Callable[[ProgressState, bool], None] | None) -> None:
        self._progress, self._show = progress, show
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simexplorer-watch", daemon=True)

    def __enter__(self) -> Self:
        if self._show is not None:
            self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._ended.set()
        if self._show is not None:
            self._thread.join()
            self._show(self._progress.state(), True)

    def _run(self) -> None:
        stage = ""
        while not self._ended.wait(0.2):
            state = self._progress.state()
            if self._show is not None and state.stage:
                begins = state.stage != stage
                self._show(replace(state, done=0) if begins else replace(state, done=max(1, state.done)), False)
                stage = state.stage


def ensure_kernels(progress: Progress, compile_them: str = _COMPILE, ready: Path = KERNELS_READY) -> None:
    """Return when the kernels stand in the cache; at once if they do. A child that fails costs speed, nothing else.

    Raises Cancelled.

    compile_them : what the child runs, a text of this program's own
    ready : the file that the child leaves when what is wanted here is done; it may go on with what is wanted later

    Compiling in a thread of the window stalls it for 150 ms at a time; in a child it does not.
    """
    if ready.exists():
        return
    before, done = _kernels_that_stand(), 0
    total = max(0, _ABOUT_KERNELS.get(ready, 0) - before)
    progress.begin(COMPILING, total, "kernels")
    child = _compiling(compile_them)
    while not ready.exists():
        if child.poll() is not None:
            if child not in _stopped:
                return
            child = _compiling(compile_them)  # it was stopped for somebody else, who waited for it too
        if progress.cancelled:
            stop_compiling(compile_them)
            raise Cancelled("Compiling kernels")
        made = max(done, min(total - 1, _kernels_that_stand() - before))
        progress.advance(made - done)
        done = made
        time.sleep(_LOOK_EVERY)


def _kernels_that_stand() -> int:
    return sum(1 for _ in KERNEL_CACHE.glob("*/*.nbi"))


def wait_for_kernels(progress: Progress) -> None:
    """Return when no child compiles what is asked for after a run; what is cancelled meanwhile does not stop it.

    Where an earlier session ended before its child had come to that, one is begun. Raises Cancelled.
    """
    if KERNELS_READY.exists():
        return
    progress.begin(COMPILING, 0)
    begin_compiling(_COMPILE)
    while any(child.poll() is None for child in list(_children.values())) and not KERNELS_READY.exists():
        progress.check()
        time.sleep(_LOOK_EVERY)


def begin_compiling(compile_them: str) -> None:
    """Start the child and do not wait for it; once in the life of this program, unless it was stopped."""
    if compile_them not in _children:
        _compiling(compile_them)


def stop_compiling(compile_them: str) -> None:
    """End the child, if there is one; what it has compiled so far stays in the cache."""
    with _STARTING:
        child = _children.pop(compile_them, None)
        if child is not None:
            _stopped.append(child)
            child.terminate()


def kernels_of(shingle_kind: str, linkage: str) -> Path:
    """The file that stands in the cache when a run with these settings finds its kernels there."""
    return USUAL_KERNELS_READY if (shingle_kind, linkage) == ("char", "component") else KERNELS_READY


def _compiling(compile_them: str) -> subprocess.Popen[bytes]:
    """The child that compiles; one for all threads that wait. It ends with this program, whatever ends that."""
    with _STARTING:
        child = _children.get(compile_them)
        if child is not None and child.poll() is not None:
            child.communicate()  # to close its pipe
            child = None
        if child is None:
            child = _children[compile_them] = subprocess.Popen(  # noqa: S603 - this very interpreter
                own_command(END_WITH_PARENT + compile_them),
                stdin=subprocess.PIPE,  # never written to: it breaks when this program is gone
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        return child


@atexit.register
def _end_children() -> None:
    for child in _children.values():
        child.terminate()
    for child in (*_children.values(), *_stopped):
        child.communicate()
