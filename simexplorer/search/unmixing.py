"""How many pairs have each similarity, told from the positions in which their signatures agree.

An estimate of a pair lies beside its similarity by chance, and a chance to meet in a band of r rows is a power of it:
bars of estimates foretell too many candidates, of unlike texts three times as many. So what is told is the mixture of
binomial laws under which the numbers of equal positions are likeliest, by the steps of Dempster, Laird, Rubin 1977,
"Maximum likelihood from incomplete data via the EM algorithm", which Richardson 1972 and Lucy 1974 took before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_ROUNDS = 100  # after which expected candidates are right within a few per cent
_CLASSES = 1024  # of neighbouring numbers of positions, of which long signatures have more
_LEAST = 1e-9  # chance of one position
Floats = NDArray[np.float64]


def unmixed(times: NDArray[np.int64], chances: Floats) -> Floats:
    """(n,) how many of the pairs have each of n similarities, at which one position is equal with these chances.

    times : (K + 1,) pairs that agree in 0, 1, ... of K positions; all of them are in the answer
    """
    length = times.size - 1
    of = np.arange(length + 1) * min(length, _CLASSES) // length
    counts = np.bincount(of, times)
    seen = np.flatnonzero(counts)
    if not seen.size:
        return np.zeros(chances.size)
    equal = (np.bincount(of, times * np.arange(length + 1.0))[seen] / counts[seen])[:, None]
    p = np.clip(chances, _LEAST, 1.0 - _LEAST)
    logarithms = equal * np.log(p) + (length - equal) * np.log1p(-p)
    likelihood = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    share, seen_share = np.full(chances.size, 1.0 / chances.size), counts[seen] / counts.sum()
    for _ in range(_ROUNDS):
        share = share * (likelihood.T @ (seen_share / (likelihood @ share)))
    told: Floats = share * counts.sum()
    return told
