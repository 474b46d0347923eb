"""Carrying out a plan: each file is read again and compared right before it goes, and left alone on any doubt."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from contextlib import closing, suppress

import numpy as np
from msgspec import Struct

from simexplorer.documents.moving import digest, identity, move_file
from simexplorer.errors import Cancelled, SimExplorerError, WorkspaceError, reason_of
from simexplorer.pipeline.progress import Progress
from simexplorer.workspace.actions import LINKED, MISSING, ActionPlan, Place
from simexplorer.workspace.deeds import BEGUN, DONE, LEFT, Deed, deed
from simexplorer.workspace.entry import now
from simexplorer.workspace.free_names import numbered_names
from simexplorer.workspace.holding import IN_USE, held
from simexplorer.workspace.interrupted import close_gaps
from simexplorer.workspace.naming import Rows
from simexplorer.workspace.rereading import HeldContainers, Rereading, batches
from simexplorer.workspace.store import Workspace
from simexplorer.workspace.telling import BATCH, Telling

STOPPED = "the moving was stopped before"
GONE_MEANWHILE = "the document that stays for it is not there any more"
INSIDE_GONE_MEANWHILE = "what stays for a document inside of it is gone or says something else now"

# Moves one file (bytes path) to the platform's trash, or raises OSError with the reason. It must never delete.
# Gives back where the file lies in the trash; nothing where the platform does not tell.
Trash = Callable[[bytes], bytes]


class _Seen(Struct, frozen=True):
    """A file as it is to go: what it can be known by when it is to be put back."""

    stamp: tuple[int, int, int, int] | None
    sha256: str

    @classmethod
    def of(cls, path: bytes) -> _Seen:
        stamp = identity(path)
        try:
            return cls(stamp, digest(path).hex() if stamp is not None else "")
        except OSError:  # whatever keeps it from being read is said when its text is read again
            return cls(stamp, "")


class Outcome(Struct, frozen=True):
    """What became of one file: where it went, or why it stayed; ``reason`` is empty when it was moved.

    target : its new path, in the trash as well; empty if it stayed or the trash did not tell
    """

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
) -> list[Outcome]:
    """Move what the plan names, one by one; what became of each. A cancelled one ends after the file under way.

    Nothing is deleted: a file that cannot be moved stays. Every move stands in the workspace's log, before it is tried
    and right after; WorkspaceError if that cannot be written, and nothing more is moved then. What an earlier moving
    that ended midway left open is told first: a file that goes where it was going would be taken for it.
    """
    progress = progress or Progress()
    if plan.place == Place.TRASH and trash is None:
        raise ValueError("moving to the trash needs the platform's trash")
    if not workspace.writable:
        raise WorkspaceError("Files are moved from a workspace that can be written only: its log has to record it.")
    close_gaps(workspace)
    progress.begin("Moving duplicates", len(plan), "files")
    outcomes: list[Outcome] = []
    with suppress(Cancelled), closing(HeldContainers(plan.standing.result)) as containers:
        act = _Act(plan, workspace, trash, uuid.uuid4().hex, containers)
        for start in range(0, len(plan), BATCH):
            act.perform_batch(slice(start, start + BATCH), progress, outcomes)
    return outcomes


class _Act(Struct, frozen=True):
    """A plan on its way; ``name`` holds its lines in the log together.

    containers : what holds documents that stay, read once and not for every batch
    """

    plan: ActionPlan
    workspace: Workspace
    trash: Trash | None
    name: str
    containers: HeldContainers

    def perform_batch(self, part: slice, progress: Progress, outcomes: list[Outcome]) -> None:
        """Move some files: all of them stand in the log before the first goes."""
        rows, survivors = self.plan.rows[part], self.plan.survivors[part]
        seen = []
        for row in rows.tolist():
            progress.check()
            seen.append(_Seen.of(self.plan.standing.result.documents.paths.file(row)))
        begun = [
            self._deed(row, one, BEGUN, self.plan.target(row)) for row, one in zip(rows.tolist(), seen, strict=True)
        ]
        self.workspace.write_deeds(begun)
        tried = 0
        alone = survivors[self.plan.standing.result.documents.paths.container[survivors] < 0]
        again = Rereading(self.plan.standing.result, np.concatenate([rows, alone]), follow=True)
        with again, Telling(self.workspace) as log:
            try:
                for place, row in enumerate(rows.tolist()):
                    progress.check()
                    tried += 1
                    outcome = self._moved(row, int(survivors[place]), seen[place], again)
                    verdict = DONE if outcome.done else LEFT
                    log.add(self._deed(row, seen[place], verdict, outcome.target, outcome.reason))
                    outcomes.append(outcome)
                    progress.advance()
            except Cancelled:
                for row, one in zip(rows[tried:].tolist(), seen[tried:], strict=True):
                    log.add(self._deed(row, one, LEFT, reason=STOPPED))
                raise

    def _moved(self, row: int, survivor: int, seen: _Seen, again: Rereading) -> Outcome:
        """Check one file and what stays for it, then move it, while no other program moves either."""
        paths = self.plan.standing.result.documents.paths
        staying = {os.path.realpath(paths.file(stays)) for stays in (survivor, *self._staying_for_inside(row).tolist())}
        with held(paths.file(row), staying) as ours:
            if not ours:
                return Outcome(row, b"", IN_USE)
            return self._checked_and_moved(row, survivor, seen, again)

    def _checked_and_moved(self, row: int, survivor: int, seen: _Seen, again: Rereading) -> Outcome:
        paths = self.plan.standing.result.documents.paths
        path = paths.file(row)
        before = seen.stamp
        reason = self._objection(row, survivor, again)
        if reason and os.path.lexists(path) and not os.path.exists(paths.file(survivor)):
            reason = GONE_MEANWHILE  # since its folder was listed
        kept = identity(os.path.realpath(paths.file(survivor)))
        if not reason and before is not None and kept is not None and before[:2] == kept[:2]:
            reason = "it and the document that stays are the same file under two names"
        if not reason and identity(path) != before:
            reason = "it changed while it was read again"
        reason = reason or self._objection_inside(row)
        if reason:
            return Outcome(row, b"", reason)
        try:
            if self.plan.place == Place.FOLDER:
                target = _moved_to_folder(path, self.plan.target(row))
            else:
                assert self.trash is not None
                target = self.trash(path)
        except (OSError, SimExplorerError) as error:
            return Outcome(row, b"", f"it could not be moved: {reason_of(error)}")
        if os.path.lexists(path):
            return Outcome(row, b"", "it could not be moved: it is still there")
        return Outcome(row, target, "")

    def _objection(self, row: int, survivor: int, again: Rereading) -> str:
        """Why a file must stay; nothing if all is well."""
        paths = self.plan.standing.result.documents.paths
        path, mine = paths.file(row), again.place_of(row)
        alone = paths.container[survivor] < 0
        staying = again if alone else self.containers.turned_to(np.array([survivor]))
        theirs = staying.place_of(survivor)
        if not os.path.lexists(path):
            return MISSING
        if os.path.realpath(path) != path:
            return LINKED
        if not (again.found[mine][0] and again.untouched(mine)[0]):
            return "it changed since the scan"
        if not staying.found[theirs][0]:
            return "the document that stays for it is not the file that the scan found"
        if not again.unchanged(mine)[0]:
            return "its text is not what the scan found"
        if not staying.unchanged(theirs)[0]:
            return "the text of the document that stays for it is not what the scan found"
        return ""

    def _staying_for_inside(self, row: int) -> Rows:
        """What stays for the documents inside of a file."""
        plan = self.plan
        return np.unique(plan.inside_survivors[plan.standing.result.documents.paths.container[plan.inside] == row])

    def _objection_inside(self, row: int) -> str:
        """Why a file must stay for a document that it holds; nothing if all is well."""
        result = self.plan.standing.result
        for batch in batches(result.documents.paths, self._staying_for_inside(row)):
            with Rereading(result, batch, follow=True) as again:
                if not again.unchanged(np.arange(batch.size)).all():
                    return INSIDE_GONE_MEANWHILE
        return ""

    def _deed(self, row: int, seen: _Seen, outcome: str, target: bytes = b"", reason: str = "") -> Deed:
        """A line of the log."""
        paths = self.plan.standing.result.documents.paths
        size, modified = (None, None) if seen.stamp is None else seen.stamp[2:]
        return deed(
            self.plan.place.value,
            self.name,
            outcome,
            reason,
            at=now(),
            path=paths.raw(row),
            file=paths.file(row),
            shown=paths.display(row),
            target=target,
            sha256=seen.sha256,
            size=size,
            modified=modified,
        )


def _moved_to_folder(path: bytes, target: bytes) -> bytes:
    """Move to the first free name."""
    for name in numbered_names(target):
        with suppress(FileExistsError):
            move_file(path, name)
            break
    return name
