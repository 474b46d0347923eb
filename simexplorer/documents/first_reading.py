"""Files that no kernel can read as they are: opened with care, handed to a reader, their texts brought back."""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from simexplorer.documents import wire
from simexplorer.documents.extracted import READ, SKIPPED, Extracted, Job
from simexplorer.documents.formats import HEAD, named_type
from simexplorer.documents.gathering import gathered
from simexplorer.documents.members import FoundMembers
from simexplorer.documents.odd_texts import SMALL, no_text, plain_all_the_same, unpacked
from simexplorer.documents.opening import CHANGED, File, beginning_of, open_file, words_for
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.parts import DIVIDED_FROM, divisible
from simexplorer.documents.previews import TablePreview, table_preview
from simexplorer.documents.rows_at_once import RowsFound, promises_rows, rows_at_once
from simexplorer.documents.spool import Spool
from simexplorer.documents.system_calls import modified_ns
from simexplorer.documents.walk import ignore_count
from simexplorer.documents.workers import Lease, WorkerDied, WorkerPool
from simexplorer.errors import Cancelled, InputError

# files given to a process before the first of them is answered: it never waits for the next parcel
_SENT_AHEAD = wire.MOST_OF_A_PARCEL
_PATIENCE = 3


class Outcome(Struct, frozen=True):
    """What a first reading made of one row; size and time of change as of then, -1 where it was not opened.

    ``lasting``: it would come out the same way again.
    """

    row: int
    document: Extracted
    size: int = -1
    modified_ns: int = -1
    members: FoundMembers | None = None
    lasting: bool = True

    @property
    def text(self) -> bytes:
        """What is compared: nothing where the document holds white space only."""
        return self.document.text if self.document.status == READ else b""


class _Sent(Struct):
    """A file that a process is reading, and what came of it so far."""

    file: File
    about: os.stat_result
    members: FoundMembers | None = None

    def is_to_blame_for(self, death: WorkerDied) -> bool:
        """Whether the process certainly was in this file, the first that it has not answered, when it died."""
        return self.members is not None or (death.lasting and self.about.st_size >= wire.ALONE_FROM)


def do_nothing() -> None:
    """For those who never stop a reading, and never want it to wait."""


