"""The log of what was done to files as people read it."""

from __future__ import annotations

import base64
from collections.abc import Sequence

import numpy as np

from simexplorer.documents.listing import shown_path
from simexplorer.ui.models.text_table import TextRows
from simexplorer.ui.theme import moments
from simexplorer.workspace.deeds import BACK, BEGUN, DONE, FOLDER, TRASH, Deed

_DONE = {TRASH: "moved", FOLDER: "moved", BACK: "put back"}
_AT, _WENT = 0, 3  # columns


def log_rows(deeds: Sequence[Deed]) -> TextRows:
    """All lines of the log that tell how something ended, the newest first; spelled while they are painted."""
    ended = [
        (deed.get("at", ""), _what(deed), deed.get("shown", ""), _went(deed), deed.get("reason", ""))
        for deed in reversed(deeds)
        if deed.get("outcome") != BEGUN
    ]

    def cell(row: int, column: int) -> str:
        told = ended[row][column]
        return moments.second(told) if column == _AT else _place(told) if column == _WENT else told

    return TextRows(len(ended), cell, np.full((len(ended), 2), -1), {_AT: -np.arange(len(ended))})


def _what(deed: Deed) -> str:
    outcome, action = deed.get("outcome", ""), deed.get("action", "")
    return _DONE.get(action, action) if outcome == DONE else outcome


def _went(deed: Deed) -> str:
    """Where to, as the log has it."""
    if deed.get("outcome") != DONE:
        return ""
    return TRASH if deed.get("action") == TRASH else deed.get("target", "")


def _place(went: str) -> str:
    return went if went == TRASH else shown_path(base64.b64decode(went))
