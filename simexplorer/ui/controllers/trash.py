"""The platform's own trash."""

from __future__ import annotations

import errno
import os

from PySide6.QtCore import QFile


def move_to_trash(path: bytes) -> None:
    """Move one file to the trash, from any thread; OSError with the reason, and the file stays."""
    name = os.fsdecode(path)
    try:
        name.encode("utf-8")
    except UnicodeEncodeError as error:
        raise OSError(
            errno.EILSEQ, "its name is not UTF-8, which the trash cannot take; move it to a folder instead"
        ) from error
    file = QFile(name)
    if not file.moveToTrash():
        reason = file.errorString()
        # Qt has no words for some refusals
        vague = not reason or reason in ("Unknown error", "Kein Fehler", "No error")
        raise OSError(errno.EIO, "the trash did not take it" if vague else f"the trash did not take it ({reason})")
