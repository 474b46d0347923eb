"""Every similarity in a cluster as a heat map, in the order of its dendrogram: groups stand out as blocks."""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontInfo, QFontMetricsF, QImage, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.plots import scale_legend
from simexplorer.ui.plots.painted_plot import PaintedPlot
from simexplorer.ui.plots.plot_copies import NO_FIGURES, Figures
from simexplorer.ui.plots.short_names import fitting_name, width_of_names
from simexplorer.ui.theme import metrics, numbers, similarity_scale
from simexplorer.ui.theme.colours import Colours
from simexplorer.ui.theme.contrast import ink_on
from simexplorer.ui.theme.measured import told, told_alone

_TOP, _PAD, _ABOVE_SCALE = 10, 12, 14
_SMALLEST = 3
_NAMED_FROM = 12  # rows as high as this have their names beside them
_NAMES, _BESIDE_NAMES = 220, 20  # pixels for names at most, and beside them; left of the cells
_NUMBERS_FROM, _LARGEST = 36, 44  # cells as wide as the one hold their number, none is wider than the other


class MatrixScene(Struct, frozen=True):
    """(m, m) similarities, nan where unknown, of texts with these names; ``order`` from the top to the bottom."""

    similarity: NDArray[np.float64]
    names: list[str]
    paths: list[str]
    order: NDArray[np.int32]
    scale: MeasureScale = JACCARD

    def __len__(self) -> int:
        return self.order.size


