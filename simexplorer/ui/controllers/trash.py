"""The platform's own trash."""

from __future__ import annotations

import contextlib
import errno
import os
import sys

from PySide6.QtCore import QFile, QStandardPaths


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
    # Qt makes the trash inside of the folder for data, but not that folder, which a fresh account lacks
    home = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    with contextlib.suppress(OSError):
        os.makedirs(home, mode=0o700, exist_ok=True)
    file = QFile(name)
    if not file.moveToTrash():
        reason = file.errorString()
        vague = not reason or reason == "Unknown error"  # Qt has no words for some refusals
        raise OSError(errno.EIO, "the trash did not take it" if vague else f"the trash did not take it ({reason})")
    return b"" if sys.platform == "win32" else os.fsencode(file.fileName())
