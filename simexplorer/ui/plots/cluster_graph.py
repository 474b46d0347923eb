"""A cluster as a graph: texts as dots, verified pairs as lines, near misses outside its hull."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.plots.graph_geometry import Floats, Sight, nearest_point, nearest_segment
from simexplorer.ui.plots.graph_layers import GraphLayers
from simexplorer.ui.plots.graph_painting import paint_graph
from simexplorer.ui.plots.graph_scene import GraphLook, GraphScene, radius_of
from simexplorer.ui.plots.painted_plot import PaintedPlot
from simexplorer.ui.plots.plot_copies import NO_FIGURES, Figures
from simexplorer.ui.theme.colours import Colours, colours_of
from simexplorer.ui.theme.measured import told_alone
from simexplorer.ui.turns import Turns

_REACH = 5.0
_DRAG = 4
_TURN = 15  # milliseconds in which drafted cuts become one
_REST = 150  # without another one, after which a drafted cut is painted in full
_STILL = 80  # milliseconds without another place, after which a large graph is painted in full
_AT_ONCE = 1_000  # dots and lines of a graph that is painted in full wherever it moves


class ClusterGraph(PaintedPlot):
    """Wheel and drag move about; a press selects a text, a pair by its line, or a near miss with its nearest member.

    Places of texts are those of the scene; a near miss ``k`` counts as place ``m + k``.
    """

    text_chosen = Signal(int, bool)  # place, whether it is to be the second of a pair
    pair_chosen = Signal(int, int)  # places

    def __init__(self) -> None:
        self._scene: GraphScene | None = None
        super().__init__("Graph of the cluster")
        self._points: Floats = np.empty((0, 2))
        self._sight = Sight()
        self._radius = 0.0
        self._by_hand = False
        self._hovered = -1
        self._pressed: QPointF | None = None
        self._dragged = False
        self._selected: tuple[int, ...] = ()
        self._labels: np.ndarray | None = None
        self._layers = GraphLayers()
        self._draft: np.ndarray | None = None
        self._turn, self._rest = after_pause(self, _TURN, self._on_turn), after_pause(self, _REST, self._on_rest)
        self._still = after_pause(self, _STILL, self.update)

    @property
    def scene(self) -> GraphScene | None:
        """What is shown."""
        return self._scene

    def set_scene(self, scene: GraphScene | None) -> None:
        """Show another cluster, all of it in sight."""
        self._scene, self._by_hand, self._hovered, self._selected = scene, False, -1, ()
        self._layers.forget()
        self._show_cut(None, drafted=False)
        self._look()
        self._still.stop()  # nothing is shown that could be moved

    def set_cut(self, labels: np.ndarray | None) -> None:
        """Draw a hull round each part; None: one round all."""
        self._show_cut(labels, drafted=False)

    def draft_cut(self, labels: np.ndarray) -> None:
        """Draw hulls in a turn of their own, for the last of several cuts; the lines follow when no other comes."""
        self._draft = labels
        self._rest.start()
        if not self._turn.isActive():
            self._turn.start()

    def is_drafted(self) -> bool:
        """Whether a cut is yet to be painted in full."""
        return self._rest.isActive()

    def set_selected(self, places: tuple[int, ...]) -> None:
        """Ring these."""
        if places != self._selected:
            self._selected = places
            self._layers.forget_names()
            self.update()

    def fit(self) -> None:
        """Bring all of it into sight."""
        self._by_hand = False
        self._look()

    def points(self) -> Floats:
        """(m + near misses, 2) where everything stands, in pixels."""
        return self._points

    def figures(self) -> Figures:
        """Every pair that is verified, inside and just outside."""
        return NO_FIGURES if self._scene is None else self._scene.figures()

    def draw(self, painter: QPainter, colours: Colours) -> None:
        """The graph."""
        if self._scene is None:
            return
        look = self._seen(self._scene, colours)
        if self._forced is not None:  # a copy may be larger or of lines: it is not made of the pictures of the screen
            paint_graph(painter, look, self._hovered)
            return
        self._layers.paint(painter, look, self._hovered, at_once=not self._is_large)
        if not self._still.isActive() and self._layers.missing(look):
            Turns.of(self).add(self._make_next)

    @property
    def _is_large(self) -> bool:
        return self._scene is not None and len(self._scene.ends) + self._scene.members > _AT_ONCE

    def is_whole(self) -> bool:
        """Whether everything is painted as it stands now."""
        scene = self._scene
        return scene is None or not self._layers.missing(self._seen(scene, colours_of(self.palette())))

    def _seen(self, scene: GraphScene, colours: Colours) -> GraphLook:
        return GraphLook(
            scene,
            self.rect(),
            self._sight,
            self._points,
            self._radius,
            self._labels,
            self._selected,
            self.font(),
            self.devicePixelRatioF(),
            colours,
        )

    def _make_next(self) -> None:
        """One layer of a large graph; ``draw`` asks for the next one."""
        if self._scene is not None and self.isVisible() and not self._still.isActive():
            self._layers.make_next(self._seen(self._scene, colours_of(self.palette())))
            self.update()

    def tip_at(self, x: float, y: float) -> str:
        """What stands here."""
        scene = self._scene
        if scene is None:
            return ""
        place = self._text_at(x, y)
        if place >= 0:
            return scene.tip(place, self.words_of(place))
        edge = self._edge_at(x, y)
        if edge >= 0:
            i, j, value = scene.ends[edge][0], scene.ends[edge][1], scene.values[edge]
            first, second = (self.with_words(int(end), scene.paths[int(end)]) for end in (i, j))
            return f"{told_alone(float(value), scene.scale)}\n{first}\n{second}"
        return ""

    # cuts ------------------------------------------------------------------------------------------------------------
    def _on_turn(self) -> None:
        self._show_cut(self._draft, drafted=True)

    def _on_rest(self) -> None:
        self._show_cut(self._draft, drafted=False)

    def _show_cut(self, labels: np.ndarray | None, drafted: bool) -> None:
        self._turn.stop()
        if not drafted:
            self._rest.stop()
        self._labels, self._layers.drafted = labels, drafted
        self._layers.forget_cut()
        self.update()

    # places ----------------------------------------------------------------------------------------------------------
    def _look(self) -> None:
        places = np.empty((0, 2)) if self._scene is None else self._scene.places
        if not self._by_hand:
            self._sight = Sight.of(places, self.width(), self.height())
        self._points = self._sight.pixels(places)
        self._radius = 0.0 if self._scene is None else radius_of(self._scene, self._sight.scale)
        self._layers.forget_places()
        if self._is_large:
            self._still.start()
        self.update()

    def _text_at(self, x: float, y: float) -> int:
        scene = self._scene
        return -1 if scene is None else nearest_point(self._points, x, y, self._radius + _REACH)

    def _edge_at(self, x: float, y: float) -> int:
        scene = self._scene
        if scene is None or not len(scene.ends):
            return -1
        ends = np.hstack([self._points[scene.ends[:, 0]], self._points[scene.ends[:, 1]]])
        return nearest_segment(ends, x, y, _REACH)

    # what Qt calls ---------------------------------------------------------------------------------------------------
    def changeEvent(self, event: QEvent) -> None:
        """Other colours: have the layers ready before the window is painted as a whole."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._scene is not None and self.isVisible():
            look = self._seen(self._scene, colours_of(self.palette()))
            while not self._is_large and self._layers.missing(look):
                self._layers.make_next(look)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep all in sight, until somebody has moved about."""
        super().resizeEvent(event)
        self._look()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Nearer or farther, about the pointer."""
        at = event.position()
        self._zoom(1.0015 ** event.angleDelta().y(), at.x(), at.y())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Maybe the beginning of a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move about, or light up what is below."""
        at = event.position()
        if self._pressed is None:
            hovered = self._text_at(at.x(), at.y())
            if hovered != self._hovered:
                self._hovered = hovered
                self.setCursor(Qt.CursorShape.PointingHandCursor if hovered >= 0 else Qt.CursorShape.ArrowCursor)
                self.update()
            return
        step = at - self._pressed
        if self._dragged or step.manhattanLength() > _DRAG:
            self._dragged, self._by_hand, self._pressed = True, True, at
            self._sight = self._sight.moved(step.x(), step.y())
            self._look()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is below the pointer."""
        super().leaveEvent(event)
        self._hovered = -1
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A press that moved nothing selects."""
        pressed, self._pressed = self._pressed, None
        if pressed is None or self._dragged:
            return
        at = event.position()
        place = self._text_at(at.x(), at.y())
        if place >= 0:
            second = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
            self.text_chosen.emit(place, bool(second))
            return
        edge = self._edge_at(at.x(), at.y())
        if edge >= 0 and self._scene is not None:
            self.pair_chosen.emit(int(self._scene.ends[edge, 0]), int(self._scene.ends[edge, 1]))

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """All of it."""
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from text to text, plus and minus zoom, 0 shows all."""
        scene, key = self._scene, event.key()
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
        zooms = {Qt.Key.Key_Plus: 1.25, Qt.Key.Key_Equal: 1.25, Qt.Key.Key_Minus: 0.8}
        if scene is not None and key in steps and not event.modifiers():
            order = scene.walk
            here = self._selected[0] if self._selected else -1
            at = int(np.flatnonzero(order == here)[0]) if here in order else -1 if steps[Qt.Key(key)] > 0 else 0
            self.text_chosen.emit(int(order[(at + steps[Qt.Key(key)]) % len(order)]), False)
        elif key in zooms:
            self._zoom(zooms[Qt.Key(key)], self.width() / 2, self.height() / 2)
        elif key == Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)

    def _zoom(self, factor: float, x: float, y: float) -> None:
        self._by_hand = True
        self._sight = self._sight.zoomed(factor, x, y)
        self._look()
