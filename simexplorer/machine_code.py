"""Machine code that was compiled before, put into memory and called without the compiler.

LLVM's library costs 46 MB and 35 ms of every start, and all that is left to do is to add addresses: code of the large
model holds each address as a whole word of 64 bits (System V ABI, AMD64 supplement 1.0, section 3.5.1). It is called
the way numba calls it (Lam, Pitrou, Seibert 2015), with the helpers in numba's own extension modules, which are opened
by their files so that the package itself stays unread. Linux on x86-64; elsewhere the compiler is loaded.
"""

from __future__ import annotations

import builtins
import ctypes
import functools
import importlib.machinery
import importlib.util
import mmap
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

ENVIRONMENT = 0  # where in a block the address of numba's environment stands; its code looks it up there
_WORD = 8  # bytes
_HELPERS = (  # numba's extension modules, and what stands before the names of their functions in machine code
    ("numba._helperlib", "_helperlib", "numba_"),
    ("numba._dynfunc", "_dynfunc", "numba_"),
    ("numba.core.runtime._nrt_python", "core/runtime/_nrt_python", "NRT_"),
)


class Block(NamedTuple):
    """The code of many functions and their constants, to be put at any address.

    data : the bytes; its first word is kept free for ``ENVIRONMENT``
    inner : (n,) int64, places of the words that grow by the address of the block
    outer : (m,) int64 each, places of the words that grow by the address of a function or object outside, by its name
    """

    data: bytes
    inner: NDArray[np.int64]
    outer: dict[str, NDArray[np.int64]]


class LoadedBlock:
    """A block in memory, ready to be called; raises OSError or ValueError where that cannot be."""

    def __init__(self, block: Block) -> None:
        helpers = {file: _extension(name, file) for name, file, _ in _HELPERS}
        known = _named_objects(helpers)
        self._memory = mmap.mmap(-1, len(block.data), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        memory = np.frombuffer(self._memory, np.uint8)
        memory[:] = np.frombuffer(block.data, np.uint8)
        self._begin = memory.ctypes.data
        process = ctypes.CDLL(None)
        for name, places in block.outer.items():
            _add(memory, places, known.get(name) or _address(process, name))
        _add(memory, block.inner, self._begin)
        self._dynamic = helpers["_dynfunc"]
        self._environment = self._dynamic.Environment({})
        _add(memory, np.array([ENVIRONMENT]), id(self._environment))
        if process.mprotect(
            ctypes.c_void_p(self._begin), ctypes.c_size_t(len(block.data)), mmap.PROT_READ | mmap.PROT_EXEC
        ):
            raise OSError("This system does not let a program run code that it has put into memory.")

    def function(self, place: int, name: str, about: str) -> Callable[..., Any]:
        """The function that begins there, as Python calls it."""
        found: Callable[..., Any] = self._dynamic.make_function(
            sys.modules[__name__], name, about, self._begin + place, self._environment, (self._memory,)
        )
        return found


@functools.cache
def machine() -> str:
    """The processor that machine code is for; raises OSError where code of this kind is not to be had."""
    if sys.platform != "linux" or os.uname().machine != "x86_64" or sys.maxsize < 2**32:
        raise OSError("Machine code is kept on Linux with x86-64 alone.")
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        told = dict(line.split(":", 1) for line in file.read(1 << 13).split("\n\n")[0].splitlines() if ":" in line)
    return " ".join(value for key, value in told.items() if key.strip() in ("cpu family", "model", "flags"))


def _add(memory: NDArray[np.uint8], places: NDArray[np.int64], address: int) -> None:
    """Add an address to the words at these places, which lie at no multiple of anything."""
    at = places[:, None] + np.arange(_WORD)
    memory[at] = (memory[at].view("<u8") + np.uint64(address)).view(np.uint8)


def _address(process: ctypes.CDLL, name: str) -> int:
    try:
        return ctypes.cast(getattr(process, name), ctypes.c_void_p).value or 0
    except AttributeError:
        raise ValueError(f"Machine code calls {name}, which is not there.") from None


def _named_objects(helpers: dict[str, ModuleType]) -> dict[str, int]:
    """Addresses of numba's helpers, and of the objects that its code means by name."""
    known = {"_Py_NoneStruct": id(None)}
    for _, file, before in _HELPERS:
        for name, address in helpers[file].c_helpers.items():
            known[name if before == "NRT_" and name.startswith("_") else before + name] = address
    for value in vars(builtins).values():
        if isinstance(value, type) and issubclass(value, BaseException):
            known[f"PyExc_{value.__name__}"] = id(value)
    return known


def _extension(name: str, file: str) -> ModuleType:
    """One of numba's extension modules, without the package around it."""
    if name in sys.modules:
        return sys.modules[name]
    package = importlib.util.find_spec("numba")
    if package is None or package.origin is None:
        raise ImportError("numba has no file.")
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        path = os.path.join(os.path.dirname(package.origin), *file.split("/")) + suffix
        if os.path.exists(path):
            loader = importlib.machinery.ExtensionFileLoader(name, path)
            spec = importlib.util.spec_from_file_location(name, path, loader=loader)
            assert spec is not None
            module = importlib.util.module_from_spec(spec)
            loader.exec_module(module)
            return module
    raise ImportError(f"{name} has no file.")
