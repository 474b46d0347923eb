"""Dot products of sparse vectors with random vectors that nobody writes down: components are drawn from feature ids.

A component depends on (feature id, function, seed) alone, so any document can be signed at any time, in any chunk, and
the universe of features need not be known. Components are standard normal
(``normals.py``) or +1 and -1 (Achlioptas 2003, "Database-friendly random projections").
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U, kernel, mix64, seed_words
from simexplorer.features.sets import SparseVectors
from simexplorer.signatures.normals import fill_normals

BLOCK_VALUES = 2**19  # normal components held at a time: 4 MB

ONE = U(1)


@kernel
def _add_weighted(
    offsets: NDArray[np.int64],
    first: int,
    last: int,
    which: NDArray[np.int64],
    weights: NDArray[np.float64],
    components: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Add weight times components of entries ``first`` to ``last`` to the rows of ``out`` (n, K) they belong to.

    which : row of ``components`` of every entry. Entries are added one by one in their order, wherever a block ends.
    """
    d = np.searchsorted(offsets, first, side="right") - 1
    for p in range(first, last):
        while offsets[d + 1] <= p:
            d += 1
        weight, row = weights[p], which[p - first]
        for j in range(out.shape[1]):
            out[d, j] += weight * components[row, j]


def normal_projections(vectors: SparseVectors, seed: int, length: int) -> NDArray[np.float64]:
    """(n, length) dot products with ``length`` vectors of independent standard normal components.

    Equal bit by bit however documents are cut into chunks. O(nnz length): 1 ns a product, and 5 ns more for a feature
    that is new among some thousands of entries.
    """
    out = np.zeros((len(vectors), length))
    words = seed_words(seed, length)
    step = max(64, BLOCK_VALUES // length)
    components = np.empty((min(step, vectors.ids.size), length))
    for first in range(int(vectors.offsets[0]), int(vectors.offsets[-1]), step):
        last = min(first + step, int(vectors.offsets[-1]))
        distinct, which = np.unique(vectors.ids[first:last], return_inverse=True)
        fill_normals(distinct, words, components[: distinct.size])
        _add_weighted(vectors.offsets, first, last, which, vectors.weights, components, out)
    return out


@kernel
def _add_signs(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    weights: NDArray[np.float64],
    words: NDArray[np.uint64],
    out: NDArray[np.float64],
) -> None:
    """Add weight times +1 or -1, as the bits of the feature's hash words say, to the rows of ``out`` (n, 64 words)."""
    for d in range(offsets.size - 1):
        for p in range(U(offsets[d]), U(offsets[d + 1])):
            weight = weights[p]
            for w in range(words.size):
                hashed = mix64(ids[p] ^ words[w])
                for bit in range(64):
                    out[d, 64 * w + bit] += weight if (hashed >> U(bit)) & ONE else -weight


def sign_projections(vectors: SparseVectors, seed: int, length: int) -> NDArray[np.float64]:
    """(n, length) dot products with ``length`` vectors of components +1 and -1: the running vector V of SimHash.

    Function j takes bit ``j % 64`` of hash word ``j // 64`` of each feature. O(nnz length), about 0.2 ns a product.
    """
    words = seed_words(seed, -(-length // 64))
    out = np.zeros((len(vectors), 64 * words.size))
    _add_signs(vectors.offsets, vectors.ids, vectors.weights, words, out)
    return out[:, :length]
