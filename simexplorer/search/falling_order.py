"""Most similar first: the order of many similarities, several times faster than by sorting places by values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_SCALE_BITS = 39


def falling_order(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """(m,) what sorts values in [0, 1] from the highest to the lowest, equal ones as they stand (any others too).

    Whole numbers that hold a value's first 38 binary places and the place in the list are sorted; where that is not
    fine enough, and for values out of range, the values themselves are.
    """
    bits = values.size.bit_length()
    if bits + _SCALE_BITS <= 63:
        with np.errstate(invalid="ignore", over="ignore"):
            scaled = ((1.0 - values) * (1 << (_SCALE_BITS - 1))).astype(np.int64)
        order = order_of_words(scaled, bits)
        falling = values[order]
        if np.all(falling[1:] <= falling[:-1]):
            return order
    return np.argsort(-values, kind="stable")


def order_of_words(words: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """What sorts words that leave room for ``bits`` bits of a place, equal ones as they stand."""
    order: NDArray[np.int64] = np.sort((words << bits) | np.arange(words.size)) & ((1 << bits) - 1)
    return order
