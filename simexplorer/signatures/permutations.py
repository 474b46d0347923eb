"""MinHash by explicit permutations of a characteristic matrix, as the definition says it: for teaching, as oracle.

Not a scheme of scans (``schemes.py``): ids must be row numbers, and the permutations are written down.

Source: Broder 1997, "On the resemblance and containment of documents"; in the words of Leskovec, Rajaraman, Ullman
2020, "Mining of Massive Datasets", sections 3.3.1 to 3.3.3: the minhash of a column is the first row, in permuted
order, in which the column has a one.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import U, kernel
from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.kernel_words import GOLD, mix64, seed_words
from simexplorer.signatures.family import Signatures, require_length
from simexplorer.signatures.jaccard_family import JaccardFamily

MAX_UNIVERSE = 2**31 - 2
MAX_CELLS = 2**28  # permutations are written down: a gigabyte of ranks


def characteristic_matrix(documents: ShingleSets, universe: int) -> NDArray[np.bool_]:
    """(universe, n) the sets as columns: true where the row's element is in the column's set.

    Ids are row numbers; one that is not below ``universe`` raises ParameterError.
    """
    require_rows(documents, universe)
    matrix = np.zeros((universe, len(documents)), np.bool_)
    matrix[documents.ids.astype(np.int64), np.repeat(np.arange(len(documents)), documents.sizes)] = True
    return matrix


def require_rows(documents: ShingleSets | SparseVectors, universe: int) -> None:
    """Raise ParameterError unless every id is the number of a row below ``universe``."""
    if documents.ids.size and int(documents.ids.max()) >= universe:
        raise ParameterError("universe", universe, f"above every id, the largest of which is {documents.ids.max()}")


def ranks_of_orders(orders: NDArray[np.int64]) -> NDArray[np.int64]:
    """(k, N) place of every row, from 0, when each of the (k, N) ``orders`` lists the rows first to last."""
    return np.argsort(orders, axis=1)


@kernel
def _fill_keys(words: NDArray[np.uint64], keys: NDArray[np.uint64]) -> None:
    """Write the numbers of SplitMix64 started at each of the words to ``keys`` (k, N): no two of a row are equal."""
    for j in range(words.size):
        state = words[j]
        for i in range(keys.shape[1]):
            state += GOLD
            keys[j, i] = mix64(state)


def draw_ranks(length: int, seed: int, universe: int) -> NDArray[np.int64]:
    """(length, universe) places of the rows under ``length`` random permutations, the same on every machine."""
    keys = np.empty((length, universe), np.uint64)
    _fill_keys(seed_words(seed, length), keys)
    return np.argsort(np.argsort(keys, axis=1), axis=1)


def first_ones(matrix: NDArray[np.bool_], ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """(k, n) place of the first one of every column under every permutation; N + the least place where there is none.

    matrix : (N, n) bool; ranks : (k, N), the place of row ``i`` under permutation ``j``, counted from 0 or from 1
    """
    nowhere = matrix.shape[0] + int(ranks.min(initial=0))
    return np.stack([np.where(matrix, rank[:, None], nowhere).min(axis=0, initial=nowhere) for rank in ranks])


@kernel
def fill_signatures(
    offsets: NDArray[np.int64], ids: NDArray[np.uint64], ranks: NDArray[np.int64], out: NDArray[np.int32]
) -> None:
    """Write the least place of every set's rows to ``out`` (n, k) int32; N, the universe's size, for an empty set.

    ids : row numbers below N, those of set ``d`` are ``ids[offsets[d]:offsets[d + 1]]``
    ranks : (k, N) place of each row in each permutation, from 0. O(nnz k).
    """
    for d in range(offsets.size - 1):
        for j in range(ranks.shape[0]):
            first = ranks.shape[1]
            for p in range(U(offsets[d]), U(offsets[d + 1])):
                first = min(first, ranks[j, ids[p]])
            out[d, j] = first


class ExplicitPermutations(JaccardFamily, Struct, frozen=True):
    """K random permutations of a universe of N rows, written down; ids are the rows' numbers, 0 to N - 1.

    One position of two sets is equal with probability J exactly, and the K positions are independent: this is what
    all the other schemes imitate. Memory 8 K N bytes, which is why nobody uses it on real collections.
    """

    length: int = 128
    seed: int = 1
    universe: int = 1024

    SCHEME: ClassVar[str] = "permutations-1"

    def __post_init__(self) -> None:
        require_length(self.length)
        if not 1 <= self.universe <= MAX_UNIVERSE or self.universe * self.length > MAX_CELLS:
            raise ParameterError(
                "universe", self.universe, f"between 1 and {MAX_CELLS // self.length:,} with {self.length} permutations"
            )

    @property
    def scheme(self) -> str:
        """``"permutations-1/N=..."``."""
        return f"{self.SCHEME}/N={self.universe}"

    def ranks(self) -> NDArray[np.int64]:
        """(K, N) place of every row under every permutation, from 0."""
        return draw_ranks(self.length, self.seed, self.universe)

    def sign(self, documents: ShingleSets | SparseVectors) -> Signatures:
        """(n, K) int32 place of each set's first row; N, infinite, for an empty set. O(nnz K) after O(N log N K)."""
        require_rows(documents, self.universe)
        values = np.empty((len(documents), self.length), np.int32)
        fill_signatures(documents.offsets, documents.ids, self.ranks(), values)
        return Signatures(self.scheme, self.seed, values, infinite=self.universe)
