"""A reading process: takes open files, gives back texts, and dies of whatever a hostile file does to it.

It imports no kernel, opens no path of its own and has no network code; its limits are set before the first file.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from typing import BinaryIO

from simexplorer.documents import formats, wire
from simexplorer.documents.extract import extract_joined
from simexplorer.documents.extracted import SKIPPED, Extracted, Found, Job, Rows
from simexplorer.documents.guarding import failed
from simexplorer.documents.parts import TURN_ENDS
from simexplorer.documents.under_way import SHOWN_BYTES, under_way

MEMORY_BYTES = 2**30
PROCESSOR_SECONDS = 10
OPEN_FILES = 64
TOO_MUCH_MEMORY = f"reading it takes more than {MEMORY_BYTES >> 20:,} MB of memory"
OUT_OF_MEMORY = 12  # what the process ends with where a member of a file takes too much: the next has a fresh one
_RETIRE_ABOVE_BYTES = 400 * 2**20
_BATCH_BYTES, _BATCH_MEMBERS, _BATCH_SECONDS = 2**20, 1000, 1.0


def main(socket_number: int, life_number: int, shown_number: int) -> None:
    """Serve jobs from the socket until it closes; end at once when the pipe ``life_number`` closes.

    What is read is shown in the memory behind ``shown_number``.
    """
    under_way.show_in(mmap.mmap(shown_number, SHOWN_BYTES))
    under_way.go_on = _allow_processor_time
    _limit_resources()
    _die_with_parent(life_number)
    with socket.socket(fileno=socket_number) as link:
        outbox = Outbox(link)
        while parcel := _next_parcel(link):
            for job, descriptor in parcel:
                under_way.begin_file(job.left_out)
                _allow_processor_time()
                with os.fdopen(descriptor, "rb") as stream:
                    for found in _guarded(stream, job):
                        outbox.put(found)
            retire = _has_grown() or _is_old()
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


def _guarded(stream: BinaryIO, job: Job) -> Iterator[Found]:
    """All documents of a file; whatever a reader raises becomes the file's reason."""
    promised = formats.named_type(job.name)
    try:
        for found in extract_joined(stream, job):
            yield _told_of_unread(found) if under_way.unread else found
    except MemoryError:
        if under_way.item >= 0:
            os._exit(OUT_OF_MEMORY)
        yield Extracted(status=SKIPPED, reason=TOO_MUCH_MEMORY, media_type=promised)
    except Exception as error:  # noqa: BLE001 - see failed
        yield failed(error, promised)


def _told_of_unread(found: Found) -> Found:
    """A document, that of a file with what is said of items that were not read any more."""
    if isinstance(found, Rows) or found.member:
        return found
    words = f"members left unread after {len(under_way.left_out):,} that could not be read: {under_way.unread:,}"
    return found._replace(reason="; ".join(filter(None, [words, found.reason])), truncated=True)


class Outbox:
    """Documents on their way to the program: several at once, but none waits long for the next one to be read.

    Members come with the number of the item that they are of, and how many of it came: so it is known what is missing.
    """

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._kind = wire.DOCUMENTS
        self._found: list[Extracted] = []
        self._bytes, self._sent = 0, time.monotonic()
        self._item, self._of_item = -1, 0

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
            self._link.sendall(wire.pack_turn(under_way.item + 1))
            return
        self._found.append(found)
        self._bytes += len(found.text)
        if found.member and under_way.item == self._item:
            self._of_item += 1
        else:
            self._item, self._of_item = under_way.item, 1 if found.member else 0
        full = self._bytes >= _BATCH_BYTES or len(self._found) >= _BATCH_MEMBERS
        if full or time.monotonic() - self._sent > _BATCH_SECONDS or (ends and kind == wire.DOCUMENTS):
            self.send()

    def send(self, *, retire: bool = False) -> None:
        """Send what there is; ``retire`` in any case: this process wants to end now, as it has grown."""
        if self._found or retire:
            told = {"item": self._item, "of_item": self._of_item, "retire": retire}
            self._link.sendall(wire.pack_found(self._kind, self._found, told))
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
    """The next file or part of an archive may use this much processor time before SIGXCPU ends us."""
    import resource

    present, hard = resource.getrlimit(resource.RLIMIT_CPU)
    allowed = _end_of_next_file()
    if hard != resource.RLIM_INFINITY:  # ulimit -t of whoever started the program
        allowed = min(allowed, hard)
    if allowed != present:
        resource.setrlimit(resource.RLIMIT_CPU, (allowed, hard))


def _end_of_next_file() -> int:
    """Seconds of this process at which the file that comes next has had its time."""
    return int(time.process_time()) + 1 + PROCESSOR_SECONDS


def _is_old() -> bool:
    """Whether the system would end this process before the next file has had its time: a fresh one has more of it."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    return hard != resource.RLIM_INFINITY and _end_of_next_file() > hard


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
