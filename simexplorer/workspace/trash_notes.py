"""The notes that the trash of Linux desktops keeps beside its files: where each came from.

Source: freedesktop.org, "The FreeDesktop.org Trash specification", version 1.0: ``files/NAME`` is the file,
``info/NAME.trashinfo`` its note; in the trash of another file system the path is relative to its top folder.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from urllib.parse import unquote_to_bytes

_ENDING = b".trashinfo"
_LONGEST = 1 << 16  # bytes of a note that are read


def note_of(trashed: bytes) -> bytes | None:
    """Where the note of a file in the trash lies; None where the trash keeps none."""
    folder, name = os.path.split(trashed)
    trash, part = os.path.split(folder)
    return os.path.join(trash, b"info", name + _ENDING) if part == b"files" else None


def came_from(trashed: bytes) -> bytes | None:
    """Where a file in the trash was by its note; None where no note tells."""
    note = note_of(trashed)
    if note is None:
        return None
    try:
        descriptor = os.open(note, os.O_RDONLY | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            told = file.read(_LONGEST)
    except OSError:
        return None
    for line in told.splitlines():
        if line.startswith(b"Path="):
            return os.path.join(_top_of(os.path.dirname(os.path.dirname(note))), unquote_to_bytes(line[5:]))
    return None


def remove_note(trashed: bytes) -> None:
    """Take the note away once its file is; one that cannot be removed does no harm."""
    note = note_of(trashed)
    if note is not None and not os.path.lexists(trashed):
        with contextlib.suppress(OSError):
            os.unlink(note)


def trashed_from(files: Iterable[bytes]) -> dict[bytes, list[bytes]]:
    """For each of these former places the files in the trash that came from there."""
    wanted = set(files)
    found: dict[bytes, list[bytes]] = {}
    for trash in {trash for folder in {os.path.dirname(file) for file in wanted} for trash in _trashes_of(folder)}:
        with contextlib.suppress(OSError):
            for name in sorted(os.listdir(os.path.join(trash, b"files"))):
                trashed = os.path.join(trash, b"files", name)
                origin = came_from(trashed)
                if origin is not None and origin in wanted:
                    found.setdefault(origin, []).append(trashed)
    return found


def _trashes_of(folder: bytes) -> Iterator[bytes]:
    """The folders in which what lay in ``folder`` may be: the trash at home, those of its file system."""
    if sys.platform == "darwin":
        return
    data = os.environb.get(b"XDG_DATA_HOME") or os.path.join(os.path.expanduser(b"~"), b".local", b"share")
    yield os.path.join(data, b"Trash")
    top = folder
    while top != os.path.dirname(top) and not os.path.ismount(top):
        top = os.path.dirname(top)
    user = b"%d" % os.getuid()
    yield os.path.join(top, b".Trash", user)
    yield os.path.join(top, b".Trash-" + user)


def _top_of(trash: bytes) -> bytes:
    """The folder that relative paths in the notes of a trash start from."""
    above, name = os.path.split(trash)
    return above if name.startswith(b".Trash-") else os.path.dirname(above)
