"""Units of work cover the candidates and stay small."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.verify_units import plan_units


@given(st.integers(0, 2**32), st.integers(2, 30), st.integers(0, 60), st.sampled_from([1, 20, 300, 10**9]))
def test_units_cover_every_pair_once(seed, n, m, capacity):
    rng = np.random.default_rng(seed)
    i = rng.integers(0, n - 1, m)
    j = i + rng.integers(1, n - i)
    weights = rng.integers(0, 50, n)
    units = plan_units(i.astype(np.int32), j.astype(np.int32), weights, None, capacity)
    covered = np.concatenate([u.pairs for u in units]) if units else np.empty(0)
    assert sorted(covered.tolist()) == list(range(m))
    for unit in units:
        assert np.unique(unit.documents).size == unit.documents.size
        assert unit.begins[0]
        numbering = np.cumsum(unit.begins)
        assert np.array_equal(numbering[unit.left], numbering[unit.right])
        assert np.array_equal(unit.documents[unit.left], i[unit.pairs])
        assert np.array_equal(unit.documents[unit.right], j[unit.pairs])


def test_a_large_component_is_cut_so_that_memory_stays_bounded():
    n = 400
    i, j = np.triu_indices(n, 1)
    units = plan_units(i.astype(np.int32), j.astype(np.int32), np.full(n, 100), None, 4000)
    assert max(u.documents.size for u in units) * 100 <= 4000 + 200
    assert sum(u.pairs.size for u in units) == i.size


def test_documents_read_together_are_those_of_the_strongest_links():
    # 0-1 and 2-3 are alike; the weak links 1-2 and 0-3 would need all four, which are more than a unit holds
    i, j = np.array([1, 0, 0, 2], np.int32), np.array([2, 1, 3, 3], np.int32)
    units = plan_units(i, j, np.full(4, 10), np.array([1, 9, 1, 8], np.int32), 20)
    first = [sorted(unit.documents.tolist()) for unit in units]
    assert [0, 1] in first
    assert [2, 3] in first
