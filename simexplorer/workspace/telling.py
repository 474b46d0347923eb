"""Lines of the log about files under way, saved some at a time: a save for each takes far longer than its move."""

from __future__ import annotations

import time
from typing import Self

from simexplorer.workspace.deeds import Deed
from simexplorer.workspace.store import Workspace

BATCH = 24  # files that stand in the log before the first of them goes
SECONDS = 0.1  # that a line waits at most while files go on; what a crash leaves untold is found by ``interrupted``


class Telling:
    """Takes lines one by one; all of them are saved when the block ends, whatever ended it."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._lines: list[Deed] = []
        self._due = time.monotonic() + SECONDS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._save()

    def add(self, deed: Deed) -> None:
        """One more line; WorkspaceError if those that wait cannot be saved."""
        self._lines.append(deed)
        if time.monotonic() >= self._due:
            self._save()

    def _save(self) -> None:
        lines, self._lines = self._lines, []
        if lines:
            self._workspace.write_deeds(lines)
        self._due = time.monotonic() + SECONDS
