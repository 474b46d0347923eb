"""Lines of the log of what was done to files: their words, and how paths and numbers are spelt in them."""

from __future__ import annotations

import base64
import json

import msgspec

TRASH, FOLDER, BACK = "trash", "folder", "back"  # actions: where a file goes; the last is that of putting back
BEGUN, DONE, LEFT = "begun", "done", "left"  # outcomes: what is about to be tried, what was moved, what stayed
GONE = "gone"  # the outcome of putting back where the trash was emptied

Deed = dict[str, str]


def deed(action: str, act: str, outcome: str, reason: str = "", **about: str | int | bytes | None) -> Deed:
    """One line; what is None in ``about`` is left out.

    act : the same for all files that are moved at once; reason : why a file stayed, or how its end is known
    """
    told = {"action": action, "act": act, **about, "outcome": outcome, "reason": reason}
    return {name: _spelt(value) for name, value in told.items() if value is not None}


def deed_of(body: bytes) -> Deed:
    """A line as it was kept; ValueError where it is none, or a path in it cannot be read."""
    line = msgspec.convert(json.loads(body), Deed)
    for name in ("path", "file", "target"):
        path_in(line, name)
    return line


def number_in(line: Deed, name: str, missing: int = 0) -> int:
    """A number of a line, ``missing`` where it tells none."""
    told = line.get(name, "")
    return int(told) if told.isascii() and told.lstrip("-").isdigit() else missing


def path_in(line: Deed, name: str) -> bytes:
    """A path of a line, empty where it tells none."""
    return base64.b64decode(line.get(name, ""))


def _spelt(value: str | int | bytes) -> str:
    return base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else str(value)
