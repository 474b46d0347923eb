"""Kernels' machine code without the compiler that made it.

Importing numba and building its tables takes half a second of every start; putting the machine code that it left into
memory takes some milliseconds. An image is one file with the code of many kernels, each for the types of arguments that
it was compiled for: a checksum (4 bytes), the length of the index (8 bytes), the index (JSON), the places of addresses
(8 bytes each), the code.
"""

from __future__ import annotations

import functools
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, TypeAlias

import numpy as np

from simexplorer.machine_code import Block, LoadedBlock, machine

Types: TypeAlias = tuple[Any, ...]  # of the arguments of one call, see types_of
_SUM, _HEADER = 4, 12  # bytes
_C_ORDER, _FORTRAN_ORDER, _ALIGNED, WRITABLE = 1, 2, 0x100, 0x400  # numpy's flags of an array


def types_of(arguments: tuple[Any, ...]) -> Types | None:
    """What machine code depends on in the arguments of a call; None where only the compiler can tell."""
    types: list[Any] = []
    for value in arguments:
        kind: Any = type(value)
        if kind is np.ndarray:
            flags = value.flags.num
            order = 3 if flags & _C_ORDER else flags & _FORTRAN_ORDER
            if not flags & _ALIGNED:
                return None
            types.append((value.dtype, value.ndim, order | flags & WRITABLE))
        elif kind is int:
            types.append("int64" if -(2**63) <= value < 2**63 else "uint64")
        elif kind is bool or kind is float:
            types.append("bool" if kind is bool else "float64")
        elif isinstance(value, np.generic) and value.dtype.kind in "biuf":
            types.append(value.dtype.name)
        elif isinstance(value, tuple):
            inner = types_of(value)
            if inner is None:
                return None
            types.append((class_name(kind), *inner))
        else:
            return None
    return tuple(types)


@functools.cache
def class_name(kind: type) -> str:
    """How types tell a class of tuples."""
    return f"{kind.__module__}.{kind.__qualname__}"


class KernelImage:
    """The machine code of one file; raises OSError or ValueError if it is not there, damaged or of something else.

    For one thread at a time.

    version : what the code was made from, told by whoever made it
    """

    def __init__(self, path: Path, version: str) -> None:
        if not path.is_file():  # a pipe may never answer
            raise FileNotFoundError(path)
        data = path.read_bytes()
        if zlib.crc32(data[_SUM:]) != int.from_bytes(data[:_SUM], "little"):
            raise ValueError(f"{path} is damaged.")
        end = _HEADER + int.from_bytes(data[_SUM:_HEADER], "little")
        index = json.loads(data[_HEADER:end])
        if index["made"] != [version, machine()]:
            raise ValueError(f"{path} holds machine code of other kernels or for another processor.")
        self.kernels: dict[str, list[dict[str, Any]]] = index["kernels"]
        counts: dict[str, int] = index["outer"]
        bounds = np.cumsum([index["inner"], *counts.values()])
        inner, *outer = np.split(np.frombuffer(data, "<i8", bounds[-1], end), bounds[:-1])
        code = data[end + 8 * int(bounds[-1]) :]
        self.block = Block(code, inner, dict(zip(counts, outer, strict=True)))
        self._found: dict[tuple[str, Types], Callable[..., Any]] = {}

    def load(self) -> Self:
        """Put the code into memory; raises OSError, ValueError or ImportError where that cannot be."""
        self._loaded = LoadedBlock(self.block)
        return self

    def find(self, kernel: str, types: Types) -> Callable[..., Any] | None:
        """The code of a kernel (module and name) for these types of arguments, ready to be called once it is loaded."""
        found = self._found.get((kernel, types))
        for entry in self.kernels.get(kernel, ()):
            if found is None and as_types(entry["types"]) == types:
                name, about = kernel.rpartition(".")[2], f"Machine code of {kernel}."
                found = self._found[kernel, types] = self._loaded.function(entry["place"], name, about)
        return found


def image_bytes(kernels: dict[str, list[dict[str, Any]]], block: Block, version: str) -> bytes:
    """An image as it stands in its file; the entries say at which ``place`` of the block their code begins."""
    counts = {"inner": block.inner.size, "outer": {name: places.size for name, places in block.outer.items()}}
    about = {"made": [version, machine()], "kernels": kernels, **counts}
    index = json.dumps(about, default=lambda dtype: dtype.str).encode()
    places = np.concatenate([block.inner, *block.outer.values()]).astype("<i8").tobytes()
    data = len(index).to_bytes(_HEADER - _SUM, "little") + index + places + block.data
    return zlib.crc32(data).to_bytes(_SUM, "little") + data


def as_types(kept: list[Any]) -> Types:
    """Types as they stand in the index (lists, names of number types) as those of a call (tuples, number types)."""
    types: list[Any] = []
    for part in kept:
        if isinstance(part, list):
            is_array = isinstance(part[-1], int)
            types.append((np.dtype(part[0]), *part[1:]) if is_array else as_types(part))
        else:
            types.append(part)
    return tuple(types)
