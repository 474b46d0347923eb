"""Places and pixels of a graph."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.ui.plots.graph_geometry import Sight, hull_of, nearest_point, nearest_segment


def test_all_places_are_in_sight_and_zooming_keeps_the_point_below_the_pointer() -> None:
    places = np.array([[-1.0, 0.0], [1.0, 0.5], [0.0, -0.5]])
    sight = Sight.of(places, 400, 300)
    pixels = sight.pixels(places)
    assert (pixels >= 0).all()
    assert (pixels <= [400, 300]).all()
    nearer = sight.zoomed(2.0, *pixels[1])
    np.testing.assert_allclose(nearer.pixels(places)[1], pixels[1])
    assert nearer.scale == pytest.approx(2 * sight.scale)
    np.testing.assert_allclose(nearer.moved(3, -4).pixels(places) - nearer.pixels(places), [[3, -4]] * 3)


def test_the_hull_holds_the_outermost_corners() -> None:
    square = np.array([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0]], float)
    assert {tuple(corner) for corner in hull_of(square).tolist()} == {(0, 0), (2, 0), (2, 2), (0, 2)}
    assert len(hull_of(square[:1])) == 1
    assert len(hull_of(square[:2])) == 2
    assert hull_of(np.empty((0, 2))).shape == (0, 2)


def test_what_is_pressed_is_the_nearest_within_reach() -> None:
    points = np.array([[0, 0], [10, 0]], float)
    assert nearest_point(points, 7, 1, 5) == 1
    assert nearest_point(points, 5, 20, 5) == -1
    assert nearest_point(np.empty((0, 2)), 0, 0, 5) == -1
    segments = np.array([[0, 0, 10, 0], [0, 10, 10, 10]], float)
    assert nearest_segment(segments, 5, 2, 3) == 0
    assert nearest_segment(segments, 12, 10, 3) == 1
    assert nearest_segment(segments, 5, 5, 3) == -1
