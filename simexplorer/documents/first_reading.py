"""Files that no kernel can read as they are: opened with care, handed to a reader, their texts brought back."""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from msgspec.structs import replace

from simexplorer.documents import wire
from simexplorer.documents.extracted import SKIPPED, Extracted, Job
from simexplorer.documents.formats import HEAD
from simexplorer.documents.gathering import gathered
from simexplorer.documents.members import FoundMembers
from simexplorer.documents.odd_texts import SMALL, no_text, plain_all_the_same, unpacked
from simexplorer.documents.opening import CHANGED, File, beginning_of, open_file, words_for
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.outcomes import Outcome, Queue, Sent
from simexplorer.documents.parts import DIVIDED_FROM, divisible
from simexplorer.documents.previews import TablePreview, table_preview
from simexplorer.documents.rows_at_once import RowsFound, promises_rows, rows_at_once
from simexplorer.documents.spool import Spool
from simexplorer.documents.under_way import do_nothing
from simexplorer.documents.walk import ignore_count
from simexplorer.documents.workers import Lease, WorkerDied, WorkerPool
from simexplorer.errors import Cancelled, InputError

# files given to a process before the first of them is answered: it never waits for the next parcel
_SENT_AHEAD = wire.MOST_OF_A_PARCEL
_PATIENCE = 3


