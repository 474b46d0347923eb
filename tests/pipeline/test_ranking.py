"""The order of verified pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.pipeline.ranking import most_similar_first
from simexplorer.search.falling_order import falling_runs

rows = st.integers(0, 5) | st.integers(0, 2**31 - 1)


@pytest.mark.parametrize("most", [5, 2**31 - 1])
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
