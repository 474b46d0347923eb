"""Names of a graph stand outside where they can, else above or below their dots, and never over each other."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from simexplorer.ui.plots.graph_geometry import Sight
from simexplorer.ui.plots.graph_names import paint_name, paint_names
from simexplorer.ui.plots.graph_scene import GraphLook
from simexplorer.ui.theme.colours import LIGHT
from tests.ui.plots.graphs import pixels, scene


class _Noting(QPainter):
    """Remembers what is written where."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.written: dict[str, QRectF] = {}

    def drawText(self, box: QRectF, flags: int, text: str) -> None:
        """As the painter does."""
        self.written[text] = box
        super().drawText(box, flags, text)


def _look(points: np.ndarray, names: list[str], room: QRect, selected: tuple[int, ...] = ()) -> GraphLook:
    """Dots without lines."""
    count = len(names)
    dots = replace(
        scene(members=count, lines=0),
        names=names,
        weakest=-1,
        near_ends=np.empty((0, 2), np.int64),
        near_values=np.empty(0),
    )
    return GraphLook(dots, room, Sight(), points, 6.0, None, selected, QFont(), 1.0, LIGHT)


def test_names_that_have_no_room_at_their_sides_stand_above_or_below(qapp: QApplication) -> None:
    image = QImage(600, 100, QImage.Format.Format_RGB32)
    painter = _Noting(image)
    points = np.array([[200.0 + 36 * place, 40.0] for place in range(5)])
    names = [f"name-{place}" for place in range(5)]
    paint_names(painter, _look(points, names, image.rect()))
    painter.end()
    boxes = painter.written
    assert len(boxes) >= 4  # at their sides only the first and the last would have room
    assert boxes["name-0"].right() < 200 - 6
    assert boxes["name-4"].left() > 344 + 6
    assert any(box.bottom() <= 40 - 6 or box.top() >= 40 + 6 for box in boxes.values())
    written = list(boxes.values())
    for place, box in enumerate(written):
        assert image.rect().contains(box.toAlignedRect())
        assert not any(box.intersects(other) for other in written[:place])
        for x, y in points:
            assert not box.intersects(QRectF(x - 6, y - 6, 12, 12))


def test_no_line_behind_a_name_is_seen_through_it(qapp: QApplication) -> None:
    image = QImage(300, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    painter = _Noting(image)
    paint_names(painter, _look(np.array([[120.0, 50.0], [180.0, 50.0]]), ["a.txt", "b.txt"], image.rect()))
    painter.end()
    for box in painter.written.values():
        assert image.pixelColor(box.topRight().toPoint() + QPoint(-2, 2)).lightness() > 200


def test_a_selected_text_at_the_right_edge_is_named_within_the_picture(qapp: QApplication) -> None:
    image = QImage(300, 100, QImage.Format.Format_RGB32)
    painter = _Noting(image)
    paint_names(painter, _look(np.array([[40.0, 50.0], [290.0, 50.0]]), ["a", "a-long-name.txt"], image.rect(), (1,)))
    painter.end()
    assert image.rect().contains(painter.written["a-long-name.txt"].toAlignedRect())


def test_the_name_of_the_left_text_does_not_lie_on_its_line(qapp: QApplication) -> None:
    ends, values = np.array([[0, 1]]), np.array([0.9])
    two = replace(
        scene(members=2, lines=1),
        names=["first.txt", "second.txt"],
        places=np.array([[0.0, 0.0], [1.0, 0.0]]),
        ends=ends,
        values=values,
        weakest=0,
        near_ends=np.empty((0, 2), np.int64),
        near_values=np.empty(0),
    )
    image = QImage(600, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    points = np.array([[200.0, 50.0], [400.0, 50.0]])
    paint_names(painter, GraphLook(two, QRect(0, 0, 600, 100), Sight(), points, 6.0, None, (), QFont(), 1.0, LIGHT))
    painter.end()
    drawn = (pixels(image) != 255).any(axis=2).any(axis=0)
    assert not drawn[206:394].any()
    assert drawn[:194].any()
    assert drawn[406:].any()


@pytest.mark.parametrize("name", ["\u05d3\u05d5\u05d7.txt", "\u062a\u0642\u0631\u064a\u0631-1.pdf", "plain.txt"])
def test_names_from_right_to_left_keep_their_ending_at_the_right_as_in_lists(qapp: QApplication, name: str) -> None:
    drawn = []
    directions = Qt.LayoutDirection
    for direction in (directions.LayoutDirectionAuto, directions.LeftToRight, directions.RightToLeft):
        image = QImage(300, 60, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setLayoutDirection(direction)
        paint_names(painter, _look(np.array([[50.0, 30.0]]), [name], image.rect()))
        painter.end()
        drawn.append(pixels(image))
    assert (drawn[0] != 255).any()
    assert np.array_equal(drawn[0], drawn[1])
    assert np.array_equal(drawn[0], drawn[2])


def test_a_name_says_the_same_beneath_the_mouse_as_among_the_others(qapp: QApplication) -> None:
    image = QImage(600, 100, QImage.Format.Format_RGB32)
    look = _look(
        np.array([[200.0, 40.0], [400.0, 40.0]]),
        [f"requests-and-more-2.{minor}.0.dist-information/WHEEL" for minor in (28, 31)],
        image.rect(),
    )
    painter = _Noting(image)
    paint_names(painter, look)
    among, painter.written = set(painter.written), {}
    paint_name(painter, look, 1)
    painter.end()
    assert len(among) == 2
    assert set(painter.written) < among
