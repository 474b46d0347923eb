"""Estimates that come in steps: every one in the bars, evenly over what its step stands for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.stepped_histogram import stepped_histogram

_EDGES = np.linspace(0.0, 1.0, 101)


def test_a_step_reaches_halfway_to_its_neighbours():
    """Steps 0, 1/2 and 1 stand for [0, 1/4], [1/4, 3/4] and [3/4, 1]: 4, 8 and 2 estimates in four bars."""
    edges = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    counts = stepped_histogram(np.array([0.0, 0.5, 1.0]), np.array([4, 8, 2]), edges)
    assert counts.tolist() == [4.0, 4.0, 4.0, 2.0]


def test_what_lies_beyond_the_last_edge_is_left_out():
    edges = np.minimum(np.array([0.0, 0.25, 0.5, 0.75, 1.0]), 0.5)
    counts = stepped_histogram(np.array([0.0, 0.5, 1.0]), np.array([4, 8, 2]), edges)
    assert counts.tolist() == [4.0, 4.0, 0.0, 0.0]


@pytest.mark.parametrize("steps", [64, 128, 200, 256])
def test_as_many_estimates_at_every_step_make_bars_of_one_height(steps):
    counts = stepped_histogram(np.arange(steps + 1) / steps, np.full(steps + 1, 300), _EDGES)
    inner = counts[1:-1]
    assert np.allclose(inner, inner[0]), "no comb"
    plain = np.histogram(np.repeat(np.arange(steps + 1) / steps, 300), _EDGES)[0][1:-1]
    assert steps == 200 or plain.max() > plain.min(), "as counting them where they stand makes"


@given(st.lists(st.integers(0, 10**6), min_size=3, max_size=130), st.data())
def test_every_estimate_is_in_the_bars(times, data):
    """Also where several steps stand at 0 or 1, as those of a measure do that is cut off there."""
    last = len(times) - 1
    bottom = data.draw(st.integers(0, last - 1))
    top = data.draw(st.integers(bottom + 1, last))
    values = np.clip((np.arange(last + 1) - bottom) / (top - bottom), 0.0, 1.0)
    counts = stepped_histogram(values, np.array(times), _EDGES)
    assert counts.sum() == pytest.approx(sum(times))
    assert (counts >= 0).all()
    before = np.histogram(values, _EDGES, weights=np.array(times))[0]
    largest = max(sum(t for v, t in zip(values, times, strict=True) if v == value) for value in set(values))
    assert np.abs(np.cumsum(counts) - np.cumsum(before)).max() <= 2 * largest + 1e-6, "none beyond its neighbours"
