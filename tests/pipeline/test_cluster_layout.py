"""Places of a cluster: as far apart as asked for where a plane can hold it, the same every time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import Cancelled
from simexplorer.pipeline.cluster_layout import distances, layout_of, wanted_distances


def similarities(seed: int, m: int) -> np.ndarray:
    draw = np.random.default_rng(seed).random((m, m))
    matrix = 0.5 + 0.25 * (draw + draw.T)
    np.fill_diagonal(matrix, 1.0)
    return matrix


def test_three_texts_stand_as_far_apart_as_their_similarities_ask():
    # lowest 0.5: wanted 0.35 + (1 - s) / 0.5, so 0.35 + 0.2 = 0.55 for 0.9, 0.35 + 0.4 = 0.75 for 0.8, 1.35 for 0.5;
    # 0.55 + 0.75 = 1.30 is less than 1.35: no triangle has these sides, but nearly one does
    matrix = np.array([[1, 0.9, 0.5], [0.9, 1, 0.8], [0.5, 0.8, 1]])
    np.testing.assert_allclose(wanted_distances(matrix)[np.triu_indices(3, 1)], [0.55, 1.35, 0.75])
    made = layout_of(matrix)
    np.testing.assert_allclose(distances(made.places)[np.triu_indices(3, 1)], [0.55, 1.35, 0.75], atol=0.03)
    assert made.error < 0.02


def test_equal_similarities_of_three_make_a_regular_triangle():
    matrix = np.full((3, 3), 0.8)
    np.fill_diagonal(matrix, 1.0)
    sides = distances(layout_of(matrix).places)[np.triu_indices(3, 1)]
    np.testing.assert_allclose(sides, 1.35, atol=1e-3)


@pytest.mark.parametrize("m", [0, 1, 2, 3, 40])
def test_nothing_is_left_to_chance_and_nothing_stands_on_another(m):
    made, again = layout_of(similarities(1, m)), layout_of(similarities(1, m))
    np.testing.assert_array_equal(made.places, again.places)
    assert made.places.shape == (m, 2)
    assert np.isfinite(made.places).all()
    if m > 1:
        apart = distances(made.places) + np.eye(m) * 9
        assert apart.min() > 0.02
        assert np.ptp(made.places[:, 0]) >= np.ptp(made.places[:, 1]) * 0.8


@given(st.integers(0, 10_000), st.integers(2, 12))
def test_unknown_similarities_count_as_the_least(seed, m):
    matrix = similarities(seed, m)
    matrix[0, 1] = matrix[1, 0] = np.nan
    filled = np.where(np.isnan(matrix), np.nanmin(matrix), matrix)
    np.testing.assert_array_equal(layout_of(matrix).places, layout_of(filled).places)


def test_it_stops_when_asked_to():
    def check() -> None:
        raise Cancelled("drawing")

    with pytest.raises(Cancelled):
        layout_of(similarities(2, 5), check)
