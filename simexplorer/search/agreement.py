"""How far two signatures agree: whether in a whole band, and in how many positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, kernel_part, lean_kernel, machine_word
from simexplorer.kernel_words import prefetch

NO_VALUE = np.int64(-(2**62))
BLOCK = 64  # bytes
_WORD = 2  # bytes of a value of most signatures
WORDS = BLOCK // _WORD
_AHEAD, _LINE = 6, U(64)  # pairs; bytes


@kernel_part
def same_band(values: NDArray[Any], i: Int, j: Int, band: Int, rows: Int, infinite: Int) -> bool:
    """Whether rows ``i`` and ``j`` of ``values`` (n, k) are equal in a band of ``rows`` columns, none infinite."""
    a, b = U(i), U(j)
    first = U(band * rows)
    for t in range(first, first + U(rows)):
        if values[a, t] != values[b, t]:
            return False
    if infinite != NO_VALUE:
        for t in range(first, first + U(rows)):
            if np.int64(values[a, t]) == infinite:
                return False
    return True


@lean_kernel
def holds_value(values: NDArray[Any], members: NDArray[np.int64], wanted: Int) -> bool:
    """Whether any value of the rows ``members`` (m,) of ``values`` (n, K) is ``wanted``."""
    found = False
    for row in members:
        for t in range(values.shape[1]):
            found |= np.int64(values[row, t]) == wanted
    return found


def _equal_numbers(bits: int) -> Callable[..., Any]:
    """Code of what tells how many of the BLOCK bytes at two addresses are equal, as numbers of so many ``bits``."""

    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        from llvmlite import ir

        count = 8 * BLOCK // bits
        block, word = ir.VectorType(ir.IntType(bits), count), ir.IntType(64)
        left, right = (builder.load(builder.inttoptr(address, block.as_pointer()), align=1) for address in args)
        equal = builder.ctpop(builder.bitcast(builder.icmp_unsigned("==", left, right), ir.IntType(count)))
        return equal if count == word.width else builder.zext(equal, word)

    return codegen


@machine_word
def _equal_bytes(_context: Any, one: Any, other: Any) -> Any:  # noqa: ARG001
    """How many of the BLOCK bytes at two addresses are equal: a few vector operations."""

    from numba import types

    return types.uint64(types.uint64, types.uint64), _equal_numbers(8)


@machine_word
def _equal_words(_context: Any, one: Any, other: Any) -> Any:  # noqa: ARG001
    """How many of the WORDS numbers of _WORD bytes at two addresses are equal."""

    from numba import types

    return types.uint64(types.uint64, types.uint64), _equal_numbers(8 * _WORD)


@lean_kernel
def equal_positions(values: NDArray[Any], i: Int, j: Int, infinite: Int) -> Int:
    """In how many positions two signatures, rows of ``values`` (n, k), hold the same, not infinite value."""
    a, b, length = U(i), U(j), U(values.shape[1])
    whole, equal = U(0), U32(0)
    if values.itemsize == _WORD and values.strides[1] == _WORD:
        start, width = U(values.ctypes.data), U(values.strides[0])
        while whole + U(WORDS) <= length:
            equal += U32(_equal_words(start + a * width + whole * U(_WORD), start + b * width + whole * U(_WORD)))
            whole += U(WORDS)
    for t in range(whole, length):
        equal += U32(values[a, t] == values[b, t])
    if infinite != NO_VALUE:
        for t in range(length):
            equal -= U32((values[a, t] == values[b, t]) & (np.int64(values[a, t]) == infinite))
    return np.int64(equal)


@kernel_part
def equal_bytes(digests: NDArray[np.uint8], i: Int, j: Int) -> Int:
    """In how many positions two rows of ``digests`` (n, k), lowest bytes of values, agree: never fewer than those."""
    a, b, length = U(i), U(j), U(digests.shape[1])
    base = U(digests.ctypes.data)
    total, first = U(0), U(0)
    while first + U(BLOCK) <= length:
        total += _equal_bytes(base + a * length + first, base + b * length + first)
        first += U(BLOCK)
    for t in range(first, length):
        total += U(digests[a, t] == digests[b, t])
    return np.int64(total)


@lean_kernel
def equal_of_pairs(
    values: NDArray[Any], i: NDArray[np.int64], j: NDArray[np.int64], infinite: Int, out: NDArray[np.int32]
) -> None:
    """Write ``equal_positions`` of every pair of rows, ``i`` and ``j`` (m,), to ``out`` (m,); ``j`` are fetched ahead.

    values : (n, k)
    """
    width = U(values.shape[1] * values.itemsize)
    for p in range(i.size):
        row = U(values.ctypes.data) + U(j[min(p + _AHEAD, j.size - 1)]) * width
        for at in range(U(0), width, _LINE):
            prefetch(row + at)
        out[p] = equal_positions(values, i[p], j[p], infinite)


def agreeing(
    values: NDArray[Any], i: NDArray[np.int64], j: NDArray[np.int64], infinite: int | None
) -> NDArray[np.int32]:
    """(m,) in how many positions the signatures of every pair hold the same value, an infinite one aside."""
    equal = np.empty(i.size, np.int32)
    equal_of_pairs(values, i, j, NO_VALUE if infinite is None else np.int64(infinite), equal)
    return equal
