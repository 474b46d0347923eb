"""Putting moved files back where they were: each is read and compared right before, and nothing is overwritten."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Sequence

from msgspec import Struct

from simexplorer.documents.moving import identity, move_file
from simexplorer.errors import Cancelled, SimExplorerError, WorkspaceError, reason_of
from simexplorer.pipeline.progress import Progress
from simexplorer.workspace.deeds import BACK, BEGUN, DONE, LEFT, Deed, deed
from simexplorer.workspace.entry import now
from simexplorer.workspace.moved import UNKNOWN, Moved
from simexplorer.workspace.returns import TAKEN, is_leftover, objection
from simexplorer.workspace.store import Workspace
from simexplorer.workspace.telling import BATCH, Telling
from simexplorer.workspace.trash_notes import remove_note

STOPPED = "the putting back was stopped before"


class PutBack(Struct, frozen=True):
    """What became of one file: ``reason`` says why it stayed where it is; empty if it went back."""

    moved: Moved
    reason: str

    @property
    def done(self) -> bool:
        """Whether it went back."""
        return not self.reason


def put_back(moved: Sequence[Moved], workspace: Workspace, progress: Progress | None = None) -> list[PutBack]:
    """Put these files back, one by one; what became of each. A cancelled one ends after the file under way.

    Each stands in the log, before and after; WorkspaceError if that cannot be written, and no more go back then.
    """
    progress = progress or Progress()
    if not workspace.writable:
        raise WorkspaceError("Files are put back from a workspace that can be written only: its log has to record it.")
    progress.begin("Putting files back", len(moved), "files")
    act = uuid.uuid4().hex
    outcomes: list[PutBack] = []
    with contextlib.suppress(Cancelled):
        for start in range(0, len(moved), BATCH):
            _put_back_batch(moved[start : start + BATCH], act, workspace, progress, outcomes)
    return outcomes


def _put_back_batch(
    batch: Sequence[Moved],
    act: str,
    workspace: Workspace,
    progress: Progress,
    outcomes: list[PutBack],
) -> None:
    progress.check()
    workspace.write_deeds([back_deed(one, act, BEGUN) for one in batch])
    tried = 0
    with Telling(workspace) as log:
        try:
            for one in batch:
                progress.check()
                tried += 1
                outcome = PutBack(one, _put_one_back(one))
                log.add(back_deed(one, act, DONE if outcome.done else LEFT, outcome.reason))
                outcomes.append(outcome)
                progress.advance()
        except Cancelled:
            for one in batch[tried:]:
                log.add(back_deed(one, act, LEFT, STOPPED))
            raise


def _put_one_back(moved: Moved) -> str:
    """Check one file and move it to its old place; why not, or nothing."""
    before = identity(moved.target) if moved.target else None
    reason = objection(moved, thorough=True)
    if not reason and identity(moved.target) != before:
        reason = "it changed while it was read"
    if reason:
        return reason
    try:
        if is_leftover(moved):
            os.unlink(moved.file)
        _give_time_back(moved)
        move_file(moved.target, moved.file)
    except FileExistsError:
        return TAKEN
    except (OSError, SimExplorerError) as error:
        return f"it could not be put back: {reason_of(error)}"
    if moved.to_trash:
        remove_note(moved.target)
    else:
        _remove_emptied(moved)
    return ""


def _remove_emptied(moved: Moved) -> None:
    """The folders below the chosen one that the file was moved into with its path, as far as nothing lies there now."""
    folder = moved.target
    with contextlib.suppress(OSError):
        for _ in range(moved.path.count(b"/")):
            folder = os.path.dirname(folder)
            os.rmdir(folder)


def _give_time_back(moved: Moved) -> None:
    """Its bytes are what they were: so is the time of its last change from now on, where that may be set."""
    if moved.sha256 and moved.modified_ns != UNKNOWN:
        about = os.lstat(moved.target)
        if about.st_mtime_ns != moved.modified_ns:
            with contextlib.suppress(OSError):
                os.utime(moved.target, ns=(about.st_atime_ns, moved.modified_ns))


def back_deed(moved: Moved, act: str, outcome: str, reason: str = "") -> Deed:
    """A line of the log about putting one file back."""
    return deed(
        BACK,
        act,
        outcome,
        reason,
        at=now(),
        of=moved.number,
        path=moved.path,
        file=moved.file,
        shown=moved.shown,
        source=moved.target,
        target=moved.file,
        size=moved.size,
    )
