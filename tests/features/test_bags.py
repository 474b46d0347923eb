"""Bags and sets out of runs of ids, against Python's Counter."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.bags import LONG, bags_of, numbered, sets_of, sort_rows
from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.fss import FastSimilaritySketch
from tests import oracles_signatures as oracle
from tests.estimator_laws import assert_mean, law_of_independent_positions
from tests.features.laid_out import runs
from tests.oracles import jaccard

rows = st.lists(
    st.lists(st.one_of(st.integers(0, 5), st.integers(0, 2**64 - 1), st.just(2**64 - 1)), max_size=30), max_size=6
)


def test_the_bag_of_abcab(golden: dict[str, Any]) -> None:
    # abcab, k = 2: ab twice, bc, ca: four elements of the bag, three of the set
    example = golden["shingles_abcab_k2"]
    text = "abcab"
    ids = [int.from_bytes(text[i : i + 2].encode()) for i in range(4)]
    bags, sets = bags_of(*runs([ids])), sets_of(*runs([ids]))
    assert len(bags[0]) == sum(example["bag"].values()) == 4
    assert sorted(sets[0].tolist()) == sorted(int.from_bytes(s.encode()) for s in example["set"])
    assert set(sets[0]) < set(bags[0])  # first occurrences keep their ids


@given(rows)
def test_sets_are_sorted_and_without_repeats(lists: list[list[int]]) -> None:
    ids, bounds = runs(lists)
    before = ids.copy()
    sets = sets_of(ids, bounds)
    assert [row.tolist() for row in (sets[d] for d in range(len(sets)))] == [sorted(set(row)) for row in lists]
    np.testing.assert_array_equal(ids, before)


@given(rows)
def test_bags_have_an_element_for_every_occurrence(lists: list[list[int]]) -> None:
    bags = bags_of(*runs(lists))
    assert bags.sizes.tolist() == [len(row) for row in lists]
    for d in range(len(bags)):
        assert (np.diff(bags[d]) > 0).all()


@given(rows)
def test_elements_stand_in_the_order_of_their_shingles(lists: list[list[int]]) -> None:
    elements, bounds = numbered(*runs(lists))
    np.testing.assert_array_equal(bounds, runs(lists)[1])
    for d, row in enumerate(lists):
        here, seen = elements[bounds[d] : bounds[d + 1]].tolist(), set[int]()
        for shingle, element in zip(row, here, strict=True):
            assert (element == shingle) == (shingle not in seen)
            seen.add(shingle)
        np.testing.assert_array_equal(np.sort(here), bags_of(*runs(lists))[d])


def test_a_long_document_has_the_elements_that_short_ones_have_with_little_memory() -> None:
    shingles, times = [0, 2**64 - 1, *range(5, 503)], 1 + LONG // 500
    ids = np.random.default_rng(1).permutation(np.repeat(np.array(shingles, np.uint64), times))
    short = np.array([7, 7, 9], np.uint64)
    bounds = np.array([3, 6, 6, 6 + ids.size, 9 + ids.size])
    tracemalloc.start()
    elements, ends = numbered(np.concatenate([short, short, ids, short]), bounds)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert ids.size > LONG
    assert most < 2 * elements.nbytes + 3 * ids.nbytes, "the ids that were put together here, and the elements"
    np.testing.assert_array_equal(ends, bounds - 3)
    one_by_one = np.concatenate([bags_of(*runs([[shingle] * times]))[0] for shingle in shingles])
    np.testing.assert_array_equal(np.sort(elements[3:-3]), np.sort(one_by_one))
    np.testing.assert_array_equal(elements[:3], numbered(*runs([[7, 7, 9]]))[0])
    np.testing.assert_array_equal(elements[-3:], elements[:3])


@given(st.lists(st.integers(0, 6), min_size=1, max_size=40), st.lists(st.integers(0, 6), max_size=40))
def test_jaccard_of_the_elements_is_jaccard_of_the_bags(a: list[int], b: list[int]) -> None:
    bags = bags_of(*runs([a, b]))
    assert jaccard(bags[0].tolist(), bags[1].tolist()) == pytest.approx(oracle.bag_jaccard(a, b))


def test_bags_by_hand() -> None:
    # aab against abb: min(2, 1) + min(1, 2) = 2 over max(2, 1) + max(1, 2) = 4
    bags = bags_of(*runs([[1, 1, 2], [1, 2, 2]]))
    assert jaccard(bags[0].tolist(), bags[1].tolist()) == 0.5
    # the same bag in another order
    np.testing.assert_array_equal(bags_of(*runs([[2, 1, 1]]))[0], bags[0])


def test_parts_of_a_longer_run_are_taken() -> None:
    ids = np.array([9, 9, 3, 1, 1, 7], np.uint64)
    bounds = np.array([2, 5, 6])
    assert sort_rows(ids, bounds).tolist() == [1, 1, 3, 7]
    assert [sets_of(ids, bounds)[d].tolist() for d in (0, 1)] == [[1, 3], [7]]
    assert bags_of(ids, bounds).sizes.tolist() == [3, 1]


def test_occurrences_of_consecutive_ids_are_elements_of_their_own() -> None:
    # 500 ids in a row and multiples of 2^32, each 40 times: no two elements meet
    for ids in (np.arange(500), np.arange(500) << 32):
        bags = bags_of(np.repeat(ids, 40).astype(np.uint64), np.array([0, 20_000]))
        assert bags.sizes[0] == 20_000


def test_sketches_of_bags_estimate_the_similarity_of_bags() -> None:
    rng = np.random.default_rng(3)
    counts = rng.integers(0, 9, (2, 60))
    a, b = (np.repeat(np.arange(60), c).tolist() for c in counts)
    truth = oracle.bag_jaccard(a, b)
    assert Counter(a) != Counter(b)
    bags = bags_of(*runs([a, b]))
    one, other = (ShingleSets(np.array([0, bags.sizes[i]]), bags[i]) for i in (0, 1))
    families = [FastSimilaritySketch(128, seed) for seed in range(60)]
    estimates = np.array([float(f.estimate(f.sign(one), f.sign(other))[0]) for f in families])
    assert_mean(estimates, law_of_independent_positions(families[0], truth))
