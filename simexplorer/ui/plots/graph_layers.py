"""The layers of a graph that cost time, painted once each: hulls, lines, dots, names."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from simexplorer.ui.plots.graph_geometry import Sight
from simexplorer.ui.plots.graph_names import paint_names
from simexplorer.ui.plots.graph_painting import (
    line_steps,
    paint_chosen_line,
    paint_dots,
    paint_hovered,
    paint_hulls,
    paint_rings,
)
from simexplorer.ui.plots.graph_scene import GraphLook

_HULLS, _WHOLE, _CUT, _DOTS, _NAMES = "hulls", "lines of the whole", "lines of the parts", "dots", "names"
_SLICE = 0.005  # seconds that a layer is painted before the window has its turn

Steps = Iterator[Callable[[QPainter], None]]


class GraphLayers:
    """Paints as ``paint_graph`` does, from pictures where nothing of theirs has changed.

    A layer that is out of date is shown as it was, moved to where it stands now, until it is painted anew.
    drafted : the cut is about to give way to another one; only its hulls are painted, lines stay those of the whole
    """

    def __init__(self) -> None:
        self.drafted = False
        self._made_for: tuple[object, ...] = ()
        self._made: dict[str, QPixmap] = {}
        self._old: dict[str, tuple[QPixmap, Sight]] = {}
        self._sight = Sight()  # of what is made
        self._begun: tuple[str, QPixmap, Steps] | None = None

    def forget(self) -> None:
        """Another scene: nothing of the one before is shown any more."""
        self._begun = None
        self._made.clear()
        self._old.clear()

    def forget_places(self) -> None:
        """Other places: paint all layers anew when they are next asked for."""
        self._age(*self._made)

    def forget_cut(self) -> None:
        """Another cut: dots and the lines of the whole stay what they are."""
        self._age(_HULLS, _CUT)

    def forget_names(self) -> None:
        """Others are selected: their names come first."""
        self._age(_NAMES)

    def missing(self, look: GraphLook) -> list[str]:
        """What is to be painted anew for this look, the lowest first."""
        self._heed(look)
        return [name for name in self._wanted(look) if name not in self._made]

    def make_next(self, look: GraphLook, at_once: bool = False) -> None:
        """Paint the lowest layer that is out of date, or as much of it as fits in a turn."""
        for name in self.missing(look)[:1]:
            if self._begun is None or self._begun[0] != name:
                self._sight = look.sight
                self._begun = name, _empty(look), self._wanted(look)[name]
            _, made, steps = self._begun
            if _painted(made, look, steps, math.inf if at_once else _SLICE):
                self._begun = None
                self._made[name] = made
                self._old.pop(name, None)

    def paint(self, painter: QPainter, look: GraphLook, hovered: int, at_once: bool) -> None:
        """All of it; ``at_once`` : layers that are out of date are painted first."""
        while at_once and self.missing(look):
            self.make_next(look, at_once)
        self._heed(look)
        for name in self._wanted(look):
            if name == _DOTS:
                paint_chosen_line(painter, look)
            if name == _NAMES:
                paint_rings(painter, look)
            self._lay(painter, name, look)
        paint_hovered(painter, look, hovered)

    def _wanted(self, look: GraphLook) -> dict[str, Steps]:
        severed = replace(look, labels=None) if self.drafted else look
        return {
            _HULLS: iter([partial(paint_hulls, look=look)]),
            _WHOLE if severed.labels is None else _CUT: line_steps(severed),
            _DOTS: iter([partial(paint_dots, look=look)]),
            _NAMES: iter([partial(paint_names, look=look)]),
        }

    def _heed(self, look: GraphLook) -> None:
        """What was made for another room, in other colours or letters is out of date."""
        made_for = (look.room.size().toTuple(), look.ratio, look.colours, look.font.key())
        if made_for != self._made_for:
            self._made_for = made_for
            self.forget_places()

    def _age(self, *names: str) -> None:
        self._begun = None
        for name in names:
            picture = self._made.pop(name, None)
            if picture is not None:
                self._old[name] = (picture, self._sight)

    def _lay(self, painter: QPainter, name: str, look: GraphLook) -> None:
        """As it is, else as it was; names of another sight are left out, as they would be of another size."""
        if name in self._made:
            painter.drawPixmap(0, 0, self._made[name])
            return
        instead = _WHOLE if name == _CUT and _CUT not in self._old else name
        if instead in self._made:
            painter.drawPixmap(0, 0, self._made[instead])
        elif instead in self._old and (name != _NAMES or self._old[name][1] == look.sight):
            picture, sight = self._old[instead]
            scale, dx, dy = sight.onto(look.sight)
            painter.save()
            painter.translate(dx, dy)
            painter.scale(scale, scale)
            painter.drawPixmap(0, 0, picture)
            painter.restore()


def _empty(look: GraphLook) -> QPixmap:
    made = QPixmap(look.room.size() * look.ratio)
    made.setDevicePixelRatio(look.ratio)
    made.fill(Qt.GlobalColor.transparent)
    return made


def _painted(made: QPixmap, look: GraphLook, steps: Steps, seconds: float) -> bool:
    """Paint the next steps for so long; whether all are painted."""
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(look.font)
    end = time.perf_counter() + seconds
    for paint in steps:
        paint(painter)
        if time.perf_counter() > end:
            break
    else:
        painter.end()
        return True
    painter.end()
    return False
