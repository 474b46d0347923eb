"""Texts painted character by character: what cannot be seen is painted too, and rows wrap at the width."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF, QImage
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.text_ribbon import TextRibbon
from tests.ui.plots.graphs import pixels


def painted(qtbot: QtBot, text: str) -> np.ndarray:
    ribbon = TextRibbon("ribbon", "Text")
    qtbot.addWidget(ribbon)
    ribbon.resize(400, 60)
    ribbon.show_text(text, ())
    image = QImage(ribbon.size(), QImage.Format.Format_RGB32)
    ribbon.render(image)
    return pixels(image)


@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "\x00", "\x1b", " ", "\n"], ids=ascii)
def test_what_cannot_be_seen_is_painted_as_a_sign(qtbot: QtBot, sign: str) -> None:
    assert not np.array_equal(painted(qtbot, f"a{sign}b"), painted(qtbot, "a\u2003b"))  # a cell without ink


@pytest.mark.parametrize("text", ["abc", "漢字", "ഐക്യം", "தமிழ் ஔவை", "ᏣᎳᎩ", "𒐫", "﷽", ""])
def test_no_character_is_wider_than_its_cell(qtbot: QtBot, text: str) -> None:
    ribbon = TextRibbon("ribbon", "Text")
    qtbot.addWidget(ribbon)
    ribbon.show_text(text, ())
    measured = QFontMetricsF(ribbon.font())
    most = 3 * measured.horizontalAdvance("m")
    assert all(min(measured.horizontalAdvance(letter), most) <= ribbon.cell_width() for letter in text)
    assert ribbon.cell_width() >= measured.horizontalAdvance("m")


def test_a_narrower_ribbon_is_higher_by_whole_rows(qtbot: QtBot) -> None:
    ribbon = TextRibbon("ribbon", "Text")
    qtbot.addWidget(ribbon)
    ribbon.show_text("x" * 40, ())
    in_row = ribbon.in_row(200)
    rows = -(-40 // in_row)
    assert rows > 1
    assert ribbon.heightForWidth(200) - ribbon.heightForWidth(4000) == (rows - 1) * (ribbon.heightForWidth(4000) - 4)
