"""One file to another place: never over another file, never deleted before its copy is whole and read back."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import stat

from simexplorer.documents.opening import open_file

_BLOCK = 1 << 20


def identity(path: bytes) -> tuple[int, int, int, int] | None:
    """(device, inode, size, time of last change) of a regular file; None where there is none, or a link."""
    try:
        about = os.lstat(path)
    except OSError:
        return None
    return (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns) if stat.S_ISREG(about.st_mode) else None


def digest(path: bytes) -> bytes:
    """The SHA-256 of a file's bytes, 32 of them; OSError if it cannot be read. For regular files: others may wait."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def same_bytes(one: bytes, other: bytes) -> bool:
    """Whether two regular files hold the same bytes; OSError where one is none or cannot be read."""
    if identity(one) is None or identity(other) is None:
        raise FileNotFoundError(errno.ENOENT, "no regular file")
    with open(one, "rb") as first, open(other, "rb") as second:
        while (block := first.read(_BLOCK)) == second.read(_BLOCK):
            if not block:
                return True
    return False


def move_file(path: bytes, target: bytes) -> None:
    """Move a file to ``target``, where nothing must be, folders on the way are made; OSError, and it stays, otherwise.

    To another disk it is copied, synced, read back and compared before the old name goes away.
    """
    made = list[bytes]()
    try:
        _make_folders(os.path.dirname(target), made)
        _move(path, target, os.path.dirname(made[0]) if made else os.path.dirname(target))
    except BaseException:
        with contextlib.suppress(OSError):
            for folder in reversed(made):
                os.rmdir(folder)
        raise


def _make_folders(folder: bytes, made: list[bytes]) -> None:
    """Make a folder and those above it that are not there; they are added to ``made``, the outermost first."""
    if not os.path.isdir(folder):
        if folder != os.path.dirname(folder):
            _make_folders(os.path.dirname(folder), made)
        try:
            os.mkdir(folder)
        except FileExistsError as error:  # which is to say of the target only
            if not os.path.isdir(folder):
                raise NotADirectoryError(errno.ENOTDIR, "a file is where a folder is needed") from error
        else:
            made.append(folder)


def _move(path: bytes, target: bytes, above: bytes) -> None:
    """The same once the folders are there, all those below ``above`` new."""
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600))
    try:
        try:
            os.replace(path, target)  # over our own empty file: the name was ours before
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            _copy_whole(path, target)
            _sync_names(target, above)
        else:
            return
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(target)
        raise
    _let_go(path, target)


def _let_go(path: bytes, target: bytes) -> None:
    """Take the file away of which a whole copy is at ``target``; where its folder refuses, take the copy away."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return  # the copy is all there is
    except OSError:
        if identity(path) is not None:
            with contextlib.suppress(OSError):
                os.unlink(target)
        raise


def _copy_whole(path: bytes, target: bytes) -> None:
    before = identity(path)
    source, _ = open_file(os.path.dirname(path), os.path.basename(path))
    with open(source, "rb") as reading, open(target, "r+b") as writing:
        shutil.copyfileobj(reading, writing, _BLOCK)
        writing.flush()
        os.fsync(writing.fileno())
    with contextlib.suppress(OSError, AttributeError):  # only those who may give files away: root for others' files
        about = os.lstat(path)
        os.chown(target, about.st_uid, about.st_gid)
    shutil.copystat(path, target)
    if digest(path) != digest(target) or identity(path) != before:
        raise OSError("it changed while it was copied")


def sync_folder(folder: bytes) -> None:
    """Make new names in a folder last through a loss of power; not every system, nor file system, can be asked to."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _sync_names(path: bytes, above: bytes) -> None:
    """Make the name of a new file, and of the folders made for it below ``above``, outlast a loss of power."""
    folder = os.path.dirname(path)
    while True:
        sync_folder(folder)
        if len(folder) <= len(above):
            return
        folder = os.path.dirname(folder)
