"""Different numbers and those among others: as sets tell."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.search.distinct import distinct, stand_in


@pytest.mark.parametrize("size", [0, 1, 2, 50])
def test_numbers_among_others_are_those_of_their_sets(size: int) -> None:
    random = np.random.default_rng(size)
    for kind in (np.int32, np.int64, np.uint64):
        numbers, others = (random.integers(0, most, size).astype(kind) for most in (30, 20))
        assert distinct(numbers).tolist() == sorted(set(numbers.tolist()))
        assert distinct(numbers).dtype == kind
        assert stand_in(numbers, others).tolist() == [number in set(others.tolist()) for number in numbers.tolist()]
    grid = np.array([[3, 1], [1, 2]])
    assert distinct(grid).tolist() == [1, 2, 3]
    np.testing.assert_array_equal(stand_in(grid, np.array([[1, 7]])), [[False, True], [True, False]])
