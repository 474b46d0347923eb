"""Memory of large arrays goes back to the system as soon as they are gone."""

from __future__ import annotations

import ctypes
import sys

_M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
_LARGE = 1 << 20  # bytes


def return_large_arrays() -> bool:
    """Give every array of a mebibyte and more pages of its own; True where that could be asked for.

    Left to itself, glibc raises its limit to 32 MiB once a large array was freed. A run frees many that are smaller,
    between others that live on: a fifth of what the window then takes would be holes. Other systems return memory
    by themselves.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another C library
        return False
    return bool(mallopt(_M_MMAP_THRESHOLD, _LARGE))
