"""Random pairs of documents, every pair equally likely: which they are, and in how many positions they agree."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, lean_kernel
from simexplorer.kernel_words import GOLD, mix64, prefetch, seed_words
from simexplorer.search.agreement import NO_VALUE, equal_positions

_LOW = U(0xFFFFFFFF)  # the lower half of a word
_HALF = 2.0**-32
_AHEAD, _LINE = 6, U(64)  # pairs; bytes
_AT_ONCE = 512  # pairs
Rows = NDArray[np.int32]


def random_pairs(seed: int, m: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(count,) places of two different members out of ``m`` each, 2 to 2^32, in the mean every pair as often.

    The first ones rise, one out of each of ``count`` equal stretches, so that half of the signatures are read in a row.
    Drawn from SplitMix64: NumPy's generators would take as long to load as a run over a thousand texts.
    """
    words = seed_words(seed, count)
    high, low = words >> U(32), words & _LOW
    a = np.minimum((np.arange(count) + high * _HALF) * (m / count), m - 1).astype(np.int64)
    b = a + 1 + (low * U(m - 1) >> U(32)).astype(np.int64)
    return a, np.where(b >= m, b - m, b)


@lean_kernel
def _count_equal(
    values: NDArray[Any], members: NDArray[np.int64], seed: Int, count: Int, rows: Rows, counts: NDArray[np.int64]
) -> None:
    """Count the pairs by their equal positions in ``counts`` (k + 1,). rows : (2, r) scratch, pairs drawn at once

    The rows of later pairs are fetched ahead.
    """
    m, width, base = members.size, U(values.shape[1] * values.itemsize), U(values.ctypes.data)
    stretch = np.float64(m) / np.float64(count)
    for start in range(0, count, rows.shape[1]):
        drawn = min(rows.shape[1], count - start)
        for p in range(drawn):
            word = mix64(seed + U(start + p + 1) * GOLD)
            high, low = np.int64(word >> U(32)), word & _LOW
            a = np.int64(min((np.float64(start + p) + np.float64(high) * _HALF) * stretch, np.float64(m - 1)))
            b = a + 1 + np.int64((low * U(m - 1)) >> U(32))
            rows[0, p], rows[1, p] = members[a], members[b - m if b >= m else b]
        for p in range(drawn):
            row = base + U(rows[1, min(p + _AHEAD, drawn - 1)]) * width
            for at in range(U(0), width, _LINE):
                prefetch(row + at)
            counts[equal_positions(values, rows[0, p], rows[1, p], NO_VALUE)] += 1


def count_equal(values: NDArray[Any], members: NDArray[np.int64], seed: int, count: int) -> NDArray[np.int64]:
    """(k + 1,) how many of ``random_pairs`` of these members agree in 0, 1, ... of the k positions of ``values``.

    None where there are fewer than two members, which have no pairs.
    """
    counts = np.zeros(values.shape[1] + 1, np.int64)
    if members.size < 2:
        return counts
    _count_equal(values, members, U(seed & (2**64 - 1)), count, np.empty((2, _AT_ONCE), np.int32), counts)
    return counts
