"""How much room the evidence below takes: folded, as it was drawn, or enlarged."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.evidence_size import EvidenceSize
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import OpenWindow, action, quiet, run_to_end


def size_of(window: MainWindow) -> EvidenceSize:
    """The feature that sets it."""
    return next(one for one in window.features if isinstance(one, EvidenceSize))


def test_the_evidence_folds_below_the_overview_while_nothing_is_selected(lent: MainWindow, qtbot: QtBot) -> None:
    size, dock = size_of(lent), lent.docks[1]
    lent.resize(1280, 800)
    lent.tabs.show_view("pairs")
    qtbot.waitUntil(lambda: dock.height() > 200, timeout=5_000)
    before = dock.height()
    lent.tabs.show_view("overview")
    qtbot.waitUntil(lambda: size.folded and dock.height() < 100, timeout=5_000)
    assert size.button.accessibleName() == "Show the evidence"
    lent.tabs.show_view("pairs")  # here something can be selected: its place is there before
    qtbot.waitUntil(lambda: abs(dock.height() - before) <= 2, timeout=5_000)
    lent.selection.select((0, 1))
    lent.tabs.show_view("overview")
    quiet(lent, qtbot)
    assert not size.folded
    lent.selection.select(())
    assert size.folded
    size.button.click()  # whoever opens it keeps it open
    qtbot.waitUntil(lambda: abs(dock.height() - before) <= 2, timeout=5_000)
    lent.tabs.show_view("pairs")
    lent.tabs.show_view("overview")
    assert not size.folded


@pytest.mark.parametrize("view", ["calibration", "settings", "boilerplate"])
def test_the_evidence_folds_below_pages_that_need_the_room_until_something_is_selected(
    lent: MainWindow, qtbot: QtBot, view: str
) -> None:
    size, dock = size_of(lent), lent.docks[1]
    lent.resize(1280, 800)
    lent.tabs.show_view(view)
    qtbot.waitUntil(lambda: size.folded and dock.height() < 100, timeout=5_000)
    lent.selection.select((0, 1))
    qtbot.waitUntil(lambda: not size.folded and dock.height() >= 200, timeout=5_000)


def test_the_current_row_stays_in_sight_when_the_evidence_takes_room(lent: MainWindow, qtbot: QtBot) -> None:
    view = lent.pairs.view
    lent.resize(1280, 700)
    lent.tabs.show_view("pairs")
    quiet(lent, qtbot)
    last = view.model().index(view.rowAt(view.viewport().height() - 30), 0)
    assert last.isValid()
    view.setCurrentIndex(last)
    view.resize(view.width(), view.height() // 2)
    assert view.viewport().rect().contains(view.visualRect(last).center())


def test_a_folded_evidence_that_becomes_a_window_has_its_height_again(lent: MainWindow, qtbot: QtBot) -> None:
    size, dock = size_of(lent), lent.docks[1]
    lent.tabs.show_view("overview")
    qtbot.waitUntil(lambda: size.folded and dock.height() < 100, timeout=5_000)
    dock.setFloating(True)
    qtbot.waitUntil(lambda: not size.folded and dock.height() >= 200, timeout=5_000)
    dock.setFloating(False)
    qtbot.waitUntil(lambda: size.folded and dock.height() < 100, timeout=5_000)


def at_its_pairs(open_window: OpenWindow, qtbot: QtBot) -> MainWindow:
    window = open_window()
    window.resize(1280, 800)
    run_to_end(window, qtbot)
    window.tabs.show_view("pairs")
    quiet(window, qtbot)
    return window


def test_a_folded_evidence_is_not_stored_folded(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = at_its_pairs(open_window, qtbot)
    before = window.docks[1].height()
    window.tabs.show_view("overview")
    qtbot.waitUntil(lambda: window.docks[1].height() < 100, timeout=5_000)
    window.close()
    again = open_window()
    again.tabs.show_view("pairs")
    qtbot.waitUntil(lambda: abs(again.docks[1].height() - before) <= 12, timeout=5_000)


def test_the_evidence_has_its_share_of_a_window_of_any_height_until_somebody_draws_it(
    lent: MainWindow, qtbot: QtBot
) -> None:
    dock = lent.docks[1]

    def is_as_high(wanted: int, window: int) -> None:
        lent.resize(1280, window)
        qtbot.waitUntil(lambda: abs(dock.height() - wanted) <= 2, timeout=5_000)
        quiet(lent, qtbot)

    lent.tabs.show_view("pairs")
    lent.selection.select((0, 1))
    for window, share in ((800, 308), (1200, 462), (720, 277), (800, 308)):  # 0.385 of it
        is_as_high(share, window)
    lent.tabs.show_view("overview")
    lent.selection.select(())
    qtbot.waitUntil(lambda: dock.height() < 100, timeout=5_000)  # folded
    lent.resize(1280, 1200)
    quiet(lent, qtbot)
    lent.selection.select((0, 1))
    is_as_high(462, 1200)
    handle, edge = lent.windowHandle(), dock.mapTo(lent, QPoint(dock.width() // 2, -1))
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=edge)
    QTest.mouseMove(handle, edge + QPoint(0, 82))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=edge + QPoint(0, 82))
    for window in (1200, 1000, 1200):
        is_as_high(380, window)
    action(lent, "Ctrl+0").trigger()
    is_as_high(462, 1200)


def test_in_a_low_window_the_evidence_leaves_room_for_the_lists(lent: MainWindow, qtbot: QtBot) -> None:
    dock = lent.docks[1]
    lent.resize(1280, 800)
    lent.tabs.show_view("pairs")
    qtbot.waitUntil(lambda: dock.height() > 280, timeout=5000)
    lent.resize(1280, 560)
    qtbot.waitUntil(lambda: dock.height() < 100, timeout=5000)  # all of it while there is nothing to compare
    lent.selection.select((0, 1))
    qtbot.waitUntil(lambda: 100 < dock.height() <= 0.4 * 560 < lent.tabs.height(), timeout=5000)
    lent.selection.select(())
    qtbot.waitUntil(lambda: dock.height() < 100, timeout=5000)
    lent.selection.select((0, 1))
    size_of(lent).button.click()
    qtbot.waitUntil(lambda: dock.height() > lent.tabs.height(), timeout=5000)
    lent.resize(1280, 580)
    quiet(lent, qtbot)
    assert dock.height() > lent.tabs.height(), "what was enlarged by hand stays so"


def test_a_row_that_is_pressed_stays_below_the_hand_until_a_second_click_could_have_come(
    lent: MainWindow, qtbot: QtBot
) -> None:
    size, view = size_of(lent), lent.pairs.view
    lent.resize(1280, 560)
    lent.tabs.show_view("pairs")
    qtbot.waitUntil(lambda: size.folded, timeout=5_000)
    view.scrollToTop()
    handle = lent.windowHandle()
    place = view.viewport().mapTo(lent, view.visualRect(view.model().index(0, 1)).center())
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=place)
    assert lent.selection.documents
    assert size.folded
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: not size.folded, timeout=5_000)


def test_the_evidence_is_enlarged_and_made_small_again(lent: MainWindow, qtbot: QtBot) -> None:
    size = size_of(lent)
    lent.resize(1280, 800)
    lent.tabs.show_view("pairs")
    dock = lent.docks[1]
    qtbot.waitUntil(lambda: dock.height() > 200, timeout=5_000)
    before = dock.height()
    size.button.click()
    qtbot.waitUntil(lambda: dock.height() > max(before, 450), timeout=5_000)
    assert size.button.accessibleName() == "Make the evidence small again"
    size.button.click()
    qtbot.waitUntil(lambda: abs(dock.height() - before) <= 2, timeout=5_000)


def test_an_enlarged_evidence_is_not_stored_large_and_one_that_is_as_large_can_be_made_small(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window = at_its_pairs(open_window, qtbot)
    before = window.docks[1].height()
    action(window, "Ctrl+Shift+E").trigger()
    qtbot.waitUntil(lambda: window.docks[1].height() > 450, timeout=5_000)
    window.close()
    again = open_window()
    again.tabs.show_view("pairs")
    dock = again.docks[1]
    qtbot.waitUntil(lambda: abs(dock.height() - before) <= 12, timeout=5_000)
    again.resizeDocks([dock], [int(0.8 * again.height())], Qt.Orientation.Vertical)  # as somebody draws it
    qtbot.waitUntil(lambda: dock.height() > 450, timeout=5_000)
    action(again, "Ctrl+Shift+E").trigger()
    qtbot.waitUntil(lambda: dock.height() < 350, timeout=5_000)


@pytest.mark.parametrize("view", ["overview", "pairs"])
def test_a_reset_gives_the_evidence_its_first_height_wherever_it_is_pressed(
    lent: MainWindow, qtbot: QtBot, view: str
) -> None:
    dock = lent.docks[1]
    lent.resize(1280, 800)
    lent.tabs.show_view("pairs")
    quiet(lent, qtbot)
    action(lent, "Ctrl+0").trigger()
    quiet(lent, qtbot)
    first = dock.height()
    lent.resizeDocks([dock], [first - 60], Qt.Orientation.Vertical)
    qtbot.waitUntil(lambda: dock.height() <= first - 50, timeout=5_000)
    lent.tabs.show_view(view)
    quiet(lent, qtbot)
    action(lent, "Ctrl+0").trigger()
    lent.tabs.show_view("pairs")
    qtbot.waitUntil(lambda: abs(dock.height() - first) <= 2, timeout=5_000)
