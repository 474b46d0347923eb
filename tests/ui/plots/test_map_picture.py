"""The cells of a map as pixels, and what is in sight of it: held against every pixel on its own."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage

from simexplorer.pipeline.nested_layout import nested_boxes
from simexplorer.ui.plots.map_picture import CellTints, MapCells, picture_of
from simexplorer.ui.plots.map_sight import MapSight, beside, middling_area, most_zoom, place_at

GAP = 0xFFFFFFFF


def pixels(image: QImage) -> np.ndarray:
    flat = np.frombuffer(image.constBits(), np.uint32, image.width() * image.height())
    return flat.reshape(image.height(), image.width())


def made(count, aspect=2.0, seed=3, cluster=None, frame=None):
    weight = np.random.default_rng(seed).pareto(1.5, count) + 0.05
    boxes = nested_boxes(weight, [], aspect)[-1].boxes
    of = np.zeros(count, np.int32)
    cells = MapCells(
        boxes,
        of if frame is None else frame,
        np.arange(count, dtype=np.int32),
        np.full(count, -1, np.int32) if cluster is None else cluster,
    )
    own = np.arange(count, dtype=np.uint32) + np.uint32(0xFF000000)
    return cells, CellTints(own, own + np.uint32(0x010000), own + np.uint32(0x020000), GAP)


def expected(boxes, sight, ratio, width, height):
    """The document that covers each pixel, edges rounded, one by one."""
    edges = np.rint(sight.pixels(boxes) * ratio)
    found = np.full((height, width), -1)
    for place, (left, top, right, bottom) in enumerate(edges.T.astype(int).tolist()):
        found[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = place
    return found


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("zoom", [1.0, 3.7])
@pytest.mark.parametrize("count", [1, 7, 400, 30_000])
def test_every_pixel_has_the_colour_of_the_document_below_it_or_of_its_line(count, zoom, ratio):
    cells, tints = made(count)
    sight = MapSight.whole(2.0, 200.0, 90.0).zoomed(zoom, 60.0, 30.0)
    picture = picture_of(cells, tints, sight, ratio)
    shown = pixels(picture.image)
    wanted = expected(cells.boxes, sight, ratio, shown.shape[1], shown.shape[0])
    assert (wanted >= 0).all()
    own, lined = (shown & 0xFFFF) == (wanted & 0xFFFF), (shown >> 16) & 0xFF
    assert own.all()
    assert set(np.unique(lined).tolist()) <= {0, 1}
    # a line runs only along a left or an upper edge
    before_x = np.pad(wanted, ((0, 0), (1, 0)), mode="edge")[:, :-1]
    before_y = np.pad(wanted, ((1, 0), (0, 0)), mode="edge")[:-1]
    assert not lined[(wanted == before_x) & (wanted == before_y)].any()
    assert picture.visible - picture.hidden == np.unique(wanted).size


def test_groups_and_frames_have_wider_lines_than_documents():
    count = 16
    boxes = nested_boxes(np.ones(count), [], 1.0)[-1].boxes
    frame = (np.arange(count) >= 8).astype(np.int32)
    cells = MapCells(boxes, frame, np.arange(count, dtype=np.int32), (np.arange(count) // 4).astype(np.int32))
    own = np.full(count, 0xFF000000, np.uint32)
    tints = CellTints(own, own + np.uint32(1), own + np.uint32(2), GAP)
    shown = pixels(picture_of(cells, tints, MapSight.whole(1.0, 160.0, 160.0), 1.0).image)
    # rows of 40 pixels: 0-3 | 4-7 a group each, both in the first frame, then a frame begins
    column = shown[:, 20]
    gaps = np.flatnonzero(column == GAP)
    assert gaps.tolist() == [39, 40, 78, 79, 80, 81, 119, 120]
    assert (shown[20] == 0xFF000001).sum() == 3


def test_copies_of_a_text_are_parted_by_the_faintest_line():
    boxes = nested_boxes(np.ones(4), [], 1.0)[-1].boxes
    cells = MapCells(boxes, np.zeros(4, np.int32), np.array([0, 0, 1, 1], np.int32), np.zeros(4, np.int32))
    own = np.full(4, 0xFF000000, np.uint32)
    shown = pixels(
        picture_of(
            cells, CellTints(own, own + np.uint32(1), own + np.uint32(2), GAP), MapSight.whole(1.0, 80.0, 80.0), 1.0
        ).image
    )
    assert shown[20, 40] == 0xFF000002
    assert shown[40, 20] == 0xFF000001


def test_zoom_holds_its_point_and_never_leaves_the_map():
    sight = MapSight.whole(2.0, 200.0, 90.0)
    near = sight.zoomed(4.0, 50.0, 45.0)
    assert near.on_map(50.0, 45.0) == pytest.approx(sight.on_map(50.0, 45.0))
    assert near.magnified == pytest.approx(4.0)
    assert near.moved(1e6, 1e6).left == 0.0
    right, bottom = near.moved(-1e6, -1e6).on_map(200.0, 90.0)
    assert (right, bottom) == pytest.approx((2.0, 1.0))
    assert sight.zoomed(0.1, 3.0, 3.0) == sight
    assert sight.zoomed(1e9, 3.0, 3.0, most=12.0).magnified == pytest.approx(12.0)


def test_a_box_is_brought_near_and_into_sight():
    sight = MapSight.whole(2.0, 200.0, 100.0)
    box = np.array([1.5, 0.25, 1.75, 0.375])
    left, top, right, bottom = sight.showing(box, 0.5).pixels(box)
    assert (right - left) / 200 == pytest.approx(0.5) or (bottom - top) / 100 == pytest.approx(0.5)
    assert (left + right) / 2 == pytest.approx(100.0)
    shifted = sight.zoomed(4.0, 0.0, 0.0).with_in(box)
    left, top, right, bottom = shifted.pixels(box)
    assert left >= -1e-9
    assert right <= 200.0 + 1e-9
    assert sight.with_in(box) is sight


def test_the_place_at_a_point_is_the_box_that_holds_it():
    cells, _ = made(300)
    boxes = cells.boxes
    for x, y in np.random.default_rng(1).random((200, 2)) * (2.0, 1.0):
        place = place_at(boxes, x, y)
        assert boxes[0, place] <= x < boxes[2, place]
        assert boxes[1, place] <= y < boxes[3, place]
    assert place_at(boxes, -0.1, 0.5) == place_at(boxes, 2.0, 0.5) == -1


def test_neighbours_lie_across_each_edge_and_end_at_the_rim():
    boxes = nested_boxes(np.ones(4), [], 1.0)[-1].boxes  # quarters: 0 1 above 3 2
    assert [beside(boxes, 0, *step) for step in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [1, 3, -1, -1]
    assert [beside(boxes, 2, *step) for step in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [-1, -1, 3, 1]


def test_what_is_passed_over_is_left_behind_at_once():
    cells, _ = made(300)
    boxes, random = cells.boxes, np.random.default_rng(2)
    for place in range(0, 300, 7):
        passed = random.random(300) < random.random()
        passed[place] = True
        own = boxes[:, place]
        middle = (own[:2] + own[2:]) / 2
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            axis, forth = int(dx == 0), dx + dy > 0
            met = [
                (abs(boxes[axis if forth else axis + 2, one] - own[axis + 2 if forth else axis]), one)
                for one in np.flatnonzero(~passed).tolist()
                if boxes[1 - axis, one] <= middle[1 - axis] < boxes[3 - axis, one]
                and (boxes[axis, one] > middle[axis]) == forth
            ]
            assert beside(boxes, place, dx, dy, passed) == (min(met)[1] if met else -1)


def test_zooming_ends_where_a_middling_document_is_large():
    boxes = nested_boxes(np.ones(10_000), [], 1.0)[-1].boxes
    sight = MapSight.whole(1.0, 400.0, 400.0)
    most = most_zoom(middling_area(boxes), sight)
    side = (boxes[2, 0] - boxes[0, 0]) * 400.0 * most
    assert side == pytest.approx(160.0, rel=0.05)
    assert middling_area(np.empty((4, 0))) == 0.0
    assert most_zoom(0.0, sight) == 1.0
