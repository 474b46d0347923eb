"""Carrying out a plan: each file is read again and compared right before it goes, and left alone on any doubt."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simexplorer.documents.moving import identity, move_file
from simexplorer.errors import Cancelled, SimExplorerError, WorkspaceError
from simexplorer.pipeline.progress import Progress
from simexplorer.workspace.actions import ActionPlan, Place
from simexplorer.workspace.rereading import Rereading
from simexplorer.workspace.store import Workspace, now

BATCH = 24  # documents and what stays for them lie in at most twice as many folders

STOPPED = "the moving was stopped before"

# Moves one file (bytes path) to the platform's trash or raises OSError with the reason. It must never delete.
Trash = Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file: where it went, or why it stayed; ``reason`` is empty when it was moved."""

    row: int
    target: bytes
    reason: str

    @property
    def done(self) -> bool:
        """Whether it was moved."""
        return not self.reason


def perform(
    plan: ActionPlan,
    workspace: Workspace,
    trash: Trash | None = None,
    progress: Progress | None = None,
    on_outcome: Callable[[Outcome], None] = lambda _outcome: None,
) -> list[Outcome]:
    """Move what the plan names, one by one; what became of each. A cancelled one ends after the file under way.

    Nothing is deleted: a file that cannot be moved stays. Every move stands in the workspace's log, before and after;
    WorkspaceError if that cannot be written, and nothing more is moved then.
    """
    progress = progress or Progress()
    if plan.place == Place.TRASH and trash is None:
        raise ValueError("moving to the trash needs the platform's trash")
    if not workspace.writable:
        raise WorkspaceError("Files are moved from a workspace that can be written only: its log has to tell of it.")
    progress.begin("Moving duplicates", len(plan), "files")
    outcomes: list[Outcome] = []
    try:
        for start in range(0, len(plan), BATCH):
            _perform_batch(plan, slice(start, start + BATCH), workspace, trash, progress, outcomes, on_outcome)
    except Cancelled:
        pass
    return outcomes


def _perform_batch(
    plan: ActionPlan,
    part: slice,
    workspace: Workspace,
    trash: Trash | None,
    progress: Progress,
    outcomes: list[Outcome],
    on_outcome: Callable[[Outcome], None],
) -> None:
    rows, survivors = plan.rows[part], plan.survivors[part]
    progress.check()
    workspace.write_deeds([_deed(plan, row, "begun") for row in rows.tolist()])
    tried = 0
    try:
        with Rereading(plan.standing.result, np.concatenate([rows, survivors])) as again:
            for place, row in enumerate(rows.tolist()):
                progress.check()
                tried += 1
                outcome = _moved(plan, row, int(survivors[place]), again, place, place + rows.size, trash)
                verdict = "done" if outcome.done else "left"
                workspace.write_deeds([_deed(plan, row, verdict, outcome.target, outcome.reason)])
                outcomes.append(outcome)
                on_outcome(outcome)
                progress.advance()
    except Cancelled:
        workspace.write_deeds([_deed(plan, row, "left", reason=STOPPED) for row in rows[tried:].tolist()])
        raise


def _moved(
    plan: ActionPlan, row: int, survivor: int, again: Rereading, mine: int, theirs: int, trash: Trash | None
) -> Outcome:
    """Check one file and what stays for it, then move it."""
    paths = plan.standing.result.documents.paths
    path = paths.file(row)
    before = identity(path)
    reason = _objection(again, mine, theirs)
    kept = identity(paths.file(survivor))
    if not reason and before is not None and kept is not None and before[:2] == kept[:2]:
        reason = "it and the document that stays are the same file under two names"
    if not reason and identity(path) != before:
        reason = "it changed while it was read again"
    if reason:
        return Outcome(row, b"", reason)
    try:
        if plan.place == Place.FOLDER:
            target = _moved_to_folder(path, plan.target(row))
        else:
            assert trash is not None
            trash(path)
            target = b""
    except (OSError, SimExplorerError) as error:
        words = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
        return Outcome(row, b"", f"it could not be moved: {words.lower()}")
    if os.path.lexists(path):
        return Outcome(row, b"", "it could not be moved: it is still there")
    return Outcome(row, target, "")


def _objection(again: Rereading, mine: int, theirs: int) -> str:
    """Why a file must stay; nothing if all is well."""
    which = np.array([mine, theirs])
    found, untouched = again.found[which], again.untouched(which)
    if not found[0]:
        return "it is not there any more"
    if not untouched[0]:
        return "it changed since the scan"
    if not found[1]:
        return "the document that stays for it is not there any more"
    unchanged = again.unchanged(which)
    if not unchanged[0]:
        return "its text is not what the scan found"
    if not unchanged[1]:
        return "the text of the document that stays for it is not what the scan found"
    return ""


def _moved_to_folder(path: bytes, target: bytes) -> bytes:
    """Move to the first free name: ``name.txt``, ``name (2).txt``, ..."""
    stem, ending = os.path.splitext(target)
    number = 1
    while True:
        try:
            move_file(path, target)
        except FileExistsError:
            number += 1
            target = b"%s (%d)%s" % (stem, number, ending)
        else:
            return target


def _deed(plan: ActionPlan, row: int, outcome: str, target: bytes = b"", reason: str = "") -> dict[str, str]:
    """A line of the log."""
    paths = plan.standing.result.documents.paths
    return {
        "at": now(),
        "action": plan.place.value,
        "path": base64.b64encode(paths.raw(row)).decode("ascii"),
        "file": base64.b64encode(paths.file(row)).decode("ascii"),
        "shown": paths.display(row),
        "target": base64.b64encode(target).decode("ascii"),
        "outcome": outcome,
        "reason": reason,
    }
