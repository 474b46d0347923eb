"""MinHash row by row over a characteristic matrix, each step to be watched: the algorithm as the textbooks work it.

Source: Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", section 3.3.5. Hash functions
``h(x) = (a x + b) mod p`` stand in for permutations of the rows. With a small p they do so badly (two rows may get
one place): for the worked examples only, ``minhash.py`` is the scheme to use.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

INFINITE = 2**62


class LinearFunctions(Struct, frozen=True, kw_only=True):
    """The functions ``h_i(x) = (multipliers[i] x + increments[i]) mod modulus`` of row numbers x."""

    multipliers: tuple[int, ...]
    increments: tuple[int, ...]
    modulus: int

    def at(self, row: int) -> NDArray[np.int64]:
        """(k,) values of all functions at one row."""
        values: NDArray[np.int64] = np.array(self.multipliers) * row + np.array(self.increments)
        return values % self.modulus


def signature_steps(matrix: NDArray[np.bool_], functions: LinearFunctions) -> Iterator[NDArray[np.int64]]:
    """The signature matrix (k, n) at the start and after every row; INFINITE where a column had no one yet.

    matrix : (N, n) bool, sets as columns
    """
    signature = np.full((len(functions.multipliers), matrix.shape[1]), INFINITE, np.int64)
    yield signature.copy()
    for row, has_one in enumerate(matrix):
        lowered = np.minimum(signature, functions.at(row)[:, None])
        signature = np.where(has_one, lowered, signature)
        yield signature.copy()
