"""How often each of 64 bits is set in a run of ids: the heart of SimHash with term frequencies as weights.

Bit-sliced carry-save adders (Harley and Seal; see Warren 2012, "Hacker's Delight", section 5-2): 16 words are added
bit by bit with 15 adders, sixteen of their carries are added the same way, and the 64 plain counters are touched once
a run. About half a nanosecond an id.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, kernel

ONE = U(1)
PLANES = 32  # digits of a count: room for 2^32 ids
_CARRIES, _REST = PLANES, PLANES + 16  # two scratches of 16 words behind the planes
PLANES_ROOM = PLANES + 32


@inlined
def _add(a: Int, b: Int, c: Int) -> Any:
    """Carry and sum of three words, bit by bit."""
    odd = a ^ b
    return (a & b) | (odd & c), odd ^ c


@kernel
def _add_sixteen(ids: NDArray[np.uint64], i: Int, planes: NDArray[np.uint64], p: Int) -> Int:
    """Add ``ids[i:i + 16]`` to digits p to p + 3 of all 64 counts; returns the carries into digit p + 4."""
    ones, twos, fours, eights = planes[p], planes[p + U(1)], planes[p + U(2)], planes[p + U(3)]
    a, ones = _add(ones, ids[i], ids[i + U(1)])
    b, ones = _add(ones, ids[i + U(2)], ids[i + U(3)])
    c, twos = _add(twos, a, b)
    a, ones = _add(ones, ids[i + U(4)], ids[i + U(5)])
    b, ones = _add(ones, ids[i + U(6)], ids[i + U(7)])
    d, twos = _add(twos, a, b)
    e, fours = _add(fours, c, d)
    a, ones = _add(ones, ids[i + U(8)], ids[i + U(9)])
    b, ones = _add(ones, ids[i + U(10)], ids[i + U(11)])
    c, twos = _add(twos, a, b)
    a, ones = _add(ones, ids[i + U(12)], ids[i + U(13)])
    b, ones = _add(ones, ids[i + U(14)], ids[i + U(15)])
    d, twos = _add(twos, a, b)
    f, fours = _add(fours, c, d)
    carry, eights = _add(eights, e, f)
    planes[p], planes[p + U(1)], planes[p + U(2)], planes[p + U(3)] = ones, twos, fours, eights
    return carry


@kernel
def _add_carries(planes: NDArray[np.uint64], count: Int) -> None:
    """Add the first ``count`` carries, each of weight 16, to the digits from the fifth on."""
    for t in range(U(count), U(16)):
        planes[U(_CARRIES) + t] = U(0)
    carry = _add_sixteen(planes, U(_CARRIES), planes, U(4))
    p = 8
    while carry != U(0):
        planes[p], carry = planes[p] ^ carry, planes[p] & carry
        p += 1


@kernel
def clear_planes(planes: NDArray[np.uint64]) -> None:
    """Set a counter ``planes`` (PLANES_ROOM,) uint64 to nothing; the last 32 words are scratch."""
    for p in range(PLANES):
        planes[p] = U(0)


@kernel
def count_bits(ids: NDArray[np.uint64], count: Int, planes: NDArray[np.uint64]) -> None:
    """Add the bits of ``ids[:count]`` to the counter ``planes``.

    Carries out of sixteen ids wait until there are sixteen of them: a carry that ripples through is a rare event.
    """
    full = U(count - count % 16)
    i, waiting = U(0), U(0)
    while i < full:
        planes[U(_CARRIES) + waiting] = _add_sixteen(ids, i, planes, U(0))
        waiting += ONE
        i += U(16)
        if waiting == U(16):
            _add_carries(planes, waiting)
            waiting = U(0)
    if i < U(count):
        for t in range(U(16)):
            planes[U(_REST) + t] = ids[i + t] if i + t < U(count) else U(0)
        planes[U(_CARRIES) + waiting] = _add_sixteen(planes, U(_REST), planes, U(0))
        waiting += ONE
    _add_carries(planes, waiting)


@kernel
def read_counts(planes: NDArray[np.uint64], counts: NDArray[np.int64]) -> None:
    """Write how many ids had each bit set to ``counts`` (64,) int64, the lowest bit first."""
    for bit in range(64):
        counts[bit] = 0
    for p in range(PLANES):
        plane = planes[p]
        if plane != U(0):
            for bit in range(64):
                counts[bit] += np.int64((plane >> U(bit)) & ONE) << p


@kernel
def majority(counts: NDArray[np.int64], total: Int) -> Int:
    """The fingerprint: bit i is one where more than half of ``total`` ids have it (V_i > 0 in the sources' words)."""
    word = U(0)
    for bit in range(64):
        word |= U(2 * counts[bit] > total) << U(bit)
    return word
