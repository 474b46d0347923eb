"""Paints a column of decisions: a small sign and a word for each."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from simexplorer.ui.models import badges
from simexplorer.ui.panels.cell_painter import CellPainter
from simexplorer.ui.theme import icons, metrics
from simexplorer.ui.theme.colours import Colours

_PICTURE = 14
_LEAST = 14  # pixels left for a badge to be begun
_WORD = 56  # for a word that does not fit whole to be begun
_STRONG = {badges.DUPLICATE[0]: "warning", badges.SPARED[0]: "warning", badges.KEEP[0]: "accent"}


class DecisionPainter(CellPainter):
    """For the column ``badges.DECISION`` of a table that has ``badges(data, entry)``."""

    def paint_content(
        self, painter: QPainter, option: QStyleOptionViewItem, source: Any, entry: int, _column: int, colours: Colours
    ) -> None:
        """The badges one after another; what does not fit is elided."""
        place = option.rect.adjusted(metrics.GAP, 0, -metrics.GAP, 0)
        fonts = QFontMetrics(option.font)
        for picture, word in self._model.badges(source, entry):  # type: ignore[attr-defined]
            if place.width() < _LEAST:
                return
            tint = getattr(colours, _STRONG.get(picture, "muted"))
            self._paint_picture(painter, place, picture, tint)
            place.setLeft(place.left() + _PICTURE + metrics.HAIR)
            if fonts.horizontalAdvance(word) > place.width() < _WORD:
                place.setLeft(place.left() + metrics.HAIR)  # the sign says it, the tooltip spells it
                continue
            text = fonts.elidedText(word, Qt.TextElideMode.ElideRight, place.width())
            self.paint_text(painter, option, place, text, badges.DECISION.kind, tint)
            place.setLeft(place.left() + fonts.horizontalAdvance(text) + metrics.GAP)

    def _paint_picture(self, painter: QPainter, place: QRect, name: str, tint: str) -> None:
        pixmap = icons.picture(name, tint, _PICTURE, self._view.devicePixelRatioF())
        if pixmap is not None:
            painter.drawPixmap(place.left(), place.center().y() - _PICTURE // 2 + 1, pixmap)
