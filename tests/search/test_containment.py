"""Documents contained in others: the exact join equals a look at every pair."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import Cancelled, CapacityError, ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.search.containment import ContainmentJoin
from tests.oracles_joins import containment_pairs, overlapping_sets

THRESHOLDS = (0.05, 0.3, 2 / 3, 0.8, 0.95, 1.0)


def contained_pairs(sets, threshold, least_size=1, **how):
    return ContainmentJoin.prepare(sets, threshold, least_size).all_pairs(**how)


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


def test_small_sets_can_be_left_out() -> None:
    sets = ShingleSets.from_lists([[1], [1, 2, 3], [1, 2, 3], [1, 2, 3, 4], [1], []])
    pairs = containment_pairs(sets, 1.0)
    assert as_list(contained_pairs(sets, 1.0)) == pairs
    assert as_list(contained_pairs(sets, 1.0, least_size=2)) == [pair for pair in pairs if pair[0] not in (0, 4)]


def test_tiles_rooms_ranges_and_threads_do_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = overlapping_sets(7, 150, 40, 2**40)
    whole = as_list(contained_pairs(sets, 0.7))
    assert whole == containment_pairs(sets, 0.7)
    monkeypatch.setattr("simexplorer.search.tile_join.TILE", 7)
    monkeypatch.setattr("simexplorer.search.tile_join.STEP", 5)
    monkeypatch.setattr("simexplorer.search.tile_join.ROOM", 0)
    monkeypatch.setattr("simexplorer.search.numbering.PIECE_IDS", 9)
    monkeypatch.setattr("simexplorer.search.numbering._IDS_A_SET", 1)
    monkeypatch.setattr("simexplorer.search.numbering._CHUNK_IDS", 50)
    assert as_list(contained_pairs(sets, 0.7)) == whole
    with ThreadPoolExecutor(4) as pool:

        def each(function, jobs):
            return list(pool.map(function, jobs))

        assert as_list(contained_pairs(sets, 0.7, each=each)) == whole


@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.9])
def test_sets_of_thousands_of_ids_equal_set_arithmetic(threshold: float) -> None:
    """Excerpts and mixtures of a long text, far larger than a word, a range of ids and a prefix."""
    rng = np.random.default_rng(3)
    base = rng.integers(0, 2**64, 30_000, dtype=np.uint64)
    rows = [base[rng.integers(0, 20_000) :][: rng.integers(1, 6000)] for _ in range(40)]
    rows += [np.concatenate((a[: rng.integers(0, 300)], b)) for a, b in zip(rows[:20], rows[20:], strict=True)]
    sets = ShingleSets.from_lists(rows)
    found = contained_pairs(sets, threshold)
    assert as_list(found) == containment_pairs(sets, threshold)
    assert (found.sizes == sets.sizes).all()


def test_who_joins_can_be_stopped_and_pairs_are_counted_as_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simexplorer.search.tile_join.STEP", 100)
    join = ContainmentJoin.prepare(ShingleSets.from_lists([[*range(20), 100 + i] for i in range(200)]), 0.9)
    looks: list[int] = []

    def heed() -> None:
        looks.append(1)
        if len(looks) > 2:
            raise Cancelled("joining")

    assert len(join.all_pairs(heed=heed)) == 199 * 200 // 2  # each has 20 of the 21 of every other
    with pytest.raises(Cancelled):
        join.all_pairs(heed=heed)
    with pytest.raises(CapacityError, match="19,900 pairs, more than the 19,899 that"):
        join.all_pairs(max_pairs=19_899)
    twice = ContainmentJoin.prepare(ShingleSets.from_lists([[1, 2], [1, 2], [1, 2, 3], [1, 2, 3]]), 0.9)
    with pytest.raises(CapacityError, match="6 pairs, more than the 5 that"):
        twice.all_pairs(max_pairs=5)


def test_answers_too_large_and_thresholds_that_cannot_be_are_refused() -> None:
    sets = ShingleSets.from_lists([[1, 2]] * 300)
    with pytest.raises(CapacityError):
        contained_pairs(sets, 0.5, max_pairs=1000)
    with pytest.raises(ParameterError):
        contained_pairs(sets, 0)
