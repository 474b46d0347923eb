"""A SQLite file opened with suspicion, its tables, and its failures in words.

The journal is a rollback journal, not a write-ahead log: at rest a workspace is one file that can be copied, mailed,
put on a network drive or read from read-only media, and no shared memory is needed. ``synchronous=EXTRA`` makes a
finished save outlast a loss of power: the folder is synced after the journal is gone.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import urllib.parse
from collections.abc import Iterator

from simexplorer.documents.listing import shown_path
from simexplorer.errors import WorkspaceError, reason_of
from simexplorer.workspace.columns import DamagedError

APPLICATION_ID = 0x53494D58  # "SIMX"
SCHEMA_VERSION = 1
_PAGE_BYTES = 8192
_LONGEST_VALUE = 256 * 2**20
_WAIT_MS = 5000

TABLES = {
    "state": "CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), body BLOB NOT NULL, sha256 BLOB NOT NULL)",
    "run": "CREATE TABLE run (number INTEGER PRIMARY KEY, body BLOB NOT NULL, sha256 BLOB NOT NULL)",
    "part": "CREATE TABLE part (id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE, data BLOB NOT NULL)",
    "decision": (
        "CREATE TABLE decision (number INTEGER PRIMARY KEY, body BLOB NOT NULL, data BLOB NOT NULL, "
        "sha256 BLOB NOT NULL)"
    ),
    "deed": (
        "CREATE TABLE deed (number INTEGER PRIMARY KEY, body BLOB NOT NULL, data BLOB NOT NULL, sha256 BLOB NOT NULL)"
    ),
}

_SETTINGS = (
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA mmap_size = 0",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA secure_delete = OFF",  # what is deleted is large and is no secret beside what stays
    "PRAGMA synchronous = EXTRA",
    "PRAGMA fullfsync = ON",
)
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_TOOBIG}
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk reported a fault",
    sqlite3.SQLITE_BUSY: "another program is busy with it",
    sqlite3.SQLITE_READONLY: "it cannot be written to",
    sqlite3.SQLITE_CANTOPEN: "the folder or the file does not allow it, or the disk takes no more files",
    sqlite3.SQLITE_PERM: "the folder or the file does not allow it",
}
_GONE = "it was moved, renamed or deleted while it was open; save to another workspace to go on."
_INTERRUPTED = (
    "a save of it was interrupted and has to be undone first, for which it must be writable and open nowhere else. "
    'Copy it, and the file beside it whose name ends in "-journal", to a folder that can be written to, and open it '
    "there."
)


@contextlib.contextmanager
def in_words(path: bytes, done: str) -> Iterator[None]:
    """Turn what SQLite and the system say into WorkspaceError: "<path> could not be <done>: <reason>."

    Contents that cannot be right become DamagedError.
    """
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if isinstance(error, sqlite3.ProgrammingError):
            raise WorkspaceError(f"{shown_path(path)} was closed.") from error
        if code == sqlite3.SQLITE_NOTADB:
            raise WorkspaceError(
                f"{shown_path(path)} is not a saved workspace, or is damaged beyond reading. It was left as it is."
            ) from error
        if isinstance(error, sqlite3.DatabaseError) and (code is None or code & 0xFF in _DAMAGED) and done != "saved":
            raise DamagedError(f"{str(error).capitalize()}.") from error
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            raise WorkspaceError(f"{shown_path(path)} could not be {done}: {_GONE}") from error
        if code == sqlite3.SQLITE_READONLY_ROLLBACK:
            raise WorkspaceError(f"{shown_path(path)} could not be {done}: {_INTERRUPTED}") from error
        reason = _REASONS.get((code or 0) & 0xFF, str(error))
        raise WorkspaceError(f"{shown_path(path)} could not be {done}: {reason}.{_comfort(done)}") from error
    except OSError as error:
        raise WorkspaceError(f"{shown_path(path)} could not be {done}: {reason_of(error)}.{_comfort(done)}") from error
    except (MemoryError, OverflowError) as error:
        raise DamagedError("It holds values of impossible size.") from error
    except UnicodeDecodeError as error:  # SQLite quotes what it could not read
        raise DamagedError("The description of its tables is not valid text.") from error


def _comfort(done: str) -> str:
    return " What was saved before is intact." if done == "saved" else ""


def connect(path: bytes, *, write: bool) -> sqlite3.Connection:
    """A connection to an existing file, by real path; it may be used by any thread, by one at a time.

    Raises WorkspaceError where it cannot be opened, or is no ordinary file.
    """
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise WorkspaceError(f"{shown_path(path)} is not an ordinary file; a workspace is one.")
    except OSError as error:
        raise WorkspaceError(f"{shown_path(path)} cannot be opened: {reason_of(error)}.") from error
    address = "file:" + urllib.parse.quote(path) + ("?mode=rw" if write else "?mode=ro")
    with in_words(path, "opened"):
        connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
            connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
            connection.execute(f"PRAGMA busy_timeout = {_WAIT_MS}")
            for setting in _SETTINGS:
                connection.execute(setting)
        except BaseException:
            connection.close()
            raise
    return connection


def lay_out(connection: sqlite3.Connection) -> None:
    """Give an empty file its format and its tables."""
    connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES.values():
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def sync_file(path: bytes) -> None:
    """Make what was written to a file last through a loss of power."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def roll_back(path: bytes) -> None:
    """Undo what a killed program left half saved in a file, where that can be done; the caller has its lock."""
    with (
        contextlib.suppress(WorkspaceError, sqlite3.Error),
        contextlib.closing(connect(path, write=True)) as connection,
    ):
        begin(connection)


def begin(connection: sqlite3.Connection) -> None:
    """Begin to read: from now on the file stays as it is, and what a killed program left in it is undone."""
    connection.execute("BEGIN")
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error:
        connection.execute("ROLLBACK")
        raise


def remove_beside(path: bytes) -> None:
    """Remove what SQLite laid beside a file that is gone: played back, it would damage the next one of this name."""
    for ending in (b"-journal", b"-wal", b"-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + ending)


def remove(path: bytes) -> None:
    """Remove a file with what lies beside it, if it is there."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    remove_beside(path)


def require_format(connection: sqlite3.Connection, path: bytes) -> None:
    """WorkspaceError for files that are no workspaces and for those of another format, which are left alone."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if application != APPLICATION_ID:
        raise WorkspaceError(
            f"{shown_path(path)} is not a saved workspace of Similarity Explorer. It was left as it is."
        )
    if version > SCHEMA_VERSION:
        raise WorkspaceError(
            f"{shown_path(path)} was saved by a newer version of Similarity Explorer (format {version}; this one reads "
            f"up to {SCHEMA_VERSION}). Update the program to open it. It was left as it is."
        )
    if version < SCHEMA_VERSION:
        raise WorkspaceError(f"{shown_path(path)}: this program cannot read format {version}. It was left as it is.")


def require_tables(connection: sqlite3.Connection) -> None:
    """DamagedError unless the file holds our tables and nothing else: no views, no triggers."""
    found = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    ours = {(kind, name, sql) for kind, name, sql in found if sql is not None or kind != "index"}
    if ours != {("table", name, sql) for name, sql in TABLES.items()}:
        raise DamagedError("Its tables are not those of a workspace.")
