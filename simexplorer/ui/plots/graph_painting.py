"""How the graph of a cluster is painted, from the ground up: hulls, lines, dots, names, the scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from simexplorer.ui.plots import scale_legend
from simexplorer.ui.plots.graph_geometry import Floats, hull_of
from simexplorer.ui.plots.graph_names import box_of_tag, middle_of_weakest, paint_name, paint_names
from simexplorer.ui.plots.graph_scene import GraphLook
from simexplorer.ui.theme import similarity_scale
from simexplorer.ui.theme.colours import Colours
from simexplorer.ui.theme.measured import told

_LINES = 100  # that are painted in a step


def paint_graph(painter: QPainter, look: GraphLook, hovered: int) -> None:
    """All of it."""
    paint_hulls(painter, look)
    for paint in line_steps(look):
        paint(painter)
    paint_chosen_line(painter, look)
    paint_dots(painter, look)
    paint_rings(painter, look)
    paint_names(painter, look)
    paint_hovered(painter, look, hovered)


def paint_hulls(painter: QPainter, look: GraphLook) -> None:
    """The lowest of it: a soft outline round each part."""
    _paint_hulls(painter, look.points[: look.scene.members], _parts(look), 1.6 * look.radius + 8, look.colours)


def line_steps(look: GraphLook) -> Iterator[Callable[[QPainter], None]]:
    """Above the hulls: verified pairs and near misses, some lines a step; thousands of them take their time."""
    yield from _pair_steps(look)
    yield partial(_paint_near, look=look)


def paint_rings(painter: QPainter, look: GraphLook) -> None:
    """Above the dots: round the selected."""
    for place in look.selected:
        _ring(painter, look.points[place], look.radius + 4, QColor(look.colours.accent), 2.5)


def paint_hovered(painter: QPainter, look: GraphLook, hovered: int) -> None:
    """Above all: what the pointer is on, the weakest link's number, the scale."""
    scene, colours, room = look.scene, look.colours, look.room
    if 0 <= hovered < len(look.points):
        _ring(painter, look.points[hovered], look.radius + 3, QColor(colours.muted), 1.5)
        if hovered not in look.selected:
            paint_name(painter, look, hovered)
    if scene.weakest >= 0:
        words = told(float(scene.values[scene.weakest]), scene.scale)
        _tag(painter, middle_of_weakest(look), words, colours.warning, colours)
    scale_legend.draw_legend(painter, room.right() - 12, room.bottom() - 4, colours, scale=scene.scale)


def _parts(look: GraphLook) -> NDArray[np.int32]:
    return np.zeros(look.scene.members, np.int32) if look.labels is None else look.labels


def _paint_hulls(painter: QPainter, points: Floats, parts: NDArray[np.int32], off: float, colours: Colours) -> None:
    edge, ground = QColor(colours.field_border), QColor(colours.window)
    sizes = np.bincount(parts)
    ordered = points[np.argsort(parts, kind="stable")]  # part after part
    for end, size in zip(np.cumsum(sizes).tolist(), sizes.tolist(), strict=True):
        if size == 1:  # a cut may leave hundreds alone: a disc costs less than an outline
            at = QPointF(*ordered[end - 1].tolist())
            painter.setPen(Qt.PenStyle.NoPen)
            for radius, tint in ((off + 1, edge), (off, ground)):
                painter.setBrush(tint)
                painter.drawEllipse(at, radius, radius)
        elif size:
            corners = hull_of(ordered[end - size : end])
            _outline(painter, QPolygonF([QPointF(x, y) for x, y in corners.tolist()]), off, edge, ground)


