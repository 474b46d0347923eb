"""Rectangles inside rectangles: exact areas, no overlap, nothing outside its group, the same every time."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.pipeline.nested_layout import cover, nested_boxes

LEVELS = (np.array([0, 5, 40]), np.array([0, 2, 5, 11, 12, 40, 57]))


def areas(boxes):
    return (boxes[2] - boxes[0]) * (boxes[3] - boxes[1])


def weights(kind, size=60):
    draw = np.random.default_rng(7)
    return {
        "even": np.ones(size),
        "skewed": draw.pareto(0.8, size) + 1e-6,
        "one giant": np.concatenate([[1e9], np.ones(size - 1)]),
    }[kind]


def test_four_equal_weights_in_a_square_are_its_quarters():
    (level,) = nested_boxes(np.ones(4), [], 1.0)
    # two rows of two; the second runs back
    np.testing.assert_array_equal(
        level.boxes.T, [[0, 0, 0.5, 0.5], [0.5, 0, 1, 0.5], [0.5, 0.5, 1, 1], [0, 0.5, 0.5, 1]]
    )


def test_unequal_weights_are_cut_at_half_across_the_longer_side():
    # 6 of 10 left of 4; those 6 alone; of 1 and 3 the cut is at a quarter of the height (0.8 wide, 1 high)
    (level,) = nested_boxes(np.array([6.0, 1.0, 3.0]), [], 2.0)
    np.testing.assert_allclose(level.boxes.T, [[0, 0, 1.2, 1], [1.2, 0, 2, 0.25], [1.2, 0.25, 2, 1]])


@pytest.mark.parametrize("kind", ["even", "skewed", "one giant"])
@pytest.mark.parametrize("aspect", [0.5, 1.0, 3.0])
def test_area_is_the_share_of_the_weight_at_every_level(kind, aspect):
    weight = weights(kind)
    for level in nested_boxes(weight, LEVELS, aspect):
        wanted = np.add.reduceat(weight, level.starts) / weight.sum() * aspect
        np.testing.assert_allclose(areas(level.boxes), wanted, rtol=1e-6, atol=1e-15)


@pytest.mark.parametrize("kind", ["even", "skewed", "one giant"])
def test_no_two_boxes_of_a_level_overlap_and_all_fill_the_whole(kind):
    for level in nested_boxes(weights(kind), LEVELS, 1.6):
        left, top, right, bottom = level.boxes
        across = (left[:, None] < right[None, :]) & (left[None, :] < right[:, None])
        down = (top[:, None] < bottom[None, :]) & (top[None, :] < bottom[:, None])
        both = across & down
        np.fill_diagonal(both, False)
        assert not both.any()
        assert areas(level.boxes).sum() == pytest.approx(1.6)
        assert left.min() == top.min() == 0.0
        assert right.max() == 1.6
        assert bottom.max() == 1.0


def test_what_a_group_holds_lies_inside_its_box():
    levels = nested_boxes(weights("skewed"), LEVELS, 1.6)
    for outer, inner in itertools.pairwise(levels):
        group = np.searchsorted(outer.starts, inner.starts, side="right") - 1
        assert (inner.boxes[:2] >= outer.boxes[:2, group]).all()
        assert (inner.boxes[2:] <= outer.boxes[2:, group]).all()


def test_cells_of_a_grid_are_about_square_and_neighbours_in_order_touch():
    (level,) = nested_boxes(np.ones(1000), [], 1.7)
    left, top, right, bottom = level.boxes
    ratio = (right - left) / (bottom - top)
    assert 0.7 < ratio.min() <= ratio.max() < 1.5
    touch = (left[1:] <= right[:-1]) & (left[:-1] <= right[1:]) & (top[1:] <= bottom[:-1]) & (top[:-1] <= bottom[1:])
    assert touch.all()


def test_the_same_weights_give_the_same_boxes():
    one, other = (nested_boxes(weights("skewed"), LEVELS, 1.6)[-1].boxes for _ in range(2))
    np.testing.assert_array_equal(one, other)


@given(st.integers(0, 59), st.integers(1, 60))
def test_a_span_is_covered_by_boxes_that_hold_it_and_no_more(first, length):
    weight = weights("skewed")
    last = min(first + length, 60)
    found = cover(nested_boxes(weight, LEVELS, 1.6), first, last)
    assert areas(found).sum() == pytest.approx(weight[first:last].sum() / weight.sum() * 1.6)
    assert found.shape[1] <= last - first


def test_a_whole_group_is_covered_by_its_one_box():
    levels = nested_boxes(np.ones(60), LEVELS, 1.6)
    np.testing.assert_array_equal(cover(levels, 5, 40), levels[0].boxes[:, 1:2])
    np.testing.assert_array_equal(cover(levels, 0, 60), levels[0].boxes)
    np.testing.assert_array_equal(cover(levels, 40, 60), levels[0].boxes[:, 2:])
    assert cover(levels, 3, 3).shape == (4, 0)


def test_it_can_be_stopped():
    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        nested_boxes(np.ones(3), [], 1.0, stop)
