"""The exact join equals a look at every pair: it is the oracle for recall, so nothing here may be approximate."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import CapacityError, ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.search.exact_join import SelfJoin, exact_pairs, partners_of
from simexplorer.search.prefix_index import fill_least_sizes, fill_needs
from tests.oracles_joins import jaccard_pairs, overlapping_sets

THRESHOLDS = (0.3, 1 / 3, 0.5, 2 / 3, 0.7, 5 / 7, 0.8, 0.9, 0.95, 1.0)


def as_list(found):
    return list(zip(*(column.tolist() for column in found), strict=True))


def test_the_sources_sets_by_hand() -> None:
    # columns of the Spanish example: {b, c, e}, {a, c, e, f}, {a, d, e, f}; similarities 2/5, 1/6, 3/5
    sets = ShingleSets.from_lists([[2, 3, 5], [1, 3, 5, 6], [1, 4, 5, 6]])
    assert as_list(exact_pairs(sets, 0.3)) == [(0, 1, 2 / 5), (1, 2, 3 / 5)]
    assert as_list(exact_pairs(sets, 0.6)) == [(1, 2, 3 / 5)]
    assert as_list(exact_pairs(sets, 0.61)) == []


@pytest.mark.parametrize("largest_id", [30, 2**40, 2**64 - 1])
@pytest.mark.parametrize("seed", range(4))
def test_pairs_equal_brute_force(seed: int, largest_id: int) -> None:
    sets = overlapping_sets(seed, 60, 25 + 60 * (seed % 2), largest_id)
    for threshold in THRESHOLDS:
        assert as_list(exact_pairs(sets, threshold)) == jaccard_pairs(sets, threshold)


@given(
    st.lists(st.sets(st.integers(0, 12) | st.integers(2**63, 2**63 + 3), max_size=9), max_size=25),
    st.sampled_from(THRESHOLDS),
)
def test_pairs_of_any_small_sets_equal_brute_force(rows: list[set[int]], threshold: float) -> None:
    sets = ShingleSets.from_lists(rows)
    assert as_list(exact_pairs(sets, threshold)) == jaccard_pairs(sets, threshold)


@pytest.mark.parametrize("size", range(1, 45))
def test_thresholds_that_are_themselves_similarities_keep_their_pairs(size: int) -> None:
    """c / u as floating point is its own threshold: the pair is in, and out at the next larger number."""
    for common in range(max(1, size // 3), size + 1):
        sets = ShingleSets.from_lists([range(common), range(size)])
        similarity = common / size
        assert as_list(exact_pairs(sets, similarity)) == [(0, 1, similarity)]
        if common < size:
            assert as_list(exact_pairs(sets, float(np.nextafter(similarity, 1)))) == []


def test_needed_overlaps_are_the_least_that_reach_the_threshold() -> None:
    # two sets of 10 ids together at 0.8: 4 / 6 is below, 5 / 5 reaches it; of 9 ids: 4 / 5 = 0.8 reaches it
    for threshold in (*THRESHOLDS, 0.1 + 0.2, float(np.nextafter(0.8, 0)), float(np.nextafter(0.8, 1)), 1e-9):
        need = np.empty(400, np.int64)
        fill_needs(threshold, need)
        for total in range(1, 400):
            reach = [c for c in range(1, total // 2 + 1) if c / (total - c) >= threshold]
            assert need[total] == reach[0] if reach else need[total] > total // 2
        sizes = np.arange(1, 200)
        least = np.empty(199, np.int64)
        fill_least_sizes(threshold, sizes, least)
        assert least.tolist() == [next(c for c in range(1, s + 1) if c / s >= threshold) for s in range(1, 200)]
    need = np.empty(11, np.int64)
    fill_needs(0.8, need)
    assert (need[9], need[10]) == (4, 5)


def test_empty_sets_are_in_no_pair_and_a_collection_of_nothing_has_none() -> None:
    for rows in ([], [[]], [[], [], []], [[], [5], []]):
        sets = ShingleSets.from_lists(rows)
        assert as_list(exact_pairs(sets, 0.3)) == []
        assert as_list(partners_of(sets, sets, 0.3)) == [(row, row, 1.0) for row in range(len(rows)) if rows[row]]


def test_identical_sets_meet_with_similarity_one() -> None:
    sets = ShingleSets.from_lists([[9], [1, 2, 3], [1, 2, 3, 4], [9], [1, 2, 3], [9]])
    pairs = [(0, 3, 1.0), (0, 5, 1.0), (1, 2, 0.75), (1, 4, 1.0), (2, 4, 0.75), (3, 5, 1.0)]
    assert as_list(exact_pairs(sets, 0.7)) == pairs
    assert as_list(exact_pairs(sets, 1.0)) == [pair for pair in pairs if pair[2] == 1]


def test_a_collection_of_equal_sets_costs_its_distinct_ones_until_the_answer_is_asked_for() -> None:
    sets = ShingleSets.from_lists([range(30)] * 5000 + [range(29)])
    join = SelfJoin.prepare(sets, 0.9)
    assert len(join.groups) == 2
    # and each of the 5,000 is like the one with an id less
    assert [part[0].size for part in join.pairs(0)] == [5000]
    # 5,000 * 4,999 / 2 = 12,497,500 pairs of equal sets
    with pytest.raises(CapacityError, match="12,497,500"):
        exact_pairs(sets, 0.9, max_pairs=1_000_000)


def test_the_answer_does_not_depend_on_ranges_rooms_or_the_order_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = overlapping_sets(11, 300, 40, 2**64 - 1)
    expected = as_list(exact_pairs(sets, 0.4))
    for name, value in {"TILE": 7, "STEP": 5, "ROOM": 0}.items():
        monkeypatch.setattr(f"simexplorer.search.tile_join.{name}", value)
    for name, value in {"PIECE_IDS": 9, "_IDS_A_SET": 1, "_MOST_IDS": 4, "_CHUNK_IDS": 50}.items():
        monkeypatch.setattr(f"simexplorer.search.numbering.{name}", value)
    join = SelfJoin.prepare(sets, 0.4)
    by_tiles = [pair for x in join.join.tiles for part in join.pairs(x) for pair in as_list(part)]
    assert sorted([*by_tiles, *as_list(join.twins())]) == expected

    def last_first(function, jobs):
        return [function(job) for job in list(jobs)[::-1]][::-1]

    assert as_list(exact_pairs(sets, 0.4, each=last_first)) == expected


def test_any_parts_and_number_of_threads_give_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = overlapping_sets(21, 400, 40, 2**64 - 1)
    sample = sets.take(np.arange(0, 400, 7))
    pairs, partners = as_list(exact_pairs(sets, 0.5)), as_list(partners_of(sample, sets, 0.5))
    monkeypatch.setattr("simexplorer.search.exact_join.AT_ONCE", 60)
    monkeypatch.setattr("simexplorer.search.tile_join.TILE", 16)
    monkeypatch.setattr("simexplorer.search.vocabulary.CHUNK_IDS", 500)
    assert as_list(partners_of(sample, sets, 0.5)) == partners
    for threads in (2, 5):
        with ThreadPoolExecutor(threads) as pool:

            def each(function, jobs, pool=pool):
                return list(pool.map(function, jobs))

            assert as_list(exact_pairs(sets, 0.5, each=each)) == pairs


@pytest.mark.slow
def test_a_hundred_thousand_documents_are_joined_with_every_planted_pair() -> None:
    """100,000 sets of 300 ids; every tenth copies the one before with c of 0 to 40 changed: (300 - c) / (300 + c)."""
    rng = np.random.default_rng(0)
    ids = rng.integers(0, 2**64, (100_000, 300), dtype=np.uint64)
    changed = rng.integers(0, 41, 10_000)
    fresh = ids[9::10].copy()
    ids[9::10] = np.where(np.arange(300) < changed[:, None], fresh, ids[8::10])
    ids.sort(axis=1)
    sets = ShingleSets(np.arange(100_001) * 300, ids.ravel())
    i, j, jaccard = exact_pairs(sets, 0.8)
    expected = (300 - changed) / (300 + changed)
    kept = expected >= 0.8
    assert (i == np.arange(8, 100_000, 10)[kept]).all()
    assert (j == i + 1).all()
    assert (jaccard == expected[kept]).all()


def test_the_order_of_documents_changes_nothing() -> None:
    sets = overlapping_sets(12, 120, 30, 2**50)
    order = np.random.default_rng(0).permutation(len(sets))
    i, j, jaccard = exact_pairs(sets.take(order), 0.5)
    back = sorted((*sorted((int(order[a]), int(order[b]))), float(s)) for a, b, s in zip(i, j, jaccard, strict=True))
    assert back == jaccard_pairs(sets, 0.5)


@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("universe", [50, 400])  # the second fills several blocks of 64
def test_partners_of_a_sample_are_all_its_pairs_and_each_itself(threshold: float, universe: int) -> None:
    sets = overlapping_sets(13, 150, universe, 2**64 - 1)
    sample = np.random.default_rng(1).permutation(len(sets))[:20]
    pairs = jaccard_pairs(sets, threshold)
    both_ways = [*pairs, *((j, i, s) for i, j, s in pairs), *((i, i, 1.0) for i in range(len(sets)) if len(sets[i]))]
    wanted = [(k, j, s) for k, row in enumerate(sample) for i, j, s in both_ways if i == row]
    assert as_list(partners_of(sets.take(sample), sets, threshold)) == sorted(wanted)


def test_partners_across_two_collections_equal_brute_force() -> None:
    both = overlapping_sets(14, 110, 20, 40)
    sets, others = both.take(np.arange(40)), both.take(np.arange(40, 110))
    for threshold in (0.3, 0.6, 0.75, 1.0):
        wanted = [(i, j - 40, s) for i, j, s in jaccard_pairs(both, threshold) if i < 40 <= j]
        assert len(wanted) > 20
        assert as_list(partners_of(sets, others, threshold)) == wanted


def test_long_documents_with_few_changes_are_found_through_thousands_of_tokens() -> None:
    """Sets far larger than a block of 64 and a piece of the vocabulary, against set arithmetic."""
    rng = np.random.default_rng(5)
    base = rng.integers(0, 2**64, 6000, dtype=np.uint64)
    rows = []
    for row in range(20):
        kept = base[: 2000 + 200 * row] if row % 2 else base[rng.random(base.size) < 0.9]
        rows.append(np.concatenate((kept, rng.integers(0, 2**64, 50 * row, dtype=np.uint64))))
    sets = ShingleSets.from_lists(rows)
    for threshold in (0.3, 0.8, 0.85):
        assert as_list(exact_pairs(sets, threshold)) == jaccard_pairs(sets, threshold)


@pytest.mark.parametrize("threshold", [0.0, -1.0, 1.01, float("nan")])
def test_thresholds_outside_nought_to_one_are_refused(threshold: float) -> None:
    with pytest.raises(ParameterError):
        exact_pairs(ShingleSets.from_lists([[1]]), threshold)
