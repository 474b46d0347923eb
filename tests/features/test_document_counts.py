"""Documents of each id, counted by threads at once: against Python's Counter."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.document_counts import BucketCounts, IdCounts, RepeatedBuckets
from tests import oracles_signatures as oracle
from tests.features.laid_out import runs

rows = st.lists(
    st.lists(st.one_of(st.integers(0, 5), st.integers(0, 2**64 - 1), st.just(2**64 - 1)), max_size=30), max_size=6
)
Lists = list[list[int]]


def counts_of(counted: IdCounts) -> dict[int, int]:
    ids, counts = counted.more_than(0)
    assert (np.diff(ids.astype(object)) > 0).all()
    return dict(zip(ids.tolist(), counts.tolist(), strict=True))


@given(rows, rows)
def test_repeats_within_a_document_count_once(first: Lists, second: Lists) -> None:
    counted = IdCounts()
    for part in (first, second):
        counted.count(*runs(part))
    expected = oracle.document_counts([*first, *second])
    assert counts_of(counted) == dict(expected)
    assert counted.documents == len(first) + len(second)
    asked = np.array([*expected, 123456789], np.uint64)
    assert counted.of(asked).tolist() == [expected[int(x)] for x in asked]


@given(rows, st.integers(0, 6), st.integers(0, 3))
def test_no_id_that_is_frequent_enough_lies_in_another_bucket(lists: Lists, bits: int, limit: int) -> None:
    buckets = BucketCounts(bits)
    buckets.count(*runs(lists))
    full = buckets.above(limit)
    assert 64 * full.words.size == 2**full.bits == max(64, 2**bits)
    counted = IdCounts(full)
    counted.count(*runs(lists))
    ids, counts = counted.more_than(limit)
    expected = {x: n for x, n in oracle.document_counts(lists).items() if n > limit}
    assert dict(zip(ids.tolist(), counts.tolist(), strict=True)) == expected


@given(rows, rows, st.sampled_from([0.0, 1e6]))
def test_only_ids_of_one_document_are_left_out_where_none_comes_again(
    first: Lists, second: Lists, shingles: float
) -> None:
    repeated = RepeatedBuckets(shingles)
    for part in (first, second):
        repeated.count(*runs(part))
    counted = IdCounts(repeated.repeated())
    counted.count(*runs([*first, *second]))
    expected = oracle.document_counts([*first, *second])
    assert dict(expected).items() >= counts_of(counted).items()
    assert {x for x, n in expected.items() if n > 1} <= counts_of(counted).keys()
    if shingles:  # of 2^23 buckets none holds two of so few ids but by a chance of 1 in 2,000
        again = Counter(x for row in [*first, *second] for x in row)
        assert counts_of(counted).keys() == {x for x, n in again.items() if n > 1}


def test_tables_grow() -> None:
    rng, counted, expected = np.random.default_rng(1), IdCounts(), Counter[int]()
    for _ in range(5):
        lists = [(rng.integers(0, 30_000, 9_000) << 32).tolist() for _ in range(3)]
        counted.count(*runs(lists))
        expected.update(oracle.document_counts(lists))
    assert counts_of(counted) == dict(expected)


def test_parts_of_a_longer_run_are_counted() -> None:
    counted = IdCounts()
    counted.count(np.array([9, 9, 3, 1, 1, 9], np.uint64), np.array([2, 5, 5]))
    assert counts_of(counted) == {1: 1, 3: 1}
    assert counted.documents == 2


@pytest.mark.parametrize("wanted", [0, 18])
def test_threads_together_count_what_one_counts_alone(wanted: int) -> None:
    rng = np.random.default_rng(2)
    parts = [[rng.integers(0, 2_000, 500).tolist() for _ in range(8)] for _ in range(24)]
    counted, buckets = IdCounts(), BucketCounts(wanted)
    with ThreadPoolExecutor(8) as pool:
        for count in (counted.count, buckets.count):
            list(pool.map(lambda part, count=count: count(*runs(part)), parts))
    expected = Counter[int]()
    for part in parts:
        expected.update(oracle.document_counts(part))
    assert counts_of(counted) == dict(expected)
    assert counted.documents == buckets.documents == 24 * 8
    alone = BucketCounts(wanted)
    for part in parts:
        alone.count(*runs(part))
    np.testing.assert_array_equal(alone._buckets & np.uint64(2**32 - 1), buckets._buckets & np.uint64(2**32 - 1))
