"""The log of what was done to files as people read it."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from simexplorer.documents.listing import shown_path
from simexplorer.ui.models.text_table import TextRows
from simexplorer.ui.theme import moments

_DONE = {"trash": "moved", "folder": "moved", "back": "put back"}
TRASH = "trash"


def log_rows(deeds: Sequence[dict[str, str]]) -> TextRows:
    """All lines of the log that tell how something ended, the newest first."""
    return TextRows.of([_line(deed) for deed in reversed(deeds) if deed.get("outcome") != "begun"])


def _line(deed: dict[str, str]) -> tuple[str, ...]:
    outcome, action = deed.get("outcome", ""), deed.get("action", "")
    went = ""
    if outcome == "done":
        went = TRASH if action == TRASH else shown_path(base64.b64decode(deed.get("target", "")))
    what = _DONE.get(action, action) if outcome == "done" else outcome
    return moments.second(deed.get("at", "")), what, deed.get("shown", ""), went, deed.get("reason", "")
