"""Which draws can still lower a bin of a sketch: of many ids nearly none, and looking costs less than storing does.

A bin that has seen m draws is lowered by the next one with a chance of 1 / (m + 1). Where the processor can look up
eight draws among 128 limits at once, those that stay above their bin's least value are left out before the bins are
touched one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, kernel_part, machine_word
from simexplorer.kernel_words import CHOOSES_BYTES, has_feature, processor_has, trailing_zeros

LIMITS = 128  # bins that can have one
AT_ONCE = 256  # draws that wait in the first cache for their bins
ROOM = LIMITS // 8
_LIMITS_AT = U(8 * AT_ONCE)  # bytes
can_leave_out = processor_has(CHOOSES_BYTES)  # where it is quick
_COARSE, _MOST, _ONE = U32(24), U32(127), U32(1)  # seven bits of a value are compared


@machine_word
def _lower_ones(_context: Any, draws: Any, limits: Any) -> Any:  # noqa: ARG001
    """A bit for each of the eight draws at an address, the first one's lowest: may it be lower than its bin's value?

    limits : address of LIMITS bytes: the first seven bits of a bin's value, and one more, so that what stands behind
    them need not be looked at
    """
    from llvmlite import ir
    from numba import types

    word, lanes, block = ir.IntType(64), ir.VectorType(ir.IntType(64), 8), ir.VectorType(ir.IntType(8), 64)

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        if not has_feature(context, CHOOSES_BYTES):
            return word(255)
        draws = builder.load(builder.inttoptr(args[0], lanes.as_pointer()), align=8)
        halves = [builder.inttoptr(builder.add(args[1], word(first)), block.as_pointer()) for first in (0, 64)]
        low, high = (builder.load(half, align=1) for half in halves)
        bins = builder.bitcast(builder.shl(draws, lanes([24] * 8)), block)  # a bin in the last byte of each lane
        choose = builder.module.declare_intrinsic(
            "llvm.x86.avx512.vpermi2var.qi.512", (), ir.FunctionType(block, [block] * 3)
        )
        limit = builder.bitcast(builder.call(choose, [low, bins, high]), lanes)
        lower = builder.icmp_unsigned("<", builder.shl(draws, lanes([32] * 8)), limit)
        return builder.zext(builder.bitcast(lower, ir.IntType(8)), word)

    return types.uint64(types.uint64, types.uint64), codegen


@kernel_part
def lower_bins(draws: NDArray[np.uint64], count: Int, row: NDArray[np.uint32]) -> None:
    """Lower each bin of ``row`` to the least value that ``draws[:count]`` have for it.

    draws : a bin in the high half of each, a value of 31 bits in the low one; room for AT_ONCE of them, ``count`` at
    most, and ROOM words more, which are scratch; row : (K,) uint32 with K of LIMITS or less
    """
    limits = draws.view(np.uint8)
    for j in range(U(row.size)):
        limits[_LIMITS_AT + j] = np.uint8(min(row[j] >> _COARSE, _MOST) + _ONE)
    first = U(draws.ctypes.data)
    for i in range(U(0), U(count), U(64)):
        marks = U(0)
        for t in range(U(0), U(64), U(8)):
            marks |= _lower_ones(first + (i + t) * U(8), first + _LIMITS_AT) << t
        if U(count) - i < U(64):
            marks &= (U(1) << (U(count) - i)) - U(1)
        while marks != U(0):
            draw = draws[i + trailing_zeros(marks)]
            marks &= marks - U(1)
            row[draw >> U(32)] = min(row[draw >> U(32)], U32(draw))
