"""Paints a column of decisions: a small sign and a word for each."""

from __future__ import annotations

from typing import Any

from simexplorer.ui.models import badges
from simexplorer.ui.panels.cell_painter import Box, CellPainter, Pen, paint_text
from simexplorer.ui.theme import icons, metrics

_PICTURE = 14
_LEAST = 14  # pixels left for a badge to be begun
_WORD = 56  # for a word that does not fit whole to be begun
_STRONG = {badges.DUPLICATE[0]: "warning", badges.SPARED[0]: "warning", badges.KEEP[0]: "accent"}


class DecisionPainter(CellPainter):
    """For the column ``badges.DECISION`` of a table that has ``badges(data, entry)``."""

    def paint_content(self, pen: Pen, box: Box, source: Any, entry: int, _column: int) -> None:
        """The badges one after another; what does not fit is elided."""
        place, lettering = box.within(metrics.GAP, metrics.GAP), pen.lettering
        fonts = lettering.measured
        for picture, word in self._model.badges(source, entry):  # type: ignore[attr-defined]
            if place.width < _LEAST:
                return
            tint = getattr(pen.colours, _STRONG.get(picture, "muted"))
            _paint_picture(pen, place, picture, tint)
            place = place.within(_PICTURE + metrics.HAIR, 0)
            if fonts.horizontalAdvance(word) > place.width < _WORD:
                place = place.within(metrics.HAIR, 0)  # the sign says it, the tooltip spells it
                continue
            text = lettering.elided(word, place.width)
            paint_text(pen, lettering, place, text, badges.DECISION.kind, tint)
            place = place.within(fonts.horizontalAdvance(text) + metrics.GAP, 0)


def _paint_picture(pen: Pen, place: Box, name: str, tint: str) -> None:
    pixmap = icons.picture(name, tint, _PICTURE, pen.ratio)
    if pixmap is not None:
        pen.painter.drawPixmap(place.left, place.top + (place.height - 1) // 2 - _PICTURE // 2 + 1, pixmap)
