"""Fast Similarity Sketching element by element leaves in every bin what the program's own kernel leaves there."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.lab.sketching import NOTHING, OWN, VALUES, sketch_walk
from simexplorer.signatures.fss import INFINITE, ROUNDS, FastSimilaritySketch, sketch_seeds


def matrix_of(seed: int, rows: int, columns: int, share: float) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return np.random.default_rng(seed).random((rows, columns)) < share


@pytest.mark.parametrize(("rows", "length"), [(1, 5), (7, 3), (7, 12), (40, 12), (300, 8)])
def test_elements_that_are_kept_draw_the_values_of_the_signature(rows: int, length: int) -> None:
    matrix = matrix_of(rows, rows, 4, 0.6)
    matrix[:, 3] = False
    walk = sketch_walk(matrix, length, 9)
    documents = ShingleSets.from_lists([np.flatnonzero(column).tolist() for column in matrix.T])
    signed = FastSimilaritySketch(length, 9).sign(documents).values.T
    seeds = sketch_seeds(9, length)
    kept = walk.running[-1]
    assert (kept[:, 3] == NOTHING).all()
    assert (signed[:, 3] == INFINITE).all()
    drawn = 0
    for place, column in np.argwhere(kept != NOTHING).tolist():
        turn, row = divmod(int(kept[place, column]), rows)
        assert matrix[row, column]
        if turn < OWN:
            drawn += 1
            assert walk.bins[turn, row] == place
            tag = int(seeds[turn]) % VALUES if turn else 0  # rounds are told apart by it
            value = round(walk.values[turn, row] * VALUES) ^ tag
            assert min(value % 2**16, INFINITE - 1) == int(signed[place, column])
    assert drawn
    for one in range(4):  # own functions too: bins agree exactly where the program's positions do
        for other in range(one):
            assert np.array_equal(kept[:, one] == kept[:, other], signed[:, one] == signed[:, other])


def test_a_bin_that_is_filled_takes_no_part_in_later_rounds() -> None:
    matrix = matrix_of(2, 6, 3, 0.7)
    walk = sketch_walk(matrix, 10, 4)
    assert walk.at[:, 0].max() == OWN == ROUNDS  # six elements cannot fill ten bins in three rounds each time
    assert (np.diff(walk.at[:, 0]) >= 0).all()
    for turn in range(1, ROUNDS + 1):
        start = int(np.searchsorted(walk.at[:, 0], turn))
        before, after = walk.running[start], walk.running[-1]
        assert np.array_equal(before[before != NOTHING], after[before != NOTHING])
    assert (walk.running[-1][:, matrix.any(axis=0)] != NOTHING).all()


def test_rows_of_full_columns_are_passed_over() -> None:
    matrix = np.zeros((200, 2), np.bool_)
    matrix[:, 0] = True
    matrix[:2, 1] = True
    walk = sketch_walk(matrix, 4, 1)
    first = walk.at[walk.at[:, 0] == 0]
    later = walk.at[walk.at[:, 0] > 0]
    assert len(first) == 200  # 200 elements fill four bins at once
    assert set(later[:, 1].tolist()) <= {0, 1}
