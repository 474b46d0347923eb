"""Names beside the dots of a graph: outwards, else above or below, and none over another one or over a dot."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from simexplorer.ui.plots import scale_legend
from simexplorer.ui.plots.graph_geometry import Floats
from simexplorer.ui.plots.graph_scene import GraphLook
from simexplorer.ui.plots.short_names import ALIGNED, fitting_names
from simexplorer.ui.theme import metrics

_MOST_NAMES = 60
_LONGEST_NAME = 170
_LEADING = 3  # pixels that a line of letters leaves free above and below


def paint_names(painter: QPainter, look: GraphLook) -> None:
    """Names in their order, those of the selected first."""
    _paint_names(painter, look, _in_order(look), look.selected)


def paint_name(painter: QPainter, look: GraphLook, place: int) -> None:
    """The name of one text, whatever it covers."""
    _paint_names(painter, look, [place], (place,))


def _in_order(look: GraphLook) -> list[int]:
    """Places whose names are painted where they have room."""
    count = len(look.points)
    return [place for place in dict.fromkeys((*look.selected, 0, *range(count))) if 0 <= place < count][:_MOST_NAMES]


def box_of_tag(painter: QPainter, at: QPointF, text: str) -> QRectF:
    """Where a tag with this text lies whose middle is here."""
    measured = QFontMetricsF(painter.font())
    box = QRectF(0, 0, measured.horizontalAdvance(text) + 8, measured.height() + 2)
    box.moveCenter(at)
    return box


def middle_of_weakest(look: GraphLook) -> QPointF:
    """The middle of the line that is the weakest link, where there is one."""
    return QPointF(*look.points[look.scene.ends[look.scene.weakest]].mean(axis=0).tolist())


def _covers(box: QRectF, points: Floats, radius: float) -> bool:
    """Whether a name here would lie over a dot."""
    x, y = np.abs(points - np.array([box.center().x(), box.center().y()])).T
    return bool(((x < box.width() / 2 + radius) & (y < box.height() / 2 + radius)).any())


def _around(dot: QPointF, name: QRectF, away: float, middle: QPointF) -> list[QRectF]:
    """Where a name may stand, the best place first: lines lead inwards, to the middle."""
    off_x, off_y = away + name.width() / 2, away - _LEADING + name.height() / 2
    x = -off_x if dot.x() < middle.x() else off_x
    y = -off_y if dot.y() < middle.y() else off_y
    places = (QPointF(x, 0), QPointF(0, y), QPointF(0, -y), QPointF(-x, 0))
    return [name.translated(dot + place - name.center()) for place in places]


def _paint_names(painter: QPainter, look: GraphLook, wanted: list[int], first: tuple[int, ...]) -> None:
    """Names in this order; one that would cover another, or a dot, is left out, unless it is among the first."""
    scene, points, radius, colours, room = look.scene, look.points, look.radius, look.colours, look.room
    measured = QFontMetricsF(painter.font())
    taken = [scale_legend.ground_of(room.right() - 12, room.bottom() - 4, painter.font()).adjusted(-4, -4, 12, 4)]
    if scene.weakest >= 0:
        taken.append(box_of_tag(painter, middle_of_weakest(look), "0.000"))
    middle = QPointF(*points.mean(axis=0).tolist()) if len(points) else QPointF()
    longest = metrics.grown(_LONGEST_NAME, painter.font())
    among = list(dict.fromkeys((*_in_order(look), *wanted)))  # of one name too: it says the same beneath the mouse
    shown = dict(zip(among, fitting_names([scene.names[place] for place in among], measured, longest), strict=True))
    for place in wanted:
        text = shown[place]
        name = QRectF(0, 0, measured.horizontalAdvance(text) + 2, measured.height())
        around = _around(QPointF(*points[place].tolist()), name, radius + (9 if place in first else 5), middle)
        boxes = [box for box in around if QRectF(room).contains(box)] or around[:1]
        free = [box for box in boxes if not any(box.intersects(other) for other in taken)]
        clear = [box for box in free if not _covers(box, points, radius)]
        if not clear and place not in first:
            continue
        box = (clear or free or boxes)[0]
        taken.append(box)
        ground = QColor(colours.surface)  # lines and the edge of a hull may run behind it
        ground.setAlpha(235)
        painter.fillRect(box, ground)
        painter.setPen(QColor(colours.text if place < scene.members else colours.muted))
        painter.drawText(box, ALIGNED, text)
