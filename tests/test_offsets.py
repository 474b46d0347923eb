"""Runs of items."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.offsets import offsets_of, places_in_runs, runs_where, within_runs


@given(st.lists(st.integers(0, 5), max_size=8))
def test_runs_begin_where_the_one_before_ends_and_every_item_has_its_place(sizes: list[int]) -> None:
    offsets = offsets_of(sizes)
    assert offsets.dtype == np.int64
    assert offsets.tolist() == [sum(sizes[:run]) for run in range(len(sizes) + 1)]
    assert places_in_runs(np.array(sizes, np.int64)).tolist() == [place for size in sizes for place in range(size)]


@given(st.lists(st.booleans(), max_size=12))
def test_runs_of_what_is_wanted_are_as_long_as_can_be_and_hold_nothing_else(wanted: list[bool]) -> None:
    flags = np.array(wanted, np.bool_)
    runs = runs_where(flags).tolist()
    inside = {place for begin, end in runs for place in range(begin, end)}
    assert inside == {place for place, one in enumerate(wanted) if one}
    assert all(begin < end for begin, end in runs)
    assert all(first[1] < second[0] for first, second in itertools.pairwise(runs))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).map(sorted), max_size=6))
def test_a_place_lies_within_runs_if_one_of_them_holds_it(runs: list[list[int]]) -> None:
    starts, ends = np.array(runs, np.int64).reshape(-1, 2).T
    found = within_runs(starts, ends, 9).tolist()
    assert found == [any(begin <= place < end for begin, end in runs) for place in range(9)]
