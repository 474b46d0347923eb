"""Words and formula: beside each other where both have room, else below each other, never wider than the page."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QFrame, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.words_beside import WordsBeside
from tests.ui.lab.conftest import OpenPage


def test_a_wide_formula_goes_below_the_words(qtbot: QtBot) -> None:
    words, card = QLabel("of each minimum only the lowest bits are kept " * 6), QFrame()
    words.setWordWrap(True)
    card.setFixedSize(420, 60)
    both = WordsBeside(words, card)
    qtbot.addWidget(both)
    assert both.minimumSizeHint().width() == 420
    assert both.heightForWidth(500) > both.heightForWidth(1200) >= 60
    both.show()
    for width, below in ((1200, False), (500, True), (1200, False)):
        both.resize(width, both.heightForWidth(width))
        qtbot.waitUntil(lambda below=below: both.stacked is below)
        assert words.height() >= words.heightForWidth(words.width())
        assert words.width() <= 720


def test_words_and_facts_keep_to_what_is_seen_of_a_page(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bbit")
    window = page.window()
    for width in (820, 1180):
        window.resize(width, 600)
        QApplication.processEvents()
        for part in (page.facts, page.key, page.findChild(WordsBeside)):
            assert part.width() <= page.width() - 32
    assert page.findChild(QScrollArea, "labScroll_bbit").horizontalScrollBar().maximum() == 0
    positions = len(page.bits.grid.cells[0])
    window.resize(820, 600)
    QApplication.processEvents()
    assert 6 <= len(page.bits.grid.cells[0]) < positions


def test_nothing_stays_empty_below_words_and_formula(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("way")
    page.window().resize(1180, 720)
    QApplication.processEvents()
    both, words = page.findChild(WordsBeside), page.findChild(QLabel, "labWords_way")
    assert not both.stacked
    card = page.formula_view.parentWidget()
    assert words.height() == words.heightForWidth(words.width())
    assert both.height() == max(words.height(), card.sizeHint().height())