class FirstReading:
    """Readers of all formats behind one call, kept outside in processes of their own.

    ``check`` is called while a process is waited for; what it raises ends that process and the reading.
    ``on_found`` is called with the numbers of documents found inside of files, as they come; ``give_way`` before each
    piece of work in Python.
    """

    def __init__(self, options: ReadOptions, spool: Spool) -> None:
        self.options = options
        self._spool = spool
        self._pool = WorkerPool(max(2, os.cpu_count() or 1))
        self.check: Callable[[], None] = do_nothing
        self.on_found: Callable[[int], None] = ignore_count
        self.give_way: Callable[[], None] = do_nothing

    def prepare(self, count: int) -> None:
        """Start up to ``count`` processes ahead of their use."""
        self._pool.prepare(count)

    def go_on(self) -> None:
        """Between two files: let others act, or stop."""
        self.check()
        self.give_way()

    def at_once(self, raw: bytes, name: bytes, size: int) -> Extracted | None:
        """What a file of this size is that is known by these bytes of its beginning, or all of them; None of others."""
        job = self._job(name, size)
        found = no_text(raw[:HEAD], job)
        if found is not None or not len(raw) == size <= SMALL:
            return found
        return unpacked(raw, job) or plain_all_the_same(raw, job)

    def outcomes(self, files: Sequence[File]) -> Iterator[list[Outcome]]:
        """One outcome a file, some at a time and in no particular order; Cancelled after ``stop``.

        A process is sent small files by the parcel, the next one while it reads. If it dies in a large one, that is to
        blame; else what it was given comes in parcels of one: the first that is not answered is to blame then.
        """
        large, waiting, sent = list[File](), deque[File](), deque[_Sent]()
        alone, again = set[int](), set[int]()  # rows
        fruitless = 0
        for file in files:
            table = self._rows_at_once(file)
            if table is not None:
                yield [table]
            else:
                (waiting if file.size < DIVIDED_FROM else large).append(file)
        if not large and not waiting:
            return
        with self._pool.lease(self.check) as lease:
            for file in large:
                yield [self._in_parts(file, lease)]
            while waiting or sent:
                try:
                    yield from self._send(lease, waiting, sent, alone)
                    if sent:
                        yield self._receive(lease, sent, waiting, again)
                        if lease.worker().retired:
                            _take_back(waiting, sent)
                            lease.drop()
                except WorkerDied as death:
                    lease.drop()
                    if self._pool.stopped:
                        raise Cancelled("reading") from death
                    fruitless = 0 if sent else fruitless + 1
                    if fruitless == _PATIENCE:
                        raise _refusal(death) from death
                    if sent and (sent[0].file.row in alone or sent[0].is_to_blame_for(death)):
                        yield [_blamed(sent.popleft(), death)]
                    alone.update(one.file.row for one in sent)
                    _take_back(waiting, sent)

    def _send(self, lease: Lease, waiting: deque[File], sent: deque[_Sent], alone: set[int]) -> Iterator[list[Outcome]]:
        """Keep the process busy; outcomes of files that could not be opened."""
        while waiting and len(sent) < _SENT_AHEAD:
            parcel, descriptors = deque[_Sent](), list[int]()
            try:
                yield self._fill(parcel, descriptors, waiting, alone)
                if parcel:
                    lease.worker().send([self._job(one.file.name, one.about.st_size) for one in parcel], descriptors)
            except WorkerDied:
                _take_back(waiting, parcel)
                # what it answered before its death still waits to be received: that shows which file killed it
                if sent:
                    return
                raise
            finally:
                for descriptor in descriptors:
                    os.close(descriptor)
            sent.extend(parcel)

    def _fill(
        self, parcel: deque[_Sent], descriptors: list[int], waiting: deque[File], alone: set[int]
    ) -> list[Outcome]:
        """Open the next files for a parcel, one of ``alone`` for itself; outcomes of those that could not be opened."""
        refused: list[Outcome] = []
        size = 0
        while waiting and len(parcel) < wire.MOST_OF_A_PARCEL and size < wire.ALONE_FROM:
            file = waiting[0]
            if parcel and not alone.isdisjoint((file.row, parcel[-1].file.row)):
                break
            waiting.popleft()
            try:
                descriptor, about = open_file(file.folder, file.relative, follow=self.options.follow_links)
            except OSError as error:
                refused.append(Outcome(file.row, Extracted(status=SKIPPED, reason=words_for(error)), lasting=False))
                continue
            parcel.append(_Sent(file, about))
            descriptors.append(descriptor)
            size += about.st_size
        return refused

    def _receive(self, lease: Lease, sent: deque[_Sent], waiting: deque[File], again: set[int]) -> list[Outcome]:
        """The outcomes of the next answer: none after some members of a container, nor of a file that is to come again.

        again : rows of files that changed while they were read, and wait for their second reading
        """
        kind, meta, payload = lease.worker().receive(self.check)
        if kind == wire.MEMBERS:
            self._keep(sent[0], meta, payload)
            return []
        self.give_way()
        outcomes = []
        for found in wire.unpack_documents(meta, payload):
            one = sent.popleft()
            outcome = self._settled(one, found, last=one.file.row in again)
            if outcome is not None:
                outcomes.append(outcome)
            else:
                again.add(one.file.row)
                waiting.append(one.file)
        return outcomes

    def _settled(self, one: _Sent, found: Extracted, *, last: bool) -> Outcome | None:
        """The outcome of a file that was read; None where it changed meanwhile and this was not the ``last`` reading.

        What was found inside of a file that changed is forgotten: some of it may be as of then, some as of now.
        """
        if not self._has_changed(one):
            return _outcome(one, found)
        self._forget(one)
        if not last:
            return None
        changed = Extracted(status=SKIPPED, reason=CHANGED, media_type=found.media_type)
        return replace(_outcome(one, changed), lasting=False)

    def _forget(self, one: _Sent) -> None:
        self.on_found(-len(one.members or ()))
        one.members = None

    def _has_changed(self, one: _Sent) -> bool:
        """Whether another text has taken a file's place since it was opened; one that is gone has not changed.

        Files of the system, which have no size, are another text each time.
        """
        if not one.about.st_size:
            return False
        try:
            descriptor, about = open_file(one.file.folder, one.file.relative, follow=self.options.follow_links)
        except OSError:
            return False
        os.close(descriptor)
        return _identity(about) != _identity(one.about)

    def _keep(self, sent: _Sent, meta: dict[str, Any], payload: bytes) -> None:
        self.give_way()
        self._take(sent, lambda members: members.add(meta, payload, self._spool))

    def _take(self, sent: _Sent, more: Callable[[FoundMembers], int]) -> None:
        """Let the members of a file take ``more``; WorkerDied where they are too many."""
        if sent.members is None:
            sent.members = FoundMembers(sent.file.row)
        self.on_found(more(sent.members))
        if sent.members.too_large:
            raise WorkerDied(sent.members.too_large, lasting=True)

    def needs_process(self, names: Iterable[bytes]) -> bool:
        """Whether any of these files is more than a table whose rows are cut here."""
        return not all(promises_rows(self._job(name, 0)) for name in names)

    def _rows_at_once(self, file: File, *, last: bool = False) -> Outcome | None:
        """The outcome of a table whose rows kernels can cut; None of any other file, and where a process is to see.

        last : it changed during its first reading
        """
        job = self._job(file.name, file.size)
        if not promises_rows(job):
            return None
        try:
            descriptor, about = open_file(file.folder, file.relative, follow=self.options.follow_links)
        except OSError:
            return None
        sent = _Sent(file, about)

        def keep(rows: RowsFound) -> None:
            self._take(sent, lambda members: members.take(*rows, self._spool))

        with os.fdopen(descriptor, "rb") as stream, contextlib.suppress(OSError):
            try:
                table = rows_at_once(stream, job, keep, self.check)
            except WorkerDied as death:
                return _blamed(sent, death)
            if table is not None:
                return self._settled(sent, table, last=last) or self._rows_at_once(file, last=True)
        self._forget(sent)
        return None

    def _in_parts(self, file: File, lease: Lease, *, last: bool = False) -> Outcome:
        """The outcome of a large file, read by all processes that are free if its documents can be read apart.

        last : it changed during its first reading
        """
        with ExitStack() as others:
            leases = [lease]
            try:
                about, head = beginning_of(file, HEAD, follow=self.options.follow_links)
                job = self._job(file.name, about.st_size)
                if divisible(head, job):
                    leases += others.enter_context(self._pool.spare())
                for part, one in enumerate(leases):
                    self._begin(file, replace(job, part=part, parts=len(leases)), one)
                sent = _Sent(file, about)
                document = gathered(leases, lambda *answer: self._keep(sent, *answer), self.check)
            except OSError as error:
                _drop(leases)
                return Outcome(file.row, Extracted(status=SKIPPED, reason=words_for(error)), lasting=False)
            except WorkerDied as death:
                _drop(leases)
                if self._pool.stopped:
                    raise Cancelled("reading") from death
                return _blamed(sent, death)
            _drop(one for one in leases if one.worker().retired)
        return self._settled(sent, document, last=last) or self._in_parts(file, lease, last=True)

    def _begin(self, file: File, job: Job, lease: Lease) -> None:
        """Give a file to a process, to a fresh one where that is gone; each opens it anew, as it has its own place."""
        for attempt in range(_PATIENCE):
            descriptor, _ = open_file(file.folder, file.relative, follow=self.options.follow_links)
            try:
                lease.worker().send([job], [descriptor])
            except WorkerDied as death:
                lease.drop()
                if attempt + 1 == _PATIENCE:
                    raise _refusal(death) from death
            else:
                return
            finally:
                os.close(descriptor)

    def preview(self, file: File, rows: int) -> TablePreview | None:
        """Column names and first rows of a table; None where the file is none."""
        with self._pool.lease(self.check) as lease:
            descriptor, about = open_file(file.folder, file.relative, follow=self.options.follow_links)
            try:
                job = replace(self._job(file.name, about.st_size), preview_rows=rows)
                lease.worker().send([job], [descriptor])
                kind, meta, payload = lease.worker().receive(self.check)
            except WorkerDied:
                lease.drop()
                return None
            finally:
                os.close(descriptor)
        return table_preview(wire.unpack_documents(meta, payload)[0]) if kind == wire.DOCUMENTS else None

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


