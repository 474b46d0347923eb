"""The ground of the map of all documents: what it shows, which part of it is in sight, how it is painted."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.plots import map_painting
from simexplorer.ui.plots.map_colours import MapLegend
from simexplorer.ui.plots.map_picture import MapPicture, picture_of
from simexplorer.ui.plots.map_scene import Caption, MapScene
from simexplorer.ui.plots.map_sight import Floats, MapSight, middling_area, most_zoom, place_at
from simexplorer.ui.plots.painted_plot import PaintedPlot
from simexplorer.ui.plots.plot_copies import NO_FIGURES, Figures
from simexplorer.ui.theme.colours import Colours

if TYPE_CHECKING:
    from simexplorer.pipeline.map_groups import Bridges

_MARGIN = 12.0
_MOST_BRIDGES = 5_000  # that are looked through for those in sight, while nothing is selected
_USUAL_WORDS = "how it is to be read " * 22
_FOOT_SHARE = 0.25  # of the height that words may take: all of them stand behind the button
_LEAST_WIDTH, _LEAST_CELLS = 240, 80.0  # pixels; lower, cells are strokes: then the page scrolls


class MapCanvas(PaintedPlot):
    """Cells come as a picture, made elsewhere whenever ``picture_wanted`` says that another part is in sight."""

    picture_wanted = Signal()
    resized = Signal()

    def __init__(self) -> None:
        super().__init__("Map of all documents")
        self.figures_of: Callable[[], Figures] = lambda: NO_FIGURES
        self._scene: MapScene | None = None
        self._legend = MapLegend("")
        self._words = ""
        self._headline = ("", "")
        self._sight = MapSight.whole(1.0, 1.0, 1.0)
        self._picture: MapPicture | None = None
        self._whole: MapPicture | None = None
        self._selected: tuple[int, ...] = ()
        self._bridges: Bridges | None = None
        self._captions: tuple[MapSight, list[Caption]] | None = None
        self._foot: tuple[object, float, float] = (None, 0.0, 0.0)
        self._head: tuple[object, float] = (None, 0.0)
        self._typical = 0.0  # area of a document of middling size on the map
        self._hovered = -1
        self._keep_room()

    # what is shown ---------------------------------------------------------------------------------------------------
    @property
    def scene(self) -> MapScene | None:
        """What is shown."""
        return self._scene

    @property
    def sight(self) -> MapSight:
        """Which part of it."""
        return self._sight

    @property
    def picture(self) -> MapPicture | None:
        """The newest picture of the cells."""
        return self._picture

    def show_scene(self, scene: MapScene | None, legend: MapLegend, words: str) -> None:
        """Show a map, or the same one with other groups or colours; the sight stays where the map does.

        words : how it is to be read, below it
        """
        old = self._scene
        moved = old is None or scene is None or old.drawn is not scene.drawn
        self._scene, self._legend, self._words, self._hovered = scene, legend, words, -1
        if moved:
            self._selected = ()
        self._choose_bridges()
        self._captions, self._foot = None, (None, 0.0, 0.0)
        if moved:
            self._picture = self._whole = None
            self._typical = 0.0 if scene is None else middling_area(scene.drawn.boxes)
        self._fit_room(whole=moved)

    def show_picture(self, picture: MapPicture) -> None:
        """The cells of what was in sight when this picture was asked for."""
        self._picture = picture
        if picture.sight.magnified <= 1.0:
            self._whole = picture
        self.update()

    def set_selected(self, rows: tuple[int, ...]) -> None:
        """Ring these documents, and outline the group of the first; the first is brought into sight."""
        places = () if self._scene is None else tuple(int(self._scene.drawn.place[row]) for row in rows)
        places = tuple(place for place in places if place >= 0)
        if places == self._selected:
            return
        self._selected = places
        if places and self._scene is not None:
            self._look(self._sight.with_in(self._scene.drawn.boxes[:, places[0]]))
        self._choose_bridges()
        self.update()

    def sum_up(self, summary: str, notice: str) -> None:
        """The line above the cells; ``notice`` is what must not be overlooked."""
        self._headline = (summary, notice)
        self._fit_room(whole=False)  # which may have one line more, or less

    @property
    def selected(self) -> tuple[int, ...]:
        """Places that are ringed."""
        return self._selected

    @property
    def bridges(self) -> Bridges | None:
        """The near misses that may be drawn: of what is selected, or the most similar of all; None: not wanted."""
        return self._bridges

    def _choose_bridges(self) -> None:
        scene = self._scene
        found = None if scene is None else scene.bridges
        if found is not None and scene is not None:
            found = found.of(scene.groups, self._selected[0]) if self._selected else found.at(slice(_MOST_BRIDGES))
        self._bridges = found

    def room(self) -> QRectF:
        """Where the cells are."""
        width, (top, legend, whole) = self._cells_width(), self._around()
        foot = min(whole, max(legend, _FOOT_SHARE * self.height()))
        return QRectF(_MARGIN, top, width, max(self.height() - top - foot, 1.0))

    def _cells_width(self) -> float:
        return max(self.width() - 2 * _MARGIN, 1.0)

    def _around(self) -> tuple[float, float, float]:
        """Pixels above the cells, and below them for the legend alone and with all words."""
        width = self._cells_width()
        words = self._words or _USUAL_WORDS  # before there are any, room is left for them: a map fits its room
        asked = (width, words, self.font().key())
        if asked != self._foot[0]:
            self._foot = (asked, *map_painting.foot_heights(self.font(), width, self._legend, words))
        _, legend, whole = self._foot
        return self._head_height(width) + 10.0, legend, whole

    def _keep_room(self) -> None:
        """Be never so low that lines and legend leave nothing to the cells."""
        top, legend, whole = self._around()
        foot = min(whole, max(legend, (top + _LEAST_CELLS) * _FOOT_SHARE / (1.0 - _FOOT_SHARE)))
        least = QSize(_LEAST_WIDTH, math.ceil(top + _LEAST_CELLS + foot))
        if least != self.minimumSize():
            self.setMinimumSize(least)

    def _head_height(self, width: float) -> float:
        """Pixels of the line above the cells, or of two: a second one stays for as long as map, width and letters do.

        What is said there depends on the cells' room, and would else come and go with every picture, without end.
        """
        of = (None if self._scene is None else id(self._scene.drawn), width, self.font().key())
        height = map_painting.headline_height(self.font(), width, *self._headline)
        self._head = (of, max(height, self._head[1]) if of == self._head[0] else height)
        return self._head[1]

    def figures(self) -> Figures:
        """Every group, as the table twin has it."""
        return self.figures_of()

    # looking ---------------------------------------------------------------------------------------------------------
    def fit(self) -> None:
        """All of it."""
        self._look(MapSight.whole(self._sight.aspect, self._sight.width, self._sight.height))

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Larger or smaller about a point of the cells; without one about the selected document, or the middle."""
        if x is None or y is None:
            x, y = self._sight.width / 2, self._sight.height / 2
            if self._selected and self._scene is not None:
                left, top, right, bottom = self._sight.pixels(self._scene.drawn.boxes[:, self._selected[0]]).tolist()
                if right > 0 and bottom > 0 and left < self._sight.width and top < self._sight.height:
                    x, y = (left + right) / 2, (top + bottom) / 2
        self._look(self._sight.zoomed(factor, x, y, self._most()))

    def show_group(self, place: int) -> None:
        """Bring the group at a place near, or the document itself where it is in none."""
        if self._scene is None or place < 0:
            return
        cluster = self._scene.cluster_of(place)
        box = self._scene.groups.boxes[:, cluster] if cluster >= 0 else self._scene.drawn.boxes[:, place]
        self._look(self._sight.showing(box, 0.7 if cluster >= 0 else 0.1, self._most()))

    def _most(self) -> float:
        return most_zoom(self._typical, self._sight)

    def _fit_room(self, whole: bool) -> None:
        self._keep_room()
        room = self.room()
        aspect = 1.0 if self._scene is None else self._scene.drawn.aspect
        sight = MapSight.whole(aspect, room.width(), room.height())
        if not whole and self._sight.magnified > 1.0:
            x, y = self._sight.on_map(self._sight.width / 2, self._sight.height / 2)
            near = sight.zoomed(self._sight.magnified, 0.0, 0.0)
            sight = near.moved(
                room.width() / 2 - x * near.scale_x - near.left, room.height() / 2 - y * near.scale_y - near.top
            )
        self._look(sight)

    def _look(self, sight: MapSight) -> None:
        if sight != self._sight:
            self._sight = sight
            self.picture_wanted.emit()
        self.update()

    def place_under(self, at: QPointF) -> int:
        """The place below a point of the widget; -1 for none."""
        room = self.room()
        if self._scene is None or not room.contains(at):
            return -1
        return place_at(self._scene.drawn.boxes, *self._sight.on_map(at.x() - room.left(), at.y() - room.top()))

    # painting --------------------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, colours: Colours) -> None:
        """Cells, bridges, outlines, captions; legend and words below."""
        scene, room = self._scene, self.room()
        if scene is None:
            return
        legend = self._legend
        painter.save()
        painter.setClipRect(room)
        painter.translate(room.topLeft())
        if self._forced is not None:
            tints, legend = scene.tinted(colours)
            copied = picture_of(scene.cells, tints, self._sight, 2.0)
            painter.drawImage(QRectF(0, 0, room.width(), room.height()), copied.image)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            self._draw_cells(painter)
        self._draw_marks(painter, scene, colours)
        if self._captions is None or self._captions[0] is not self._sight:
            sight = self._sight
            self._captions = (sight, scene.captions(sight.pixels, sight.width, sight.height))
        map_painting.paint_captions(painter, self._captions[1], colours)
        painter.restore()
        head = QRectF(room.left(), 5.0, room.width(), room.top() - 8.0)
        map_painting.paint_headline(painter, head, *self._headline, colours)
        foot = QRectF(room.left(), room.bottom(), room.width(), self.height() - room.bottom())
        map_painting.paint_foot(painter, foot, legend, self._words, colours)
        if self.hasFocus() and self._forced is None:
            painter.setPen(QColor(colours.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(room.adjusted(-2.5, -2.5, 2.5, 2.5))

    def _draw_cells(self, painter: QPainter) -> None:
        """A picture of another sight is stretched to where its cells are now, until the next one comes.

        Where it leaves gaps, that of the whole map lies below.
        """
        picture, room = self._picture, QRectF(0, 0, self._sight.width, self._sight.height)
        if picture is not None and picture.sight == self._sight:
            painter.drawImage(QPointF(), picture.image)
            return
        covers = picture is not None and self._now(picture).contains(room)
        for one in (self._whole, picture):
            if one is not None and (one is picture or not covers):
                painter.drawImage(self._now(one), one.image)

    def _now(self, picture: MapPicture) -> QRectF:
        """Where the cells of a picture would be now."""
        x0, y0 = picture.sight.on_map(0.0, 0.0)
        x1, y1 = picture.sight.on_map(picture.sight.width, picture.sight.height)
        left, top, right, bottom = self._sight.pixels(np.array([x0, y0, x1, y1])).tolist()
        return QRectF(left, top, right - left, bottom - top)

    def _draw_marks(self, painter: QPainter, scene: MapScene, colours: Colours) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        chosen = self._selected[0] if self._selected else -1
        for place, tint in ((self._hovered, colours.text), (chosen, colours.accent)):
            cluster = scene.cluster_of(place) if 0 <= place < len(scene.drawn) else -1
            if cluster >= 0:
                shape = map_painting.path_of(self._in_reach(scene.patches(cluster)))
                map_painting.outline(painter, shape, tint, colours.surface, 1.5)
        for place in self._selected:
            map_painting.ring(
                painter, self._in_reach(scene.drawn.boxes[:, [place]])[:, 0], colours.accent, colours.surface
            )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._bridges is not None:
            lines = map_painting.bridge_lines(self._bridges, scene.drawn.boxes, self._sight)
            map_painting.paint_bridges(painter, lines, colours)

    def _in_reach(self, boxes: Floats) -> Floats:
        """On the screen, cut off a little outside of it: Qt draws no shapes of a million pixels."""
        limit = np.array([self._sight.width, self._sight.height] * 2)[:, None] + 20.0
        found: Floats = np.clip(self._sight.pixels(boxes), -20.0, limit)
        return found

    # what Qt calls ---------------------------------------------------------------------------------------------------
    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The same part of the map in another room."""
        super().resizeEvent(event)
        self._fit_room(whole=False)
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Other colours need another picture."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_scene", None) is not None:
            self.picture_wanted.emit()
