"""The fast order is the stable order of the values."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.falling_order import falling_order, falling_runs

shares = st.integers(0, 40).map(lambda x: x / 40)
near = st.integers(0, 9).map(lambda x: 0.7 + x * 1e-15)  # the same in their first 38 binary places
beyond = st.sampled_from([-1.0, -0.3, 1.5, 1e300, float("nan")])


@given(st.lists(shares | near, max_size=60) | st.lists(shares | beyond, max_size=20))
def test_it_is_the_stable_order(values):
    values = np.array(values, np.float64)
    assert falling_order(values).tolist() == np.argsort(-values, kind="stable").tolist()


@given(st.lists(shares | near | beyond.filter(lambda value: value == value), max_size=60), st.integers(1, 70))
def test_runs_fall_and_hold_every_place_once(values, least):
    values = np.array(values, np.float64)
    runs = falling_runs(values, least)
    assert sorted(np.concatenate(runs).tolist()) == list(range(values.size))
    assert all(run.size >= least for run in runs[:-1])
    for before, after in itertools.pairwise(runs):
        assert values[before].min() > values[after].max()
    order = np.concatenate([run[falling_order(values[run])] for run in runs])
    assert np.array_equal(values[order], -np.sort(-values))
