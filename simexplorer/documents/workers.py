"""Reading processes: started when needed, killed when they hang, swell or outlive their use, replaced at once."""

from __future__ import annotations

import json
import mmap
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simexplorer.documents import wire
from simexplorer.documents.extracted import Job
from simexplorer.documents.temporary_files import refused, temporary_file
from simexplorer.documents.under_way import SHOWN_BYTES, place_shown
from simexplorer.documents.worker_main import OUT_OF_MEMORY, PROCESSOR_SECONDS, TOO_MUCH_MEMORY
from simexplorer.errors import Cancelled, InputError, reason_of

SILENCE_SECONDS = 30.0
_LARGEST_ANSWER = 2**30
_CHECK_SECONDS = 0.1
_BUSY_SECONDS = 0.5
# of the C library, elsewhere unknown: what one page took is kept for the next, not given back and asked for again
_ALLOCATION = {"MALLOC_TRIM_THRESHOLD_": str(2**25), "MALLOC_MMAP_THRESHOLD_": str(2**25)}
_FAULTS = frozenset({signal.SIGSEGV, signal.SIGABRT, signal.SIGFPE, signal.SIGILL})  # of a parser in what it reads

_START = (
    "import sys; sys.path += sys.argv[4:]; "
    "from simexplorer.documents.worker_main import main; main(*map(int, sys.argv[1:4]))"
)


def worker_command(descriptors: Sequence[int]) -> list[str]:
    """The command that starts a reading process with these inherited descriptors, see ``worker_main.main``."""
    # the folders of modules are those of this process: looking for them anew takes as long as the interpreter's start
    folders = [str(Path(__file__).resolve().parents[2]), *filter(os.path.isabs, sys.path)]
    return [sys.executable, "-P", "-S", "-c", _START, *map(str, descriptors), *folders]


class WorkerDied(Exception):  # noqa: N818 - it says what happened
    """A reading process ended before it had answered; the text says why, as it is shown to the person.

    lasting : whether the same file would end it the same way again
    place : (item, member) that it was reading, see ``under_way``; None where it was ended for all that came of a file
    behind : how many files it had been given after the one that it was reading
    """

    def __init__(
        self, reason: str, *, lasting: bool = False, place: tuple[int, int] | None = None, behind: int = 0
    ) -> None:
        super().__init__(reason)
        self.lasting, self.place, self.behind = lasting, place, behind


