"""A long sketch of a set that tells far from near before sets are compared: a bit of each of 4,096 sketch positions.

A position of Fast Similarity Sketching is equal with probability J, and a bit drawn from its value in half of the other
cases too: ``(1 + J) / 2`` (Li, König 2010, theorem 1 for sets that are small in their universe). At J = 0.8 the
standard error of what 4,096 bits tell is 0.009, that of 128 whole values 0.035, in as much memory. So many positions
take more rounds of draws than signatures have, before it costs less to ask a function of each one that is still empty.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, U, kernel
from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import seed_words
from simexplorer.signatures.fss import (
    EMPTY,
    close_filled,
    fill_empty,
    sketch_private,
    sketch_round,
    sketch_seeds,
    sketch_words,
)

LENGTH = 4096  # bits
# draws of the rounds: of sets that are not much smaller than LENGTH nearly all leave no position empty
_DRAWS = (1, 1, 2, 2, 2, 4)
_MIX, _TOP = U32(0x9E3779B1), U32(31)


@kernel
def _fill_sketches(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    rounds: NDArray[np.uint64],
    seeds: NDArray[np.uint64],
    words: NDArray[np.uint64],
    out: NDArray[np.uint64],
) -> None:
    """Write the sketch of every set to ``out`` (n, LENGTH / 64); rounds, seeds : words of the draws, and of the rest"""
    row, drawn = np.empty(LENGTH, np.uint32), np.full(LENGTH, EMPTY, np.uint32)
    for d in range(offsets.size - 1):
        members = ids[offsets[d] : offsets[d + 1]]
        row[:] = EMPTY
        turn, left = 0, LENGTH
        for draws in _DRAWS:
            if left > 0:
                close_filled(row, drawn)
                for _ in range(draws):
                    sketch_round(members, members.size, rounds, turn, drawn, words)
                    turn += 1
                left = fill_empty(row, drawn, rounds[turn - 1])
        if left > 0 and members.size > 0:
            sketch_private(members, members.size, seeds, row, drawn, words)
            fill_empty(row, drawn, seeds[0])
        for w in range(U(LENGTH // 64)):
            bits = U(0)
            for t in range(U(64)):  # the highest bit of the product depends on all bits of the value
                bits |= U(U32(row[U(64) * w + t] * _MIX) >> _TOP) << t
            out[d, w] = bits


def one_bit_sketches(sets: ShingleSets, seed: int) -> NDArray[np.uint64]:
    """(m, LENGTH / 64) the sketches of these sets, in which ids may be repeated. 30 to 120 us a set."""
    out = np.empty((len(sets), LENGTH // 64), np.uint64)
    seeds, words = sketch_seeds(seed, LENGTH), sketch_words(int(sets.sizes.max(initial=0)))
    _fill_sketches(sets.offsets, sets.ids, seed_words(seed + 1, sum(_DRAWS)), seeds, words, out)
    return out
