"""Runs of shingles are cut where most text repeats, as trying all parts tells, and nothing of them is lost."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.pipeline.repeated_parts import repeated_parts

COUNTS = st.lists(st.integers(1, 30), min_size=1, max_size=25)


def parts_of(counts):
    return repeated_parts(np.array(counts, np.int64))


def test_a_warning_of_many_documents_is_cut_out_of_what_fewer_have_around_it():
    """8 x 5 = 40 is more than all of it, 2 x 10 = 20; in front 4 x 2 = 8, behind 2 x 3 = 6."""
    assert parts_of([4, 4, 8, 8, 9, 8, 8, 2, 2, 2]) == [(0, 2), (2, 7), (7, 10)]


def test_a_phrase_of_many_documents_cuts_no_long_passage():
    """3 x 12 = 36 is more than 9 x 2 = 18."""
    assert parts_of([3] * 5 + [9] * 2 + [3] * 5) == [(0, 12)]


@given(COUNTS)
def test_parts_follow_each_other_and_make_up_the_run(counts):
    parts = parts_of(counts)
    assert [first for first, _ in parts] == [0, *(end for _, end in parts[:-1])]
    assert parts[-1][1] == len(counts)
    assert all(first < end for first, end in parts)


@given(COUNTS)
def test_no_part_of_the_run_repeats_more_than_the_largest_that_was_cut(counts):
    every = itertools.combinations(range(len(counts) + 1), 2)
    most = max(min(counts[first:end]) * (end - first) for first, end in every)
    assert max(min(counts[first:end]) * (end - first) for first, end in parts_of(counts)) == most


@given(COUNTS)
def test_each_part_is_cut_no_further(counts):
    for first, end in parts_of(counts):
        inside = counts[first:end]
        assert min(inside) * len(inside) >= max(
            min(inside[a:b]) * (b - a) for a, b in itertools.combinations(range(len(inside) + 1), 2)
        )
