"""Files of older formats: taken over on a copy, which takes the place of the old file once it is whole."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable

from simexplorer.documents.listing import shown_path
from simexplorer.errors import WorkspaceError
from simexplorer.workspace import connection as format_
from simexplorer.workspace.connection import connect, in_words, remove, sync_file

# From each older format to the next one; runs on a copy, outside of any transaction.
STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {}


def migrate(real: bytes, version: int) -> bytes:
    """Take a file over to the present format; the path of the old one, which is kept beside it.

    Raises WorkspaceError where that cannot be done; the file is then as it was.
    """
    beside, kept = real + b"-new", _free_name(real, version)
    with in_words(real, "taken over to the present format"):
        remove(beside)
        try:
            shutil.copyfile(real, beside)
            _step_up(beside, version)
            _keep_old(real, kept)
            os.replace(beside, real)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise
    return kept


def _step_up(path: bytes, version: int) -> None:
    connection = connect(path, write=True)
    try:
        for number in range(version, format_.SCHEMA_VERSION):
            if number not in STEPS:
                raise WorkspaceError(f"{shown_path(path)}: this program cannot take over format {number} any more.")
            STEPS[number](connection)
            connection.execute(f"PRAGMA user_version = {number + 1}")
    finally:
        connection.close()
    sync_file(path)


def _keep_old(real: bytes, kept: bytes) -> None:
    """The old file under a second name, without a moment in which it has none."""
    try:
        os.link(real, kept)
    except OSError:  # file systems without hard links
        shutil.copyfile(real, kept)


def _free_name(real: bytes, version: int) -> bytes:
    stem, ending = os.path.splitext(real)
    number = 1
    while True:
        extra = b"" if number == 1 else b" (%d)" % number
        name = b"%s.format-%d%s%s" % (stem, version, extra, ending)
        if not os.path.lexists(name):
            return name
        number += 1
