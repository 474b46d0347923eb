"""A reading process: takes open files, gives back texts, and dies of whatever a hostile file does to it.

It imports no kernel, opens no path of its own and has no network code; its limits are set before the first file.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator

from simexplorer.documents import formats, wire
from simexplorer.documents.extract import extract_joined
from simexplorer.documents.extracted import SKIPPED, Extracted, Found, Job, Rows
from simexplorer.documents.parts import TURN_ENDS
from simexplorer.documents.readers.member_names import MemberNames
from simexplorer.errors import reason_of

MEMORY_BYTES = 2**30
PROCESSOR_SECONDS = 10
OPEN_FILES = 64
_RETIRE_ABOVE_BYTES = 400 * 2**20
_BATCH_BYTES, _BATCH_MEMBERS, _BATCH_SECONDS = 2**20, 1000, 1.0


def main(socket_number: int, life_number: int) -> None:
    """Serve jobs from the socket until it closes; end at once when the pipe ``life_number`` closes."""
    _limit_resources()
    _die_with_parent(life_number)
    with socket.socket(fileno=socket_number) as link:
        outbox = Outbox(link)
        while parcel := _next_parcel(link):
            _allow_processor_time()
            for job, descriptor in parcel:
                alone = job.size >= wire.ALONE_FROM
                if alone:
                    outbox.send()
                    _allow_processor_time()
                with os.fdopen(descriptor, "rb") as stream:
                    for found in _guarded(stream, job):
                        outbox.put(found)
                if alone:
                    outbox.send()
            retire = _has_grown()
            outbox.send(retire=retire)
            if retire:
                return


def _next_parcel(link: socket.socket) -> list[tuple[Job, int]]:
    """The next jobs and their open files; none when there will be no more."""
    header, descriptors, _, _ = socket.recv_fds(link, wire.PARCEL_HEADER, wire.MOST_OF_A_PARCEL)
    if not header:
        return []
    header += _exactly(link, wire.PARCEL_HEADER - len(header))
    body = _exactly(link, wire.parcel_length(header))
    return list(zip(wire.unpack_jobs(body), descriptors, strict=True))


def _exactly(link: socket.socket, size: int) -> bytes:
    parts = []
    while size:
        part = link.recv(min(size, 1 << 20))
        if not part:
            sys.exit(0)
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _guarded(stream: object, job: Job) -> Iterator[Found]:
    """All documents of a file; whatever a reader raises becomes the file's reason."""
    promised = formats.named_type(job.name)
    names = MemberNames()  # members of members may meet: "a.zip" with "b" in it, beside one that is called "a.zip!b"
    try:
        for found in extract_joined(stream, job):  # type: ignore[arg-type]
            if isinstance(found, Extracted) and b"!" in found.member:
                found = found._replace(member=names.told_apart(found.member))
            yield found
    except MemoryError:
        reason = f"reading it takes more than {MEMORY_BYTES >> 20:,} MB of memory"
        yield Extracted(status=SKIPPED, reason=reason, media_type=promised)
    except RecursionError:
        yield Extracted(status=SKIPPED, reason="it is nested too deeply", media_type=promised)
    except OSError as error:  # of the system, such as a file that gives nothing when it is read
        yield Extracted(status=SKIPPED, reason=f"it could not be read: {reason_of(error)}", media_type=promised)
    except Exception as error:  # noqa: BLE001 - a stranger's parser may raise anything; it costs this document
        reason = f"damaged: {type(error).__name__} while it was read"
        yield Extracted(status=SKIPPED, reason=reason, media_type=promised)


class Outbox:
    """Documents on their way to the program: several at once, but none waits long for the next one to be read."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._kind = wire.DOCUMENTS
        self._found: list[Extracted] = []
        self._bytes, self._sent = 0, time.monotonic()

    def put(self, found: Found) -> None:
        """Take a document, or the end of a turn.

        That of a container goes at once, so that whoever has members but not their container knows what is being read.
        """
        if isinstance(found, Rows):
            self.send()
            self._kind = wire.MEMBERS
            self._link.sendall(wire.pack_rows(found))
            self._sent = time.monotonic()
            _allow_processor_time()
            return
        kind = wire.MEMBERS if found.member else wire.DOCUMENTS
        ends = kind != self._kind
        if ends or found is TURN_ENDS:
            self.send()
        self._kind = kind
        if found is TURN_ENDS:
            self._link.sendall(wire.pack_turn())
            return
        self._found.append(found)
        self._bytes += len(found.text)
        full = self._bytes >= _BATCH_BYTES or len(self._found) >= _BATCH_MEMBERS
        if full or time.monotonic() - self._sent > _BATCH_SECONDS or (ends and kind == wire.DOCUMENTS):
            self.send()

    def send(self, *, retire: bool = False) -> None:
        """Send what there is; ``retire`` in any case: this process wants to end now, as it has grown."""
        if self._found or retire:
            self._link.sendall(wire.pack_found(self._kind, self._found, retire=retire))
        if self._found:
            if self._kind == wire.MEMBERS:
                _allow_processor_time()
            self._found, self._bytes, self._sent = [], 0, time.monotonic()


def _has_grown() -> bool:
    """Whether this process holds so much memory that a fresh one is better.

    Not by the highest use that the system counts: that begins with the use of the program that started us.
    """
    try:
        with open("/proc/self/statm") as file:
            pages = int(file.read().split()[1])
    except (OSError, ValueError):
        return False
    return pages * os.sysconf("SC_PAGE_SIZE") > _RETIRE_ABOVE_BYTES


def _limit_resources() -> None:
    import resource

    for limit, value in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
    ):
        hard = resource.getrlimit(limit)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        # macOS knows no limit of address space
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit, (value, hard))


def _allow_processor_time() -> None:
    """The next parcel, large file or part of an archive may use this much processor time before SIGXCPU ends us."""
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    allowed = int(used.ru_utime + used.ru_stime) + 1 + PROCESSOR_SECONDS
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, hard))


def _die_with_parent(life_number: int) -> None:
    """End when the other end of the pipe closes, even inside a library that never returns.

    The parent-death signal would fire when the thread that started us ends; the pipe lasts as long as the process.
    """
    try:
        import fcntl

        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl.fcntl(life_number, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(life_number, fcntl.F_GETFL)
        fcntl.fcntl(life_number, fcntl.F_SETFL, flags | os.O_ASYNC)
    except (AttributeError, OSError, ValueError):
        pass
    threading.Thread(target=_watch, args=(life_number,), daemon=True).start()


def _watch(life_number: int) -> None:
    while os.read(life_number, 1):
        pass
    os._exit(1)
