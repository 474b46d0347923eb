"""Words and formula: beside each other where both have room, else below each other, never wider than the page."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFrame, QLabel
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.words_beside import WordsBeside
from tests.ui.lab.conftest import OpenPage

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_a_wide_formula_goes_below_the_words(qtbot: QtBot) -> None:
    words, card = QLabel("of each minimum only the lowest bits are kept " * 6), QFrame()
    words.setWordWrap(True)
    card.setFixedSize(420, 60)
    both = WordsBeside(words, card)
    qtbot.addWidget(both)
    assert both.minimumSizeHint().width() == 420
    narrow, wide = both.heightForWidth(500), both.heightForWidth(1200)
    assert narrow > wide >= 60
    assert not both.stacked
    both.heightForWidth(500)
    assert both.stacked


def test_no_page_of_b_bit_scrolls_sideways_in_the_smallest_window(open_page: OpenPage) -> None:
    page = open_page("bbit")
    assert page.figures.minimumSizeHint().width() <= 820 - 208 - 48
