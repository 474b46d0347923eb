"""The order of verified pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.pipeline.ranking import _most_similar_first

rows = st.integers(0, 5) | st.integers(0, 2**31 - 1)


@pytest.mark.parametrize("most", [5, 2**31 - 1])
@given(
    pairs=st.lists(
        st.tuples(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, np.nextafter(0.5, 1), 1.0]), rows, rows), max_size=30
    )
)
def test_pairs_are_sorted_by_falling_similarity_then_by_rows(most, pairs):
    similarity = np.array([pair[0] for pair in pairs])
    i, j = (np.array([min(most, pair[side]) for pair in pairs], np.int32) for side in (1, 2))
    order = _most_similar_first(similarity, i, j)
    assert sorted(order.tolist()) == list(range(len(pairs)))
    found = [(-similarity[p], i[p], j[p]) for p in order]
    assert found == sorted(found)
