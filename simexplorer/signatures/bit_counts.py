"""How often each of 64 bits is set in a run of ids: the heart of SimHash with term frequencies as weights.

Bit-sliced carry-save adders (Harley and Seal; see Warren 2012, "Hacker's Delight", section 5-2) in LANES side by side:
15 adders put 16 ids a lane into four binary digits and one carry, sixteen of those carries are added the same way.
Digit p of all 64 counts of a lane is one word; nothing is ever counted one by one, and the majority is found by
comparing digits. About 0.2 ns an id.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, kernel_part, machine_word
from simexplorer.kernel_words import ONE

LANES = 8
DIGITS = 40  # of a count: room for 2^32 ids and to spare
_STEP = U(16 * LANES)  # ids added at once
_CARRIES = U(DIGITS * LANES)  # two scratches of 16 words a lane behind the digits
_REST = _CARRIES + _STEP
PLANES_ROOM = int(_REST + _STEP)
_LANES = U(LANES)
_WORD_BYTES = U(8)


@machine_word
def _add_sixteen(_context: Any, words: Any, digits: Any, carry: Any) -> Any:  # noqa: ARG001
    """Add 16 words a lane at one address to four digits at another; store the carries, of weight 16, at a third."""

    from llvmlite import ir
    from numba import types

    lanes = ir.VectorType(ir.IntType(64), LANES)

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        words, digits, out = (builder.inttoptr(address, lanes.as_pointer()) for address in args)

        def place(base: Any, number: int) -> Any:
            return builder.gep(base, [ir.Constant(ir.IntType(64), number)])

        def add(a: Any, b: Any, c: Any) -> tuple[Any, Any]:
            """Carry and sum of three words, bit by bit."""
            odd = builder.xor(a, b)
            return builder.or_(builder.and_(a, b), builder.and_(odd, c)), builder.xor(odd, c)

        level = [builder.load(place(words, t), align=8) for t in range(16)]
        for p in range(4):
            total = builder.load(place(digits, p), align=8)
            carries = []
            for a, b in zip(level[::2], level[1::2], strict=True):
                carry, total = add(total, a, b)
                carries.append(carry)
            builder.store(total, place(digits, p), align=8)
            level = carries
        builder.store(level[0], out, align=8)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), codegen


@inlined
def _add(a: Int, b: Int, c: Int) -> Any:
    """Carry and sum of three words, bit by bit."""
    odd = a ^ b
    return (a & b) | (odd & c), odd ^ c


@kernel_part
def clear_planes(planes: NDArray[np.uint64]) -> None:
    """Set a counter to nothing. ``planes`` : (PLANES_ROOM,) uint64, digit p of lane l at ``p * LANES + l``, scratch."""
    for p in range(_CARRIES):
        planes[p] = U(0)


@kernel_part
def _add_carries(planes: NDArray[np.uint64], count: Int) -> None:
    """Add the first ``count`` carries a lane, each of weight 16, to the digits from the fifth on."""
    base = U(planes.ctypes.data)
    for t in range(_CARRIES + count * _LANES, _CARRIES + _STEP):
        planes[t] = U(0)
    _add_sixteen(base + _CARRIES * _WORD_BYTES, base + U(4) * _LANES * _WORD_BYTES, base + _REST * _WORD_BYTES)
    for lane in range(_LANES):
        carry, p = planes[_REST + lane], U(8) * _LANES + lane
        while carry != U(0):
            planes[p], carry = planes[p] ^ carry, planes[p] & carry
            p += _LANES


@kernel_part
def count_bits(ids: NDArray[np.uint64], count: Int, planes: NDArray[np.uint64]) -> None:
    """Add the bits of ``ids[:count]`` to the counter ``planes`` (PLANES_ROOM,), see ``clear_planes``.

    Carries wait until there are sixteen of them a lane: a carry that ripples through is a rare event.
    """
    base, total = U(planes.ctypes.data), U(count)
    i, waiting = U(0), U(0)
    while i < total:
        words = U(ids.ctypes.data) + i * _WORD_BYTES
        if total - i < _STEP:
            for t in range(total - i):
                planes[_REST + t] = ids[i + t]
            for t in range(total - i, _STEP):
                planes[_REST + t] = U(0)
            words = base + _REST * _WORD_BYTES
        _add_sixteen(words, base, base + (_CARRIES + waiting * _LANES) * _WORD_BYTES)
        i += _STEP
        waiting += ONE
        if waiting == U(16):
            _add_carries(planes, waiting)
            waiting = U(0)
    if waiting > U(0):
        _add_carries(planes, waiting)


@kernel_part
def _join_lanes(planes: NDArray[np.uint64], digits: Int) -> None:
    """Add the counts of all lanes up in the first one; ``digits`` are enough for the sums."""
    half = _LANES >> ONE
    while half > U(0):
        for lane in range(half):
            carry = U(0)
            for p in range(lane, digits * _LANES, _LANES):
                carry, planes[p] = _add(planes[p], planes[p + half], carry)
        half >>= ONE


@kernel_part
def majority(planes: NDArray[np.uint64], total: Int) -> Int:
    """The fingerprint: bit i is one where more than half of the ``total`` ids have it (V_i > 0 in the sources' words).

    planes : the counter (PLANES_ROOM,) of ``count_bits``, which is used up: its first lane holds the sum of all of them
    afterwards.
    """
    digits = U(0)
    while U(total) >> digits:
        digits += ONE
    _join_lanes(planes, digits)
    half = U(total) >> ONE
    more, equal = U(0), U(0xFFFFFFFFFFFFFFFF)
    for t in range(digits):
        p = digits - ONE - t
        digit = planes[p * _LANES]
        if (half >> p) & ONE:
            equal &= digit
        else:
            more |= equal & digit
            equal &= ~digit
    return more
