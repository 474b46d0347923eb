"""Names of a graph stand outside: not over the lines that lead from one text to the others."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from simexplorer.ui.plots.graph_geometry import Sight
from simexplorer.ui.plots.graph_names import paint_names
from simexplorer.ui.plots.graph_scene import GraphLook
from simexplorer.ui.theme.colours import LIGHT
from tests.ui.plots.graphs import pixels, scene


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
