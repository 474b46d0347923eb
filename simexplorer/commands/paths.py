"""Paths as they are given on the command line."""

from __future__ import annotations

import os

from simexplorer.errors import InputError


def require_existing(path: str) -> None:
    """Raise InputError where nothing has this name."""
    if not os.path.lexists(path):
        raise InputError(f"{path or repr(path)}: there is no such file or folder. Check the path and try again.")
