"""Kernels' machine code without the compiler that made it.

Importing numba and building its tables takes half a second of every start; linking the machine code that it left takes
0.2 ms a kernel. An image is one file with the code of many kernels, each for the types of arguments that it was
compiled for: a checksum (4 bytes), the length of the index (8 bytes), the index (JSON), the object files one behind
another. The code is linked and called the way numba does it (Lam, Pitrou, Seibert 2015): LLVM's loader, and the helpers
in numba's own extension modules, which are opened by their files so that the package itself stays unread.
"""

from __future__ import annotations

import builtins
import ctypes
import functools
import importlib.machinery
import importlib.util
import json
import os
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

Types: TypeAlias = tuple[Any, ...]  # of the arguments of one call, see types_of
_SUM, _HEADER = 4, 12  # bytes
_C_ORDER, _FORTRAN_ORDER, _ALIGNED, WRITABLE = 1, 2, 0x100, 0x400  # numpy's flags of an array
_HELPERS = (  # numba's extension modules, and what stands before the names of their functions in machine code
    ("numba._helperlib", "_helperlib", "numba_"),
    ("numba._dynfunc", "_dynfunc", "numba_"),
    ("numba.core.runtime._nrt_python", "core/runtime/_nrt_python", "NRT_"),
)


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

    For one thread at a time: code is linked once, when it is first asked for.

    version : what the code was made from, told by whoever made it
    """

    def __init__(self, path: Path, version: str) -> None:
        data = path.read_bytes()
        if zlib.crc32(data[_SUM:]) != int.from_bytes(data[:_SUM], "little"):
            raise ValueError(f"{path} is damaged.")
        end = _HEADER + int.from_bytes(data[_SUM:_HEADER], "little")
        index = json.loads(data[_HEADER:end])
        if index["made"] != [version, machine()]:
            raise ValueError(f"{path} holds machine code of other kernels or for another processor.")
        self.kernels: dict[str, list[dict[str, Any]]] = index["kernels"]
        self.codes = data[end:]
        self._found: dict[tuple[str, Types], Callable[..., Any]] = {}

    def find(self, kernel: str, types: Types) -> Callable[..., Any] | None:
        """The code of a kernel (module and name) for these types of arguments, ready to be called."""
        found = self._found.get((kernel, types))
        for entry in self.kernels.get(kernel, ()):
            if found is None and as_types(entry["types"]) == types:
                found = self._found[kernel, types] = _linked(kernel, entry, self.code(entry))
        return found

    def code(self, entry: dict[str, Any]) -> bytes:
        """The object file of one entry of the index."""
        return self.codes[entry["begin"] : entry["begin"] + entry["size"]]


def link_all(path: Path, version: str) -> None:
    """Link everything in an image: where a name is missing LLVM ends the process, so this is tried in a child."""
    image = KernelImage(path, version)
    for kernel, entries in image.kernels.items():
        for entry in entries:
            image.find(kernel, as_types(entry["types"]))


def image_bytes(kernels: dict[str, list[dict[str, Any]]], codes: bytes, version: str) -> bytes:
    """An image as it stands in its file; the entries say where in ``codes`` their code begins and its size."""
    index = json.dumps({"made": [version, machine()], "kernels": kernels}, default=lambda dtype: dtype.str).encode()
    data = len(index).to_bytes(_HEADER - _SUM, "little") + index + codes
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


@functools.cache
def machine() -> str:
    """The processor that machine code is for."""
    import llvmlite.binding as llvm

    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


@functools.cache
def _engine() -> tuple[Any, Any]:
    """LLVM's loader with all names that kernels call, and numba's ``Environment`` and ``make_function``."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    modules = {file: _extension(name, file) for name, file, _ in _HELPERS}
    for _, file, before in _HELPERS:
        for name, address in modules[file].c_helpers.items():
            llvm.add_symbol(name if before == "NRT_" and name.startswith("_") else before + name, address)
    llvm.add_symbol("_Py_NoneStruct", id(None))
    for value in vars(builtins).values():
        if isinstance(value, type) and issubclass(value, BaseException):
            llvm.add_symbol(f"PyExc_{value.__name__}", id(value))
    target = llvm.Target.from_default_triple().create_target_machine(cpu=llvm.get_host_cpu_name())
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target), modules["_dynfunc"]


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


def _linked(kernel: str, entry: dict[str, Any], code: bytes) -> Callable[..., Any]:
    from llvmlite.binding import object_file

    engine, dynamic = _engine()
    engine.add_object_file(object_file.ObjectFileRef.from_data(code))
    engine.finalize_object()
    environment = dynamic.Environment({})
    place = engine.get_global_value_address(entry["environment"])
    ctypes.c_void_p.from_address(place).value = id(environment)
    address = engine.get_function_address(entry["entry"])
    name, about = kernel.rpartition(".")[2], f"Machine code of {kernel}."
    made: Callable[..., Any] = dynamic.make_function(
        sys.modules[__name__], name, about, address, environment, (engine,)
    )
    return made
