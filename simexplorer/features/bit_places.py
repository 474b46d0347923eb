"""Where the bits of a word are: how the starts and ends of 64 bytes become places in a list."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, machine_word
from simexplorer.kernel_words import PACKS_BYTES, has_feature, popcount, processor_has, splat

_TABLE = np.array(  # of the bits of a byte, one a byte of a word
    [sum(t << 8 * i for i, t in enumerate(t for t in range(8) if byte >> t & 1)) for byte in range(256)], np.uint64
)
_FOUR = U(2)  # as a shift: bytes of a place
packs_bytes = processor_has(PACKS_BYTES)


@machine_word
def _store_numbers(_context: Any, address: Any, numbers: Any, more: Any) -> Any:  # noqa: ARG001
    """Write the eight bytes of a uint64, to each of which ``more`` is added, to an address as eight uint32."""
    from llvmlite import ir
    from numba import types

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        numbers = builder.bitcast(args[1], ir.VectorType(ir.IntType(8), 8))
        _store(builder, numbers, args[0], args[2])
        return context.get_dummy_value()

    return types.void(*[types.uint64] * 3), codegen


@machine_word
def _store_packed(_context: Any, address: Any, bits: Any, more: Any) -> Any:  # noqa: ARG001
    """Write where the bits of a uint64 are, ``more`` added, to an address: 64 uint32, the last ones any."""
    from llvmlite import ir
    from numba import types

    byte, number = ir.IntType(8), ir.IntType(32)
    block, mask = ir.VectorType(byte, 64), ir.VectorType(ir.IntType(1), 64)

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        if has_feature(context, PACKS_BYTES):
            pack = builder.module.declare_intrinsic(
                "llvm.x86.avx512.mask.compress.v64i8", (), ir.FunctionType(block, [block, block, mask])
            )
            places = block([byte(place) for place in range(64)])
            packed = builder.call(pack, [places, places, builder.bitcast(args[1], mask)])
            for first in range(0, 64, 16):
                part = ir.Constant(ir.VectorType(number, 16), [number(first + t) for t in range(16)])
                at = builder.add(args[0], ir.IntType(64)(4 * first))
                _store(builder, builder.shuffle_vector(packed, packed, part), at, args[2])
        return context.get_dummy_value()

    return types.void(*[types.uint64] * 3), codegen


def _store(builder: Any, small: Any, address: Any, more: Any) -> None:
    """Write a vector of bytes, to each of which ``more`` is added, as uint32."""
    from llvmlite import ir

    places = ir.VectorType(ir.IntType(32), small.type.count)
    moved = builder.add(
        builder.zext(small, places), splat(builder, builder.trunc(more, places.element), small.type.count)
    )
    builder.store(moved, builder.inttoptr(address, places.as_pointer()), align=4)


@inlined
def _write_by_table(bits: Int, offset: Int, places: NDArray[np.uint32], written: Int) -> Int:
    """As ``write_places``, eight bits at a time (Lemire 2018)."""
    for t in range(U(8)):
        some = (bits >> (t * U(8))) & U(255)
        _store_numbers(U(places.ctypes.data) + (written << _FOUR), _TABLE[some], offset + t * U(8))
        written += popcount(some)
    return written


@inlined
def write_places(bits: Int, offset: Int, places: NDArray[np.uint32], written: Int) -> Int:
    """Append where the bits of a word are, counted from ``offset``, and return how many ``places`` there are then.

    Without a branch; up to 64 places from ``written`` on are written to.
    """
    if not packs_bytes():
        return _write_by_table(bits, offset, places, written)
    _store_packed(U(places.ctypes.data) + (written << _FOUR), bits, offset)
    return written + popcount(bits)
