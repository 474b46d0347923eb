"""Bulk banding against brute force, and its behaviour on buckets that hold everybody."""

from __future__ import annotations

import itertools
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search import banding
from simexplorer.search.banding import candidates, link_limit


def brute_force(values, bands, rows, infinite, needed):
    """(kept pairs, number of candidates) by comparing every two rows band by band."""
    kept, met = set(), 0
    for i, j in itertools.combinations(range(len(values)), 2):
        same = (values[i] == values[j]) & (values[i] != infinite)
        shares = any(same[b * rows : (b + 1) * rows].all() for b in range(bands))
        met += shares
        if shares and same.sum() >= needed:
            kept.add((i, j, int(same.sum())))
    return kept, met


@pytest.mark.parametrize(("bands", "rows"), [(4, 3), (6, 2), (12, 1), (2, 5), (1, 12)])
@given(
    seed=st.integers(0, 2**32),
    n=st.integers(0, 40),
    needed=st.integers(0, 9),
    infinite=st.sampled_from([None, 2]),
    worth_digests=st.sampled_from([-1, 1 << 40]),
)
def test_candidates_are_the_pairs_that_share_a_band(bands, rows, seed, n, needed, infinite, worth_digests):
    # 1 and 257 have the same lowest byte, which is all that digests tell
    values = np.random.default_rng(seed).choice([0, 1, 2, 257], (n, 12)).astype(np.uint32)
    with mock.patch.object(banding, "_WORTH_DIGESTS", worth_digests):
        found = candidates(values, bands, rows, infinite=infinite, needed=needed)
    kept, met = brute_force(values, bands, rows, -1 if infinite is None else infinite, needed)
    assert set(zip(found.i.tolist(), found.j.tolist(), found.equal.tolist(), strict=True)) == kept
    assert (found.i.size, found.candidates, found.left_out) == (len(kept), met, 0)


def test_only_members_take_part():
    values = np.zeros((6, 4), np.uint32)
    found = candidates(values, 2, 2, members=np.array([1, 3, 4]))
    assert sorted(zip(found.i.tolist(), found.j.tolist(), strict=True)) == [(1, 3), (1, 4), (3, 4)]


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.uint32, np.int64, np.uint64])
def test_any_integer_type_is_banded(dtype):
    values = np.array([[250, 7], [250, 8], [1, 7]]).astype(dtype)
    found = candidates(values, 2, 1)
    assert sorted(zip(found.i.tolist(), found.j.tolist(), strict=True)) == [(0, 1), (0, 2)]


def test_a_bucket_of_everybody_is_linked_as_a_chain_and_says_so():
    values = np.zeros((3000, 8), np.uint32)
    found = candidates(values, 4, 2, max_checks=200_000)
    assert found.i.size < 100_000
    assert found.left_out > 0
    # every document is linked with the first one and its neighbour: the bucket stays one component
    assert set(range(1, 3000)) == set(found.j.tolist())
    linked = set(zip(found.i.tolist(), found.j.tolist(), strict=True))
    assert all((0, j) in linked and (j - 1, j) in linked for j in range(1, 3000))


def test_the_number_of_kept_pairs_is_bounded():
    found = candidates(np.zeros((2000, 4), np.uint32), 2, 2, max_pairs=100_000)
    assert found.i.size <= 100_000
    assert found.left_out > 0


def test_link_limit_spends_the_budget_level_by_level():
    # buckets of 40 and 30: one link a document costs 39 + 29 checks, each further one two less
    levels = [max(0, 40 - k) + max(0, 30 - k) for k in range(1, 40)]
    for limit in (16, 20, 35):
        assert link_limit(np.array([40, 30]), sum(levels[:limit])) == limit
