"""A saved workspace: results, decisions and history in one file, safe at every instant."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import ReferenceType, ref

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer import __version__
from simexplorer.documents.listing import shown_path
from simexplorer.errors import WorkspaceError
from simexplorer.pipeline.mapped_columns import let_go_of_all
from simexplorer.pipeline.result import Result, Signed
from simexplorer.workspace import chain
from simexplorer.workspace.carrying import carried
from simexplorer.workspace.columns import MISREAD, Column, DamagedError, NewerError, unpack
from simexplorer.workspace.connection import remove
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.deeds import Deed, deed_of
from simexplorer.workspace.entry import Entry, now
from simexplorer.workspace.fields import flatten, rebuild
from simexplorer.workspace.lock import WorkspaceLock
from simexplorer.workspace.moved import files_away
from simexplorer.workspace.run_record import KNOWN, SIGNATURES, RunRecord
from simexplorer.workspace.run_tables import Parts, packed, pruned, swept, with_parts, written
from simexplorer.workspace.soundness import require_ids, require_sound, require_sound_overlaps
from simexplorer.workspace.storage import State, Storage

if TYPE_CHECKING:
    from simexplorer.pipeline.known_overlaps import KnownOverlaps

Held = TypeVar("Held", bound=Signed)


class Workspace:
    """One open workspace; made by ``opening.open_workspace``. Any thread may call, calls wait for each other.

    writable : whether decisions and results can be saved here; ``notices`` say in sentences why not, and what is lost
    runs : what is kept of every run, the oldest first; decisions : all of them, see there
    """

    def __init__(self, storage: Storage, lock: WorkspaceLock | None, notices: Sequence[str] = ()) -> None:
        self._storage = storage
        self._lock = lock
        self._saving = threading.Lock()
        self.notices = list(notices)
        self.sound = True  # nothing of it is damaged, as far as was looked
        self._lost: list[str] = []  # what of it is
        self._told_damage = ""  # the notice that says so
        self.runs: tuple[RunRecord, ...] = ()
        self.decisions = Decisions(log=self)
        self._signatures: tuple[ReferenceType[NDArray[Any]], Column] | None = None  # of the last run that was kept
        self._load()

    @property
    def path(self) -> bytes:
        """The file."""
        return self._storage.path

    @property
    def writable(self) -> bool:
        """Whether anything can be saved."""
        return self._lock is not None

    @property
    def saves(self) -> int:
        """Finished saves so far."""
        return self._storage.state.saves

    @property
    def view(self) -> dict[str, Any]:
        """Where the person was when it was last kept."""
        told = json.loads(self._storage.state.view)
        return told if isinstance(told, dict) else {}

    def keep_view(self, view: dict[str, Any]) -> None:
        """Keep where the person is: plain values."""
        self._require_writable()
        told = json.dumps(view)
        if told != self._storage.state.view:
            self._storage.change(lambda _connection, state: replace(state, view=told), counts=False)

    def save_result(
        self,
        result: Result,
        *,
        sources: Sequence[bytes] = (),
        known: KnownOverlaps | None = None,
        left_out: NDArray[np.uint64] | None = None,
        run: int | None = None,
    ) -> int:
        """Keep a result; the run's number. With ``run`` it takes the place of what that run had so far.

        A new number is a new run of the history; ``known`` spares verifying again, ``left_out`` are the shingles left
        out as boilerplate. Decisions about documents that were renamed, or whose text is hashed anew, go over to them.
        Raises WorkspaceError, and nothing has changed.
        """
        self._require_writable()
        with self._saving, contextlib.ExitStack() as last:
            last.callback(self.sweep)  # also of parts whose run could not be kept
            arrays, plain = flatten(result)
            if known is not None:
                arrays |= {f"{KNOWN}{name}": array for name, array in known.arrays().items()}
            if left_out is not None and left_out.size:
                arrays["left_out"] = left_out
            there = self._signatures_there(result.signatures.values)
            columns = there | packed(
                {name: array for name, array in arrays.items() if name not in there}, self._keep_parts
            )
            number = run or self._storage.state.next_run
            record = RunRecord(
                number=number,
                saved=now(),
                program=__version__,
                sources=tuple(sources),
                plain=plain,
                columns=columns,
            )
            entries = self._entries_after(record, result)
            runs = pruned([*(old for old in self.runs if old.number != number), record])
            self._storage.change(lambda connection, state: written(connection, state, runs, entries))
            self.runs = runs
            # those of a run that was stopped may be filled in yet
            self._signatures = None if result.partial else (ref(result.signatures.values), columns[SIGNATURES])
            if entries is not None:
                self.decisions.rename(entries)
        return number

    def result(self, number: int | None = None) -> Result:
        """What a run found (the newest that is there); columns that were dropped are empty.

        Raises WorkspaceError where there is no such run or its contents are damaged.
        """
        return self._rebuilt(Result, number)

    def signed(self, number: int | None = None) -> Signed:
        """What a run knows of each document by itself: no pairs and no clusters are read. Otherwise as ``result``."""
        return self._rebuilt(Signed, number)

    def _rebuilt(self, kind: type[Held], number: int | None) -> Held:
        with self._reading():
            record = self._record(number)
            wanted = {name for name in record.columns if name.partition(".")[0] in kind.__struct_fields__}
            held = rebuild(kind, self._arrays(record, wanted), record.plain)
            require_sound(held)
            return held

    def known_overlaps(self, number: int | None = None) -> KnownOverlaps:
        """What was verified in a run; nothing if that was not kept."""
        from simexplorer.pipeline.known_overlaps import KnownOverlaps  # brings the compiler, which takes its time

        with self._reading():
            record = self._record(number)
            columns = self._arrays(record, {name for name in record.columns if name.startswith(KNOWN)})
            known = {name.removeprefix(KNOWN): column for name, column in columns.items()}
            if "keys" in known:
                return KnownOverlaps.of_keys(known["keys"], known["overlaps"], record.documents)
            overlaps = KnownOverlaps.of_arrays(known) if len(known) > 1 else KnownOverlaps(record.documents)
            require_sound_overlaps(overlaps, record.documents)
            return overlaps

    def left_out(self, number: int | None = None) -> NDArray[np.uint64]:
        """Sorted ids of the shingles that a run left out as boilerplate."""
        with self._reading():
            left_out = self._arrays(self._record(number), {"left_out"}).get("left_out", np.empty(0, np.uint64))
            require_ids(left_out)
        return left_out

    def write_entry(self, after: int, entry: Entry) -> None:
        """Keep a decision (``decisions`` calls this)."""
        self._require_writable()
        body, data = entry.encoded()

        def work(connection: sqlite3.Connection, state: State) -> State:
            head = chain.cut(connection, "decision", state.decisions, after)
            head = chain.append(connection, "decision", head, body, data)
            return replace(state, decisions=head, active=head.count)

        self._storage.change(work)

    def write_active(self, count: int) -> None:
        """Keep how many decisions hold (``decisions`` calls this)."""
        self._require_writable()
        self._storage.change(lambda _connection, state: replace(state, active=count))

    def take_decisions(self, decisions: Decisions) -> None:
        """Take over all decisions of another workspace in place of the own ones."""
        self._require_writable()
        entries, active = decisions.all_entries, len(decisions.entries)

        def work(connection: sqlite3.Connection, state: State) -> State:
            head = chain.replace_all(connection, "decision", [entry.encoded() for entry in entries])
            return replace(state, decisions=head, active=active)

        self._storage.change(work)
        self.decisions = Decisions(entries, active, self)

    def copy_to(self, path: bytes) -> None:
        """Write the file page by page to a new one."""
        self._storage.copy_to(path)

    def write_deeds(self, deeds: Sequence[Deed]) -> None:
        """Add lines to the log of what was done to files."""
        self._require_writable()

        def work(connection: sqlite3.Connection, state: State) -> State:
            head = state.deeds
            for deed in deeds:
                head = chain.append(connection, "deed", head, json.dumps(deed).encode())
            return replace(state, deeds=head)

        self._storage.change(work, counts=False)

    def deeds(self) -> list[Deed]:
        """The log of what was done to files, the oldest first."""
        with self._said():
            lines = self._storage.chain("deed", self._storage.state.deeds)
            return [deed_of(body) for body, _ in lines]

    @property
    def deed_count(self) -> int:
        """Lines of that log."""
        return self._storage.state.deeds.count

    def close(self) -> None:
        """Let go of the file and of the right to write it; twice does no harm."""
        self._storage.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def remove(self) -> None:
        """Let go of the file and remove it, where it may be written: nothing in it is of use to anybody."""
        self._storage.close()
        if self.writable:
            with contextlib.suppress(OSError):
                remove(self.path)
        self.close()

    def _signatures_there(self, values: NDArray[Any]) -> dict[str, Column]:
        """Their description, where the newest run has them in the file: another threshold signs nothing anew.

        To pack them takes three times as long as all the rest.
        """
        if self._signatures is None or not self.runs:
            return {}
        kept, column = self._signatures
        there = kept() is values and self.runs[-1].columns.get(SIGNATURES) == column
        return {SIGNATURES: column} if there else {}

    def _keep_parts(self, parts: Parts) -> None:
        self._storage.change(lambda connection, state: with_parts(connection, state, parts), counts=False)
        let_go_of_all()

    def sweep(self) -> None:
        """Forget parts that no run needs any more; the room is used again."""
        needed = set().union(*(record.digests() for record in self.runs))
        with contextlib.suppress(WorkspaceError):  # the save itself is done; the next one sweeps again
            unneeded = [(number,) for number, digest in self._storage.parts() if digest not in needed]
            if unneeded:
                self._storage.change(lambda connection, state: swept(connection, state, unneeded), counts=False)

    def _load(self) -> None:
        """Read all that is small; what is damaged is left out, said, and makes the workspace one to read only."""
        storage = self._storage
        with storage.reading():
            try:
                storage.load_state()
            except DamagedError as error:
                self._lose(f"its list of contents is unreadable ({error})")
                raise
            if self.writable and (fault := storage.fault()):
                self._lose(f"its pages do not fit each other ({fault})")
            runs = []
            for number, digest in storage.state.runs:
                try:
                    runs.append(storage.run(number, digest))
                except DamagedError as error:
                    self._lose(f"run {number} is lost ({error})")
            self.runs = tuple(runs)
            entries: list[Entry] = []
            try:
                for body, data in storage.chain("decision", storage.state.decisions):
                    entries.append(Entry.decoded(body, data))
            except DamagedError as error:
                self._lose(f"{len(entries)} of {storage.state.decisions.count} decisions could be read ({error})")
            self.decisions = Decisions(entries, min(storage.state.active, len(entries)), self)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """Runs as they stand in the file now: the program that writes it may have dropped some of their columns."""
        with self._said(), self._storage.reading():
            if not self.writable:
                self._look_again()
            yield

    def _look_again(self) -> None:
        """Take over what the program that writes this file has saved since."""
        before = self._storage.state
        self._storage.load_state()
        if self._storage.state != before:
            self._load()

    def _lose(self, what: str) -> None:
        """Say that something is damaged, all of it in one sentence; nothing is written to such a file."""
        self.sound = False
        what = what[:1].lower() + what[1:]
        if what not in self._lost:
            self._lost.append(what)
        if self._told_damage in self.notices:
            self.notices.remove(self._told_damage)
        self._told_damage = (
            f"{shown_path(self.path)} is damaged: {'; '.join(self._lost)}. "
            "It was opened read-only; save to another workspace to go on."
        )
        self.notices.append(self._told_damage)
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        """Say of damage where it is, and write nothing any more; wrong contents with right checksums are damage too."""
        try:
            yield
        except NewerError as error:
            raise WorkspaceError(f"{shown_path(self.path)}: {error}") from error
        except DamagedError as error:
            self._lose(str(error).rstrip("."))
            raise WorkspaceError(self.notices[-1]) from error
        except MISREAD as error:
            self._lose("What was kept does not fit together")
            raise WorkspaceError(self.notices[-1]) from error

    def _record(self, number: int | None) -> RunRecord:
        for record in reversed(self.runs):
            if number is None or record.number == number:
                return record
        if self._told_damage:  # it may well have held this run
            raise WorkspaceError(self._told_damage)
        raise WorkspaceError(
            f"{shown_path(self.path)} holds no run yet. Scan a folder into it first."
            if number is None
            else f"{shown_path(self.path)} holds no run {number}."
        )

    def _arrays(self, record: RunRecord, names: set[str]) -> dict[str, NDArray[Any]]:
        """The named columns of a run; the signatures as a table without columns where they were dropped."""
        arrays = {name: unpack(column, self._storage.part) for name, column in record.columns.items() if name in names}
        if SIGNATURES in record.dropped:
            arrays[SIGNATURES] = np.empty((record.documents, 0), np.uint32)
        return arrays

    def _entries_after(self, record: RunRecord, result: Result) -> list[Entry] | None:
        """All decisions under the names that documents have in a new run; None if they stay as they are.

        So far they have those of the last whole run, or of one that was stopped since: it has not come to all of them.
        """
        entries, changed = self.decisions.all_entries, None
        earlier = [old for old in self.runs if old.number < record.number]
        last = max((place for place, old in enumerate(earlier) if not old.partial), default=0)
        same = ("documents.paths.names", "documents.paths.offsets", "text_hashes")
        for before in earlier[last:] if entries else ():
            if all(before.columns[name] == record.columns[name] for name in same):
                continue
            names = {name for name in before.columns if name.startswith(("documents.", "text_hashes"))}
            alike = before.program == record.program and before.recipe.text_key() == result.recipe.text_key()
            with self._said():
                arrays, away = self._arrays(before, names), files_away(self.deeds())
            changed = carried(changed or entries, before.plain, arrays, result, away, hashed_alike=alike) or changed
        return changed

    def _require_writable(self) -> None:
        if not self.writable:
            reason = self.notices[-1] if self.notices else f"{shown_path(self.path)} was closed."
            raise WorkspaceError(f"Nothing can be saved: {reason}")
