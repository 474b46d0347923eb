"""The two layers of a graph that cost time, painted once: what is below the dots, and the dots."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPixmap

from simexplorer.ui.plots.graph_geometry import Floats
from simexplorer.ui.plots.graph_painting import GraphScene, paint_chosen_line, paint_dots, paint_ground, paint_marks
from simexplorer.ui.theme.colours import Colours


class GraphLayers:
    """Paints as ``paint_graph`` does; while only rings, names and the chosen line change, from two pictures."""

    def __init__(self) -> None:
        self._made_for: tuple[object, ...] = ()
        self._ground, self._dots = QPixmap(), QPixmap()

    def forget(self) -> None:
        """Another scene, other places, another cut: paint the layers anew when they are next asked for."""
        self._made_for = ()

    def paint(
        self,
        painter: QPainter,
        room: QRect,
        scene: GraphScene,
        points: Floats,
        radius: float,
        labels: np.ndarray | None,
        selected: tuple[int, ...],
        hovered: int,
        colours: Colours,
    ) -> None:
        """All of it."""
        ratio = painter.device().devicePixelRatioF()
        made_for = (room.size().toTuple(), ratio, colours)
        if made_for != self._made_for:
            self._made_for = made_for
            self._ground = _painted(room, ratio, lambda p: paint_ground(p, scene, points, radius, labels, colours))
            self._dots = _painted(room, ratio, lambda p: paint_dots(p, scene, points, radius, colours))
        painter.drawPixmap(0, 0, self._ground)
        paint_chosen_line(painter, points, selected, colours)
        painter.drawPixmap(0, 0, self._dots)
        paint_marks(painter, room, scene, points, radius, selected, hovered, colours)


def _painted(room: QRect, ratio: float, paint: Callable[[QPainter], None]) -> QPixmap:
    made = QPixmap(room.size() * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter)
    painter.end()
    return made