class FirstReading:
    """Readers of all formats behind one call, kept outside in processes of their own.

    ``check`` is called while a process is waited for; what it raises ends that process and the reading.
    ``on_found`` is called with the numbers of documents found inside of files, as they come; ``give_way`` before each
    piece of work in Python.
    """

    def __init__(self, options: ReadOptions, spool: Spool) -> None:
        self.options = options
        self._spool = spool
        self._pool, self._lent = WorkerPool(), False
        self.check: Callable[[], None] = do_nothing
        self.on_found: Callable[[int], None] = ignore_count
        self.give_way: Callable[[], None] = do_nothing

    def prepare(self, count: int) -> None:
        """Start up to ``count`` processes ahead of their use."""
        self._pool.prepare(count)

    def read_by(self, pool: WorkerPool) -> None:
        """Have processes read that somebody lends, and ends."""
        self._pool, self._lent = pool, True

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

        A process is sent small files by the parcel, the next one while it reads. If it dies, what it was not to blame
        for is given to another.
        """
        large, queue = list[File](), Queue()
        fruitless = 0
        for file in files:
            table = self._rows_at_once(file)
            if table is not None:
                yield [table]
            else:
                (queue.waiting if file.size < DIVIDED_FROM else large).append(file)
        if not large and not queue.waiting:
            return
        with self._pool.lease(self.check) as lease:
            for file in large:
                yield [self._in_parts(file, lease)]
            while queue.waiting or queue.sent:
                try:
                    yield from self._send(lease, queue)
                    if queue.sent:
                        yield self._receive(lease, queue)
                        fruitless = 0
                        if lease.worker().retired:
                            queue.take_back(queue.sent)
                            lease.drop()
                except WorkerDied as death:
                    lease.drop()
                    if self._pool.stopped:
                        raise Cancelled("reading") from death
                    one = queue.died_over(death)
                    fruitless = 0 if one is not None else fruitless + 1
                    if fruitless == _PATIENCE:
                        raise _refusal(death) from death
                    if one is not None and not self._goes_on(one, death):
                        queue.sent.remove(one)
                        yield [one.blamed(death)]
                    queue.take_back(queue.sent)

    def _send(self, lease: Lease, queue: Queue) -> Iterator[list[Outcome]]:
        """Keep the process busy; outcomes of files that could not be opened."""
        while queue.waiting and len(queue.sent) < _SENT_AHEAD:
            parcel, descriptors = deque[Sent](), list[int]()
            try:
                yield self._fill(parcel, descriptors, queue)
                if parcel:
                    lease.worker().send(
                        [one.resumption.rest(self._job(one.file.name, one.about.st_size)) for one in parcel],
                        descriptors,
                    )
            except WorkerDied:
                queue.take_back(parcel)
                # what it answered before its death still waits to be received: that shows which file killed it
                if queue.sent:
                    return
                raise
            finally:
                for descriptor in descriptors:
                    os.close(descriptor)
            queue.sent.extend(parcel)

    def _fill(self, parcel: deque[Sent], descriptors: list[int], queue: Queue) -> list[Outcome]:
        """Open the next files for a parcel; outcomes of those that could not be opened."""
        refused: list[Outcome] = []
        size = 0
        while queue.waiting and len(parcel) < wire.MOST_OF_A_PARCEL and size < wire.PARCEL_BYTES:
            file = queue.waiting[0]
            if parcel and file.row in queue.begun:
                break
            queue.waiting.popleft()
            begun = queue.begun.pop(file.row, None)
            try:
                descriptor, about = open_file(file.folder, file.relative, follow=self.options.follow_links)
            except OSError as error:
                if begun is not None:
                    self._forget(begun)
                refused.append(_unopened(file, error))
                continue
            parcel.append(begun or Sent(file, about))
            descriptors.append(descriptor)
            size += about.st_size
            if begun is not None:
                break
        return refused

    def _receive(self, lease: Lease, queue: Queue) -> list[Outcome]:
        """The outcomes of the next answer: none after members of a container, nor of a file that is to come again."""
        kind, meta, payload = lease.worker().receive(self.check)
        if kind == wire.MEMBERS:
            queue.sent[0].resumption.heed(0, meta)
            self._keep(queue.sent[0], meta, payload)
            return []
        self.give_way()
        outcomes = []
        for found in wire.unpack_documents(meta, payload):
            one = queue.sent.popleft()
            outcome = self._settled(one, found, last=one.file.row in queue.changed)
            if outcome is not None:
                outcomes.append(outcome)
            else:
                queue.changed.add(one.file.row)
                queue.waiting.append(one.file)
        return outcomes

    def _settled(self, one: Sent, found: Extracted, *, last: bool) -> Outcome | None:
        """The outcome of a file that was read; None where it changed meanwhile and this was not the ``last`` reading.

        What was found inside of a file that changed is forgotten: some of it may be as of then, some as of now.
        """
        if not self._has_changed(one):
            return one.outcome(found)
        self._forget(one)
        if not last:
            return None
        changed = Extracted(status=SKIPPED, reason=CHANGED, media_type=found.media_type)
        return replace(one.outcome(changed), lasting=False)

    def _forget(self, one: Sent) -> None:
        self.on_found(-len(one.members or ()))
        one.members = None

    def _goes_on(self, one: Sent, death: WorkerDied, part: int = 0) -> bool:
        """Whether a file whose process died is read on; what came of the item that is read anew is forgotten."""
        if not one.resumption.goes_on_after(death, part):
            return False
        again = one.resumption.forget_item(part)
        if one.members is not None and again:
            one.members.forget_last(again)
            self.on_found(-again)
        return True

    def _has_changed(self, one: Sent) -> bool:
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

    def _keep(self, sent: Sent, meta: dict[str, Any], payload: bytes) -> None:
        self.give_way()
        self._take(sent, lambda members: members.add(meta, payload, self._spool))

    def _take(self, sent: Sent, more: Callable[[FoundMembers], int]) -> None:
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
        sent = Sent(file, about)

        def keep(rows: RowsFound) -> None:
            self._take(sent, lambda members: members.take(*rows, self._spool))

        with os.fdopen(descriptor, "rb") as stream, contextlib.suppress(OSError):
            try:
                table = rows_at_once(stream, job, keep, self.check)
            except WorkerDied as death:
                return sent.blamed(death)
            if table is not None:
                return self._settled(sent, table, last=last) or self._rows_at_once(file, last=True)
        self._forget(sent)
        return None

    def _in_parts(self, file: File, lease: Lease, *, last: bool = False) -> Outcome:
        """The outcome of a large file, read by all processes that are free if its documents can be read apart.

        last : it changed during its first reading
        """
        try:
            about, head = beginning_of(file, HEAD, follow=self.options.follow_links)
        except OSError as error:
            return _unopened(file, error)
        sent, job = Sent(file, about), self._job(file.name, about.st_size)
        with ExitStack() as others:
            leases = [lease]
            if divisible(head, job):
                leases += others.enter_context(self._pool.spare())
            try:
                document = self._gathered(sent, job, leases)
            except OSError as error:
                _drop(leases)
                self._forget(sent)
                return _unopened(file, error)
            except WorkerDied as death:
                _drop(leases)
                if self._pool.stopped:
                    raise Cancelled("reading") from death
                return sent.blamed(death)
            _drop(one for one in leases if sent.resumption.given_up or one.worker().retired)
        return self._settled(sent, document, last=last) or self._in_parts(file, lease, last=True)

    def _gathered(self, sent: Sent, job: Job, leases: Sequence[Lease]) -> Extracted:
        """The document of a large file, its members taken; a process that dies over one of them is replaced."""
        jobs = [replace(job, part=part, parts=len(leases)) for part in range(len(leases))]
        for mine, lease in zip(jobs, leases, strict=True):
            self._begin(sent.file, mine, lease)

        def answer(part: int) -> tuple[int, dict[str, Any], bytes]:
            while True:
                try:
                    kind, meta, payload = leases[part].worker().receive(self.check)
                    if not _is_farewell(kind, meta):
                        sent.resumption.heed(part, meta)
                        return kind, meta, payload
                except WorkerDied as death:
                    if self._pool.stopped or not self._goes_on(sent, death, part):
                        raise
                leases[part].drop()
                self._begin(sent.file, sent.resumption.rest(jobs[part]), leases[part])

        return gathered(len(leases), answer, lambda *members: self._keep(sent, *members), sent.resumption)

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
        job = replace(self._job(file.name, file.size), preview_rows=rows)
        with self._pool.lease(self.check) as lease:
            while True:
                self._begin(file, job, lease)
                try:
                    kind, meta, payload = lease.worker().receive(self.check)
                except WorkerDied:
                    lease.drop()
                    return None
                if not _is_farewell(kind, meta):
                    break
                lease.drop()
        return table_preview(wire.unpack_documents(meta, payload)[0]) if kind == wire.DOCUMENTS else None

    def stop(self) -> None:
        """End all processes but lent ones, from any thread."""
        if not self._lent:
            self._pool.stop()

    def close(self) -> None:
        """End all processes but lent ones, and wait for those that no reading uses."""
        if not self._lent:
            self._pool.close()

    def _job(self, name: bytes, size: int) -> Job:
        options = self.options
        return Job(
            name=name,
            size=size,
            encoding=options.encodings.get(name, options.encoding),
            encoding_is_own=name in options.encodings,
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


def _is_farewell(kind: int, told: dict[str, Any]) -> bool:
    """Whether an answer says no more than that the process ends, as it has grown; another takes what it was given."""
    return kind == wire.DOCUMENTS and not told["count"]


def _refusal(death: WorkerDied) -> InputError:
    return InputError(f"Processes for reading documents end as soon as they start: {death}.")


def _unopened(file: File, error: OSError) -> Outcome:
    return Outcome(file.row, Extracted(status=SKIPPED, reason=words_for(error)), lasting=False)


def _identity(about: os.stat_result) -> tuple[int, int, int, int]:
    return about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns
