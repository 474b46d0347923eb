"""How the graph of a cluster is painted, from the ground up: hulls, lines, dots, names, the scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.plots import scale_legend
from simexplorer.ui.plots.graph_geometry import Floats, hull_of
from simexplorer.ui.plots.plot_copies import Figures
from simexplorer.ui.theme import numbers, similarity_scale
from simexplorer.ui.theme.colours import Colours
from simexplorer.ui.theme.measured import told, told_alone

_MOST_NAMES = 60
_LONGEST_NAME = 170
_NEAREST = 2  # lines of each text that stand out where there are many
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GraphScene:
    """What a graph shows; texts of the cluster are places 0 .. m - 1, near misses follow.

    places : (m + k, 2) of the layout; names, paths : (m + k,); copies : (m,) documents with each text
    shade : (m + k,) float64 similarity to the representative, which is place 0; nan where it is not known
    ends, values : (e, 2) places and (e,) similarity of the lines, falling; weakest : number of a line, or -1
    near_ends, near_values : the same for the near misses; walk : (m,) order in which keys go through the texts
    all_ends, all_values : every verified pair, drawn or not; members : m
    spacing : median distance from a text to the nearest other one, in units of the layout
    scale : of the measure whose values are told
    """

    members: int
    places: Floats
    names: list[str]
    paths: list[str]
    copies: NDArray[np.int32]
    shade: Floats
    ends: Ints
    values: Floats
    weakest: int
    near_ends: Ints
    near_values: Floats
    walk: NDArray[np.int32]
    all_ends: Ints
    all_values: Floats
    spacing: float
    scale: MeasureScale = JACCARD

    def nearest_lines(self) -> NDArray[np.bool_]:
        """(e,) which lines are among the few most similar of either of their texts."""
        texts = self.ends.ravel()
        order = np.argsort(texts, kind="stable")
        first = np.searchsorted(texts[order], texts)
        earlier = np.empty(texts.size, np.int64)  # lines of the same text that stand before
        earlier[order] = np.arange(texts.size)
        return np.asarray(((earlier - first).reshape(-1, 2) < _NEAREST).any(axis=1))

    def figures(self) -> Figures:
        """Every verified pair, then the near misses."""
        ends = np.concatenate([self.all_ends, self.near_ends])
        values = np.concatenate([self.all_values, self.near_values])
        kinds = ["in the group"] * len(self.all_ends) + ["just outside"] * len(self.near_ends)
        first, second = ([self.paths[place] for place in ends[:, side].tolist()] for side in (0, 1))
        return Figures(("first", "second", "similarity", "where"), (first, second, values.tolist(), kinds))

    @property
    def _beside(self) -> str:
        return "from" if self.scale.is_distance else "with"

    def tip(self, place: int, words: str = "") -> str:
        """All about one text; ``words`` : its first ones."""
        lines = [self.paths[place], words] if words else [self.paths[place]]
        if place >= self.members:
            lines.append("Just outside the group")
            value = float(self.near_values[place - self.members])
            inside = self.names[int(self.near_ends[place - self.members, 0])]
            lines.append(f"{told_alone(value, self.scale)} {self._beside} {inside}")
            return "\n".join(lines)
        if self.copies[place] > 1:
            lines.append(f"{numbers.count(int(self.copies[place]))} documents hold this text")
        if place == 0:
            lines.append("Representative of the group")
        elif not np.isnan(self.shade[place]):
            lines.append(f"{told_alone(float(self.shade[place]), self.scale)} {self._beside} the representative")
        return "\n".join(lines)


def spacing_of(places: Floats) -> float:
    """Median over (m, 2) places of the distance to the nearest other one; 0 for fewer than two.

    Looks at every two: not for the main thread.
    """
    if len(places) < 2:
        return 0.0
    square = ((places[:, None, :] - places[None, :, :]) ** 2).sum(axis=2)
    np.fill_diagonal(square, np.inf)
    return float(np.sqrt(np.median(square.min(axis=1))))


def radius_of(scene: GraphScene, scale: float) -> float:
    """Of a dot, in pixels, ``scale`` a unit: as large as lets most of them stand apart from their neighbours."""
    return 9.0 if scene.members < 2 else float(np.clip(0.42 * scene.spacing * scale, 3.5, 9.0))


def paint_graph(
    painter: QPainter,
    room: QRect,
    scene: GraphScene,
    points: Floats,
    radius: float,
    labels: NDArray[np.int32] | None,
    selected: tuple[int, ...],
    hovered: int,
    colours: Colours,
) -> None:
    """All of it; ``radius`` : of a dot, ``labels`` : part of each text where the cluster is cut."""
    paint_hulls(painter, scene, points, radius, labels, colours)
    paint_lines(painter, scene, points, radius, labels, colours)
    paint_chosen_line(painter, points, selected, colours)
    paint_dots(painter, scene, points, radius, colours)
    paint_rings(painter, points, radius, selected, colours)
    paint_names(painter, room, scene, points, radius, selected, colours)
    paint_hovered(painter, room, scene, points, radius, hovered, selected, colours)


def paint_hulls(
    painter: QPainter,
    scene: GraphScene,
    points: Floats,
    radius: float,
    labels: NDArray[np.int32] | None,
    colours: Colours,
) -> None:
    """The lowest of it: a soft outline round each part."""
    parts = _parts(scene, labels)
    _paint_hulls(painter, points[: scene.members], parts, 1.6 * radius + 8, colours)


def paint_lines(
    painter: QPainter,
    scene: GraphScene,
    points: Floats,
    radius: float,
    labels: NDArray[np.int32] | None,
    colours: Colours,
) -> None:
    """Above the hulls: verified pairs and near misses."""
    _paint_lines(painter, scene, points, _parts(scene, labels), colours)
    _paint_near(painter, scene, points, radius, colours)


def paint_rings(painter: QPainter, points: Floats, radius: float, selected: tuple[int, ...], colours: Colours) -> None:
    """Above the dots: round the selected."""
    for place in selected:
        _ring(painter, points[place], radius + 4, QColor(colours.accent), 2.5)


def paint_hovered(
    painter: QPainter,
    room: QRect,
    scene: GraphScene,
    points: Floats,
    radius: float,
    hovered: int,
    selected: tuple[int, ...],
    colours: Colours,
) -> None:
    """Above all: what the pointer is on, the weakest link's number, the scale."""
    if 0 <= hovered < len(points):
        _ring(painter, points[hovered], radius + 3, QColor(colours.muted), 1.5)
        if hovered not in selected:
            _paint_names(painter, room, scene, points, radius, (hovered,), colours, (hovered,))
    if scene.weakest >= 0:
        middle = QPointF(*points[scene.ends[scene.weakest]].mean(axis=0).tolist())
        _tag(painter, middle, told(float(scene.values[scene.weakest]), scene.scale), colours.warning, colours)
    scale_legend.draw_legend(painter, room.right() - 12, room.bottom() - 4, colours, scale=scene.scale)


