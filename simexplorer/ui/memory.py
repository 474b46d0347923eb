"""What keeps the window's memory small: large arrays go back to the system, texts of modules are not kept."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from types import ModuleType

import PySide6.QtCore  # noqa: F401 - the bindings bring what is changed here

_M_MMAP_THRESHOLD = -3  # of glibc's malloc.h
_LARGE = 1 << 20  # bytes


def return_large_arrays() -> bool:
    """Give every array of a mebibyte and more pages of its own; True where that could be asked for.

    Left to itself, glibc raises its limit to 32 MiB once a large array was freed. A run frees many that are smaller,
    between others that live on: a fifth of what the window then takes would be holes. Other systems return memory
    by themselves.
    """
    mallopt = _of_the_allocator("mallopt")
    return mallopt is not None and bool(mallopt(_M_MMAP_THRESHOLD, _LARGE))


def give_back() -> bool:
    """Give pages that hold nothing any more back to the system; True where something was given back.

    A job frees a hundred thousand small things between others that live on, in a part of memory that its thread alone
    takes from: a report leaves 30 MB there. Takes 2 ms, in a thread other than the main one.
    """
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


def spare_sources() -> bool:
    """Have Qt's bindings leave the source texts of modules alone; True where they could be asked to.

    At every import they read the module's source to see whether it speaks of Qt, which matters to programs that spell
    Qt's names in another way (``from __feature__ import``). Python keeps what was read: 25 MB once the compiler is
    there, and a tenth of the time to the first picture.
    """
    try:
        from shibokensupport import feature  # type: ignore[import-not-found]  # part of the bindings, without types
    except ImportError:  # bindings that are made in another way
        return False
    if not hasattr(feature, "_mod_uses_pyside"):
        return False
    feature._mod_uses_pyside = _speaks_of_no_feature
    return True


def _speaks_of_no_feature(_module: ModuleType) -> bool:
    return False
