"""The order of verified pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simexplorer.pipeline.ranking import compared_below, most_similar_first
from simexplorer.pipeline.verified import Verified
from simexplorer.search.banding import Candidates
from simexplorer.search.falling_order import falling_runs

rows = st.integers(0, 5) | st.integers(0, 2**31 - 1)


@pytest.mark.parametrize("most", [5, 2**31 - 1])
@example(at_once=1 << 16, pairs=[(1.0, 2**30, 0), (1.0, 1, 2**31 - 1)])  # too large for one word of 63 bits
@given(
    at_once=st.sampled_from([1, 4, 1 << 16]),
    pairs=st.lists(
        st.tuples(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, np.nextafter(0.5, 1), 1.0]), rows, rows), max_size=30
    ),
)
def test_pairs_are_sorted_by_falling_similarity_then_by_rows(most, at_once, pairs):
    similarity = np.array([pair[0] for pair in pairs])
    i, j = (np.array([min(most, pair[side]) for pair in pairs], np.int32) for side in (1, 2))
    runs = falling_runs(similarity, at_once)
    order = np.concatenate([run[most_similar_first(i[run], j[run], similarity[run])] for run in runs])
    assert sorted(order.tolist()) == list(range(len(pairs)))
    found = [(-similarity[p], i[p], j[p]) for p in order]
    assert found == sorted(found)


@pytest.mark.parametrize("most", [3, 1 << 18])
def test_compared_pairs_below_the_floor_are_counted_by_hundredths_or_some_stand_for_all(monkeypatch, most):
    monkeypatch.setattr("simexplorer.pipeline.ranking._LOOKED_AT", most)
    # of sets of 10, 10, 20 and 27: 5 / 15 is 0.33, 6 / 14 is 0.428, 8 / 22 is 0.36, 17 / 30 is 0.57, one is not known
    i, j = np.array([0, 0, 0, 2, 0, 0], np.int32), np.array([1, 1, 2, 3, 1, 3], np.int32)
    verified = Verified(np.array([5, 6, 8, 17, 10, -1], np.int32), np.array([10, 10, 20, 27], np.int32))
    told = compared_below(Candidates(i, j, j, 6, 0, 0), verified, 0.56)
    wanted = {33: 1.0, 36: 1.0, 42: 1.0} if most > 3 else {33: 2.0, 36: 2.0}  # every second one of six
    assert {place: told[place] for place in np.flatnonzero(told).tolist()} == wanted
    none = Candidates(i[:0], j[:0], j[:0], 0, 0, 0)
    assert compared_below(none, Verified.nothing_yet(0, 4), 0.56).tolist() == [0.0] * 100
