"""Opening and creating workspaces: who may write, what another program wrote."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator

from simexplorer.documents.listing import AnyPath, shown_path
from simexplorer.documents.moving import sync_folder
from simexplorer.documents.sources import no_folder
from simexplorer.errors import WorkspaceError
from simexplorer.workspace.columns import DamagedError
from simexplorer.workspace.connection import connect, in_words, lay_out, remove, remove_beside, require_format
from simexplorer.workspace.lock import WorkspaceLock, holder
from simexplorer.workspace.storage import Storage
from simexplorer.workspace.store import Workspace


def open_workspace(path: AnyPath, *, create: bool = False, by: str = "window") -> Workspace:
    """The workspace in this file, made if there is none and ``create`` is set; ``by`` tells others who has it open.

    If another program has it open, or it cannot be written, or is damaged in part, it is opened to read and its
    ``notices`` say why. Raises WorkspaceError where it cannot be opened at all; the file is then as it was.
    """
    real = os.path.realpath(os.fsencode(path))
    if not os.path.lexists(real) and not create:
        raise WorkspaceError(f"There is no workspace {shown_path(real)}. Check the path.")
    if create and (lacking := no_folder(os.path.dirname(real))):
        raise WorkspaceError(f"{shown_path(real)}: {lacking}")
    lock, notices = _lock(real, by)
    workspace = _opened(real, lock, notices)
    if workspace.writable:
        workspace.sweep()
        _remove_cold_journal(real)
    return workspace


def read_workspace(path: AnyPath, *, by: str) -> Workspace:
    """The workspace in this file, to be read alone: whoever opens it meanwhile may write it.

    Where it has to be written before it can be read, as after a killed program, it is opened as ever.
    """
    real = os.path.realpath(os.fsencode(path))
    if not os.path.lexists(real) or os.path.lexists(real + b"-journal"):
        return open_workspace(real, by=by)
    return _opened(real, None, [])


def _opened(real: bytes, lock: WorkspaceLock | None, notices: list[str]) -> Workspace:
    """The workspace in this file, made if there is none; the lock is given back where it cannot be opened."""
    try:
        with _named_if_damaged(real):
            if not os.path.lexists(real):
                _create(real, lock)
            storage = _checked(real, lock)
            try:
                return Workspace(storage, lock, notices)
            except BaseException:
                storage.close()
                raise
    except BaseException:
        if lock is not None:
            lock.release()
        raise


@contextlib.contextmanager
def _named_if_damaged(real: bytes) -> Iterator[None]:
    """Tell what is damaged, and that nothing was done to it."""
    try:
        yield
    except DamagedError as error:
        what = str(error)[:1].lower() + str(error)[1:]
        raise WorkspaceError(
            f"{shown_path(real)} is damaged and cannot be opened: {what} It was left as it is."
        ) from error


def _lock(real: bytes, by: str) -> tuple[WorkspaceLock | None, list[str]]:
    """The lock if it can be had, and the sentences that say why not."""
    if os.path.lexists(real) and not os.access(real, os.W_OK):
        return None, [f"{shown_path(real)} cannot be written to; it was opened read-only."]
    try:
        lock = WorkspaceLock.acquire(real, by)
    except WorkspaceError as error:
        if not os.path.lexists(real):
            raise
        return None, [f"{error} It was opened read-only."]
    if lock is None:
        return None, [f"{shown_path(real)} is open in {holder(real)}; it was opened here read-only."]
    return lock, []


def _create(real: bytes, lock: WorkspaceLock | None) -> None:
    """A new file that is there whole or not at all; the lock keeps everybody else away."""
    if lock is None:
        raise WorkspaceError(f"{shown_path(real)} is being created by {holder(real)}. Try again.")
    beside = real + b"-new"
    with in_words(real, "created"):
        remove(beside)  # of a program that ended in the middle of this
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        try:
            _lay_out(beside)
            remove_beside(real)
            os.rename(beside, real)
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            if isinstance(error, WorkspaceError) and isinstance(error.__cause__, sqlite3.Error):
                raise error.__cause__ from None  # the name that the person gave goes into the sentence, not this one
            raise
        sync_folder(os.path.dirname(real))


def _remove_cold_journal(real: bytes) -> None:
    """Remove a journal in which nothing stands: its program was killed before it wrote. A real one is SQLite's."""
    journal = real + b"-journal"
    with contextlib.suppress(OSError):
        with open(journal, "rb") as file:
            cold = file.read(1) in (b"", b"\0")
        if cold:
            os.unlink(journal)


def _lay_out(path: bytes) -> None:
    with contextlib.closing(connect(path, write=True)) as connection:
        lay_out(connection)
    with contextlib.closing(Storage(path, write=True)) as storage:
        storage.change(lambda _connection, state: state, counts=False)


def _checked(real: bytes, lock: WorkspaceLock | None) -> Storage:
    """The open file, if it has the format of this program."""
    with contextlib.closing(connect(real, write=lock is not None)) as connection, in_words(real, "opened"):
        require_format(connection, real)
    return Storage(real, write=lock is not None)
