"""The tree of merges of a cluster: which texts join at which similarity, and a line that cuts it."""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.search.dendrogram import Dendrogram
from simexplorer.ui.plots.graph_geometry import nearest_segment
from simexplorer.ui.plots.painted_plot import PaintedPlot
from simexplorer.ui.plots.plot_copies import NO_FIGURES, Figures
from simexplorer.ui.plots.short_names import fitting_name, width_of_names
from simexplorer.ui.theme import metrics, numbers, similarity_scale
from simexplorer.ui.theme.colours import Colours
from simexplorer.ui.theme.measured import told

_FOOT, _LEFT = 8, 24
_LEAST_ROW, _LEAST_LINE, _NAMES = 20, 16, 260  # pixels; more where letters are larger
_BESIDE_NAMES = 20
_GRIP, _REACH = 6, 5.0
_MOST_TICKS = 8
_APART = 6.0  # pixels between two numbers
_STEP = 0.005


class TreeScene(Struct, frozen=True):
    """A tree, the names of its leaves, and the threshold of the run."""

    tree: Dendrogram
    names: list[str]
    paths: list[str]
    threshold: float
    scale: MeasureScale = JACCARD

    @property
    def low(self) -> float:
        """Similarity at the left edge."""
        least = min(self.threshold, float(self.tree.similarity.min(initial=1.0)))
        return max(0.0, float(np.floor(least * 20 - 0.2) / 20))


