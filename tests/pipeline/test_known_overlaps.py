"""What was verified once comes back, however often and in whatever order it was added."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.pipeline.known_overlaps import KnownOverlaps, pair_keys
from simexplorer.pipeline.pairing import Verified

pairs_of_rows = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12)


def overlap(i, j):
    return Verified(i * 100 + j, i, j)


@given(st.lists(pairs_of_rows, max_size=12), pairs_of_rows)
def test_every_added_pair_is_known_and_no_other(batches, asked):
    known, expected = KnownOverlaps(), set()
    for batch in batches:
        i, j = (np.array([pair[side] for pair in batch], np.int32) for side in (0, 1))
        known.add(i, j, overlap(i, j))
        expected |= set(batch)
        present = Verified.nothing_yet(len(asked))
        a, b = (np.array([pair[side] for pair in asked], np.int32) for side in (0, 1))
        unknown = known.fill(a, b, present)
        assert unknown.tolist() == [place for place, pair in enumerate(asked) if pair not in expected]
        assert present.shared.tolist() == [x * 100 + y if (x, y) in expected else -1 for x, y in asked]
    keys, columns = known.columns()
    everything = sorted(expected)
    assert keys.tolist() == [(i << 32) | j for i, j in everything]
    assert columns.T.tolist() == [[i * 100 + j, i, j] for i, j in everything]


def test_pairs_that_are_not_verified_are_not_remembered():
    known, i = KnownOverlaps(), np.array([1, 2], np.int32)
    known.add(i, i + 1, Verified(*(np.array(column, np.int32) for column in ((-1, 5), (0, 7), (0, 8)))))
    assert known.columns()[0].tolist() == pair_keys(i[1:], i[1:] + 1).tolist()
    again = KnownOverlaps.of_columns(*known.columns())
    verified = Verified.nothing_yet(2)
    again.fill(i, i + 1, verified)
    assert verified.shared.tolist() == [-1, 5]
    assert verified.sizes_i.tolist() == [0, 7]


@given(st.lists(pairs_of_rows, max_size=12))
def test_what_was_known_before_is_not_kept_twice(batches):
    known = KnownOverlaps()
    for batch in batches:
        i, j = (np.array([pair[side] for pair in dict.fromkeys(batch)], np.int32) for side in (0, 1))
        verified = Verified.nothing_yet(i.size)
        unknown = known.fill(i, j, verified)
        found = overlap(i, j)
        verified.shared[unknown] = found.shared[unknown]
        known.add(i, j, verified, unknown)
    assert sum(batch.i.size for batch in known._batches) == known.columns()[0].size


def test_a_few_more_pairs_never_stir_the_many():
    known, i = KnownOverlaps(), np.arange(1000, dtype=np.int32)
    known.add(i, i + 1, overlap(i, i + 1))
    (largest,) = known._batches
    for step in range(40):
        few = np.arange(2000 + 10 * step, 2010 + 10 * step, dtype=np.int32)
        known.add(few, few + 1, overlap(few, few + 1))
        assert known._batches[0] is largest
        sizes = [batch.i.size for batch in known._batches]
        assert all(before > 2 * after for before, after in pairwise(sizes))
