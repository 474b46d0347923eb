"""A collection with marked duplicates, its workspace, and a trash like that of a Linux desktop."""

from __future__ import annotations

import os
from urllib.parse import quote_from_bytes

from simexplorer.workspace.actions import plan_moves, without_missing
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.performing import perform
from simexplorer.workspace.standing import standing_of


def tree_of(folder):
    """{path: (bytes, time of last change in nanoseconds, permissions)} of every file below a folder, as bytes."""
    found = {}
    for above, _, names in os.walk(os.fsencode(folder)):
        for name in names:
            path = os.path.join(above, name)
            about = os.lstat(path)
            with open(path, "rb") as file:
                found[os.path.relpath(path, os.fsencode(folder))] = (file.read(), about.st_mtime_ns, about.st_mode)
    return found


class MovingDesk:
    """Everything that is marked is moved by ``move``; ``log`` is the open workspace."""

    def __init__(self, result, place, rows):
        self.result = result
        self.place = os.fsencode(place)
        self.trash_folder = os.path.join(self.place, b"Trash")
        for part in (b"files", b"info"):
            os.makedirs(os.path.join(self.trash_folder, part), exist_ok=True)
        self.log = open_workspace(os.path.join(self.place, b"kept.simx"), create=True)
        self.log.save_result(result)
        self.log.decisions.record(mark_documents(standing_of(result, []), rows, Mark.DUPLICATE))

    def reopen(self):
        """The workspace as another start of the program finds it."""
        path = self.log.path
        self.log.close()
        self.log = open_workspace(path)

    def move(self, folder=None, **options):
        """Move all that is marked: to the trash, or to a folder; how many went."""
        standing = standing_of(self.result, self.log.decisions.entries)
        plan = without_missing(plan_moves(standing, None if folder is None else os.fsencode(folder)))
        outcomes = perform(plan, self.log, self.trash, **options)
        assert [outcome.reason for outcome in outcomes if not outcome.done] == []
        return len(outcomes)

    def trash(self, path):
        """As the desktop does it: the file in ``files``, a note of where it came from in ``info``."""
        name, number = os.path.basename(path), 1
        while os.path.lexists(os.path.join(self.trash_folder, b"files", name)):
            number += 1
            name = b"%s.%d" % (os.path.basename(path), number)
        with open(os.path.join(self.trash_folder, b"info", name + b".trashinfo"), "w") as note:
            note.write(f"[Trash Info]\nPath={quote_from_bytes(path)}\nDeletionDate=2026-11-22T05:18:50\n")
        kept = os.path.join(self.trash_folder, b"files", name)
        os.rename(path, kept)
        return kept

    def in_trash(self):
        """(files, notes) there."""
        return tuple(sorted(os.listdir(os.path.join(self.trash_folder, part))) for part in (b"files", b"info"))
