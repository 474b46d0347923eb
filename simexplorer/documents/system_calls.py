"""The C library's file calls as kernels see them: no interpreter, no lock, a negative number where a call failed."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

from numba import types

_FD, _SIZE, _POINTER = types.int32, types.intp, types.uintp

# O_NONBLOCK: opening a pipe that took a file's place must not wait; O_NOFOLLOW: nor lead out of the folder
OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def _has_libc() -> bool:
    """Whether this is a Linux whose C library has all the calls below (statx: glibc 2.28, musl 1.2)."""
    if sys.platform != "linux" or sys.byteorder != "little":
        return False
    library = ctypes.CDLL(None)
    return all(hasattr(library, name) for name in ("openat", "read", "pread", "close", "statx"))


AVAILABLE = _has_libc()

openat: Any = types.ExternalFunction("openat", _FD(_FD, _POINTER, types.int32))
read: Any = types.ExternalFunction("read", _SIZE(_FD, _POINTER, _POINTER))
pread: Any = types.ExternalFunction("pread", _SIZE(_FD, _POINTER, _POINTER, types.int64))
close: Any = types.ExternalFunction("close", types.int32(_FD))
statx: Any = types.ExternalFunction("statx", types.int32(_FD, _POINTER, types.int32, types.uint32, _POINTER))

# struct statx has one layout on every Linux: linux/stat.h
STATX_BYTES = 256
STATX_WANTED = 0x0001 | 0x0002 | 0x0040 | 0x0200  # type, mode, mtime, size
MODE_AT, SIZE_AT, MTIME_SECONDS_AT, MTIME_NANOSECONDS_AT = 28, 40, 112, 120
AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH = 0x100, 0x1000
