"""Standard normal numbers by inversion: 12 random bits choose one of 4,096 equally likely ones.

Source: Devroye 1986, "Non-Uniform Random Variate Generation", section II.2; the quantiles are those of Wichura 1988,
algorithm AS 241, in ``statistics``. Bits of two vectors in a plane are equal with ``1 - angle / 180`` but for 2 10^-4.
More bits would follow the law closer than signatures of any length tell, by a table that no first cache holds.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

DRAWN_BITS = 12


@cache
def normal_quantiles() -> NDArray[np.float32]:
    """(4096,) the middles of as many equally likely parts of the normal law, rising, scaled to a variance of 1.

    As many are below 0 as above.
    """
    from statistics import NormalDist  # and with it decimals and fractions, for this alone

    parts, quantile = 1 << DRAWN_BITS, NormalDist().inv_cdf
    middles = np.array([quantile((part + 0.5) / parts) for part in range(parts)])
    return np.asarray(middles / np.sqrt(np.mean(middles**2)), np.float32)
