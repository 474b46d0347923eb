"""Sorted keys reached by their leading bits, so that a search begins where the wanted ones are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel


@kernel
def fill_starts(keys: NDArray[np.uint64], shift: Int, starts: NDArray[np.int32]) -> None:
    """Write to ``starts[k]`` the first place of sorted ``keys`` whose leading bits are ``k`` or more. O(keys + starts).

    keys : (n,) uint64 rising, n below 2^31; shift : 64 less the number of leading bits
    starts : (2^(64 - shift) + 1,) int32, overwritten; the last is n
    """
    value = 0
    for place in range(keys.size):
        leading = np.int64(keys[place] >> U(shift))
        while value <= leading:
            starts[value] = place
            value += 1
    while value < starts.size:
        starts[value] = keys.size
        value += 1
