"""Paths as they are given on the command line."""

from __future__ import annotations

import os

from simexplorer.errors import InputError


def require_existing(path: str) -> None:
    """Raise InputError where nothing has this name."""
    if not os.path.lexists(path):
        from simexplorer.documents.listing import shown_path
        from simexplorer.documents.sources import forbidden

        shown = shown_path(os.fsencode(path)) or repr(path)
        words = f"{shown}: there is no such file or folder. Check the path and try again."
        raise InputError(forbidden(os.path.abspath(os.fsencode(path))) or words)
