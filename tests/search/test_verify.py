"""Exact overlaps against Python sets, whatever the units of work."""

from __future__ import annotations

import tracemalloc

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.components import components
from simexplorer.search.verify import Packer, jaccard_of, overlaps

ids64 = st.integers(0, 30).map(lambda x: x * 0x9E3779B97F4A7C15 % 2**64) | st.integers(2**64 - 40, 2**64 - 1)


@given(st.lists(st.lists(ids64, max_size=40), min_size=2, max_size=12), st.data())
def test_overlaps_equal_set_intersections(sets, data):
    bounds = np.concatenate([[0], np.cumsum([len(s) for s in sets])])
    ids = np.array([x for s in sets for x in s], np.uint64)
    row = st.integers(0, len(sets) - 1)
    pairs = data.draw(st.lists(st.tuples(row, row), max_size=20))
    left, right = (np.array([p[side] for p in pairs], np.int64) for side in (0, 1))
    shared, sizes = overlaps(ids, bounds, left, right)
    assert sizes.tolist() == [len(set(s)) for s in sets]
    assert shared.tolist() == [len(set(sets[a]) & set(sets[b])) for a, b in pairs]


def test_the_table_of_ids_grows_without_a_fault():
    rng = np.random.default_rng(3)
    first = rng.integers(0, 2**63, 70_000).astype(np.uint64) * np.uint64(2) + np.uint64(1)
    ids = np.concatenate([first, first[::-1], first[:10]])
    shared, sizes = overlaps(ids, np.array([0, 70_000, 140_000, 140_010]), np.array([0, 0]), np.array([1, 2]))
    assert shared.tolist() == [len(set(first.tolist())), 10]
    assert sizes.tolist()[2] == 10


def test_memory_used_again_holds_nothing_of_the_last_unit():
    rng = np.random.default_rng(4)
    packer = Packer()
    for _ in range(4):
        sets = [rng.integers(0, 60_000, rng.integers(0, 30_000)).astype(np.uint64) for _ in range(4)]
        packer.begin(len(sets))
        for part in (sets[:1], sets[1:]):
            bounds = np.concatenate([[0], np.cumsum([s.size for s in part])])
            packer.add(np.concatenate(part), bounds, np.zeros(len(part), np.bool_))
        left, right = (side.astype(np.int32) for side in np.triu_indices(len(sets), 1))
        assert packer.sizes.tolist() == [len(set(s.tolist())) for s in sets]
        shared = [len(set(sets[a].tolist()) & set(sets[b].tolist())) for a, b in zip(left, right, strict=True)]
        assert packer.shared(left, right).tolist() == shared


@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=30))
def test_components_are_the_reachable_sets(links):
    i, j = (np.array([link[side] for link in links], np.int32) for side in (0, 1))
    found = components(20, i, j)
    reach = {v: {v} for v in range(20)}
    for a, b in links:
        merged = reach[a] | reach[b]
        for v in merged:
            reach[v] = merged
    assert found.tolist() == [min(reach[v]) for v in range(20)]


def test_a_numbering_that_begins_anew_leaves_what_was_packed_as_it_was():
    sets = [[5, 6, 7], [6, 7, 8, 8], [7, 8], [8, 9, 10], [10, 8]]
    bounds = np.concatenate([[0], np.cumsum([len(s) for s in sets])])
    packer = Packer()
    packer.begin(len(sets))
    ids = np.array([x for s in sets for x in s], np.uint64)
    packer.add(ids, bounds, np.array([True, False, True, False, False]))
    left, right = np.array([0, 2, 2, 3], np.int32), np.array([1, 3, 4, 4], np.int32)
    # {5 6 7} and {6 7 8} share 6, 7; {7 8} and {8 9 10} share 8, as do {7 8} and {8 10}; {8 9 10} and {8 10} both
    assert packer.shared(left, right).tolist() == [2, 1, 1, 2]
    assert packer.sizes.tolist() == [3, 3, 2, 3, 2]


def test_jaccard_from_counts():
    # 3 shared of 5 and 4: 3 / (5 + 4 - 3) = 0.5; nothing is like nothing
    assert jaccard_of(np.array([3, 0]), np.array([5, 0]), np.array([4, 0])).tolist() == [0.5, 0.0]


def test_the_table_grows_with_distinct_ids_not_with_positions():
    rng = np.random.default_rng(5)
    ids = rng.integers(0, 100, 2_000_000).astype(np.uint64)
    packer = Packer()
    packer.begin(2)
    packer.add(ids, np.array([0, 1_500_000, 2_000_000]), np.zeros(2, np.bool_))
    assert packer.shared(np.array([0], np.int32), np.array([1], np.int32)).tolist() == [100]
    assert packer.sizes.tolist() == [100, 100]
    assert packer._numbered[1] <= 2**18


def test_a_table_that_grows_from_one_text_to_the_next_lies_in_memory_once():
    rng = np.random.default_rng(5)
    n = 100_000
    first, second = (rng.integers(0, 2**63, n).astype(np.uint64) for _ in range(2))
    second[: n // 2] = first[: n // 2]
    packer = Packer()
    packer.begin(2)
    tracemalloc.start()
    try:
        for ids in (first, second):
            packer.add(ids, np.array([0, n]), np.zeros(1, np.bool_))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert packer.shared(np.array([0], np.int32), np.array([1], np.int32)).tolist() == [n // 2]
    assert packer.sizes.tolist() == [n, n]
    # 2^19 slots for 200,000 ids and half as many to spare, 6 MB; with the half as large one beside it, 9 MB and more
    assert peak < 120 * n


@given(st.lists(st.lists(ids64, max_size=40), min_size=1, max_size=12), st.data())
def test_sets_that_were_looked_up_beforehand_are_packed_as_others_are(sets, data):
    packer, looked_up = Packer(), data.draw(st.integers(0, len(sets)))
    added = [len(sets) - looked_up, *data.draw(st.lists(st.integers(0, looked_up), max_size=3).map(sorted))]
    packer.begin(len(sets))
    begin = 0
    for end in [*np.clip(np.cumsum(added), 0, len(sets)).tolist(), len(sets)]:
        part = sets[begin:end]
        ids, bounds = np.array([x for s in part for x in s], np.uint64), np.cumsum([0, *map(len, part)])
        if begin == 0:
            packer.add(ids, bounds, np.zeros(len(part), np.bool_))
        else:  # each alone, and all of them before the first one is added
            found = [packer.look_up(ids, bounds[d : d + 2]) for d in range(len(part))]
            for one in found:
                packer.add_found(one)
        begin = end
    left, right = (side.astype(np.int32) for side in np.triu_indices(len(sets), 1))
    assert packer.sizes.tolist() == [len(set(s)) for s in sets]
    shared = [len(set(sets[a]) & set(sets[b])) for a, b in zip(left, right, strict=True)]
    assert packer.shared(left, right, packer.new_bits()).tolist() == shared


def test_looking_up_tells_what_is_lacking_and_enters_nothing():
    packer = Packer()
    packer.begin(3)
    packer.add(np.arange(5, dtype=np.uint64), np.array([0, 5]), np.zeros(1, np.bool_))
    asked, bounds = np.array([3, 9, 4, 9, 8, 0], np.uint64), np.array([0, 4, 6])
    for _ in range(2):
        found = packer.look_up(asked, bounds)
        assert found.lacking.ids.tolist() == [9, 9, 8]
        assert found.lacking.ends.tolist() == [0, 2, 3]
        assert found.lists.words.tolist() == [0b11000, 0b1]
