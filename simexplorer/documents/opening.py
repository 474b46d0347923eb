"""A listed file opened with care: whatever took its place meanwhile is not, and why is said in words."""

from __future__ import annotations

import errno
import os
import stat

from msgspec import Struct

from simexplorer.documents.folder import VANISHED, open_below
from simexplorer.documents.system_calls import OPEN_FLAGS
from simexplorer.errors import reason_of

CHANGED = "it changed while it was read"
_WORDS = {
    errno.ENOENT: f"{VANISHED} before it was read",
    errno.EACCES: "no permission to read it",
    errno.EPERM: "no permission to read it",
    errno.ELOOP: "a symbolic link took the file's place",
    errno.ENXIO: "a folder, pipe or socket took the file's place",
}
_OTHERWISE = "it could not be read: "


class File(Struct, frozen=True):
    """A file to read: its row, its root folder, its path below that, its path and its size as listed."""

    row: int
    folder: bytes
    relative: bytes
    name: bytes
    size: int


def open_file(folder: bytes, relative: bytes, *, follow: bool = False) -> tuple[int, os.stat_result]:
    """(descriptor, what it is) of a regular file, or with ``follow`` of one behind a link; OSError otherwise."""
    descriptor = open_below(folder, relative, OPEN_FLAGS, follow=follow)
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode):
        os.close(descriptor)
        raise OSError(errno.ENXIO, "not a file")
    return descriptor, about


def words_for(error: OSError) -> str:
    """Why a file could not be read."""
    return _WORDS.get(error.errno or 0) or f"{_OTHERWISE}{reason_of(error)}"


def may_pass(reason: str) -> bool:
    """Whether a file that could not be read for this reason may be read another time, though it did not change."""
    return reason == CHANGED or reason in _WORDS.values() or reason.startswith(_OTHERWISE)


def beginning_of(file: File, size: int, *, follow: bool) -> tuple[os.stat_result, bytes]:
    """(what it is, its first ``size`` bytes) of a file; OSError where it cannot be opened."""
    descriptor, about = open_file(file.folder, file.relative, follow=follow)
    with os.fdopen(descriptor, "rb") as stream:
        return about, stream.read(size)
