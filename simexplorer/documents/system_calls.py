"""The C library's file calls as kernels see them: no interpreter, no lock, a negative number where a call failed."""

from __future__ import annotations

import ctypes
import os
import sys

import numpy as np

from simexplorer.compiled import Int, U, c_function, kernel_part
from simexplorer.kernel_words import load64

# O_NONBLOCK: opening a pipe that took a file's place must not wait; O_NOFOLLOW: nor lead out of the folder
OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
# to note when a file was last read takes a write for each of them; the system leaves it to a file's owner to do without
LEAVE_TIME = getattr(os, "O_NOATIME", 0)
OPEN_FOLDER_FLAGS = OPEN_FLAGS | getattr(os, "O_DIRECTORY", 0)


def _has(*names: str) -> bool:
    """Whether this is a Linux whose C library has these calls."""
    if sys.platform != "linux" or sys.byteorder != "little":
        return False
    library = ctypes.CDLL(None)
    return all(hasattr(library, name) for name in names)


AVAILABLE = _has("openat", "read", "pread", "close", "statx")  # glibc 2.28, musl 1.2
LISTS_FOLDERS = _has("getdents64")  # glibc 2.30

openat = c_function("openat", "int32", "int32", "uintp", "int32")
read = c_function("read", "intp", "int32", "uintp", "uintp")
pread = c_function("pread", "intp", "int32", "uintp", "uintp", "int64")
close = c_function("close", "int32", "int32")
statx = c_function("statx", "int32", "int32", "uintp", "int32", "uint32", "uintp")
getdents64 = c_function("getdents64", "intp", "int32", "uintp", "uintp")

# struct statx has one layout on every Linux: linux/stat.h
STATX_BYTES = 256
STATX_WANTED = 0x0001 | 0x0002 | 0x0040 | 0x0080 | 0x0200  # type, mode, mtime, ctime, size
STATX_IDENTITY = 0x0100  # inode
_MODE_AT, _SIZE_AT, _NOTED_AT, _MODIFIED_AT = U(28), U(40), U(96), U(112)
_NANOSECONDS = U(8)  # stand so far behind the seconds of a time
_INODE_AT, _DEVICE_AT = U(32), U(136)
_2_BYTES, _4_BYTES = U(0xFFFF), U(0xFFFFFFFF)
# nanoseconds in 64 bits reach so many seconds from 1970: to the years 1677 and 2262
_REACH = 9_223_372_036
_EARLIEST, _LATEST, _APART = np.int64(2**54 - 2**63), np.int64(2**63 - 2**54), np.int64(2**54 - 1)
AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH = 0x100, 0x1000

# struct linux_dirent64, likewise: getdents(2); a name ends in a NUL
ENTRY_LENGTH_AT, ENTRY_TYPE_AT, ENTRY_NAME_AT = 16, 18, 19
TYPE_UNKNOWN, TYPE_FOLDER = 0, 4


def modified_ns(about: os.stat_result) -> int:
    """Time of last change in nanoseconds, as tables of documents hold it: the same as by ``file_status``.

    A time beyond what 64 bits hold becomes the earliest or latest one, but for its lowest 54 bits: another such time is
    another one all the same.
    """
    return _within_reach(about.st_mtime_ns)


def noted_ns(about: os.stat_result) -> int:
    """When the system last noted anything new of a file or its name (ctime), which nobody can set; held likewise."""
    return _within_reach(about.st_ctime_ns)


def _within_reach(exact: int) -> int:
    if -_REACH <= exact // 1_000_000_000 < _REACH:
        return exact
    return int(_LATEST if exact > 0 else _EARLIEST) | (exact & int(_APART))


@kernel_part
def _moment(address: Int) -> Int:
    """The time in the struct at this address (uint64), in nanoseconds."""
    seconds = np.int64(load64(address))
    exact = seconds * 1_000_000_000 + np.int64(load64(address + _NANOSECONDS) & _4_BYTES)
    if not -_REACH <= seconds < _REACH:
        exact = (_LATEST if seconds > 0 else _EARLIEST) | (exact & _APART)
    return exact


@kernel_part
def file_status(record: Int) -> tuple[Int, Int, Int, Int]:
    """(mode, bytes, ``modified_ns``, ``noted_ns``) out of the struct that ``statx`` wrote to this address (uint64)."""
    mode, size = np.int64(load64(record + _MODE_AT) & _2_BYTES), np.int64(load64(record + _SIZE_AT))
    return mode, size, _moment(record + _MODIFIED_AT), _moment(record + _NOTED_AT)


@kernel_part
def file_identity(record: Int) -> tuple[Int, Int]:
    """(device, inode), words: the device's major number with its minor one as the upper half."""
    return load64(record + _DEVICE_AT), load64(record + _INODE_AT)
