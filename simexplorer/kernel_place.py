"""Where compiled kernels are kept: in the person's cache, or beside temporary files where that is closed or full.

Accounts without a home of their own (services, containers) have no cache that can be written; compiling takes half a
minute, so what was compiled must outlive the process there too.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

import platformdirs

_NAMED = "SIMEXPLORER_KERNEL_CACHE"
_ROOM = 48 * 2**20  # bytes: three times what all kernels take


def kernel_folder(name: str) -> Path:
    """A folder of this name that can be written, made if need be; the variable SIMEXPLORER_KERNEL_CACHE has the word.

    Machine code is run from there: a folder among temporary files has to be this person's own and closed to others.
    """
    named = os.environ.get(_NAMED)
    usual = Path(named) if named else Path(platformdirs.user_cache_dir("simexplorer")) / name
    if _can_be_written(usual):
        return usual
    own = Path(tempfile.gettempdir()) / f"simexplorer-{getattr(os, 'geteuid', int)()}"
    if _is_closed(own) and _can_be_written(own / name):
        _bring(usual, own / name)
        return own / name
    return _for_now()


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        has_room = (folder / "machine-code").exists() or shutil.disk_usage(folder).free >= _ROOM
        return has_room and os.access(folder, os.R_OK | os.W_OK | os.X_OK)
    except OSError:
        return False


def _bring(there: Path, here: Path) -> None:
    """What was compiled where nothing can be written any more, as in the image of a container, need not be again."""
    if not (here / "machine-code").exists():
        with contextlib.suppress(OSError):
            for file in filter(Path.is_file, there.iterdir()):
                shutil.copyfile(file, here / file.name)


def _is_closed(folder: Path) -> bool:
    """Whether this folder, made if need be, belongs to this person and lets nobody else in."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return False
    if not hasattr(os, "geteuid"):  # temporary files are each person's own there
        return stat.S_ISDIR(status.st_mode)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o077


def _for_now() -> Path:
    """A folder that this process and its children use, gone at the end."""
    folder = tempfile.mkdtemp(prefix="simexplorer-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[_NAMED] = folder
    return Path(folder)