def _outline(painter: QPainter, shape: QPolygonF, off: float, edge: QColor, ground: QColor) -> None:
    """A wide round pen makes a soft outline of any shape; a second one leaves its edge."""
    if shape.size() == 1:  # several at one place
        shape.append(shape.at(0) + QPointF(0.1, 0))
    for width, tint in ((2 * off + 2, edge), (2 * off, ground)):
        pen = QPen(tint, width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(tint)
        painter.drawPolygon(shape)


def _pair_steps(look: GraphLook) -> Iterator[Callable[[QPainter], None]]:
    """The least similar first, so that the most similar lie on top; those that a cut severs are dotted.

    Where there are many, all but the nearest of each text are faint.
    """
    scene, points, parts, colours = look.scene, look.points, _parts(look), look.colours
    if not len(scene.ends):
        return
    ends = np.hstack([points[scene.ends[:, 0]], points[scene.ends[:, 1]]])
    severed = parts[scene.ends[:, 0]] != parts[scene.ends[:, 1]]
    many = len(ends) > max(60, 3 * scene.members)
    strong = scene.nearest_lines() if many else np.ones(len(ends), np.bool_)
    width = 1.6 if many else 2.0
    steps = np.clip((scene.values * 100 + 0.5).astype(int), 0, 100)
    for stands_out in (False, True):
        for step in np.unique(steps[strong == stands_out]).tolist():
            tint = QColor(similarity_scale.scale(colours.dark)[step])
            tint.setAlphaF(1.0 if stands_out else 0.22)
            for cut in (True, False):
                chosen = ends[(steps == step) & (severed == cut) & (strong == stands_out)]
                if len(chosen):
                    style = Qt.PenStyle.DotLine if cut else Qt.PenStyle.SolidLine
                    pen = QPen(tint, width if stands_out else 1.0, style)
                    for first in range(0, len(chosen), _LINES):
                        yield partial(_draw_lines, pen=pen, lines=chosen[first : first + _LINES])
    if scene.weakest >= 0:
        pen = QPen(QColor(colours.warning), 3.0, Qt.PenStyle.DashLine)
        yield partial(_draw_lines, pen=pen, lines=ends[[scene.weakest]])


def _draw_lines(painter: QPainter, pen: QPen, lines: Floats) -> None:
    painter.setPen(pen)
    painter.drawLines([QLineF(*line) for line in lines.tolist()])


def _paint_near(painter: QPainter, look: GraphLook) -> None:
    scene, points, radius, colours = look.scene, look.points, look.radius, look.colours
    for (inside, outside), value in zip(scene.near_ends.tolist(), scene.near_values.tolist(), strict=True):
        tint = similarity_scale.colour(value, colours.dark)
        painter.setPen(QPen(tint, 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(*points[inside]), QPointF(*points[outside]))
        painter.setPen(QPen(QColor(colours.muted), 1.5))
        painter.setBrush(QColor(colours.surface))
        painter.drawEllipse(QPointF(*points[outside]), radius * 0.8, radius * 0.8)


def paint_chosen_line(painter: QPainter, look: GraphLook) -> None:
    """Between the two that are selected."""
    points, selected, colours = look.points, look.selected, look.colours
    if len(selected) == 2:
        painter.setPen(QPen(QColor(colours.accent), 2.5))
        painter.drawLine(QPointF(*points[selected[0]]), QPointF(*points[selected[1]]))


def paint_dots(painter: QPainter, look: GraphLook) -> None:
    """The texts, larger where more documents hold them; the representative with a ring inside."""
    scene, points, radius, colours = look.scene, look.points, look.radius, look.colours
    m = scene.members
    painter.setPen(QPen(QColor(colours.surface), 1.5))
    sizes = np.minimum(radius * (1.0 + 0.25 * np.log2(np.maximum(1, scene.copies[:m]))), 2.2 * radius)
    brushes = [*map(QBrush, similarity_scale.scale(colours.dark)), QBrush(QColor(colours.faint))]
    shade = scene.shade[:m]
    steps = np.where(np.isnan(shade), -1, np.clip(np.nan_to_num(shade), 0.0, 1.0) * 100 + 0.5).astype(int)
    for step, (x, y), size in zip(steps.tolist(), points[:m].tolist(), sizes.tolist(), strict=True):
        painter.setBrush(brushes[step])
        painter.drawEllipse(QPointF(x, y), size, size)
    if m:
        _ring(painter, points[0], radius * 0.45, QColor(colours.surface), 2.0)


def _ring(painter: QPainter, at: Floats, radius: float, tint: QColor, width: float) -> None:
    painter.setPen(QPen(tint, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(*at), radius, radius)


def _tag(painter: QPainter, at: QPointF, text: str, tint: str, colours: Colours) -> None:
    box = box_of_tag(painter, at, text)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.surface))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor(tint))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
