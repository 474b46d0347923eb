"""Files that no kernel can read as they are: opened with care, handed to a reader, their texts brought back."""

from __future__ import annotations

import errno
import os
import stat
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from simexplorer.documents import wire
from simexplorer.documents.extracted import READ, SKIPPED, Extracted, Job
from simexplorer.documents.folder import open_below
from simexplorer.documents.members import FoundMembers
from simexplorer.documents.odd_texts import plain_all_the_same
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.previews import TablePreview, table_preview
from simexplorer.documents.spool import Spool
from simexplorer.documents.system_calls import OPEN_FLAGS
from simexplorer.documents.walk import ignore_count
from simexplorer.documents.workers import Lease, WorkerDied, WorkerPool
from simexplorer.errors import Cancelled, InputError

_WORDS = {
    errno.ENOENT: "it vanished before it was read",
    errno.EACCES: "no permission to read it",
    errno.EPERM: "no permission to read it",
    errno.ELOOP: "a symbolic link took the file's place",
    errno.ENXIO: "a pipe or socket took the file's place",
}


# files given to a process before the first of them is answered: it never waits for the next one
_SENT_AHEAD = 4
_PATIENCE = 3
_SMALL = 1 << 20  # bytes of a file that is looked at in this process


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a first reading made of one row; size and time of change as of then, -1 where it was not opened.

    ``lasting``: it would come out the same way again.
    """

    row: int
    document: Extracted
    size: int = -1
    modified_ns: int = -1
    members: FoundMembers | None = None
    lasting: bool = True


def open_file(folder: bytes, relative: bytes, *, follow: bool = False) -> tuple[int, os.stat_result]:
    """(descriptor, what it is) of a regular file, or with ``follow`` of one behind a link; OSError otherwise."""
    descriptor = open_below(folder, relative, OPEN_FLAGS, follow=follow)
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode):
        os.close(descriptor)
        raise OSError(errno.ENXIO, "not a file")
    return descriptor, about


def words_for(error: OSError) -> str:
    """Why a file could not be read."""
    return _WORDS.get(error.errno or 0) or f"it could not be read: {(error.strerror or str(error)).lower()}"


@dataclass(frozen=True, slots=True)
class File:
    """A file to read: its row, its root folder, its path below that, its path as listed."""

    row: int
    folder: bytes
    relative: bytes
    name: bytes


@dataclass(slots=True)
class _Sent:
    """A file that a process is reading, and what came of it so far."""

    file: File
    about: os.stat_result
    members: FoundMembers | None = None


def _go_on() -> None:
    """For those who never stop a reading."""


class FirstReading:
    """Readers of all formats behind one call, kept outside in processes of their own.

    ``check`` is called while a process is waited for; what it raises ends that process and the reading.
    ``on_found`` is called with the numbers of documents found inside of files, as they come.
    """

    def __init__(self, options: ReadOptions, spool: Spool) -> None:
        self.options = options
        self._spool = spool
        self._pool = WorkerPool(max(2, os.cpu_count() or 1))
        self.check: Callable[[], None] = _go_on
        self.on_found: Callable[[int], None] = ignore_count

    def prepare(self, count: int) -> None:
        """Start up to ``count`` processes ahead of their use."""
        self._pool.prepare(count)

    def at_once(self, file: File) -> Outcome | None:
        """The outcome of a small file that is plain text after all; None where it may need a reading process."""
        try:
            descriptor, about = open_file(file.folder, file.relative, follow=self.options.follow_links)
        except OSError:
            return None
        with os.fdopen(descriptor, "rb") as stream:
            raw = stream.read() if about.st_size <= _SMALL else b""
        found = plain_all_the_same(raw, self._job(file.name, about.st_size))
        return None if found is None else Outcome(file.row, found, about.st_size, about.st_mtime_ns)

    def outcomes(self, files: Sequence[File]) -> Iterator[Outcome]:
        """One outcome a file, in no particular order; Cancelled after ``stop``.

        A process is sent the next files while it reads one; if it dies, the one it was reading is to blame.
        """
        waiting, sent = deque(files), deque[_Sent]()
        fruitless = 0
        with self._pool.lease(self.check) as lease:
            while waiting or sent:
                try:
                    yield from self._send(lease, waiting, sent)
                    if sent:
                        outcome = self._receive(lease, sent[0])
                        if outcome is not None:
                            sent.popleft()
                            yield outcome
                        if lease.worker().retired:
                            _take_back(waiting, sent)
                            lease.drop()
                except WorkerDied as death:
                    lease.drop()
                    if self._pool.stopped:
                        raise Cancelled("reading") from death
                    fruitless = 0 if sent else fruitless + 1
                    if sent:
                        yield _blamed(sent.popleft(), str(death))
                    elif fruitless == _PATIENCE:
                        raise InputError(
                            f"Processes for reading documents end as soon as they start: {death}."
                        ) from death
                    _take_back(waiting, sent)

    def _send(self, lease: Lease, waiting: deque[File], sent: deque[_Sent]) -> Iterator[Outcome]:
        """Keep the process busy; outcomes of files that could not be opened."""
        while waiting and len(sent) < _SENT_AHEAD:
            file = waiting[0]
            try:
                descriptor, about = open_file(file.folder, file.relative, follow=self.options.follow_links)
            except OSError as error:
                waiting.popleft()
                yield Outcome(file.row, Extracted(status=SKIPPED, reason=words_for(error)), lasting=False)
                continue
            try:
                lease.worker().send(self._job(file.name, about.st_size), descriptor)
            except WorkerDied:
                # what it answered before its death still waits to be received: that shows which file killed it
                if sent:
                    return
                raise
            finally:
                os.close(descriptor)
            sent.append(_Sent(waiting.popleft(), about))

    def _receive(self, lease: Lease, sent: _Sent) -> Outcome | None:
        """The next answer: the file's outcome, or None after some of its members."""
        kind, meta, payload = lease.worker().receive(self.check)
        if kind == wire.MEMBERS:
            if sent.members is None:
                sent.members = FoundMembers(sent.file.row)
            self.on_found(sent.members.add(meta, payload, self._spool))
            if sent.members.too_large:
                raise WorkerDied(sent.members.too_large)
            return None
        return _outcome(sent, wire.unpack_document(meta, payload))

    def preview(self, file: File, rows: int) -> TablePreview | None:
        """Column names and first rows of a table; None where the file is none."""
        descriptor, about = open_file(file.folder, file.relative, follow=self.options.follow_links)
        job = replace(self._job(file.name, about.st_size), preview_rows=rows)
        with self._pool.lease(self.check) as lease:
            try:
                lease.worker().send(job, descriptor)
                kind, meta, payload = lease.worker().receive(self.check)
            except WorkerDied:
                lease.drop()
                return None
            finally:
                os.close(descriptor)
        found = wire.unpack_document(meta, payload) if kind == wire.DOCUMENT else Extracted(status=SKIPPED)
        return table_preview(found)

    def stop(self) -> None:
        """End all processes, from any thread."""
        self._pool.stop()

    def close(self) -> None:
        """End all processes and wait for those that no reading uses."""
        self._pool.close()

    def _job(self, name: bytes, size: int) -> Job:
        options = self.options
        return Job(
            name=name,
            size=size,
            encoding=options.encodings.get(name, options.encoding),
            max_bytes=options.max_bytes,
            strip_navigation=options.strip_navigation,
            strip_page_furniture=options.strip_page_furniture,
            archives=options.archives,
            text_column=options.text_column,
            id_column=options.id_column,
            table_header=options.table_header,
            items=options.items,
            mock_format=options.mock_format,
        )


def _take_back(waiting: deque[File], sent: deque[_Sent]) -> None:
    """Files that a process took but never read stand in the queue again, in their order."""
    waiting.extendleft(one.file for one in reversed(sent))
    sent.clear()


def _outcome(sent: _Sent, found: Extracted) -> Outcome:
    about = sent.about
    return Outcome(sent.file.row, found, about.st_size, about.st_mtime_ns, sent.members)


def _blamed(sent: _Sent, reason: str) -> Outcome:
    """The outcome of a file whose process died; members that were read before stay."""
    partly = sent.members is not None
    blamed = Extracted(status=READ if partly else SKIPPED, reason=reason, truncated=partly)
    return replace(_outcome(sent, blamed), lasting=False)
