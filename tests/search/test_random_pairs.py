"""Agreement of random pairs, counted as they are drawn: the same pairs as those that are listed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.agreement import agreeing
from simexplorer.search.random_pairs import count_equal, random_pairs


@given(st.integers(-(2**63), 2**64 - 1), st.integers(2, 300), st.integers(1, 2000))
def test_pairs_that_are_counted_as_they_are_drawn_are_those_that_are_listed(seed, m, count):
    rng = np.random.default_rng(m)
    values = rng.integers(0, 3, (2 * m, 8)).astype(np.uint32)
    members = np.sort(rng.permutation(2 * m)[:m])
    a, b = random_pairs(seed, m, count)
    equal = agreeing(values, members[a], members[b], None)
    assert count_equal(values, members, seed, count).tolist() == np.bincount(equal, minlength=9).tolist()


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint64])
def test_signatures_of_any_width_are_counted(kind):
    values = np.arange(64).reshape(8, 8).astype(kind)
    assert count_equal(values, np.arange(8), 1, 100).tolist() == [100, 0, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("members", [0, 1])
def test_fewer_than_two_members_have_no_pairs(members):
    assert count_equal(np.zeros((3, 8), np.uint32), np.arange(members), 1, 100).tolist() == [0] * 9