def paint_names(
    painter: QPainter,
    room: QRect,
    scene: GraphScene,
    points: Floats,
    radius: float,
    selected: tuple[int, ...],
    colours: Colours,
) -> None:
    """Names beside the dots, those of the selected first."""
    order = [place for place in dict.fromkeys((*selected, 0, *range(len(points)))) if 0 <= place < len(points)]
    _paint_names(painter, room, scene, points, radius, selected, colours, tuple(order[:_MOST_NAMES]))


def _parts(scene: GraphScene, labels: NDArray[np.int32] | None) -> NDArray[np.int32]:
    return np.zeros(scene.members, np.int32) if labels is None else labels


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


def _paint_lines(
    painter: QPainter, scene: GraphScene, points: Floats, parts: NDArray[np.int32], colours: Colours
) -> None:
    """The least similar first, so that the most similar lie on top; those that a cut severs are dotted.

    Where there are many, all but the nearest of each text are faint.
    """
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
                    painter.setPen(QPen(tint, width if stands_out else 1.0, style))
                    painter.drawLines([QLineF(*line) for line in chosen.tolist()])
    if scene.weakest >= 0:
        painter.setPen(QPen(QColor(colours.warning), 3.0, Qt.PenStyle.DashLine))
        painter.drawLine(QLineF(*ends[scene.weakest].tolist()))


