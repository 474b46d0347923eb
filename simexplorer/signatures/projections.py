"""Dot products of sparse vectors with random vectors that nobody writes down: components are drawn from feature ids.

A component depends on (feature id, function, seed) alone, so any document can be signed at any time, in any chunk, and
the universe of features need not be known. Components are standard normal
(``normals.py``) or +1 and -1 (Achlioptas 2003, "Database-friendly random projections").
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U, kernel
from simexplorer.features.sets import SparseVectors
from simexplorer.kernel_words import ONE, mix64, seed_words
from simexplorer.signatures.normals import DRAWN_BITS, normal_quantiles

_DRAWN = U(DRAWN_BITS)
_A_WORD = 64 // DRAWN_BITS  # normal numbers
_LOW = (ONE << _DRAWN) - ONE


@kernel
def _add_normals(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    weights: NDArray[np.float64],
    words: NDArray[np.uint64],
    quantiles: NDArray[np.float32],
    out: NDArray[np.float64],
) -> None:
    """Add weight times the quantiles that the feature's hash words choose to the rows of ``out`` (n, 5 words)."""
    for d in range(offsets.size - 1):
        for p in range(U(offsets[d]), U(offsets[d + 1])):
            weight = weights[p]
            for w in range(U(words.size)):
                hashed = mix64(ids[p] ^ words[w])
                for part in range(U(_A_WORD)):
                    out[d, U(_A_WORD) * w + part] += weight * quantiles[(hashed >> (_DRAWN * part)) & _LOW]


def normal_projections(vectors: SparseVectors, seed: int, length: int) -> NDArray[np.float64]:
    """(n, length) dot products with ``length`` vectors of independent standard normal components.

    Function j takes the 12 bits from ``12 (j % 5)`` on of hash word ``j // 5`` of each feature. O(nnz length), about
    0.8 ns a product.
    """
    words = seed_words(seed, -(-length // _A_WORD))
    out = np.zeros((len(vectors), _A_WORD * words.size))
    _add_normals(vectors.offsets, vectors.ids, vectors.weights, words, normal_quantiles(), out)
    return out[:, :length]


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
