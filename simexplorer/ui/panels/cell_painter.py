"""How cells are painted: paths, texts and numbers in one line, a thin bar beside a similarity, groups that open."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from simexplorer.ui.models.clusters_table import ClustersTable
from simexplorer.ui.models.columns import Kind
from simexplorer.ui.models.neighbours_table import NeighboursTable
from simexplorer.ui.panels.lettering import Lettering
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.theme import icons, metrics, similarity_scale
from simexplorer.ui.theme.colours import Colours, colours_of

_PADDING = 8
_BAR_HEIGHT = 4
_KEPT = 512  # bars

_ACTIVE = QStyle.StateFlag.State_Active
_tint = cache(QColor)  # cells are many, colours few


class Box(NamedTuple):
    """Where a cell is painted, in pixels of the viewport: asked of all cells, plain numbers are asked sooner."""

    left: int
    top: int
    width: int
    height: int

    def within(self, left: int, right: int) -> Box:
        """The same with so many pixels less on both sides."""
        return Box(self.left + left, self.top, self.width - left - right, self.height)


class Pen:
    """What one paint of a list is written with; the painter is told of fonts and colours where they change only."""

    def __init__(
        self, painter: QPainter, colours: Colours, lettering: Lettering, bold: Lettering, ratio: float
    ) -> None:
        """ratio : device pixels a point."""
        self.painter, self.colours, self.lettering, self.bold, self.ratio = painter, colours, lettering, bold, ratio
        self._font: QFont | None = None
        self._tint = ""

    def take(self, font: QFont, tint: str) -> QPainter:
        """The painter with this font and this colour."""
        if font is not self._font:
            self._font = font
            self.painter.setFont(font)
        if tint != self._tint:
            self._tint = tint
            self.painter.setPen(_tint(tint))
        return self.painter


class CellPainter:
    """Paints the rows of an ``ArrayTable``: one call a cell, asked of the model directly."""

    def __init__(self, view: TableView) -> None:
        self.of_columns: dict[int, CellPainter] = {}
        self._view, self._model = view, view.table
        self._letterings: dict[int, Lettering] = {}  # by the weight of the font

    def paint_rows(self, painter: QPainter, option: QStyleOptionViewItem, area: QRect) -> None:
        """Of each row in the area background, line below and mark of the selection, then what is in its cells."""
        view, model = self._view, self._model
        first, last = (view.rowAt(place) for place in (area.top(), area.bottom()))
        source, columns = model.source, self._columns_in(area)
        if first < 0 or source is None or not columns:
            return
        colours, selection = colours_of(option.palette), view.selectionModel()
        left, right = min(left for _, _, left, _ in columns), max(left + width for _, _, left, width in columns)
        there = model.rowCount() - 1  # amid a reset the view knows of more
        rows = range(first, (min(last, there) if last >= 0 else there) + 1)
        entries = [model.entry(row) for row in rows]
        model.foresee(source, entries)
        pen = self._pen(painter, option.font, colours)
        top, height = view.rowViewportPosition(first), view.rowHeight(first)  # all rows are as high
        back, line, accent = _tint(colours.selection), _tint(colours.grid), _tint(colours.accent)
        active, begin = bool(option.state & _ACTIVE), -view.horizontalHeader().offset()
        for row, entry in zip(rows, entries, strict=True):
            selected = selection.isSelected(model.index(row, 0))
            if selected or row == view.hovered_row:
                painter.fillRect(left, top, right - left, height, back if selected else _tint(colours.window))
            painter.fillRect(left, top + height - 1, right - left, 1, line)
            if selected and active:
                painter.fillRect(begin, top, 3, height - 1, accent)
            for column, cells, at, width in columns:
                inset = metrics.HAIR if at == begin else 0  # to begin where the words above the list do
                cells.paint_content(pen, Box(at, top, width, height).within(inset, 0), source, entry, column)
            top += height

    def _pen(self, painter: QPainter, font: QFont, colours: Colours) -> Pen:
        """What is written with: in the font of the list, and bold."""
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        return Pen(painter, colours, self._lettering(font), self._lettering(bold), self._view.devicePixelRatioF())

    def _columns_in(self, area: QRect) -> list[tuple[int, CellPainter, int, int]]:
        """(column, who paints its cells, left edge, width) of those that lie in the area."""
        view = self._view
        places = [
            (column, self.of_columns.get(column, self), view.columnViewportPosition(column), view.columnWidth(column))
            for column in range(len(self._model.columns))
            if not view.isColumnHidden(column)
        ]
        return [each for each in places if each[2] <= area.right() and each[2] + each[3] > area.left()]

    def paint_content(self, pen: Pen, box: Box, source: Any, entry: int, column: int) -> None:
        """Text, number or bar of one cell."""
        self._paint_as_told(pen, pen.lettering, box, source, entry, column)

    def _paint_as_told(self, pen: Pen, lettering: Lettering, box: Box, source: Any, entry: int, column: int) -> None:
        """The same in a lettering: what the model tells, as its kind is painted."""
        kind, place = self._model.columns[column].kind, box.within(_PADDING, _PADDING)
        if kind is Kind.SIMILARITY:
            _paint_bar(pen, lettering, place, self._model.shade(source, entry, column))
        if kind is Kind.PATH:
            self.paint_path(pen, lettering, place, source, entry, column)
        else:
            paint_text(pen, lettering, place, self._model.text(source, entry, column), kind, pen.colours.text)

    def paint_path(self, pen: Pen, lettering: Lettering, place: Box, source: Any, entry: int, column: int) -> None:
        """A path, and dimmed after it the first words of its document where they are to be seen."""
        model = self._model
        path, words = model.text(source, entry, column), model.words_beside(source, entry, column)
        shown = lettering.fitted(path, words, place.width, lambda: model.told_from(source, entry, column))
        _write(pen, lettering, place, shown.path, pen.colours.text, is_path=True)
        if shown.words:
            measured = lettering.measured
            # on the line of the path: other scripts are higher, and centred they would leave it
            baseline = place.top + (place.height - measured.height() + 1) // 2 + measured.ascent()
            pen.take(lettering.thin, pen.colours.muted).drawText(place.left + shown.words_at, baseline, shown.words)

    def _lettering(self, font: QFont) -> Lettering:
        """What was written in a font; headings are of another weight than what is below them."""
        known = self._letterings.get(font.weight())
        if known is None or known.font != font:
            known = self._letterings[font.weight()] = Lettering(font)
        return known


def paint_text(pen: Pen, lettering: Lettering, place: Box, text: str, kind: Kind, tint: str) -> None:
    """One line; what is too long loses its end."""
    if kind is Kind.NUMBER or kind is Kind.SIMILARITY:
        _write(pen, lettering, place, text, tint, to_right=True)
    elif text:
        _write(pen, lettering, place, lettering.elided(text, place.width), tint)


def _write(
    pen: Pen, lettering: Lettering, place: Box, text: str, tint: str, *, to_right: bool = False, is_path: bool = False
) -> None:
    """One line as it is, in the middle of the height."""
    if text:
        line, width, height = lettering.line(text, is_path)
        left = place.left + (place.width - width if to_right else 0.0)
        at = QPointF(left, place.top + (place.height - height) / 2)
        pen.take(lettering.font, tint).drawStaticText(at, line)


def _paint_bar(pen: Pen, lettering: Lettering, place: Box, value: float | None) -> None:
    """A thin bar as long as the similarity, in its colour, left of the number."""
    width = place.width - lettering.figures - metrics.HAIR
    if value is None or width < 8:
        return
    bar = _bar(width, similarity_scale.step(value), pen.colours, pen.ratio)
    pen.painter.drawPixmap(place.left, place.top + (place.height - 1) // 2 - _BAR_HEIGHT // 2 + 1, bar)


@lru_cache(_KEPT)
def _bar(width: int, step: int, colours: Colours, ratio: float) -> QPixmap:
    """The bar of a step of the scale; ratio : device pixels a point."""
    pixmap = QPixmap(round(width * ratio), round(_BAR_HEIGHT * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    filled = max(2.0, width * step / (similarity_scale.STEPS - 1))
    tints = _tint(colours.grid), similarity_scale.scale(colours.dark)[step]
    for length, colour in zip((width, filled), tints, strict=True):
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(0, 0, length, _BAR_HEIGHT), 2, 2)
    painter.end()
    return pixmap


class ClusterCellPainter(CellPainter):
    """Headings in bold with a chevron, members set in, chains marked."""

    def paint_content(self, pen: Pen, box: Box, source: Any, entry: int, column: int) -> None:
        """What is in the cell."""
        model = self._model
        assert isinstance(model, ClustersTable)
        heading = entry < 0
        lettering = pen.bold if heading and column in (0, 1) else pen.lettering
        if column == 0:
            if heading:
                _paint_chevron(pen, box, model.is_open(entry))
            inset = pen.lettering.sign + (4 if heading else 18)  # members stand behind their heading
            place = box.within(_PADDING + inset, _PADDING)
            self.paint_path(pen, lettering, place, source, entry, column)
        elif column == 2 and model.is_representative(entry):
            place = box.within(_PADDING, _PADDING)
            text = lettering.elided(model.text(source, entry, column), place.width)
            paint_text(pen, lettering, place, text, Kind.NUMBER, pen.colours.muted)
        elif column in (3, 4) and heading and model.is_chain(entry):
            text, first = model.text(source, entry, column), column == 3
            tint = pen.colours.warning if first else pen.colours.text
            place = box.within(_PADDING, _PADDING)
            paint_text(pen, lettering, place, ("▲ " if first else "") + text, Kind.NUMBER, tint)
        else:
            self._paint_as_told(pen, lettering, box, source, entry, column)


def _paint_chevron(pen: Pen, box: Box, opened: bool) -> None:
    name = "chevron-down" if opened else "chevron-right"
    side = pen.lettering.sign
    pixmap = icons.picture(name, pen.colours.muted, side, pen.ratio)
    if pixmap is not None:
        pen.painter.drawPixmap(box.left + _PADDING - 1, box.top + (box.height - 1) // 2 - side // 2, pixmap)


class NeighbourCellPainter(CellPainter):
    """A neighbour that only one method finds says so in the warning colour."""

    def paint_content(self, pen: Pen, box: Box, source: Any, entry: int, column: int) -> None:
        """What is in the cell."""
        model = self._model
        assert isinstance(model, NeighboursTable)
        if model.columns[column].kind is Kind.MARK:
            lone = model.one_sided(entry)
            text = ("◐ " if lone else "● ") + model.text(source, entry, column)
            tint = pen.colours.warning if lone else pen.colours.muted
            paint_text(pen, pen.lettering, box.within(_PADDING, _PADDING), text, Kind.MARK, tint)
            return
        super().paint_content(pen, box, source, entry, column)
