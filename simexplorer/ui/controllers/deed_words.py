"""The log of what was done to files as people read it."""

from __future__ import annotations

import base64
from collections.abc import Sequence

import numpy as np

from simexplorer.documents.listing import shown_path
from simexplorer.ui.models.text_table import TextRows
from simexplorer.ui.theme import moments

_DONE = {"trash": "moved", "folder": "moved", "back": "put back"}
TRASH = "trash"
_AT, _WENT = 0, 3  # columns


def log_rows(deeds: Sequence[dict[str, str]]) -> TextRows:
    """All lines of the log that tell how something ended, the newest first; spelled while they are painted."""
    ended = [
        (deed.get("at", ""), _what(deed), deed.get("shown", ""), _went(deed), deed.get("reason", ""))
        for deed in reversed(deeds)
        if deed.get("outcome") != "begun"
    ]

    def cell(row: int, column: int) -> str:
        told = ended[row][column]
        return moments.second(told) if column == _AT else _place(told) if column == _WENT else told

    return TextRows(len(ended), cell, np.full((len(ended), 2), -1), {_AT: -np.arange(len(ended))})


def _what(deed: dict[str, str]) -> str:
    outcome, action = deed.get("outcome", ""), deed.get("action", "")
    return _DONE.get(action, action) if outcome == "done" else outcome


def _went(deed: dict[str, str]) -> str:
    """Where to, as the log has it."""
    if deed.get("outcome") != "done":
        return ""
    return TRASH if deed.get("action") == TRASH else deed.get("target", "")


def _place(went: str) -> str:
    return went if went == TRASH else shown_path(base64.b64decode(went))
