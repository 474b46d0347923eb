"""Paints a column of decisions: a small sign and a word for each."""

from __future__ import annotations

from typing import Any

from simexplorer.ui.models import badges
from simexplorer.ui.panels.cell_painter import Box, CellPainter, Pen, paint_text
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.theme import icons, metrics

_SIGN = metrics.SIGN + 2 * metrics.HAIR  # a picture that no word follows
_WORD = 56  # pixels for a word that does not fit whole to be begun
_STRONG = {badges.DUPLICATE.picture: "warning", badges.SPARED.picture: "warning", badges.KEEP.picture: "accent"}


class DecisionPainter(CellPainter):
    """For the column ``badges.DECISION`` of a table that has ``badges(data, entry)``."""

    def paint_content(self, pen: Pen, box: Box, source: Any, entry: int, _column: int) -> None:
        """The badges one after another: every sign, and words where they have room; the tooltip spells all of it."""
        place, lettering = box.within(metrics.GAP, metrics.GAP), pen.lettering
        fonts = lettering.measured
        found = self._model.badges(source, entry)  # type: ignore[attr-defined]
        step = max(0, min(_SIGN, (place.width - metrics.SIGN) // max(1, len(found) - 1)))  # in little room they overlap
        for to_come, badge in zip(reversed(range(len(found))), found, strict=True):
            tint = getattr(pen.colours, _STRONG.get(badge.picture, "muted"))
            _paint_picture(pen, place, badge.picture, tint)
            lead = metrics.SIGN + metrics.HAIR
            room = place.width - lead - (metrics.GAP + to_come * step if to_come else 0)
            if fonts.horizontalAdvance(badge.word) > room < _WORD:
                place = place.within(step, 0)
                continue
            text = lettering.elided(badge.word, room)
            paint_text(pen, lettering, place.within(lead, 0), text, badges.DECISION.kind, tint)
            place = place.within(lead + fonts.horizontalAdvance(text) + metrics.GAP, 0)


def place_of_decisions(view: TableView) -> int:
    """Number of the column that says what was decided."""
    return [column.name for column in view.table.columns].index(badges.DECISION.name)


def stand_beside_names(view: TableView) -> None:
    """Have decisions follow the two names that they are about: at the end they would stand beyond the edge."""
    header = view.horizontalHeader()
    header.moveSection(header.visualIndex(place_of_decisions(view)), 2)


def _paint_picture(pen: Pen, place: Box, name: str, tint: str) -> None:
    pixmap = icons.picture(name, tint, metrics.SIGN, pen.ratio)
    if pixmap is not None:
        pen.painter.drawPixmap(place.left, place.top + (place.height - 1) // 2 - metrics.SIGN // 2 + 1, pixmap)
