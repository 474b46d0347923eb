"""A workspace under another name: page by page while it is sound, else all that can be read of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable

from simexplorer.documents.listing import AnyPath, shown_path
from simexplorer.documents.moving import sync_folder
from simexplorer.documents.sources import no_folder
from simexplorer.errors import WorkspaceError
from simexplorer.workspace.connection import in_words, remove, remove_beside, roll_back, sync_file
from simexplorer.workspace.lock import WorkspaceLock, holder
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.store import Workspace


def copy_workspace(workspace: Workspace, path: AnyPath) -> bytes:
    """Write all of a workspace to ``path``, in the place of what is there; the real path.

    Raises WorkspaceError, and what was there is as it was.
    """
    real = os.path.realpath(os.fsencode(path))
    if real == workspace.path:
        there = "saves itself" if workspace.writable else "is only read here"
        why = there if os.path.lexists(real) else "was moved, renamed or deleted since"
        raise WorkspaceError(f"{shown_path(real)} is the workspace that is open; it {why}. Choose another name.")
    if workspace.sound:
        return _replaced(real, workspace.copy_to)
    return write_workspace(real, lambda fresh: _salvage(workspace, fresh))


def write_workspace(path: AnyPath, fill: Callable[[Workspace], None]) -> bytes:
    """Make a new workspace, let ``fill`` save into it, put it in the place of what is there; the real path."""

    def write(beside: bytes) -> None:
        with contextlib.closing(open_workspace(beside, create=True)) as fresh:
            fill(fresh)

    return _replaced(os.path.realpath(os.fsencode(path)), write)


def _replaced(real: bytes, write: Callable[[bytes], None]) -> bytes:
    """Have a file written beside, then put in its place, while nobody else has it open."""
    if lacking := no_folder(os.path.dirname(real)):
        raise WorkspaceError(f"{shown_path(real)}: {lacking}")
    lock = WorkspaceLock.acquire(real)
    if lock is None:
        raise WorkspaceError(
            f"{shown_path(real)} is open in {holder(real)}. Wait until it is closed there, or choose another name."
        )
    beside = real + b"-copy"
    try:
        with in_words(real, "saved"):
            try:
                remove(beside)
                write(beside)
                sync_file(beside)
                _end_journal(real)
                os.replace(beside, real)
                sync_folder(os.path.dirname(real))
            except WorkspaceError as error:  # it speaks of the file beside, which nobody asked for
                raise type(error)(str(error).replace(shown_path(beside), shown_path(real))) from error
            finally:
                remove(beside)
    finally:
        lock.release()
    return real


def _salvage(workspace: Workspace, fresh: Workspace) -> None:
    """The runs that are whole, the decisions that could be read, the log where it is whole."""
    for record in workspace.runs:
        with contextlib.suppress(WorkspaceError):
            number = record.number
            fresh.save_result(
                workspace.result(number),
                sources=record.sources,
                known=workspace.known_overlaps(number),
                left_out=workspace.left_out(number),
                run=number,
            )
    fresh.take_decisions(workspace.decisions)
    with contextlib.suppress(WorkspaceError):  # the log is read whole or not at all
        if deeds := workspace.deeds():
            fresh.write_deeds(deeds)


def _end_journal(real: bytes) -> None:
    """Undo what a killed program left half saved in a file that is about to be replaced, so that no journal is left.

    The file is whole then, should it stay. One that is gone, or cannot be put right, loses its journal all the same.
    """
    roll_back(real)
    remove_beside(real)
