"""Standard normal numbers by inversion: 16 random bits choose one of 65,536 equally likely ones.

Source: Devroye 1986, "Non-Uniform Random Variate Generation", section II.2; the quantiles are those of Wichura 1988,
algorithm AS 241, in ``statistics``. Bits of two vectors in a plane are equal with ``1 - angle / 180`` but for 10^-5.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

DRAWN_BITS = 16


@cache
def normal_quantiles() -> NDArray[np.float32]:
    """(65536,) the middles of as many equally likely parts of the normal law, rising; as many below 0 as above."""
    from statistics import NormalDist  # and with it decimals and fractions, for this alone

    parts, quantile = 1 << DRAWN_BITS, NormalDist().inv_cdf
    return np.array([quantile((part + 0.5) / parts) for part in range(parts)], np.float32)
