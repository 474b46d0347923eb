"""Shingles as numbers of buckets, and what it costs that two shingles may fall into one.

Sources: Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", sections 3.2.3 (hashing shingles to the bucket
numbers 0 to 2^32 - 1) and 3.2.2 (how many shingles are likely).

With B buckets, m different shingles fill ``B (1 - (1 - 1/B)^m)`` of them on average. Of two documents with c shingles
in common and a and b of their own the similarity therefore rises, by ``(2 a b + c (a + b)) / (2 B (a + b + c))`` and
never by more than ``(a + b + c) / (4 B)``, up to terms of order 1/B^2. Four bytes, B = 2^32: two documents of 10,000
shingles each and none in common come out at 1.2e-6 instead of 0; to be off by 0.001 their union needs 17 million.
At 8 bytes the same is below 1e-15, which is why "exact" here means 8 bytes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simexplorer.compiled import U, kernel
from simexplorer.errors import ParameterError
from simexplorer.features.bags import sets_of
from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import folded_multiply, mix64, seed_words

FOUR_BYTES = 2**32
_FREQUENT_LETTERS = 20  # of an English text, as the textbook counts


@kernel
def _fill_buckets(ids: NDArray[np.uint64], buckets: np.uint64, salt: np.uint64, out: NDArray[np.uint64]) -> None:
    """Write ``floor(h B / 2^64)`` for the mixed word h of every id: each bucket equally likely within B / 2^64."""
    for i in range(ids.size):
        word = mix64(ids[i] ^ salt)
        out[i] = folded_multiply(word, buckets) ^ (word * buckets)


def into_buckets(documents: ShingleSets, buckets: int, seed: int = 1) -> ShingleSets:
    """The sets of bucket numbers, 0 to ``buckets`` - 1, that the documents' shingles fall into.

    Raises ParameterError unless there are 1 to 2^63 of them.
    """
    if not 1 <= buckets <= 2**63:
        raise ParameterError("buckets", buckets, "between 1 and 2^63")
    numbers = np.empty_like(documents.ids)
    _fill_buckets(documents.ids, U(buckets), seed_words(seed, 1)[0], numbers)
    return sets_of(numbers, documents.offsets)


def likely_shingles(size: int) -> int:
    """How many shingles of ``size`` characters are likely at all where 20 letters are frequent: 20^4 = 160,000.

    More than the buckets: almost every bucket may occur. Fewer: bytes are wasted, and a longer shingle tells more.
    """
    return int(_FREQUENT_LETTERS**size)


def filled_buckets(shingles: ArrayLike, buckets: int) -> NDArray[np.float64]:
    """How many of the buckets so many different shingles fill on average: ``B (1 - (1 - 1/B)^m)``."""
    m = np.asarray(shingles, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):  # one bucket: log 0 times m
        filled: NDArray[np.float64] = -buckets * np.expm1(m * np.log1p(-1.0 / buckets))
    return np.where(m > 0.0, filled, 0.0)


def jaccard_in_buckets(common: ArrayLike, only_a: ArrayLike, only_b: ArrayLike, buckets: int) -> NDArray[np.float64]:
    """The similarity to be expected of two documents once their shingles are bucket numbers; 0 for two empty ones.

    common, only_a, only_b : shingles in both, in one alone, in the other; they broadcast to the answer's shape.
    Mean of the buckets in common over mean of the buckets filled: right to order 1/u for a union of u shingles.
    """
    c, a, b = (np.asarray(count, np.float64) for count in (common, only_a, only_b))
    either = filled_buckets(c + a + b, buckets)
    both = filled_buckets(c + a, buckets) + filled_buckets(c + b, buckets) - either
    share: NDArray[np.float64] = both / np.maximum(either, 1e-300)
    return share