class DendrogramPlot(PaintedPlot):
    """The line is dragged or moved by arrow keys; a press on a fork cuts there, one on a name selects the text."""

    leaf_chosen = Signal(int)
    merge_chosen = Signal(int)
    cut_moved = Signal(float)

    def __init__(self) -> None:
        super().__init__("Dendrogram of the cluster")
        self._scene: TreeScene | None = None
        self._low = 0.0
        self._ranks = np.zeros(0)  # of leaves and merges, from the top
        self._cut: float | None = None
        self._selected: tuple[int, ...] = ()
        self._dragging = False
        self._measure()

    def set_scene(self, scene: TreeScene | None) -> None:
        """Show another tree."""
        self._scene = scene
        if scene is not None:
            self._low, self._ranks = scene.low, scene.tree.positions()
        self._measure()
        self._claim()
        self.update()

    def set_cut(self, at: float | None) -> None:
        """Where the line stands; None: at the threshold."""
        self._cut = at
        self.update()

    def set_selected(self, places: tuple[int, ...]) -> None:
        """Light up these leaves."""
        if places != self._selected:
            self._selected = places
            self.update()

    def figures(self) -> Figures:
        """One row a merge."""
        scene = self._scene
        if scene is None:
            return NO_FIGURES
        firsts = leaves_below(scene.tree)
        left, right = (
            [scene.paths[firsts[node]] for node in side.tolist()] for side in (scene.tree.left, scene.tree.right)
        )
        return Figures(
            ("similarity", "texts", "joins the part of", "with the part of"),
            (scene.tree.similarity.tolist(), scene.tree.sizes.tolist(), left, right),
        )

    def tip_at(self, x: float, y: float) -> str:
        """The merge, or the name."""
        scene = self._scene
        if scene is None:
            return ""
        leaf = self._leaf_at(x, y)
        if leaf >= 0:
            return self.with_words(leaf, scene.paths[leaf])
        merge = self._merge_at(x, y)
        if merge < 0:
            return ""
        value = told(float(scene.tree.similarity[merge]), scene.scale, scene.threshold)
        way = "up" if scene.scale.is_distance else "down"
        return f"{numbers.count(int(scene.tree.sizes[merge]))} texts are together from {value} {way}\nPress to cut here"

    # painting --------------------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, colours: Colours) -> None:
        """Axis, branches, names, lines."""
        scene = self._scene
        if scene is None or not len(scene.tree):
            return
        top, bottom = self.corner()[1], self._y(len(scene.tree) - 0.5)
        for tick in self._ticks(scene):
            painter.setPen(QPen(QColor(colours.grid), 1))
            painter.drawLine(QLineF(self._x(tick), self._top - 4, self._x(tick), bottom))
        self._draw_branches(painter, scene, colours)
        self._draw_names(painter, scene, colours)
        painter.fillRect(QRectF(0, top, self.width(), self._top - 4), QColor(colours.surface))
        self._draw_numbers(painter, scene, colours)
        taken: QRectF | None = None
        if self._cut is not None:
            taken = self._draw_line(painter, self._cut, "cut", colours.accent, Qt.PenStyle.SolidLine, None)
        self._draw_line(painter, scene.threshold, self._limit_words(scene), colours.muted, Qt.PenStyle.DashLine, taken)

    def _draw_numbers(self, painter: QPainter, scene: TreeScene, colours: Colours) -> None:
        """The numbers above the lines, the last one in any case; others where they stand apart."""
        painter.setPen(QColor(colours.muted))
        measured, free = QFontMetricsF(painter.font()), math.inf
        for tick in sorted(self._ticks(scene), reverse=True):
            words = self._tick_words(scene.scale, tick)
            wide = measured.horizontalAdvance(words)
            box = QRectF(max(0.0, self._x(tick) - wide / 2), self.corner()[1], wide, self._line)
            if box.right() <= free:
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)
                free = box.left() - _APART

    @staticmethod
    def _tick_words(scale: MeasureScale, tick: float) -> str:
        return told(tick, scale) if scale.is_distance else numbers.decimal(tick, 2)

    @staticmethod
    def _limit_words(scene: TreeScene) -> str:
        return "largest distance" if scene.scale.is_distance else "threshold"

    def _ticks(self, scene: TreeScene) -> list[float]:
        if scene.scale.is_distance:  # round distances, wherever they lie
            most = min(float(scene.scale.value(self._low)), 1e12)
            power = 10.0 ** np.floor(np.log10(max(most, 1e-9) / 5.0))
            wide = next(power * k for k in (1, 2, 5, 10) if most / (power * k) <= _MOST_TICKS)
            return [float(s) for s in scene.scale.similarity(np.arange(0.0, most, wide)) if s >= self._low]
        span = 1.0 - self._low
        step = 0.02 if span <= 0.15 else 0.05 if span <= 0.4 else 0.1 if span <= 0.8 else 0.2
        return [float(k * step) for k in np.arange(np.ceil(self._low / step - 1e-9), 1.0 / step + 1e-9)]

    def _draw_branches(self, painter: QPainter, scene: TreeScene, colours: Colours) -> None:
        xs, ys = self._nodes(scene)
        n, tree = len(scene.tree), scene.tree
        cut = scene.threshold if self._cut is None else self._cut
        seen = self.seen()
        ends = ys[np.column_stack([tree.left, tree.right])].reshape(-1, 2)
        drawn = np.flatnonzero(
            (ends.max(1, initial=0.0) >= seen.top()) & (ends.min(1, initial=np.inf) <= seen.bottom())
        )
        merges = zip(drawn.tolist(), tree.left[drawn].tolist(), tree.right[drawn].tolist(), strict=True)
        for merge, left, right in merges:
            value, at = float(tree.similarity[merge]), float(xs[n + merge])
            high, low = float(ys[left]), float(ys[right])
            severed = value < cut
            tint = QColor(colours.faint) if severed else similarity_scale.colour(value, colours.dark)
            painter.setPen(QPen(tint, 1.5 if severed else 2, Qt.PenStyle.DotLine if severed else Qt.PenStyle.SolidLine))
            fork = QLineF(at, high, at, low)
            painter.drawLines([fork, QLineF(at, high, float(xs[left]), high), QLineF(at, low, float(xs[right]), low)])
        root = scene.tree.left.size + n - 1
        painter.setPen(QPen(QColor(colours.faint), 1.5, Qt.PenStyle.DotLine))
        painter.drawLine(QLineF(xs[root], ys[root], max(4.0, xs[root] - 14), ys[root]))

    def _draw_names(self, painter: QPainter, scene: TreeScene, colours: Colours) -> None:
        measured = QFontMetricsF(painter.font())
        seen = self.seen()
        for rank, place in enumerate(scene.tree.order.tolist()):
            y = self._y(rank)
            if not seen.top() - self._row <= y <= seen.bottom() + self._row:
                continue
            box = QRectF(self._x(1.0) + 8, y - self._row / 2, self._names - _BESIDE_NAMES, self._row)
            if place in self._selected:
                ground = box.adjusted(-4, 1, 4, -1)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours.selection))
                painter.drawRoundedRect(ground, 4, 4)
            painter.setPen(QColor(colours.text))
            name = fitting_name(scene.names[place], measured, box.width())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), name)

    def _draw_line(
        self, painter: QPainter, at: float, words: str, tint: str, style: Qt.PenStyle, taken: QRectF | None
    ) -> QRectF:
        """The line and its words, beside what is ``taken``; returns where the words stand."""
        assert self._scene is not None
        x, top = self._x(at), self.corner()[1]
        painter.setPen(QPen(QColor(tint), 2 if style == Qt.PenStyle.SolidLine else 1, style))
        painter.drawLine(QLineF(x, top + self._top - 4, x, self._y(len(self._scene.tree) - 0.5)))
        scale = self._scene.scale
        text = f"{words} {told(at, scale) if scale.is_distance else numbers.decimal(at, 3)}"
        measured = QFontMetricsF(painter.font())
        width = measured.horizontalAdvance(text) + 10
        box = QRectF(min(max(x - width / 2, 2.0), self.width() - width - 2), top + self._line - 2, width, self._line)
        if taken is not None and taken.intersects(box):
            box.moveLeft(taken.right() if x > taken.center().x() else max(0.0, taken.left() - width))
        painter.setPen(QColor(tint))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        return box

    # sizes -----------------------------------------------------------------------------------------------------------
    def _measure(self) -> None:
        high = self.fontMetrics().height()
        self._line = max(_LEAST_LINE, high)
        self._row = max(_LEAST_ROW, high + 2)
        self._top = 2 * self._line + 2  # ticks, and below them what the lines say
        names = [] if self._scene is None else self._scene.names
        most = metrics.grown(_NAMES, self.font()) - _BESIDE_NAMES
        self._names = _BESIDE_NAMES + width_of_names(names, QFontMetricsF(self.font()), most)

    def _claim(self) -> None:
        m = 0 if self._scene is None else len(self._scene.tree)
        self.setMinimumSize(QSize(self._names + 240, self._top + m * self._row + _FOOT))

    # places ----------------------------------------------------------------------------------------------------------
    def _x(self, similarity: float) -> float:
        right = self.width() - self._names
        return _LEFT + (similarity - self._low) / max(1e-9, 1.0 - self._low) * (right - _LEFT)

    def _similarity(self, x: float) -> float:
        low = self._low
        share = (x - _LEFT) / max(1.0, self.width() - self._names - _LEFT)
        return float(np.clip(low + share * (1.0 - low), low, 1.0))

    def _y(self, rank: float) -> float:
        return self._top + (rank + 0.5) * self._row

    def _nodes(self, scene: TreeScene) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(2 n - 1,) where every leaf and every merge is."""
        across, left, step = np.ones(len(scene.tree) + scene.tree.left.size), self._x(0.0), self._x(1.0) - self._x(0.0)
        across[len(scene.tree) :] = scene.tree.similarity
        return left + across * step, self._y(0.0) + self._ranks * self._row

    def _merge_at(self, x: float, y: float) -> int:
        if self._scene is None or not self._scene.tree.left.size:
            return -1
        xs, ys = self._nodes(self._scene)
        tree = self._scene.tree
        forks = xs[len(tree) :]
        return nearest_segment(np.column_stack([forks, ys[tree.left], forks, ys[tree.right]]), x, y, _REACH)

    def _leaf_at(self, x: float, y: float) -> int:
        if self._scene is None or x < self._x(1.0):
            return -1
        rank = int((y - self._top) // self._row)
        return int(self._scene.tree.order[rank]) if 0 <= rank < len(self._scene.tree) else -1

    def _on_line(self, x: float) -> bool:
        scene = self._scene
        at = self._cut if self._cut is not None else None if scene is None else scene.threshold
        return at is not None and abs(self._x(at) - x) <= _GRIP

    # what Qt calls ---------------------------------------------------------------------------------------------------
    def changeEvent(self, event: QEvent) -> None:
        """Larger letters need higher rows."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
            self._claim()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the line, cut at a fork, or select a text."""
        if event.button() != Qt.MouseButton.LeftButton or self._scene is None:
            return
        x, y = event.position().x(), event.position().y()
        leaf = self._leaf_at(x, y)
        if leaf >= 0:
            self.leaf_chosen.emit(leaf)
        elif (merge := self._merge_at(x, y)) >= 0:
            self.merge_chosen.emit(merge)
        elif self._on_line(x):
            self._dragging = True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the line along."""
        x, y = event.position().x(), event.position().y()
        if self._dragging:
            self.cut_moved.emit(round(self._similarity(x), 3))
            return
        pointing = self._leaf_at(x, y) >= 0 or self._merge_at(x, y) >= 0
        shape = Qt.CursorShape.PointingHandCursor if pointing else Qt.CursorShape.ArrowCursor
        self.setCursor(Qt.CursorShape.SizeHorCursor if not pointing and self._on_line(x) else shape)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let the line go."""
        self._dragging = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right move the line, up and down go from text to text."""
        scene, key = self._scene, Qt.Key(event.key())
        if scene is None or event.modifiers():
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = _STEP if key == Qt.Key.Key_Right else -_STEP
            at = scene.threshold if self._cut is None else self._cut
            self.cut_moved.emit(round(min(1.0, max(self._low, at + step)), 3))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            order = scene.tree.order.tolist()
            here = order.index(self._selected[0]) if self._selected and self._selected[0] in order else -1
            step = 1 if key == Qt.Key.Key_Down else -1
            self.leaf_chosen.emit(int(order[(here + step) % len(order)]))
        else:
            super().keyPressEvent(event)


def leaves_below(tree: Dendrogram) -> NDArray[np.int64]:
    """(2 n - 1,) the first leaf below every leaf and every merge."""
    n = len(tree)
    first = np.arange(n + tree.left.size)
    for merge, left in enumerate(tree.left.tolist()):
        first[n + merge] = first[left]
    return first