class Worker:
    """One reading process and the socket to it."""

    def __init__(self) -> None:
        with temporary_file() as shared:
            try:
                shared.write(bytes(SHOWN_BYTES))
            except OSError as error:
                raise refused(error) from error
            self._shown = mmap.mmap(shared.fileno(), SHOWN_BYTES)
            self._start(shared.fileno())
        self._given = 0
        self._overdue = False
        self._used = 0.0
        self.retired = False

    def _start(self, shown: int) -> None:
        self._link, theirs = socket.socketpair()
        life, self._life = os.pipe()
        descriptors = [theirs.fileno(), life, shown]
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                worker_command(descriptors),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=descriptors,
                cwd=os.sep,
                env=_ALLOCATION | os.environ,
                start_new_session=True,
            )
        except OSError:
            self._link.close()
            os.close(self._life)
            raise
        finally:
            theirs.close()
            os.close(life)

    def send(self, jobs: Sequence[Job], descriptors: Sequence[int]) -> None:
        """Give it a parcel of files to read, at most MOST_OF_A_PARCEL; WorkerDied if it is gone."""
        body = wire.pack_jobs(jobs)
        try:
            self._link.settimeout(SILENCE_SECONDS)
            sent = socket.send_fds(self._link, [body], descriptors)
            self._link.sendall(body[sent:])
        except OSError as error:
            raise self._death() from error
        self._given += len(jobs)

    def receive(self, check: Callable[[], None]) -> tuple[int, dict[str, Any], bytes]:
        """(kind, JSON, payload) of its next answer; WorkerDied if none comes within the time for it.

        ``check`` is called every tenth of a second and may raise to give up waiting.
        """
        self._used = self._processor_seconds()
        deadline = time.monotonic() + SILENCE_SECONDS
        kind, meta_size, payload_size = wire.unpack_header(self._exactly(wire.ANSWER_HEADER, deadline, check))
        if payload_size > _LARGEST_ANSWER:
            raise self._died(f"its text is larger than {_LARGEST_ANSWER >> 20:,} MB", lasting=True)
        meta = json.loads(self._exactly(meta_size, deadline, check))
        payload = self._exactly(payload_size, deadline, check)
        self.retired = self.retired or bool(meta.get("retire"))
        return kind, meta, payload

    def _exactly(self, size: int, deadline: float, check: Callable[[], None]) -> bytes:
        received = bytearray(size)
        view = memoryview(received)
        while view:
            check()
            try:
                self._link.settimeout(_CHECK_SECONDS)
                count = self._link.recv_into(view)
            except TimeoutError:
                if time.monotonic() < deadline:
                    continue
                if self._is_at_work():
                    # on a busy machine it got too little time; its own limit of processor time ends it if need be
                    deadline = time.monotonic() + SILENCE_SECONDS
                    continue
                self._overdue = True
                count = 0
            except OSError:
                count = 0
            if not count:
                raise self._death()
            view = view[count:]
        return bytes(received)

    def _is_at_work(self) -> bool:
        """Whether it has computed since it was waited for or this was last asked; never where no system tells."""
        used = self._processor_seconds()
        busy, self._used = used - self._used > _BUSY_SECONDS, used
        return busy

    def _processor_seconds(self) -> float:
        """What it has computed in all; 0 where the system does not tell."""
        try:
            with open(f"/proc/{self._process.pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _death(self) -> WorkerDied:
        if self._overdue:
            return self._died(f"its reader gave no answer for {SILENCE_SECONDS:.0f} s and was stopped")
        try:
            # the socket closes a little before the process is gone
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return self._died("its reader closed the connection")
        if code == OUT_OF_MEMORY:
            return self._died(TOO_MUCH_MEMORY, lasting=True)
        if code == -signal.SIGXCPU:
            return self._died(f"reading it takes more than {PROCESSOR_SECONDS} s of processor time", lasting=True)
        if code == -signal.SIGKILL:
            return self._died("its reader was killed, perhaps for want of memory")
        if code < 0:
            return self._died(f"its reader crashed ({signal.Signals(-code).name})", lasting=-code in _FAULTS)
        return self._died("its reader ended without an answer")

    def _died(self, reason: str, *, lasting: bool = False) -> WorkerDied:
        begun, item, member = place_shown(self._shown)
        return WorkerDied(reason, lasting=lasting, place=(item, member), behind=self._given - begun)

    def stop(self) -> None:
        """End the process, from any thread; whoever waits for an answer gets WorkerDied."""
        self._process.kill()

    def close(self) -> None:
        """End the process, wait until it is gone and free what it took; by its owner alone."""
        self.stop()
        self._process.wait()
        self._link.close()
        if self._life >= 0:
            os.close(self._life)
            self._life = -1


class Lease:
    """The right to one reading process at a time, a fresh one after each that died."""

    def __init__(self, pool: WorkerPool, worker: Worker | None) -> None:
        self._pool = pool
        self._worker = worker

    def worker(self) -> Worker:
        """The process, started if there is none; Cancelled once the pool was stopped."""
        if self._worker is None:
            self._worker = self._pool.start()
        return self._worker

    def drop(self) -> None:
        """Be rid of the present process."""
        if self._worker is not None:
            self._pool.end(self._worker)
            self._worker = None

    def give_back(self) -> Worker | None:
        """The process, if it lives, for the next one who needs it."""
        worker, self._worker = self._worker, None
        return worker


class WorkerPool:
    """Up to ``most`` reading processes (0: one a core, but two), kept for the next file while they are well."""

    def __init__(self, most: int = 0) -> None:
        self._most = most or max(2, os.cpu_count() or 1)
        self._changed = threading.Condition(threading.RLock())
        self._idle: list[Worker] = []
        self._alive: set[Worker] = set()
        self._leases = 0
        self._stopped = False

    @contextmanager
    def lease(self, check: Callable[[], None]) -> Iterator[Lease]:
        """A lease, waited for while all are taken; Cancelled once the pool was stopped, or what ``check`` raises."""
        with self._changed:
            while not self._changed.wait_for(lambda: self._stopped or self._leases < self._most, _CHECK_SECONDS):
                check()
            self._refuse_if_stopped()
            lease = self._taken()
        with self._returning([lease]):
            yield lease

    @contextmanager
    def spare(self) -> Iterator[list[Lease]]:
        """All leases that nobody has, without waiting for one: as many as there are cores, less those in use."""
        with self._changed:
            leases = [self._taken() for _ in range(min(self._most, os.cpu_count() or 1) - self._leases)]
        with self._returning(leases):
            yield leases

    def _taken(self) -> Lease:
        self._leases += 1
        return Lease(self, self._idle.pop() if self._idle else None)

    @contextmanager
    def _returning(self, leases: Sequence[Lease]) -> Iterator[None]:
        """Leases are given back at the end, their processes for the next one who needs them if all went well."""
        clean = False
        try:
            yield
            clean = True
        finally:
            for lease in leases:
                worker = lease.give_back()
                with self._changed:
                    self._leases -= 1
                    kept = worker is not None and clean and not self._stopped
                    if worker is not None and kept:
                        self._idle.append(worker)
                    self._changed.notify()
                if worker is not None and not kept:
                    self.end(worker)

    def start(self) -> Worker:
        """A new process; Cancelled once the pool was stopped, InputError if the system gives none."""
        with self._changed:
            self._refuse_if_stopped()
            try:
                worker = Worker()
            except OSError as error:
                raise InputError(f"No process for reading documents could be started: {reason_of(error)}.") from error
            self._alive.add(worker)
        return worker

    def prepare(self, count: int) -> None:
        """Start processes until there are ``count`` of them (at most ``most``), for nobody to wait for a start."""
        with self._changed:
            while not self._stopped and len(self._alive) < min(count, self._most):
                self._idle.append(self.start())

    def end(self, worker: Worker) -> None:
        """Close a process that this pool started."""
        with self._changed:
            self._alive.discard(worker)
        worker.close()

    def _refuse_if_stopped(self) -> None:
        if self._stopped:
            raise Cancelled("reading")

    @property
    def stopped(self) -> bool:
        """Whether ``stop`` was called."""
        return self._stopped

    def stop(self) -> None:
        """Kill all processes, from any thread; waiting leases raise Cancelled."""
        with self._changed:
            self._stopped = True
            for worker in self._alive:
                worker.stop()
            self._changed.notify_all()

    def close(self) -> None:
        """Stop, and wait until the idle processes are gone; leased ones are closed where they are used."""
        self.stop()
        with self._changed:
            idle, self._idle = self._idle, []
        for worker in idle:
            self.end(worker)
