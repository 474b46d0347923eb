"""In a low view two texts are read before the numbers about them, which are scrolled to."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from simexplorer.features.shown_text import ShownText
from simexplorer.ui.panels.compare_panel import ComparePanel
from simexplorer.ui.panels.whole_page import WholePage, page_around
from simexplorer.ui.theme import metrics
from tests.ui.conftest import OpenWindow, quiet, run_to_end


def rows_in_sight(compare: ComparePanel) -> float:
    """Rows of the texts that are seen below the tools, without scrolling."""
    page, view = page_around(compare.left), compare.left.view
    assert page is not None
    top = view.mapTo(page.viewport(), QPoint()).y()
    return (min(page.viewport().height(), top + view.height()) - top) / metrics.row_height(view.font())


def top_of_numbers(compare: ComparePanel, page: WholePage) -> int:
    return compare.numbers_line.mapTo(page.viewport(), QPoint()).y()


def test_in_a_low_window_of_large_letters_texts_are_seen_and_numbers_are_scrolled_to(
    qtbot: QtBot, large_letters: None, open_window: OpenWindow
) -> None:
    window = open_window()
    window.resize(880, 600)
    run_to_end(window, qtbot)
    window.tabs.show_view("pairs")
    pairs = window.pages["pairs"].view
    qtbot.mouseClick(
        pairs.viewport(), Qt.MouseButton.LeftButton, pos=pairs.visualRect(pairs.model().index(0, 0)).center()
    )
    compare = window.compare
    qtbot.waitUntil(lambda: "shared passage" in compare.counter.text(), timeout=10_000)
    quiet(window, qtbot)
    page = page_around(compare.left)
    assert isinstance(page, WholePage)
    qtbot.waitUntil(lambda: rows_in_sight(compare) >= 1.0, timeout=3_000)
    assert compare.numbers_line.isVisible()
    assert top_of_numbers(compare, page) >= page.viewport().height()
    bar = page.verticalScrollBar()
    bar.setValue(bar.maximum())
    bottom = top_of_numbers(compare, page) + compare.numbers_line.height()
    assert 0 <= top_of_numbers(compare, page) < bottom <= page.viewport().height()


def test_where_there_is_room_numbers_stand_above_the_texts_again(qtbot: QtBot) -> None:
    compare = ComparePanel()
    qtbot.addWidget(compare)
    compare.show_texts(*((f"{side}.txt", ShownText.of("a text\n" * 90), "") for side in ("left", "right")))
    compare.show_figures("Jaccard 0.812", "What it means")
    compare.show()
    page = page_around(compare.left)
    assert isinstance(page, WholePage)
    bar, texts = page.verticalScrollBar(), compare.left

    def numbers_above() -> bool:
        return top_of_numbers(compare, page) < texts.mapTo(page.viewport(), QPoint()).y() and bar.maximum() == 0

    def numbers_below() -> bool:
        return top_of_numbers(compare, page) >= page.viewport().height() and bar.maximum() > 0

    for height, as_wanted in ((500, numbers_above), (120, numbers_below), (500, numbers_above)):
        compare.resize(900, height)
        qtbot.waitUntil(as_wanted, timeout=3_000)
