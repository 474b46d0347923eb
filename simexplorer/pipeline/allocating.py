"""When freed memory goes back to the system: at once in a window, what exceeds a reserve in a single run."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

from simexplorer.pipeline.mapped_columns import let_go_of_all

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # of glibc's malloc.h
LARGE = 1 << 18  # bytes: columns of 50,000 documents come and go between others that live as long as the window
_LARGE_OF_ONE_RUN, _KEPT = 1 << 22, 1 << 26  # bytes


def return_large_arrays() -> bool:
    """Give every array of LARGE bytes and more pages of its own; True where that could be asked for.

    Left to itself, glibc raises its limit to 32 MiB once a large array was freed. A run frees many that are smaller,
    between others that live on: a fifth of what the window then takes would be holes. Other systems return memory
    by themselves.
    """
    mallopt = _of_the_allocator("mallopt")
    return mallopt is not None and bool(mallopt(_M_MMAP_THRESHOLD, LARGE))


def keep_freed_memory() -> bool:
    """Keep up to 64 MB of freed memory for what comes next, arrays of 4 MB and more aside; True where that is done.

    For a process of one run: memory that is new costs a fault for every 4 KB, a twentieth of the time of a run.
    """
    mallopt = _of_the_allocator("mallopt")
    return mallopt is not None and all(
        mallopt(*what) for what in ((_M_MMAP_THRESHOLD, _LARGE_OF_ONE_RUN), (_M_TRIM_THRESHOLD, _KEPT))
    )


def give_back() -> bool:
    """Give freed pages, and pages that only mirror a file, back to the system; True where malloc did so.

    A job frees a hundred thousand small things between others that live on, in a part of memory that its thread alone
    takes from: a report leaves 30 MB there. Takes 2 ms, in a thread other than the main one.
    """
    let_go_of_all()
    malloc_trim = _of_the_allocator("malloc_trim")
    return malloc_trim is not None and bool(malloc_trim(0))


def _of_the_allocator(name: str) -> Callable[..., int] | None:
    """A function of glibc's malloc; None where another library stands in its place."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (OSError, AttributeError):
        return None
    return function
