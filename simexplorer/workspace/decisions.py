"""All decisions of a workspace in the order they were made, each on disk before it counts; undone and done again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from simexplorer.errors import DecisionError
from simexplorer.workspace.entry import Entry


class Log(Protocol):
    """Where decisions are written; returns once they are safe."""

    def write_entry(self, after: int, entry: Entry) -> None:
        """Keep ``entry`` behind the first ``after`` ones, and none of those that stood there before."""

    def write_active(self, count: int) -> None:
        """Keep that only the first ``count`` entries hold at present."""


class Decisions:
    """The steps that hold (``entries``) and those that were undone and can be done again.

    If a step cannot be written it does not happen: WorkspaceError, and everything is as before.
    """

    def __init__(self, entries: Sequence[Entry] = (), active: int | None = None, log: Log | None = None) -> None:
        self._entries = list(entries)
        self._active = len(self._entries) if active is None else active
        self._log = log
        self.version = 0  # changes with every step, for whoever keeps what follows from them

    @property
    def entries(self) -> list[Entry]:
        """The steps that hold, the oldest first."""
        return self._entries[: self._active]

    @property
    def all_entries(self) -> list[Entry]:
        """These and the undone ones behind them."""
        return list(self._entries)

    @property
    def undo_words(self) -> str | None:
        """What ``undo`` would take back, in words; None if there is nothing."""
        return self._entries[self._active - 1].words if self._active else None

    @property
    def redo_words(self) -> str | None:
        """What ``redo`` would do again, in words; None if there is nothing."""
        return self._entries[self._active].words if self._active < len(self._entries) else None

    def record(self, entry: Entry) -> None:
        """Make a decision; what was undone before it cannot be done again."""
        if self._log is not None:
            self._log.write_entry(self._active, entry)
        self._entries[self._active :] = [entry]
        self._active += 1
        self.version += 1

    def undo(self) -> Entry:
        """Take the last step back; DecisionError if there is none."""
        if not self._active:
            raise DecisionError("There is nothing to undo.")
        self._move(self._active - 1)
        return self._entries[self._active]

    def redo(self) -> Entry:
        """Do the step again that was undone last; DecisionError if there is none."""
        if self._active == len(self._entries):
            raise DecisionError("There is nothing to redo.")
        self._move(self._active + 1)
        return self._entries[self._active - 1]

    def rename(self, entries: Sequence[Entry]) -> None:
        """Put entries that say the same under new names in place of all; written by the caller already."""
        self._entries = list(entries)
        self.version += 1

    def _move(self, active: int) -> None:
        if self._log is not None:
            self._log.write_active(active)
        self._active = active
        self.version += 1
