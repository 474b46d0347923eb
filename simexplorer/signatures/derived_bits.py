"""What b-bit signatures would have said, told from full values that are stored: nothing is read or signed again.

Of each value the lowest b bits of a mixed copy are looked at. Equal values stay equal; unlike ones agree with
probability 2^-b, as the lowest bits of minima in a large universe do (Li, König 2010, Theorem 1).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U, kernel
from simexplorer.kernel_words import mix64
from simexplorer.signatures.family import NOWHERE, Signatures

WIDTHS = (1, 2, 4, 8)  # bits b of a value that are looked at
_MASKS = np.array([2**bits - 1 for bits in (64, *WIDTHS)], np.uint64)


@kernel
def _count_equal_bits(
    values: NDArray[Any],
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    masks: NDArray[np.uint64],
    infinite: int,
    equal: NDArray[np.int32],
    counted: NDArray[np.int32],
    compared: NDArray[np.int32],
) -> None:
    for p in range(i.size):
        silent, one_sided = 0, 0
        for m in range(masks.size):
            equal[p, m] = 0
        for t in range(values.shape[1]):
            x, y = np.int64(values[i[p], t]), np.int64(values[j[p], t])
            if x == infinite or y == infinite:
                silent += x == y
                one_sided += x != y
                continue
            difference = U(0) if x == y else mix64(U(x)) ^ mix64(U(y))
            for m in range(masks.size):
                equal[p, m] += (difference & masks[m]) == U(0)
        counted[p] = values.shape[1] - silent
        compared[p] = counted[p] - one_sided


def equal_bits(
    signatures: Signatures, i: NDArray[np.int32], j: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """(m, 1 + len(WIDTHS)) positions of rows ``i[p]`` and ``j[p]`` that agree: whole values, then b bits of each width;
    then (m,) each: positions where one at least has a value, which count, and those where both have one, which are
    compared. About 0.5 microseconds a pair of 128 positions.
    """
    equal, (counted, compared) = np.empty((i.size, _MASKS.size), np.int32), np.empty((2, i.size), np.int32)
    missing = NOWHERE if signatures.infinite is None else signatures.infinite
    _count_equal_bits(signatures.values, i, j, _MASKS, missing, equal, counted, compared)
    return equal, counted, compared


def unbiased_share(
    equal: NDArray[np.int32], counted: NDArray[np.int32], compared: NDArray[np.int32], bits: int
) -> NDArray[np.float64]:
    """(m,) estimates of J: agreeing positions less accidents, over those that count; 0 where none does.

    Accidents happen where both have a value. With k counted, c compared and a = 2^-b: ``(equal - a c) / ((1 - a) k)``,
    which is ``(P - a) / (1 - a)`` where all are compared.
    """
    accident = 2.0**-bits
    surplus, most = equal - accident * compared, (1.0 - accident) * counted
    estimates: NDArray[np.float64] = np.divide(surplus, most, out=np.zeros(equal.size), where=counted > 0)
    return estimates


def accident_variance(
    equal: NDArray[np.int32], counted: NDArray[np.int32], compared: NDArray[np.int32], bits: int
) -> NDArray[np.float64]:
    """(m,) variance of ``unbiased_share`` that accidents alone make, ``u / ((2^b - 1) k^2)``, given the full values.

    equal : positions whose full values agree, so that u = compared - equal can agree by accident; k = counted. The
    variance of the full values' own estimate comes on top.
    """
    unlike, squares = (compared - equal).astype(np.float64), counted.astype(np.float64) ** 2
    return np.divide(unlike, (2.0**bits - 1.0) * squares, out=np.zeros(equal.size), where=counted > 0)