def _drop(leases: Iterable[Lease]) -> None:
    """Be rid of the processes of these leases."""
    for lease in leases:
        lease.drop()


def _refusal(death: WorkerDied) -> InputError:
    return InputError(f"Processes for reading documents end as soon as they start: {death}.")


def _take_back(waiting: deque[File], sent: deque[_Sent]) -> None:
    """Files that a process took but never read stand in the queue again, in their order."""
    waiting.extendleft(one.file for one in reversed(sent))
    sent.clear()


def _identity(about: os.stat_result) -> tuple[int, int, int, int]:
    return about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns


def _outcome(sent: _Sent, found: Extracted) -> Outcome:
    about = sent.about
    of_the_system = bool(found.text) and not about.st_size  # such files never change by what is listed of them
    return Outcome(sent.file.row, found, about.st_size, modified_ns(about), sent.members, lasting=not of_the_system)


def _blamed(sent: _Sent, death: WorkerDied) -> Outcome:
    """The outcome of a file whose process died; members that were read before stay."""
    partly = sent.members is not None
    status, promised = READ if partly else SKIPPED, named_type(sent.file.name)
    blamed = Extracted(status=status, reason=str(death), truncated=partly, media_type=promised)
    return replace(_outcome(sent, blamed), lasting=death.lasting)
