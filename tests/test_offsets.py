"""Runs of items that lie end to end."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.offsets import offsets_of, places_in_runs


@given(st.lists(st.integers(0, 5), max_size=8))
def test_runs_begin_where_the_one_before_ends_and_every_item_has_its_place(sizes: list[int]) -> None:
    offsets = offsets_of(sizes)
    assert offsets.dtype == np.int64
    assert offsets.tolist() == [sum(sizes[:run]) for run in range(len(sizes) + 1)]
    assert places_in_runs(np.array(sizes, np.int64)).tolist() == [place for size in sizes for place in range(size)]
