"""Every sign of a decision is painted, however little room there is; words are where they have room."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtGui import QFont, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from simexplorer.ui.models.badges import APART, KEEP, REVIEWED, Badge
from simexplorer.ui.panels import decision_painter
from simexplorer.ui.panels.cell_painter import Box, Pen
from simexplorer.ui.panels.decision_painter import DecisionPainter
from simexplorer.ui.panels.lettering import Lettering
from simexplorer.ui.theme.colours import LIGHT

GOING, NOTE = Badge("trash-2", "1 of 2", "1 of 2 duplicate"), Badge("sticky-note", "ask Anna")
Painted = tuple[list[tuple[str, int]], list[str]]


def painted(monkeypatch: pytest.MonkeyPatch, width: int, *found: Badge) -> Painted:
    """(pictures with their left edges, words) in a cell of so many pixels."""
    pictures: list[tuple[str, int]] = []
    words: list[str] = []

    def picture(_pen: Pen, place: Box, name: str, _tint: str) -> None:
        pictures.append((name, place.left))

    def text(_pen: Pen, _lettering: Lettering, _place: Box, text: str, *_kind_and_tint: Any) -> None:
        words.append(text)

    monkeypatch.setattr(decision_painter, "_paint_picture", picture)
    monkeypatch.setattr(decision_painter, "paint_text", text)
    canvas, font = QPixmap(10, 10), Lettering(QFont())
    painter = QPainter(canvas)
    table = SimpleNamespace(badges=lambda _data, _entry: found)
    cells = DecisionPainter(SimpleNamespace(table=table))  # type: ignore[arg-type]
    cells.paint_content(Pen(painter, LIGHT, font, font, 1.0), Box(0, 0, width, 24), None, 0, 5)
    painter.end()
    return pictures, words


@pytest.mark.parametrize("width", [40, 66, 112, 300])
def test_no_sign_is_dropped_and_none_leaves_the_cell(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    found = (APART, GOING, KEEP, REVIEWED, NOTE)
    for count in range(1, len(found) + 1):
        pictures, _ = painted(monkeypatch, width, *found[:count])
        assert [name for name, _ in pictures] == [badge.picture for badge in found[:count]]
        lefts = [left for _, left in pictures]
        assert lefts == sorted(set(lefts))
        assert lefts[-1] + 14 <= width


def test_words_stand_where_the_signs_after_them_leave_room(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    assert painted(monkeypatch, 66, KEEP, NOTE)[1] == []
    assert painted(monkeypatch, 112, GOING, NOTE)[1][0] == "1 of 2"
    assert painted(monkeypatch, 300, APART, GOING, NOTE)[1] == ["not duplicates", "1 of 2", "ask Anna"]
    (words,) = painted(monkeypatch, 112, Badge("sticky-note", "a long note about nothing much"))[1]
    assert words.endswith("…")
