"""A file replaced: the new one is written beside it, the old one set aside, leftovers of a killed program cleared."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import secrets
import stat
import time

_NAME = re.compile(rb"\.simexplorer-[0-9a-f]{12}\.part")
_AT_REST = 60  # seconds in which nothing was written; another computer may write into this folder, unseen by locks


def new_file(folder: bytes, held: contextlib.ExitStack) -> tuple[bytes, int]:
    """The path of a new empty file in this folder, and its descriptor to write.

    ``held`` keeps others from clearing it away until it is closed.
    """
    while True:
        path = os.path.join(folder, b".simexplorer-%s.part" % secrets.token_hex(6).encode())
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        lock = os.dup(descriptor)
        held.callback(os.close, lock)
        with contextlib.suppress(OSError):  # not every file system knows locks
            fcntl.flock(lock, fcntl.LOCK_EX)
        if os.fstat(descriptor).st_nlink:
            return path, descriptor
        os.close(descriptor)  # it was taken for one that nobody writes, before it was locked


def place_aside(target: bytes) -> bytes:
    """A name beside ``target`` for what it holds now; unlike a new file it is never cleared away by ``clear_left``."""
    return os.path.join(os.path.dirname(target), b".simexplorer-%s.old" % secrets.token_hex(6).encode())


def set_aside(target: bytes, aside: bytes) -> None:
    """Keep the file ``target`` under the name ``aside``; it stays in its place as well where it is ours and can.

    A link to the file of another could not always be removed again; whoever may replace that file may rename it.
    What is no ordinary file stays as it is: nothing may take its place.
    """
    about = os.stat(target)
    if not stat.S_ISREG(about.st_mode):
        return
    if about.st_uid == os.geteuid():
        with contextlib.suppress(OSError):  # not every file system knows links
            os.link(target, aside)
            return
    os.rename(target, aside)


def clear_left(folder: bytes) -> None:
    """Remove files of ``new_file`` that nobody writes any more: their program was killed."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        left = [entry.path for entry in entries if _NAME.fullmatch(entry.name)]
        for path in left:
            _clear(path)


def _clear(path: bytes) -> None:
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            about = os.fstat(descriptor)
            ours = stat.S_ISREG(about.st_mode) and about.st_uid == os.geteuid()
            if ours and about.st_mtime < time.time() - _AT_REST:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.unlink(path)
        finally:
            os.close(descriptor)
