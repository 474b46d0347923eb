"""Where work runs: chunks on this computer's cores, and the child that compiles kernels on first use."""

from __future__ import annotations

import atexit
import functools
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Generic, Self, TypeVar

from simexplorer.compiled import KERNEL_CACHE
from simexplorer.errors import Cancelled
from simexplorer.pipeline.progress import Progress, ProgressState

USUAL_KERNELS_READY = KERNEL_CACHE / "usual-ready"  # those of a run with the settings that one begins with
KERNELS_READY = KERNEL_CACHE / "ready"  # those of other settings too
_ABOUT_KERNELS = 76  # how many a usual run compiles: the end of the bar, not of the work
_LOOK_EVERY = 0.1  # seconds
_COMPILE = "from simexplorer.pipeline.warming import compile_kernels; compile_kernels()"
_STARTING = threading.Lock()
_children: dict[str, subprocess.Popen[bytes]] = {}

Job = TypeVar("Job")
Answer = TypeVar("Answer")
Thing = TypeVar("Thing")


class Engine:
    """Own threads, as many as cores (at most 8): kernels release the GIL, so they run side by side."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = max(1, workers or min(8, os.cpu_count() or 1))
        self._pool: ThreadPoolExecutor | None = None

    def each(self, function: Callable[[Job], Answer], jobs: Iterable[Job]) -> list[Answer]:
        """The answers in the order of the jobs; the first error ends the others and is raised."""
        todo = list(jobs)
        if self.workers == 1 or len(todo) < 2:
            return [function(job) for job in todo]
        pool = self._threads()
        futures = [pool.submit(function, job) for job in todo]
        done, waiting = wait(futures, return_when=FIRST_EXCEPTION)
        for future in waiting:
            future.cancel()
        wait(futures)
        for future in done:
            if error := future.exception():
                raise error
        return [future.result() for future in futures]

    def beside(self, function: Callable[[], Answer]) -> Callable[[], Answer]:
        """Begin what is needed later, and return what waits for its answer; it may not use this engine itself."""
        if self.workers == 1:
            return functools.cache(function)
        return self._threads().submit(function).result

    def _threads(self) -> ThreadPoolExecutor:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="simexplorer-work")
        return self._pool

    def close(self) -> None:
        """End the threads; the engine may be used again."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


class PerThread(Generic[Thing]):
    """One thing a thread: working memory that must not be shared."""

    def __init__(self, make: Callable[[], Thing]) -> None:
        self._make = make
        self._local = threading.local()

    def get(self) -> Thing:
        """This thread's thing, made when it first asks."""
        if not hasattr(self._local, "thing"):
            self._local.thing = self._make()
        thing: Thing = self._local.thing
        return thing

    def put(self, thing: Thing) -> None:
        """Replace this thread's thing (a larger one, say)."""
        self._local.thing = thing


class Watch:
    """While a block runs, calls ``show(state, final)`` every ``seconds`` from a thread; never if ``show`` is None."""

    def __init__(
        self, progress: Progress, show: Callable[[ProgressState, bool], None] | None, seconds: float = 0.2
    ) -> None:
        self._progress, self._show, self._seconds = progress, show, seconds
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
        while not self._ended.wait(self._seconds):
            state = self._progress.state()
            if self._show is not None and state.stage:
                begins = state.stage != stage
                self._show(replace(state, done=0) if begins else replace(state, done=max(1, state.done)), False)
                stage = state.stage


def ensure_kernels(progress: Progress, compile_them: str = _COMPILE, ready: Path = KERNELS_READY) -> None:
    """Return when the kernels stand in the cache; at once if they do. A child that fails costs speed, nothing else.

    compile_them : what the child runs, a text of this program's own
    ready : the file that the child leaves when what is wanted here is done; it may go on with what is wanted later

    Compiling in a thread of the window stalls it for 150 ms at a time; in a child it does not.
    """
    if ready.exists():
        return
    progress.begin("Compiling kernels (first use only)", _ABOUT_KERNELS, "kernels")
    child = _compiling(compile_them)
    found = 0
    while not ready.exists() and child.poll() is None:
        if progress.cancelled:
            child.terminate()
            raise Cancelled("Compiling kernels")
        standing = min(_ABOUT_KERNELS - 1, sum(1 for _ in KERNEL_CACHE.glob("*/*.nbi")))
        progress.advance(max(0, standing - found))
        found = max(found, standing)
        time.sleep(_LOOK_EVERY)


def kernels_of(shingle_kind: str, linkage: str) -> Path:
    """The file that stands in the cache when a run with these settings finds its kernels there."""
    return USUAL_KERNELS_READY if (shingle_kind, linkage) == ("char", "component") else KERNELS_READY


def _compiling(compile_them: str) -> subprocess.Popen[bytes]:
    """The child that compiles; one for all threads that wait. It ends with this program at the latest."""
    with _STARTING:
        child = _children.get(compile_them)
        if child is None or child.poll() is not None:
            child = _children[compile_them] = subprocess.Popen(  # noqa: S603 - this very interpreter
                [sys.executable, "-c", compile_them],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        return child


@atexit.register
def _end_children() -> None:
    for child in _children.values():
        child.terminate()
    for child in _children.values():
        child.wait()