def _paint_near(painter: QPainter, scene: GraphScene, points: Floats, radius: float, colours: Colours) -> None:
    for (inside, outside), value in zip(scene.near_ends.tolist(), scene.near_values.tolist(), strict=True):
        tint = similarity_scale.colour(value, colours.dark)
        painter.setPen(QPen(tint, 1.2, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(*points[inside]), QPointF(*points[outside]))
        painter.setPen(QPen(QColor(colours.muted), 1.5))
        painter.setBrush(QColor(colours.surface))
        painter.drawEllipse(QPointF(*points[outside]), radius * 0.8, radius * 0.8)


def paint_chosen_line(painter: QPainter, points: Floats, selected: tuple[int, ...], colours: Colours) -> None:
    """Between the two that are selected."""
    if len(selected) == 2:
        painter.setPen(QPen(QColor(colours.accent), 2.5))
        painter.drawLine(QPointF(*points[selected[0]]), QPointF(*points[selected[1]]))


def paint_dots(painter: QPainter, scene: GraphScene, points: Floats, radius: float, colours: Colours) -> None:
    """The texts, larger where more documents hold them; the representative with a ring inside."""
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
    box = _tag_box(painter, at, text)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.surface))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor(tint))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)


def _tag_box(painter: QPainter, at: QPointF, text: str) -> QRectF:
    measured = QFontMetricsF(painter.font())
    box = QRectF(0, 0, measured.horizontalAdvance(text) + 8, measured.height() + 2)
    box.moveCenter(at)
    return box


def _covers(box: QRectF, points: Floats, radius: float) -> bool:
    """Whether a name here would lie over a dot."""
    x, y = np.abs(points - np.array([box.center().x(), box.center().y()])).T
    return bool(((x < box.width() / 2 + radius) & (y < box.height() / 2 + radius)).any())


def _paint_names(
    painter: QPainter,
    room: QRect,
    scene: GraphScene,
    points: Floats,
    radius: float,
    first: tuple[int, ...],
    colours: Colours,
    wanted: tuple[int, ...],
) -> None:
    """Names in this order; one that would cover another, or a dot, is left out, unless it is among the first."""
    measured = QFontMetricsF(painter.font())
    legend = QRectF(room.right() - scale_legend.WIDTH - 28, room.bottom() - 40, scale_legend.WIDTH + 28, 40)
    taken = [legend]
    if scene.weakest >= 0:
        taken.append(_tag_box(painter, QPointF(*points[scene.ends[scene.weakest]].mean(axis=0).tolist()), "0.000"))
    middle = float(points[:, 0].mean()) if len(points) else 0.0
    for place in wanted:
        text = measured.elidedText(scene.names[place], Qt.TextElideMode.ElideLeft, _LONGEST_NAME)
        x, y = points[place].tolist()
        width, height = measured.horizontalAdvance(text) + 2, measured.height()
        away = radius + (9 if place in first else 5)
        right = QRectF(x + away, y - height / 2, width, height)
        left = QRectF(x - away - width, y - height / 2, width, height)
        outwards = (left, right) if x < middle else (right, left)  # lines lead inwards
        boxes = [box for box in outwards if QRectF(room).contains(box)] or [right]
        free = [box for box in boxes if not any(box.intersects(other) for other in taken)]
        clear = [box for box in free if not _covers(box, points, radius)]
        if not clear and place not in first:
            continue
        box = (clear or free or boxes)[0]
        taken.append(box)
        if place in first:
            ground = QColor(colours.surface)
            ground.setAlpha(235)
            painter.fillRect(box, ground)
        painter.setPen(QColor(colours.text if place < scene.members else colours.muted))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), text)
