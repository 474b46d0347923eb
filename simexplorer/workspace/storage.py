"""The file under a workspace: its state, transactions that happen or do not, and checks of all that is read."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from simexplorer.documents.listing import shown_path
from simexplorer.errors import WorkspaceError
from simexplorer.workspace import chain
from simexplorer.workspace.chain import EMPTY, Head
from simexplorer.workspace.columns import MISREAD, DamagedError
from simexplorer.workspace.connection import begin, connect, in_words, require_tables, roll_back
from simexplorer.workspace.lock import WorkspaceLock
from simexplorer.workspace.run_record import RunRecord

T = TypeVar("T")
ACK_VARIABLE = "SIMEXPLORER_ACK"


class State(Struct, frozen=True):
    """The one row that vouches for all others.

    saves : finished saves so far; changes : all that was written so far, so that no two states are equal
    active : decisions that hold; runs : (number, digest of its header), rising
    view : where the person was, as JSON
    """

    saves: int = 0
    changes: int = 0
    active: int = 0
    decisions: Head = EMPTY
    deeds: Head = EMPTY
    runs: tuple[tuple[int, bytes], ...] = ()
    next_run: int = 1
    view: str = "{}"

    def encoded(self) -> bytes:
        """As JSON."""
        told = {
            "saves": self.saves,
            "changes": self.changes,
            "active": self.active,
            "decisions": self.decisions.to_json(),
            "deeds": self.deeds.to_json(),
            "runs": [[number, digest.hex()] for number, digest in self.runs],
            "next_run": self.next_run,
            "view": self.view,
        }
        return json.dumps(told).encode()

    @classmethod
    def decoded(cls, body: bytes) -> State:
        """What ``encoded`` wrote; DamagedError for anything else."""
        try:
            told: dict[str, Any] = json.loads(body)
            json.loads(view := str(told.get("view", "{}")))
            return cls(
                saves=int(told["saves"]),
                changes=int(told.get("changes", 0)),
                active=int(told["active"]),
                decisions=Head.from_json(told["decisions"]),
                deeds=Head.from_json(told["deeds"]),
                runs=tuple((int(number), bytes.fromhex(digest)) for number, digest in told["runs"]),
                next_run=int(told["next_run"]),
                view=view,
            )
        except MISREAD as error:
            raise DamagedError("The state of the workspace cannot be read.") from error


class Storage:
    """One open file; calls from several threads wait for each other."""

    def __init__(self, path: bytes, *, write: bool) -> None:
        self.path = path
        self._mutex = threading.RLock()
        self._connection = connect(path, write=write)
        self.state = State()
        self._checksum: bytes | None = None  # of the state as it was read or written here last

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One unchanging view of the file for everything in the block."""
        with self._mutex, in_words(self.path, "read"):
            connection = self._connection
            if connection.in_transaction:
                yield connection
                return
            self._begin(connection)
            try:
                yield connection
            finally:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")

    def _begin(self, connection: sqlite3.Connection) -> None:
        """Begin to read; what a killed program left half saved is undone first, unless another one is at work there."""
        try:
            begin(connection)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
            with contextlib.suppress(WorkspaceError):  # where there can be no lock, nothing can be undone
                if (lock := WorkspaceLock.acquire(self.path)) is not None:
                    roll_back(self.path)
                    lock.release()
            begin(connection)

    def load_state(self) -> None:
        """Read the state anew; DamagedError if it, or the shape of the file, is not what was written."""
        with self.reading() as connection:
            require_tables(connection)
            rows = connection.execute("SELECT body, sha256 FROM state").fetchall()
            if len(rows) != 1 or not isinstance(rows[0][0], bytes) or hashlib.sha256(rows[0][0]).digest() != rows[0][1]:
                raise DamagedError("The state of the workspace does not match its checksum.")
            self.state, self._checksum = State.decoded(rows[0][0]), rows[0][1]

    def change(self, work: Callable[[sqlite3.Connection, State], State], *, counts: bool = True) -> None:
        """Let ``work`` write and return the new state: all of it stands afterwards, or (WorkspaceError) none of it.

        A save that ``counts`` raises the number of saves and is acknowledged once it is safe. Nothing is written over
        what another program has written since the state was read: two may have the file open by its second name.
        """
        with self._mutex, in_words(self.path, "saved"):
            connection = self._connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                self._require_own_state(connection)
                state = work(connection, self.state)
                state = replace(state, saves=state.saves + counts, changes=state.changes + 1)
                body = state.encoded()
                checksum = hashlib.sha256(body).digest()
                connection.execute(
                    "INSERT OR REPLACE INTO state (one, body, sha256) VALUES (1, ?, ?)", (body, checksum)
                )
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
            self.state, self._checksum = state, checksum
            if counts:
                acknowledge(state.saves)

    def _require_own_state(self, connection: sqlite3.Connection) -> None:
        row = connection.execute("SELECT sha256 FROM state").fetchone()
        if (row and row[0]) != self._checksum:
            raise WorkspaceError(
                f"{shown_path(self.path)} could not be saved: another program has written to it since it was opened "
                "here, under this name or another one. What that program saved is intact. Save to another workspace to "
                "go on."
            )

    def run(self, number: int, digest: bytes) -> RunRecord:
        """The header of one run; DamagedError if it is not what was written."""
        with self.reading() as connection:
            row = connection.execute("SELECT body, sha256 FROM run WHERE number = ?", (number,)).fetchone()
        sound = row is not None and isinstance(row[0], bytes) and hashlib.sha256(row[0]).digest() == digest == row[1]
        if not sound:
            raise DamagedError(f"The description of run {number} does not match its checksum.")
        return RunRecord.decoded(row[0])

    def part(self, digest: bytes) -> bytes:
        """The stored bytes of one part of a column, not checked yet; DamagedError where they are missing."""
        with self.reading() as connection:
            row = connection.execute("SELECT data FROM part WHERE sha256 = ?", (digest,)).fetchone()
        if row is None or not isinstance(row[0], bytes):
            raise DamagedError("A part of the contents is missing.")
        return row[0]

    def parts(self) -> list[tuple[int, bytes]]:
        """(row, digest) of every stored part."""
        with self.reading() as connection:
            return connection.execute("SELECT id, sha256 FROM part").fetchall()

    def fault(self) -> str | None:
        """What is wrong with the file's pages, in SQLite's words on one line; it must not be written then."""
        try:
            with self.reading() as connection:
                found = connection.execute("PRAGMA quick_check(1)").fetchone()
        except DamagedError as error:
            return str(error)
        if found is not None and found[0] == "ok":
            return None
        lines = [line.strip() for line in str(found and found[0]).splitlines()]
        return ", ".join(line for line in lines if not line.startswith("***"))

    def chain(self, table: str, head: Head | None) -> Iterator[tuple[bytes, bytes]]:
        """The rows of ``decision`` or ``deed``, checked."""
        with self.reading() as connection:
            yield from chain.rows_of(connection, table, head)

    def copy_to(self, path: bytes) -> None:
        """Write the file page by page to a new one."""
        fresh = contextlib.closing(sqlite3.connect(path, isolation_level=None))
        with fresh as target, self.reading() as connection, in_words(path, "saved"):
            connection.backup(target)

    def close(self) -> None:
        """Let go of the file."""
        with self._mutex:
            self._connection.close()


def acknowledge(saves: int) -> None:
    """Append a line to the file that the environment names, for those who test what a finished save is worth."""
    target = os.environ.get(ACK_VARIABLE)
    if target:
        with contextlib.suppress(OSError):
            descriptor = os.open(target, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                os.write(descriptor, b"%d\n" % saves)
            finally:
                os.close(descriptor)
