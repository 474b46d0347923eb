"""The format number that each path's ending promises, for a million paths at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U, kernel
from simexplorer.documents.formats import SUFFIXES

_LONGEST = 8


@kernel
def _look_up(
    names: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    keys: NDArray[np.uint64],
    numbers: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> None:
    """Pack each ending, in lower case, into a word and find it among the sorted ``keys``."""
    for row in range(out.size):
        out[row] = 0
        start, end = offsets[row], offsets[row + 1]
        key = U(0)
        at = end - 1
        while at > start and end - at <= _LONGEST + 1 and names[at] != 46 and names[at] != 47:
            c = names[at]
            if c >= 65 and c <= 90:
                c += np.uint8(32)
            key = (key << U(8)) | U(c)
            at -= 1
        # ".profile" is a name, not an ending
        if at <= start or names[at] != 46 or names[at - 1] == 47 or end - at > _LONGEST + 1:
            continue
        place, beyond = 0, keys.size  # halved by hand: searchsorted takes half a second to compile
        while place < beyond:
            middle = (place + beyond) // 2
            if keys[middle] < key:
                place = middle + 1
            else:
                beyond = middle
        if place < keys.size and keys[place] == key:
            out[row] = numbers[place]


def _table() -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    packed = {int.from_bytes(suffix, "little"): number for suffix, number in SUFFIXES.items()}
    keys = np.array(sorted(packed), np.uint64)
    return keys, np.array([packed[int(key)] for key in keys], np.uint8)


_KEYS, _NUMBERS = _table()


def promised_formats(names: NDArray[np.uint8], offsets: NDArray[np.int64]) -> NDArray[np.uint8]:
    """(n,) uint8, indexes into ``formats.FORMATS``; 0 where the name promises nothing."""
    out = np.zeros(offsets.size - 1, np.uint8)
    _look_up(names, offsets, _KEYS, _NUMBERS, out)
    return out
