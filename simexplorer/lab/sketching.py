"""Fast Similarity Sketching on a characteristic matrix, element by element: which bin, which value, what is kept.

A twin of the kernels of ``signatures.fss`` in plain whole numbers, so that every draw can be shown; a test holds both
together. Source: Dahlgaard, Knudsen, Thorup 2017, "Fast Similarity Sketching" (FOCS), section 2.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.signatures.fss import ROUNDS, sketch_seeds

Numbers: TypeAlias = NDArray[np.int64]

NOTHING = -1  # a bin that is empty so far
OWN = ROUNDS  # the round after the last one: every bin that is left takes a function of its own
VALUES = 2**31  # values are drawn from 0 to this
_WORD, _HALF = 2**64 - 1, 2**32 - 1


class SketchWalk(Struct, frozen=True):
    """All draws over N rows and n columns; K bins.

    at : (s, 2) round and row of each step; rows that are in no column with an empty bin are passed over
    running : (s + 1, K, n) what each bin holds after each step, ``round * N + row`` of its least element, or NOTHING
    bins : (t, N) the bin that a row draws in each round that was needed, ROUNDS at most; values : (t, N) and its
    value, in [0, 1)
    """

    at: Numbers
    running: Numbers
    bins: Numbers
    values: NDArray[np.float64]


def sketch_walk(matrix: NDArray[np.bool_], length: int, seed: int) -> SketchWalk:
    """Fill the bins of every column, round by round, until none is empty; an empty column keeps nothing.

    matrix : (N, n) bool, element ids are the row numbers. Bins are those of ``FastSimilaritySketch(length, seed)``.
    """
    rows, columns = matrix.shape
    seeds = [int(word) for word in sketch_seeds(seed, length)]
    halves = [half for word in seeds[ROUNDS + 1 :] for half in (word & _HALF, word >> 32)]
    present = matrix.any(axis=0)
    kept = np.full((length, columns), NOTHING, np.int64)
    at: list[tuple[int, int]] = []
    running, bins, values = [kept], [], []
    for turn in range(ROUNDS + 1):
        empty = (kept == NOTHING) & present  # a bin that was filled in an earlier round stays as it is
        if turn and not empty.any():
            break
        words = [_draw(row, seeds[turn]) for row in range(rows)]
        if turn < OWN:
            bins.append([(word >> 32) * length >> 32 for word in words])
            values.append([(word & _HALF) >> 1 for word in words])
        least = np.full((length, columns), VALUES, np.int64)
        for row in np.flatnonzero(matrix[:, empty.any(axis=0)].any(axis=1)).tolist():
            filled = [bins[turn][row]] if turn < OWN else range(length)
            kept = kept.copy()
            for place in filled:
                value = values[turn][row] if turn < OWN else _own(words[row], halves[place], halves[length + place])
                lower = empty[place] & matrix[row] & (value < least[place])
                least[place, lower] = value
                kept[place, lower] = turn * rows + row
            at.append((turn, row))
            running.append(kept)
    steps, drawn = np.array(at, np.int64).reshape(-1, 2), np.array(values, np.float64).reshape(-1, rows) / VALUES
    return SketchWalk(steps, np.stack(running), np.array(bins, np.int64).reshape(-1, rows), drawn)


def _draw(element: int, seed: int) -> int:
    """The 64-bit word that an element draws in a round: multiply, fold, multiply."""
    word = ((element ^ seed) * 0xBF58476D1CE4E5B9) & _WORD
    return ((word ^ (word >> 32)) * 0x94D049BB133111EB) & _WORD


def _own(word: int, factor: int, term: int) -> int:
    """The value of an element's word under a bin's own function."""
    x = ((word & _HALF) * (factor | 1) + term) & _HALF
    return (((x ^ (x >> 15)) * 0x846CA68B) & _HALF) >> 1
