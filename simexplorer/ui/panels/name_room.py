"""How much room the names of documents ask for in a list."""

from __future__ import annotations

import re

from simexplorer.documents.listing import Paths

MOST = 300  # pixels of usual letters: for more of a name no figure gives way
_LOOKED_AT = 48  # documents at most, spread over all


def long_name(paths: Paths | None) -> str:
    """The name, without its folders, that nine tenths of those looked at are no longer than; empty where none is."""
    if paths is None or not len(paths):
        return ""
    rows = range(0, len(paths), -(-len(paths) // _LOOKED_AT))
    names = sorted((re.split("[/!]", paths.display(row))[-1] for row in rows), key=len)
    return names[len(names) * 9 // 10]
