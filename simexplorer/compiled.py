"""The one door to compiled kernels: how they are compiled and where they are kept.

A kernel is a function under ``@kernel``: plain arrays in and out, no allocation in the inner loop, the GIL released.
Types are a trap: ``uint64 <op> int`` becomes int64 or float64 without a word, so every constant is ``U(...)``.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import importlib.util
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np

from simexplorer.kernel_image import KernelImage, Types, types_of
from simexplorer.kernel_place import kernel_folder

_PACKAGE = Path(__file__).parent
_KERNEL_FOLDERS = ("documents", "features", "signatures", "search")
_KERNEL_FILES = (Path(__file__), _PACKAGE / "kernel_parts.py", _PACKAGE / "kernel_words.py")


def _kernel_version() -> str:
    """Digest of all files that may hold kernels: numba's disk cache does not see a changed callee in another file."""
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in _KERNEL_FILES))
    for folder in _KERNEL_FOLDERS:
        for path in sorted((_PACKAGE / folder).glob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _compiler_version() -> str:
    """Digest of what turns them into machine code, told by its files: importing it takes half a second."""
    digest = hashlib.sha256(f"{sys.implementation.cache_tag} {np.__version__}".encode())
    for package in ("numba", "llvmlite"):
        found = importlib.util.find_spec(package)
        if found is not None and found.origin is not None:
            digest.update(Path(found.origin).with_name("_version.py").read_bytes())
    return digest.hexdigest()[:8]


KERNEL_VERSION = _kernel_version()
_MADE_FROM = f"{KERNEL_VERSION}-{_compiler_version()}"
KERNEL_CACHE = kernel_folder(f"kernels-{_MADE_FROM}")
os.environ["NUMBA_CACHE_DIR"] = str(KERNEL_CACHE)  # numba reads it when it is imported
# it words errors in colours thousands of times, and throws them away: a sixteenth of the wait at first use
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
if "numba" in sys.modules:  # it was: it would keep kernels beside their sources, where it sees no changed callee
    sys.modules["numba"].config.CACHE_DIR = str(KERNEL_CACHE)

U = np.uint64
U32 = np.uint32
Int: TypeAlias = Any  # a whole number inside a kernel, where Python's and numpy's are the same
F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {
    **dict.fromkeys(("nogil", "cache", "no_cfunc_wrapper"), True),
    "error_model": "numpy",
    "boundscheck": False,
}
_PART: dict[str, Any] = {"_nrt": False, "cache": False, "no_cpython_wrapper": True}
_IMAGE = KERNEL_CACHE / "machine-code"
_LOCK = threading.RLock()
_waiting: list[_Late] = []
_dispatchers: list[Any] = []  # numba's, once it is loaded
_told: list[Callable[[], None]] = []


class _Late:
    """Stands for a kernel, or for what kernels call, for as long as its machine code does without numba.

    A call goes to the image of machine code that earlier compiling left; what it lacks loads the compiler.
    """

    def __init__(self, function: Callable[..., Any], make: Callable[[], Any]) -> None:
        functools.update_wrapper(self, function)
        self.names = function.__globals__  # where the kernels that it calls are looked up
        self._make = make
        self._made: Any = None
        self._codes: dict[Types, Callable[..., Any]] = {}

    def made(self) -> Any:
        """The thing itself, which numba knows what to do with."""
        if self._made is None:
            self._made = self._make()
        return self._made

    def __call__(self, *arguments: Any) -> Any:
        types = types_of(arguments) if self._made is None else None
        if types is not None:
            code = self._codes.get(types) or _find_code(f"{self.__module__}.{self.__qualname__}", types)
            if code is not None:
                self._codes[types] = code
                return code(*arguments)
        load_compiler()
        return self.made()(*arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        load_compiler()
        return getattr(self.made(), name)


class _Image:
    """The image as it stands in the cache; read at a kernel's first call, and again when a child has added to it."""

    def __init__(self) -> None:
        self._image: KernelImage | None = None
        self._stamp: tuple[int, int] | None = None

    def find(self, kernel: str, types: Types) -> Callable[..., Any] | None:
        """Machine code for these types of arguments; None if there is none, for whatever reason."""
        found = self._image.find(kernel, types) if self._image is not None else None
        if found is None and self._is_new():
            found = self._image.find(kernel, types) if self._image is not None else None
        return found

    def _is_new(self) -> bool:
        try:
            status = _IMAGE.stat()
            stamp = (status.st_mtime_ns, status.st_ino)
            if stamp == self._stamp:
                return False
            self._stamp, self._image = stamp, KernelImage(_IMAGE, _MADE_FROM).load()
        except (OSError, ValueError, KeyError, ImportError, AttributeError):
            self._image = None
        return self._image is not None


_image = _Image()


def _find_code(kernel: str, types: Types) -> Callable[..., Any] | None:
    if os.environ.get("NUMBA_DISABLE_JIT"):  # a person who looks for a fault wants to see the kernels run in Python
        return None
    with _LOCK:
        return _image.find(kernel, types)


def _late(function: Callable[..., Any], make: Callable[[], Any]) -> Any:
    with _LOCK:
        late = _Late(function, make)
        if _dispatchers and not _waiting:
            return late.made()
        _waiting.append(late)
        return late


def load_compiler() -> None:
    """Import numba and put every kernel in the place of what stood for it; a call without code does it unasked."""
    with _LOCK:
        if not _waiting:
            return
        for tell in _told:
            tell()
        from simexplorer import kernel_parts as parts

        quickened = parts.widen_vectors, parts.link_parts, parts.remember_calls, parts.follow_variables_late
        for quicken in quickened:
            with contextlib.suppress(ImportError, AttributeError):  # numba's insides: another version does it at length
                quicken()
        for late in _waiting:
            late.made()
        ours = (vars(module) for name, module in list(sys.modules.items()) if name.partition(".")[0] == "simexplorer")
        for names in [*ours, *(late.names for late in _waiting)]:
            names.update({key: value.made() for key, value in list(names.items()) if isinstance(value, _Late)})
        _waiting.clear()
    atexit.register(keep_machine_code)


def when_compiling(tell: Callable[[], None]) -> None:
    """Have this called, once, before this process compiles: where the machine code that was kept does not do."""
    _told.append(tell)


def keep_machine_code() -> None:
    """Put what numba has compiled or read in this process into the image: the next one does without numba."""
    from simexplorer.kernel_image_making import keep

    with _LOCK, contextlib.suppress(OSError, ValueError):
        keep([one for one in _dispatchers if one.py_func.__module__.startswith(_PACKAGE.name)], _IMAGE, _MADE_FROM)


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    from numba import njit

    from simexplorer.kernel_image_making import forgive

    dispatcher = njit(**{**_OPTIONS, **options})(function)
    cache = getattr(dispatcher, "_cache", None)  # none where kernels run in Python
    if cache is not None:
        forgive(cache, KERNEL_CACHE / "saving")
    _dispatchers.append(dispatcher)
    return dispatcher


def kernel(function: F) -> F:
    """Compile on first call, keep the machine code in the user's cache, release the GIL while it runs."""
    return cast("F", _late(function, lambda: _compiled(function)))


def lean_kernel(function: F) -> F:
    """A kernel that makes no array: its arrays' references are not counted.

    Counting takes locked instructions for every array of every call, a microsecond a document of the signing pass.
    """
    return cast("F", _late(function, lambda: _compiled(function, _nrt=False)))


def kernel_part(function: F) -> F:
    """A function that kernels alone call, and that makes no array; a call from Python would end the process."""
    return cast("F", _late(function, lambda: _compiled(function, **_PART)))


def inlined(function: F) -> F:
    """A small part that stands in the inner loops of kernels."""
    return cast("F", _late(function, lambda: _compiled(function, **_PART, forceinline=True)))


def machine_word(function: Callable[..., Any]) -> Callable[..., Any]:
    """An operation that numba lacks, in LLVM's terms; its arguments only name what it takes."""

    def make() -> Any:
        from numba.extending import intrinsic

        return intrinsic(function)

    return cast("Callable[..., Any]", _late(function, make))


def c_function(name: str, result: str, *arguments: str) -> Any:
    """A function of the C library for kernels to call; types by numba's names (``int32``, ``uintp``, ...)."""

    def make() -> Any:
        from numba import types

        return types.ExternalFunction(name, getattr(types, result)(*(getattr(types, one) for one in arguments)))

    make.__name__ = name
    return _late(make, make)
