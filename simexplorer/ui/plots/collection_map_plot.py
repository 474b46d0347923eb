"""The map of all documents: zoomed and moved about, pressed to select, walked over by key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QMenu

from simexplorer.ui.plots.map_canvas import MapCanvas
from simexplorer.ui.plots.map_sight import beside, place_at

_DRAG = 4.0
_STEPS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class CollectionMapPlot(MapCanvas):
    """Arrows go from document to document, with Ctrl from group to group; a press selects, a double one comes near."""

    document_chosen = Signal(int, bool)  # row of the document, whether it is to be the second of a pair
    group_opened = Signal(int)  # row of a document: show its group in the list

    def __init__(self) -> None:
        super().__init__()
        self._pressed: QPointF | None = None
        self._dragged = False

    def tip_at(self, x: float, y: float) -> str:
        """All about the document here."""
        place = self.place_under(QPointF(x, y))
        return "" if self._scene is None or place < 0 else self._scene.tip(place, self.words_of(place))

    def menu_of_plot(self) -> QMenu:
        """What can be copied, and where to go from here."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._scene is not None and self._selected:
            place = self._selected[0]
            row = int(self._scene.drawn.rows[place])
            menu.addAction("Bring its cluster near").triggered.connect(lambda _checked=False: self.show_group(place))
            if self._scene.cluster_of(place) >= 0:
                shown = menu.addAction("Show it in the list of clusters")
                shown.triggered.connect(lambda _checked=False: self.group_opened.emit(row))
        menu.addAction("Show all of the map").triggered.connect(lambda _checked=False: self.fit())
        menu.addSeparator()
        self.copier.fill(menu)
        return menu

    # what Qt calls ---------------------------------------------------------------------------------------------------
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Nearer or farther, about the pointer."""
        room = self.room()
        at = event.position()
        self.zoom(1.0015 ** event.angleDelta().y(), at.x() - room.left(), at.y() - room.top())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Maybe the beginning of a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False
        elif event.button() == Qt.MouseButton.RightButton:
            self._choose(event.position(), second=False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move about, or light up the group below."""
        at = event.position()
        if self._pressed is None:
            place = self.place_under(at)
            if place != self._hovered:
                self._hovered = place
                self.setCursor(Qt.CursorShape.PointingHandCursor if place >= 0 else Qt.CursorShape.ArrowCursor)
                self.update()
            return
        step = at - self._pressed
        if self._dragged or step.manhattanLength() > _DRAG:
            self._dragged, self._pressed = True, at
            self._look(self._sight.moved(step.x(), step.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A press that moved nothing selects."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and not self._dragged:
            second = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
            self._choose(event.position(), bool(second))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The group near, or all of the map if it is near already."""
        before = self._sight
        self.show_group(self.place_under(event.position()))
        if self._sight == before:
            self.fit()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is below the pointer."""
        super().leaveEvent(event)
        self._hovered = -1
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the neighbour, with Ctrl to the next cluster, Enter to its list; plus, minus and 0 zoom."""
        scene, key = self._scene, Qt.Key(event.key()) if event.key() in Qt.Key._value2member_map_ else None
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if scene is not None and len(scene.drawn) and key in _STEPS and held in (_NO_KEYS, _CONTROL):
            self._walk(*_STEPS[key], by_group=held == _CONTROL)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._selected and scene is not None:
            if scene.cluster_of(self._selected[0]) >= 0:
                self.group_opened.emit(int(scene.drawn.rows[self._selected[0]]))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1.4)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / 1.4)
        elif key == Qt.Key.Key_0 and held == _NO_KEYS:
            self.fit()
        else:
            super().keyPressEvent(event)

    def _walk(self, dx: int, dy: int, by_group: bool) -> None:
        scene = self._scene
        assert scene is not None
        place = self._selected[0] if self._selected else -1
        boxes = scene.drawn.boxes
        if place < 0:
            found = place_at(boxes, *self._sight.on_map(self._sight.width / 2, self._sight.height / 2))
        else:
            of = scene.groups.cluster
            found = beside(boxes, place, dx, dy, (of == of[place]) | (of < 0) if by_group else None)
        if found >= 0:
            self.document_chosen.emit(int(scene.drawn.rows[found]), False)

    def _choose(self, at: QPointF, second: bool) -> None:
        place = self.place_under(at)
        if place >= 0 and self._scene is not None:
            self.document_chosen.emit(int(self._scene.drawn.rows[place]), second)


_NO_KEYS, _CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