class SimilarityMatrix(PaintedPlot):
    """Presses and arrow keys choose a pair."""

    pair_chosen = Signal(int, int)  # places

    def __init__(self) -> None:
        super().__init__("Similarities in the cluster")
        self._scene: MatrixScene | None = None
        self._labels: NDArray[np.int32] | None = None
        self._cell_chosen: tuple[int, int] | None = None
        self._image: tuple[bool, float, QImage] | None = None
        self._stretched, self._zoom = False, 1.0
        self._measure()

    def set_scene(self, scene: MatrixScene | None) -> None:
        """Show another cluster, or another order."""
        self._scene, self._image, self._cell_chosen, self._labels = scene, None, None, None
        self._measure()
        self.zoom(0.0)

    def zoom(self, factor: float) -> None:
        """Larger or smaller cells; 0 makes them fit."""
        self._zoom = min(max(self._zoom * factor, 1.0), 12.0) if factor else 1.0
        m = 0 if self._scene is None else len(self._scene)
        least = int(max(2.0, min(self._largest, max(_SMALLEST, 480 // max(1, m)) * self._zoom)))
        self.setMinimumSize(QSize(self._names + m * least + 2 * _PAD, _TOP + m * least + self._foot()))
        self.update()

    def set_stretched(self, on: bool) -> None:
        """Give the whole range of colours to the similarities that occur here, or to 0 .. 1 as everywhere."""
        self._stretched, self._image = on, None
        self.update()

    def set_cut(self, labels: NDArray[np.int32] | None) -> None:
        """Frame each part."""
        self._labels = labels
        self.update()

    def set_selected(self, places: tuple[int, ...]) -> None:
        """Frame the cell of a pair, or the row of a text."""
        rank = self._ranks()
        cell = (rank[places[0]], rank[places[-1]]) if places and places[0] in rank and places[-1] in rank else None
        if cell != self._cell_chosen:
            self._cell_chosen = cell
            self.update()

    def figures(self) -> Figures:
        """Every pair once."""
        scene = self._scene
        if scene is None:
            return NO_FIGURES
        i, j = np.triu_indices(len(scene), 1)
        a, b = scene.order[i].tolist(), scene.order[j].tolist()
        values = scene.similarity[a, b].tolist()
        return Figures(
            ("first", "second", "similarity"), ([scene.paths[p] for p in a], [scene.paths[p] for p in b], values)
        )

    def tip_at(self, x: float, y: float) -> str:
        """The pair below the pointer."""
        scene, cell = self._scene, self._cell_at(x, y)
        if scene is None or cell is None:
            return ""
        a, b = (int(scene.order[k]) for k in cell)
        value = float(scene.similarity[a, b])
        known = told_alone(value, scene.scale) if not np.isnan(value) else "not computed"
        return f"{known}\n{self.with_words(a, scene.paths[a])}\n{self.with_words(b, scene.paths[b])}"

    # painting --------------------------------------------------------------------------------------------------------
    def draw(self, painter: QPainter, colours: Colours) -> None:
        """Cells, names, parts, the chosen pair, the scale."""
        scene = self._scene
        if scene is None or not len(scene):
            return
        size = self._cell()
        area = QRectF(self._names, _TOP, size * len(scene), size * len(scene))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.fillRect(area, QColor(colours.grid))
        painter.drawImage(area, self._picture(colours.dark))
        if size >= 8:
            painter.setPen(QPen(QColor(colours.surface), 1))
            for k in range(len(scene) + 1):
                painter.drawLine(QLineF(area.left(), area.top() + k * size, area.right(), area.top() + k * size))
                painter.drawLine(QLineF(area.left() + k * size, area.top(), area.left() + k * size, area.bottom()))
        if size >= self._numbers_from:
            self._draw_numbers(painter, scene, size, colours)
        self._draw_parts(painter, scene, size, colours)
        if self._cell_chosen is not None:
            if size < _NAMED_FROM:
                self._draw_cross(painter, area, size, colours)
            painter.setPen(QPen(QColor(colours.accent), 2.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for row, column in {self._cell_chosen, self._cell_chosen[::-1]}:
                painter.drawRect(QRectF(self._names + column * size, _TOP + row * size, size, size))
        self._draw_names(painter, scene, size, colours)
        low = self._low()
        right, bottom = area.left() + scale_legend.width_of(self.font()), area.bottom() + self._foot() - 4
        scale_legend.draw_legend(painter, right, bottom, colours, low, scene.scale)

    def _foot(self) -> int:
        """What the scale takes below the cells."""
        return _ABOVE_SCALE + math.ceil(scale_legend.height_of(self.font()))

    def _draw_cross(self, painter: QPainter, area: QRectF, size: float, colours: Colours) -> None:
        """Lines that lead the eye to a small cell."""
        assert self._cell_chosen is not None
        tint = QColor(colours.accent)
        tint.setAlpha(130)
        painter.setPen(QPen(tint, 1))
        row, column = self._cell_chosen
        y, x = area.top() + (row + 0.5) * size, area.left() + (column + 0.5) * size
        painter.drawLine(QLineF(area.left(), y, x, y))
        painter.drawLine(QLineF(x, area.top(), x, y))

    def _picture(self, dark: bool) -> QImage:
        low = self._low()
        if self._image is None or self._image[:2] != (dark, low):
            assert self._scene is not None
            order = self._scene.order
            values = self._scene.similarity[np.ix_(order, order)]
            table = similarity_scale.scale_rgb(dark)
            step = np.clip(
                (np.nan_to_num(values) - low) / max(1e-9, 1.0 - low) * (similarity_scale.STEPS - 1) + 0.5,
                0,
                similarity_scale.STEPS - 1,
            )
            pixels = np.empty((*values.shape, 4), np.uint8)
            pixels[..., :3] = table[step.astype(np.int64)]
            pixels[..., 3] = np.where(np.isnan(values), 0, 255)
            m = values.shape[0]
            picture = QImage(pixels.tobytes(), m, m, 4 * m, QImage.Format.Format_RGBA8888).copy()
            self._image = (dark, low, picture)
        return self._image[2]

    def _low(self) -> float:
        """The similarity that has the first colour."""
        if not self._stretched or self._scene is None or not self._scene.similarity.size:
            return 0.0
        return float(min(0.99, np.floor(np.nanmin(self._scene.similarity) * 100) / 100))

    def _draw_numbers(self, painter: QPainter, scene: MatrixScene, size: float, colours: Colours) -> None:
        """Those in sight: of a large cluster there are a hundred thousand and more."""
        low, seen, last = self._low(), self.seen(), len(scene) - 1
        (top, bottom), (left, right) = (
            (max(0, int((first - start) // size)), min(last, int((end - start) // size)))
            for first, end, start in ((seen.top(), seen.bottom(), _TOP), (seen.left(), seen.right(), self._names))
        )
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                value = float(scene.similarity[scene.order[row], scene.order[column]])
                shown_at = (value - low) / (1.0 - low) if value == value else 0.0
                painter.setPen(ink_on(similarity_scale.colour(shown_at, colours.dark)))
                box = QRectF(self._names + column * size, _TOP + row * size, size, size)
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), _cell_words(value, scene.scale))

    def _draw_names(self, painter: QPainter, scene: MatrixScene, size: float, colours: Colours) -> None:
        """Beside the rows, also while these are scrolled along; of rows too low for names only the chosen ones'."""
        painter.save()
        font = painter.font()
        font.setPixelSize(max(9, min(QFontInfo(font).pixelSize(), int(size) - 3)))
        painter.setFont(font)
        measured = QFontMetricsF(font)
        chosen, left = self._cell_chosen or (), self.corner()[0]
        height = max(size, measured.height())
        painter.fillRect(QRectF(left, 0, self._names - 2, self.height()), QColor(colours.surface))
        taken: list[QRectF] = []
        for row, place in sorted(enumerate(scene.order.tolist()), key=lambda pair: pair[0] not in chosen):
            box = QRectF(left + _PAD, _TOP + (row + 0.5) * size - height / 2, self._names - _BESIDE_NAMES, height)
            if size < _NAMED_FROM and (row not in chosen or any(box.intersects(other) for other in taken)):
                continue
            taken.append(box)
            painter.setPen(QColor(colours.accent if row in chosen else colours.text))
            name = fitting_name(scene.names[place], measured, box.width())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), name)
        painter.restore()

    def _draw_parts(self, painter: QPainter, scene: MatrixScene, size: float, colours: Colours) -> None:
        if self._labels is None:
            return
        parts = self._labels[scene.order]
        edges = np.flatnonzero(np.diff(parts, prepend=-1, append=-1))
        painter.setPen(QPen(QColor(colours.text), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for first, stop in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
            side = (stop - first) * size
            painter.drawRect(QRectF(self._names + first * size, _TOP + first * size, side, side))

    def changeEvent(self, event: QEvent) -> None:
        """Larger letters need larger cells."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()
            self.zoom(1.0)

    def _measure(self) -> None:
        scene, measured = self._scene, QFontMetricsF(self.font())
        most = metrics.grown(_NAMES, self.font()) - _BESIDE_NAMES
        self._names = _BESIDE_NAMES + width_of_names([] if scene is None else scene.names, measured, most)
        widest = math.ceil(measured.horizontalAdvance(".000")) + 4
        self._numbers_from, self._largest = max(_NUMBERS_FROM, widest), max(_LARGEST, widest)

    # places ----------------------------------------------------------------------------------------------------------
    def _cell(self) -> float:
        m = 0 if self._scene is None else len(self._scene)
        room = min(self.width() - self._names - _PAD, self.height() - _TOP - self._foot())
        return float(max(1, min(self._largest, room // max(1, m))))

    def _ranks(self) -> dict[int, int]:
        return {} if self._scene is None else {place: rank for rank, place in enumerate(self._scene.order.tolist())}

    def _cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        if self._scene is None:
            return None
        size, m = self._cell(), len(self._scene)
        row, column = int((y - _TOP) // size), int((x - self._names) // size)
        return (row, column) if 0 <= row < m and 0 <= column < m else None

    def _choose(self, row: int, column: int) -> None:
        assert self._scene is not None
        self.pair_chosen.emit(int(self._scene.order[row]), int(self._scene.order[column]))

    # what Qt calls ---------------------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the pair of a cell."""
        cell = self._cell_at(event.position().x(), event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self._choose(*cell)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl larger or smaller; else the page scrolls."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.25 if event.angleDelta().y() > 0 else 0.8)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from cell to cell, plus and minus zoom, 0 shows all."""
        steps = {Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0), Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1)}
        key = Qt.Key(event.key())
        zooms = {Qt.Key.Key_Plus: 1.4, Qt.Key.Key_Equal: 1.4, Qt.Key.Key_Minus: 1 / 1.4, Qt.Key.Key_0: 0.0}
        if key in zooms:
            self.zoom(zooms[key])
            return
        if self._scene is None or key not in steps or event.modifiers():
            super().keyPressEvent(event)
            return
        m = len(self._scene)
        row, column = self._cell_chosen or (0, 0)
        self._choose((row + steps[key][0]) % m, (column + steps[key][1]) % m)


def _cell_words(value: float, scale: MeasureScale) -> str:
    """The number of a cell, without the zero that all of them would begin with."""
    if scale.is_distance or np.isnan(value):
        return told(value, scale)
    return "1" if value >= 1.0 else numbers.similarity(value)[-4:]
