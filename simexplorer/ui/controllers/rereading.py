"""What is to be read again as soon as nothing runs: it must not cut off the run that goes on, nor undo it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Rereading:
    """Files, and fields of the recipe that come with them, of all that was asked for since it was taken last."""

    def __init__(self) -> None:
        self.waits = False
        self._files: dict[bytes, None] = {}
        self._changes: dict[str, Any] = {}

    def ask(self, files: Sequence[bytes], changes: dict[str, Any]) -> None:
        """List the folders anew, read these files in any case, with these fields of the recipe."""
        self.waits = True
        self._files |= dict.fromkeys(files)
        self._changes |= changes

    def take(self) -> tuple[tuple[bytes, ...], dict[str, Any]]:
        """Files and fields; nothing waits any more."""
        taken = tuple(self._files), self._changes
        self.forget()
        return taken

    def forget_changes(self) -> None:
        """A run has begun that has the fields as they are shown."""
        self._changes = {}

    def forget(self) -> None:
        """Nothing is to be read again."""
        self.waits, self._files, self._changes = False, {}, {}
