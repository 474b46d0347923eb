"""Documents contained in others: the exact join equals a look at every pair."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import CapacityError, ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.search.containment import ContainmentJoin, contained_pairs
from tests.oracles_joins import containment_pairs, overlapping_sets

THRESHOLDS = (0.05, 0.3, 2 / 3, 0.8, 0.95, 1.0)


def as_list(found):
    columns = (found.inner, found.outer, found.share, found.back)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_a_small_set_inside_a_large_one_is_found_where_jaccard_is_low() -> None:
    # 4 of 5 ids inside 100: containment 4/5, back 4/100, Jaccard only 4/101
    sets = ShingleSets.from_lists([range(100), [1, 2, 3, 4, 1000], [5000, 6000]])
    assert as_list(contained_pairs(sets, 0.8)) == [(1, 0, 0.8, 0.04)]
    assert as_list(contained_pairs(sets, 0.81)) == []


@pytest.mark.parametrize("largest_id", [30, 2**64 - 1])
@pytest.mark.parametrize("seed", range(3))
def test_pairs_equal_brute_force(seed: int, largest_id: int) -> None:
    sets = overlapping_sets(seed, 50, 60, largest_id)
    for threshold in THRESHOLDS:
        assert as_list(contained_pairs(sets, threshold)) == containment_pairs(sets, threshold)


@given(
    st.lists(st.sets(st.integers(0, 9) | st.integers(2**63, 2**63 + 3), max_size=9), max_size=20),
    st.sampled_from(THRESHOLDS),
)
def test_pairs_of_any_small_sets_equal_brute_force(rows: list[set[int]], threshold: float) -> None:
    sets = ShingleSets.from_lists(rows)
    assert as_list(contained_pairs(sets, threshold)) == containment_pairs(sets, threshold)


@pytest.mark.parametrize("size", range(1, 30))
def test_thresholds_that_are_themselves_shares_keep_their_pairs(size: int) -> None:
    for common in range(1, size + 1):
        sets = ShingleSets.from_lists([range(size), [*range(common), *range(100, 160)]])
        assert as_list(contained_pairs(sets, common / size)) == [(0, 1, common / size, common / (common + 60))]
        if common < size:
            assert as_list(contained_pairs(sets, float(np.nextafter(common / size, 1)))) == []


def test_small_sets_can_be_left_out_and_identical_ones_met_once() -> None:
    sets = ShingleSets.from_lists([[1], [1, 2, 3], [1, 2, 3], [1, 2, 3, 4], [1], []])
    pairs = containment_pairs(sets, 1.0)
    assert as_list(contained_pairs(sets, 1.0)) == pairs
    assert as_list(contained_pairs(sets, 1.0, least_size=2)) == [pair for pair in pairs if pair[0] not in (0, 4)]
    assert as_list(contained_pairs(sets, 1.0, distinct=True)) == [(0, 1, 1, 1 / 3), (0, 3, 1, 1 / 4), (1, 3, 1, 3 / 4)]


def test_ranges_do_not_change_the_answer() -> None:
    sets = overlapping_sets(7, 150, 40, 2**40)
    join = ContainmentJoin.prepare(sets, 0.7)
    by_one = [pair for x in range(len(join)) for part in join.pairs(x, x + 1) for pair in as_list(part)]
    assert sorted(by_one) == as_list(contained_pairs(sets, 0.7)) == containment_pairs(sets, 0.7)


def test_answers_too_large_and_thresholds_that_cannot_be_are_refused() -> None:
    sets = ShingleSets.from_lists([[1, 2]] * 300)
    with pytest.raises(CapacityError):
        contained_pairs(sets, 0.5, max_pairs=1000)
    with pytest.raises(ParameterError):
        contained_pairs(sets, 0)
