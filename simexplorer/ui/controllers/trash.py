"""The platform's own trash."""

from __future__ import annotations

import contextlib
import errno
import os
import sys

from PySide6.QtCore import QFile, QStandardPaths

from simexplorer.documents.moving import digest
from simexplorer.workspace.trash_notes import remove_note

_LONGEST_NAME = 255 - len(".trashinfo")  # bytes: the trash keeps a note of this name beside it


def move_to_trash(path: bytes) -> bytes:
    """Move one file to the trash, from any thread; OSError with the reason, and the file stays.

    Gives back where it lies there; nothing where the platform does not tell, or where it alone can take a file out:
    the Recycle Bin knows its files by notes of its own.
    """
    name = os.fsdecode(path)
    try:
        name.encode("utf-8")
    except UnicodeEncodeError as error:
        raise OSError(
            errno.EILSEQ, "its name is not UTF-8, which the trash cannot take; move it to a folder instead"
        ) from error
    if len(os.path.basename(path)) > _LONGEST_NAME:
        raise OSError(errno.ENAMETOOLONG, "its name is too long for the trash; move it to a folder instead")
    # Qt makes the trash inside of the folder for data, but not that folder, which a fresh account lacks
    home = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    with contextlib.suppress(OSError):
        os.makedirs(home, mode=0o700, exist_ok=True)
    file = QFile(name)
    if not file.moveToTrash():
        reason = file.errorString()
        vague = not reason or reason == "Unknown error"  # Qt has no words for some refusals
        raise OSError(errno.EIO, "the trash did not take it" if vague else f"the trash did not take it ({reason})")
    trashed = b"" if sys.platform == "win32" else os.fsencode(file.fileName())
    if os.path.lexists(path):
        _take_copy_away(path, trashed)
        raise OSError(errno.EACCES, "its folder does not let go of it")
    return trashed


def _take_copy_away(path: bytes, trashed: bytes) -> None:
    """Qt copies what it cannot move, and does not mind that the file stays: then the copy, and its note, must go."""
    if trashed and trashed != path and digest(path) == digest(trashed):
        with contextlib.suppress(OSError):
            os.unlink(trashed)
        remove_note(trashed)
