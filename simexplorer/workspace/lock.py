"""One writer a workspace: a small file beside it, locked by the system while the program runs.

The lock itself is the system's, which gives it up whatever ends the process: the file of a dead process is taken over
without asking. What stands in the file only tells the second program who is first.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import socket

from simexplorer.documents.listing import shown_path
from simexplorer.documents.magic import LOCK_START
from simexplorer.errors import WorkspaceError, reason_of

SUFFIX = b"-lock"
_NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL}
_HOLDERS = {
    "window": "another window",
    "scan": "the command simexplorer scan",
    "query": "the command simexplorer query",
}


class WorkspaceLock:
    """The right to write one workspace; ``release`` gives it back."""

    def __init__(self, path: bytes, descriptor: int) -> None:
        self._path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def acquire(cls, workspace: bytes, by: str = "window") -> WorkspaceLock | None:
        """The lock of this workspace (its real path), or None where another program holds it.

        by : what this program tells of itself: window, scan or query
        Raises WorkspaceError where there can be no lock file.
        """
        path = workspace + SUFFIX
        while True:
            descriptor, writable = _opened(path, workspace)
            if not _locked(descriptor, path):
                os.close(descriptor)
                return None
            # one that another person's program left behind gives way to our own, which tells who we are
            if _still_named(descriptor, path) and (writable or not _removed(path)):
                break
            os.close(descriptor)  # its last owner removed it between our opening and locking it
        owner = json.dumps({"pid": os.getpid(), "host": socket.gethostname(), "by": by}).encode()
        with contextlib.suppress(OSError):  # on a full disk the lock holds all the same
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.write(descriptor, LOCK_START + owner)
        return cls(path, descriptor)

    def release(self) -> None:
        """Give the lock back and remove its file, unless it was moved away: that of its name is another's then.

        Twice does no harm.
        """
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            if _still_named(descriptor, self._path):
                with contextlib.suppress(OSError):
                    os.unlink(self._path)
            os.close(descriptor)


def holder(workspace: bytes) -> str:
    """Who holds the lock, in words."""
    pid, host, by = _owner(workspace + SUFFIX)
    who = _HOLDERS.get(by, "another program")
    if pid is None:
        return who
    where = "" if host == socket.gethostname() else f" on {host}"
    return f"{who} (process {pid}{where})"


def _opened(path: bytes, workspace: bytes) -> tuple[int, bool]:
    """(descriptor, whether it can be written) of the lock file, made if need be; another person's can be locked alone.

    WorkspaceError where there can be none: what is beside a workspace while it is written could not be, either. No link
    is followed: what it leads to would be written over.
    """
    common = os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | common, 0o666), True
    except OSError as error:
        if isinstance(error, PermissionError) and os.access(os.path.dirname(path), os.W_OK | os.X_OK):
            with contextlib.suppress(OSError):
                return os.open(path, os.O_RDONLY | os.O_NONBLOCK | common), False
            why = f"{shown_path(path)} is somebody else's"
        elif os.path.islink(path):
            why = f"{shown_path(path)} is a link"
        elif error.errno == errno.ENAMETOOLONG:
            why = "choose a shorter name"
        else:
            why = "its folder does not allow new files"
        raise WorkspaceError(f"{shown_path(workspace)} cannot be written: {why} ({reason_of(error)}).") from error


def _removed(path: bytes) -> bool:
    try:
        os.unlink(path)
    except OSError:
        return False
    return True


def _locked(descriptor: int, path: bytes) -> bool:
    """Whether the system gave the lock; where it knows no locks, whether nobody alive claims it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            pid, host, _ = _owner(path)
            return pid is None or (host == socket.gethostname() and not _alive(pid))
        return False
    return True


def _still_named(descriptor: int, path: bytes) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except OSError:
        return False


def _owner(path: bytes) -> tuple[int | None, str, str]:
    """Process, machine, and what it told of itself: nothing where an older version wrote the file."""
    try:
        with open(path, "rb") as file:
            told = json.loads(file.read(1000).removeprefix(LOCK_START))
        return int(told["pid"]), str(told["host"]), str(told.get("by"))
    except (OSError, ValueError, KeyError, TypeError):
        return None, "", ""


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
