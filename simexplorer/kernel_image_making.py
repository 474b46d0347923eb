"""Keeps the machine code that numba made: in numba's own cache, and in an image, once it was seen to fit."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from simexplorer.kernel_image import WRITABLE, KernelImage, Types, as_types, class_name, image_bytes
from simexplorer.machine_code_making import BlockMaker

try:
    import fcntl
except ImportError:  # where files are not locked this way both go on: what is compiled or written twice costs time only
    fcntl = None  # type: ignore[assignment]

_ORDERS = {"C": 3, "F": 2, "A": 0}
_SCALARS = frozenset(
    {"bool", *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)), "float32", "float64"}
)


def forgive(cache: Any, lock: Path) -> None:
    """Let numba's cache of a kernel cost time and nothing else: a file of it that is damaged, or cannot be written.

    Numba writes files that a loss of power leaves empty. It enters a file's name in its index and writes the file
    later: two processes that compile one kernel for unlike types at the same time may each write the file that the
    other one has entered, and arguments meet the wrong code, so that one saves while no other process does.
    """
    load, save = cache.load_overload, cache.save_overload

    def load_or_forget(signature: Any, context: Any) -> Any:
        try:
            return load(signature, context)
        except Exception:  # noqa: BLE001 - whatever unpickling what is damaged ends in
            with contextlib.suppress(OSError), alone(lock):
                cache.flush()
            return None

    def save_alone(signature: Any, code: Any) -> None:
        with contextlib.suppress(Exception), alone(lock):
            save(signature, code)

    cache.load_overload, cache.save_overload = load_or_forget, save_alone


def keep(kernels: Iterable[Any], path: Path, version: str) -> None:
    """Add what numba has compiled of these kernels (its dispatchers) to the image at ``path``.

    An image that cannot be put into memory is thrown away: programs then go on with the one that was there, or with the
    compiler.
    """
    with alone(path.with_suffix(".lock")):
        entries, made = _standing(path, version)
        known = {(kernel, as_types(entry["types"])) for kernel, kept in entries.items() for entry in kept}
        before = len(known)
        for kernel in kernels:
            name = f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"
            for signature, compiled in list(kernel.overloads.items()):
                types = _types(signature)
                if types is None or (name, types) in known or not _simple(compiled):
                    continue
                kept = _kept(kernel, signature, compiled)
                with contextlib.suppress(ValueError):
                    if kept is not None:
                        place = made.add(*kept)
                        entries.setdefault(name, []).append({"types": types, "place": place})
                        known.add((name, types))
        if len(known) > before:
            _replace(path, image_bytes(entries, made.block(), version), version)


def _standing(path: Path, version: str) -> tuple[dict[str, list[dict[str, Any]]], BlockMaker]:
    try:
        image = KernelImage(path, version)
    except (OSError, ValueError, KeyError):
        return {}, BlockMaker()
    return image.kernels, BlockMaker(image.block)


def _kept(kernel: Any, signature: Any, compiled: Any) -> tuple[bytes, str] | None:
    """The object file as numba's cache has it, and its function: of code read from there numba itself keeps none.

    Another process may have compiled the same kernel since, under other names.
    """
    cache = kernel._cache
    file = getattr(cache, "_cache_file", None)  # none where nothing can be written
    try:
        kept = file and file.load(cache._index_key(signature, compiled.library.codegen))
    except Exception:  # noqa: BLE001 - damaged meanwhile, or where it could not be written anew
        return None
    return None if kept is None else (kept[0][2][0], kept[1].llvm_cpython_wrapper_name)


def _simple(compiled: Any) -> bool:
    """Whether the code needs nothing but itself: it returns numbers, and keeps no Python objects."""
    from numba import types

    returned = compiled.signature.return_type
    parts = getattr(returned, "types", (returned,))
    named = isinstance(returned, types.BaseNamedTuple)
    return not (
        named
        or compiled.environment.consts
        or compiled.objectmode
        or compiled.reload_init
        or any(part is not types.none and str(part) not in _SCALARS for part in parts)
    )


def _types(signature: Iterable[Any]) -> Types | None:
    """Numba's types as `types_of` tells them of arguments."""
    from numba import types
    from numba.np import numpy_support

    told: list[Any] = []
    for one in signature:
        if type(one) is types.Array and one.aligned and isinstance(one.dtype, (types.Number, types.Boolean)):
            order = _ORDERS[one.layout] | (WRITABLE if one.mutable else 0)
            told.append((numpy_support.as_dtype(one.dtype), one.ndim, order))
        elif isinstance(one, types.BaseTuple):
            kind = getattr(one, "instance_class", tuple)
            inner = _types(getattr(one, "types"))  # noqa: B009 - numba's own stubs lack it
            if inner is None:
                return None
            told.append((class_name(kind), *inner))
        elif str(one) in _SCALARS:
            told.append(str(one))
        else:
            return None
    return tuple(told)


def _replace(path: Path, data: bytes, version: str) -> None:
    new = path.with_suffix(".part")
    try:
        new.write_bytes(data)
        KernelImage(new, version).load()
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold this lock file, once nobody else does; whatever ends the process lets go of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
