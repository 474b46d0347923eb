"""The layers of a graph that cost time, painted once each: hulls, lines, dots."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPixmap

from simexplorer.ui.plots.graph_geometry import Floats
from simexplorer.ui.plots.graph_painting import (
    GraphScene,
    paint_chosen_line,
    paint_dots,
    paint_hulls,
    paint_lines,
    paint_marks,
)
from simexplorer.ui.theme.colours import Colours

_HULLS, _WHOLE, _CUT, _DOTS = "hulls", "lines of the whole", "lines of the parts", "dots"


class GraphLayers:
    """Paints as ``paint_graph`` does, from pictures where nothing of theirs has changed.

    drafted : the cut is about to give way to another one; only its hulls are painted, lines stay those of the whole
    """

    def __init__(self) -> None:
        self.drafted = False
        self._made_for: tuple[object, ...] = ()
        self._made: dict[str, QPixmap] = {}

    def forget(self) -> None:
        """Another scene or other places: paint all layers anew when they are next asked for."""
        self._made.clear()

    def forget_cut(self) -> None:
        """Another cut: dots and the lines of the whole stay what they are."""
        self._made.pop(_HULLS, None)
        self._made.pop(_CUT, None)

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
            self.forget()

        def lay(name: str, paint: Callable[[QPainter], None]) -> None:
            if name not in self._made:
                self._made[name] = _painted(room, ratio, paint)
            painter.drawPixmap(0, 0, self._made[name])

        severed = None if self.drafted else labels
        lay(_HULLS, lambda p: paint_hulls(p, scene, points, radius, labels, colours))
        lay(_WHOLE if severed is None else _CUT, lambda p: paint_lines(p, scene, points, radius, severed, colours))
        paint_chosen_line(painter, points, selected, colours)
        lay(_DOTS, lambda p: paint_dots(p, scene, points, radius, colours))
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
