"""The cards of the first page keep their words at any width."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers.overview_figures import cards_of
from simexplorer.ui.panels.overview_panel import CardBox, OverviewPanel
from tests.ui.fakes import FakeAnalysis


@pytest.mark.parametrize(("width", "across"), [(420, 2), (565, 2), (760, 4)])
def test_cards_go_on_in_further_rows_where_there_is_little_room(qtbot: QtBot, width: int, across: int) -> None:
    panel = OverviewPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 700)
    panel.show_cards(cards_of(FakeAnalysis(documents=300).found(Recipe(), 1.0)))
    panel.show_filled(True)
    panel.show()
    panel.resize(width, 700)
    boxes = panel.findChildren(CardBox)
    qtbot.waitUntil(lambda: len({box.x() for box in boxes}) == across)
    assert len(boxes) == 8
    assert {box.width() for box in boxes} <= set(range(boxes[0].width() - 1, boxes[0].width() + 2))
    for box in boxes:
        for words in (box._caption, box._detail):
            assert words.fontMetrics().horizontalAdvance(words.text()) <= words.width(), words.text()


def test_cards_stay_beside_each_other_where_what_is_told_of_one_takes_two_lines(qtbot: QtBot) -> None:
    panel = OverviewPanel()
    qtbot.addWidget(panel)
    cards = list(cards_of(FakeAnalysis(documents=300).found(Recipe(), 1.0)))
    cards[-1] = replace(cards[-1], detail="142 left out, 1 cut short, 25 guessed")
    panel.show_cards(cards)
    panel.show_filled(True)
    panel.show()
    panel.resize(804, 574)  # the middle of a window of 1366 pixels
    boxes = panel.findChildren(CardBox)
    detail = boxes[-1]._detail
    qtbot.waitUntil(lambda: detail.height() >= 2 * detail.fontMetrics().height())
    assert len({box.x() for box in boxes}) == 4
    assert detail.height() >= detail.heightForWidth(detail.width())


def test_words_too_long_for_their_card_go_on_in_a_second_line(qtbot: QtBot, large_letters: None) -> None:
    panel = OverviewPanel()
    qtbot.addWidget(panel)
    panel.show_cards(cards_of(FakeAnalysis(documents=300).found(Recipe(), 1.0)))
    panel.show_filled(True)
    panel.show()
    panel.resize(440, 700)
    boxes = panel.findChildren(CardBox)
    qtbot.waitUntil(lambda: len({box.x() for box in boxes}) == 2)
    words = [part for box in boxes for part in (box._caption, box._detail)]
    assert any(part.fontMetrics().horizontalAdvance(part.text()) > part.width() for part in words)
    qtbot.waitUntil(lambda: all(part.height() >= part.heightForWidth(part.width()) for part in words))


def test_the_histogram_takes_the_room_that_is_left(qtbot: QtBot) -> None:
    panel = OverviewPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    panel.show_cards(cards_of(FakeAnalysis(documents=300).found(Recipe(), 1.0)))
    panel.show_filled(True)
    panel.show()
    qtbot.waitUntil(lambda: panel._place.height() >= 240)
    panel.make_plot()
    panel.resize(900, 900)
    qtbot.waitUntil(lambda: panel._place.height() >= 500)
    scroll = panel.findChild(QScrollArea, "overviewScroll")
    assert isinstance(scroll, QScrollArea)
    panel.resize(900, 520)  # what was high before does not have to be scrolled to
    qtbot.waitUntil(lambda: 168 <= panel._place.height() < 320)
    assert not scroll.verticalScrollBar().maximum()
    panel.resize(900, 300)
    qtbot.waitUntil(lambda: panel._place.height() == 168)


def test_a_number_stays_with_what_it_counts_where_its_card_wraps(qtbot: QtBot, large_letters: None) -> None:
    panel = OverviewPanel()
    qtbot.addWidget(panel)
    cards = list(cards_of(FakeAnalysis(documents=300).found(Recipe(), 1.0)))
    cards[1] = replace(cards[1], detail="in 2,954 groups, 191 kB")
    panel.show_cards(cards)
    detail = panel.findChildren(CardBox)[1]._detail
    assert detail.text().split(" ") == ["in", "2,954\N{NO-BREAK SPACE}groups,", "191\N{NO-BREAK SPACE}kB"]
