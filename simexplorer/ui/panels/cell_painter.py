"""How cells are painted: paths, texts and numbers in one line, a thin bar beside a similarity, groups that open."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

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
_CHEVRON = 14
_KEPT = 512  # bars
_FIGURES = 44  # width kept for the number beside a bar

_ACTIVE = QStyle.StateFlag.State_Active
_LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft) | int(Qt.TextFlag.TextSingleLine)
_tint = cache(QColor)  # cells are many, colours few


class CellPainter:
    """Paints the rows of an ``ArrayTable``: one call a cell, asked of the model directly."""

    indent = 0  # pixels by which members of a group are set in

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
        colours, font, selection = colours_of(option.palette), QFont(option.font), view.selectionModel()
        left, right = min(left for _, _, left, _ in columns), max(left + width for _, _, left, width in columns)
        there = model.rowCount() - 1  # amid a reset the view knows of more
        for row in range(first, (min(last, there) if last >= 0 else there) + 1):
            top, height = view.rowViewportPosition(row), view.rowHeight(row)
            selected = selection.isSelected(model.index(row, 0))
            if selected or row == view.hovered_row:
                back = colours.selection if selected else colours.window
                painter.fillRect(left, top, right - left, height, _tint(back))
            painter.fillRect(left, top + height - 1, right - left, 1, _tint(colours.grid))
            if selected and option.state & _ACTIVE:
                painter.fillRect(view.columnViewportPosition(0), top, 3, height - 1, _tint(colours.accent))
            entry = model.entry(row)
            for column, cells, begin, width in columns:
                option.rect, option.font = QRect(begin, top, width, height), font
                cells.paint_content(painter, option, source, entry, column, colours)

    def _columns_in(self, area: QRect) -> list[tuple[int, CellPainter, int, int]]:
        """(column, who paints its cells, left edge, width) of those that lie in the area."""
        view = self._view
        places = [
            (column, self.of_columns.get(column, self), view.columnViewportPosition(column), view.columnWidth(column))
            for column in range(len(self._model.columns))
            if not view.isColumnHidden(column)
        ]
        return [each for each in places if each[2] <= area.right() and each[2] + each[3] > area.left()]

    def paint_content(
        self, painter: QPainter, option: QStyleOptionViewItem, source: Any, entry: int, column: int, colours: Colours
    ) -> None:
        """Text, number or bar of one cell."""
        kind = self._model.columns[column].kind
        place = option.rect.adjusted(_PADDING, 0, -_PADDING, 0)
        if kind is Kind.SIMILARITY:
            self._paint_bar(painter, option.font, place, self._model.shade(source, entry, column), colours)
        if kind is Kind.PATH:
            self.paint_path(painter, option, place, source, entry, column, colours)
        else:
            self.paint_text(painter, option, place, self._model.text(source, entry, column), kind, colours.text)

    def paint_path(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        place: QRect,
        source: Any,
        entry: int,
        column: int,
        colours: Colours,
    ) -> None:
        """A path, and dimmed after it the first words of its document where they are to be seen."""
        model, lettering = self._model, self._lettering(option.font)
        path, words = model.text(source, entry, column), model.words_beside(source, entry, column)
        shown = lettering.fitted(path, words, place.width(), lambda: model.told_from(source, entry, column))
        painter.setPen(_tint(colours.text))
        painter.setFont(lettering.font)
        painter.drawText(place, _LEFT, shown.path)
        if shown.words:
            measured = lettering.measured
            painter.setPen(_tint(colours.muted))
            painter.setFont(lettering.thin)
            # on the line of the path: other scripts are higher, and centred they would leave it
            baseline = place.top() + (place.height() - measured.height() + 1) // 2 + measured.ascent()
            painter.drawText(place.left() + shown.words_at, baseline, shown.words)

    def _lettering(self, font: QFont) -> Lettering:
        """What was written in a font; headings are of another weight than what is below them."""
        known = self._letterings.get(font.weight())
        if known is None or known.font != font:
            known = self._letterings[font.weight()] = Lettering(font)
        return known

    def paint_text(
        self, painter: QPainter, option: QStyleOptionViewItem, place: QRect, text: str, kind: Kind, tint: str
    ) -> None:
        """One line; what is too long loses its end."""
        if not text:
            return
        lettering = self._lettering(option.font)
        painter.setPen(_tint(tint))
        painter.setFont(lettering.font)
        if kind is Kind.NUMBER or kind is Kind.SIMILARITY:
            line = lettering.line(text)
            size = line.size()
            left, top = place.width() - size.width(), (place.height() - size.height()) / 2
            painter.drawStaticText(QPointF(place.left() + left, place.top() + top), line)
            return
        shown = lettering.measured.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, _LEFT, shown)

    def _paint_bar(self, painter: QPainter, font: QFont, place: QRect, value: float | None, colours: Colours) -> None:
        """A thin bar as long as the similarity, in its colour, left of the number."""
        width = place.width() - metrics.grown(_FIGURES, font) - metrics.HAIR
        if value is None or width < 8:
            return
        bar = _bar(width, similarity_scale.step(value), colours, self._view.devicePixelRatioF())
        painter.drawPixmap(place.left(), place.center().y() - _BAR_HEIGHT // 2 + 1, bar)


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

    indent = 32

    def paint_content(
        self, painter: QPainter, option: QStyleOptionViewItem, source: Any, entry: int, column: int, colours: Colours
    ) -> None:
        """What is in the cell."""
        model = self._model
        assert isinstance(model, ClustersTable)
        heading = entry < 0
        if heading and column in (0, 1):
            option.font.setWeight(QFont.Weight.DemiBold)
        if column == 0:
            place = option.rect.adjusted(_PADDING + self.indent, 0, -_PADDING, 0)
            if heading:
                self._paint_chevron(painter, option.rect, model.is_open(entry), colours)
                place.setLeft(option.rect.left() + _PADDING + 18)
            self.paint_path(painter, option, place, source, entry, column, colours)
        elif column == 1 and not heading and model.is_representative(entry):
            place = option.rect.adjusted(_PADDING, 0, -_PADDING, 0)
            self.paint_text(painter, option, place, "repr.", Kind.NUMBER, colours.muted)
        elif column in (3, 4) and heading and model.is_chain(entry):
            text = model.text(source, entry, column)
            place = option.rect.adjusted(_PADDING, 0, -_PADDING, 0)
            mark = "▲ " if column == 3 else ""
            self.paint_text(
                painter, option, place, mark + text, Kind.NUMBER, colours.warning if column == 3 else colours.text
            )
        else:
            super().paint_content(painter, option, source, entry, column, colours)

    def _paint_chevron(self, painter: QPainter, rect: QRect, opened: bool, colours: Colours) -> None:
        name = "chevron-down" if opened else "chevron-right"
        pixmap = icons.picture(name, colours.muted, _CHEVRON, self._view.devicePixelRatioF())
        if pixmap is not None:
            painter.drawPixmap(rect.left() + _CHEVRON // 2, rect.center().y() - _CHEVRON // 2, pixmap)


class NeighbourCellPainter(CellPainter):
    """A neighbour that only one method finds says so in the warning colour."""

    def paint_content(
        self, painter: QPainter, option: QStyleOptionViewItem, source: Any, entry: int, column: int, colours: Colours
    ) -> None:
        """What is in the cell."""
        model = self._model
        assert isinstance(model, NeighboursTable)
        if model.columns[column].kind is Kind.MARK:
            lone = model.one_sided(entry)
            text = ("◐ " if lone else "● ") + model.text(source, entry, column)
            place = option.rect.adjusted(_PADDING, 0, -_PADDING, 0)
            self.paint_text(painter, option, place, text, Kind.MARK, colours.warning if lone else colours.muted)
            return
        super().paint_content(painter, option, source, entry, column, colours)
