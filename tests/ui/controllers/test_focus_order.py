"""With the keyboard alone: Tab goes through the window as one reads it, and the keys of views lead into their lists."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import action, quiet

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
COMMANDS = ["openButton", "analyseButton", "filterEdit", "exportButton", "panelsButton", "themeButton", "helpButton"]


class Painted(QObject):
    """What was painted anew of a widget."""

    def __init__(self, rects: list[QRect]) -> None:
        super().__init__()
        self._rects = rects

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self._rects.append(event.rect())
        return super().eventFilter(watched, event)


def _in_front(window: MainWindow, name: str, qtbot: QtBot) -> None:
    window.resize(1280, 800)
    window.activateWindow()
    window.tabs.show_view(name)
    quiet(window, qtbot)
    QApplication.processEvents()


def _walk(start: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[str]:
    """Names of what has the keyboard, from ``start`` until it is there again."""
    start.setFocus(Qt.FocusReason.TabFocusReason)
    names: list[str] = []
    for _ in range(100):
        held = QApplication.focusWidget()
        assert held is not None
        names.append(held.objectName())
        QTest.keyClick(held, key)
        if QApplication.focusWidget() is start:
            return names
    raise AssertionError(f"it never came back: {names}")


@pytest.mark.parametrize(
    ("view", "first"),
    [
        ("overview", ["card_identical", "card_clusters", "card_repeats", "card_pairs", "card_measured"]),
        ("clusters", ["openGroupsButton", "closeGroupsButton", "clustersView"]),
        ("pairs", ["pairsView"]),
        ("contained", ["containedShareSpin", "containedShortestSpin", "containedSearchButton"]),
    ],
)
def test_the_view_in_front_comes_after_the_tabs_and_before_the_evidence(
    analysed: MainWindow, qtbot: QtBot, view: str, first: list[str]
) -> None:
    _in_front(analysed, view, qtbot)
    names = _walk(analysed.tabs.tabBar())
    assert names[1 : 1 + len(first)] == first
    assert names.index(first[-1]) < names.index("evidenceTabBar") < names.index("thresholdSpin")
    around = names[names.index("openButton") :]
    assert around[: len(COMMANDS)] == COMMANDS
    assert "collectionView" in around
    assert len(set(names)) == len(names)


def test_backwards_it_is_the_same_way(analysed: MainWindow, qtbot: QtBot) -> None:
    _in_front(analysed, "pairs", qtbot)
    bar = analysed.tabs.tabBar()
    forwards = _walk(bar)
    assert _walk(bar, Qt.Key.Key_Backtab) == [forwards[0], *forwards[:0:-1]]


def test_the_key_of_a_view_leads_into_its_list(analysed: MainWindow, qtbot: QtBot) -> None:
    _in_front(analysed, "overview", qtbot)
    action(analysed, "Ctrl+3").trigger()
    assert analysed.tabs.shown() == "pairs"
    assert analysed.pairs.view.hasFocus()
    assert not analysed.selection.documents
    QTest.keyClick(analysed.pairs.view, Qt.Key.Key_Down)
    assert len(analysed.selection.documents) == 2


def test_a_list_with_nothing_selected_shows_that_it_has_the_keyboard(analysed: MainWindow, qtbot: QtBot) -> None:
    _in_front(analysed, "pairs", qtbot)
    view = analysed.pairs.view
    analysed.bar.filter.setFocus()
    without = view.viewport().grab().toImage()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    corner = view.viewport().grab().toImage()
    assert corner.pixelColor(0, corner.height() - 1) != without.pixelColor(0, corner.height() - 1)
    chosen_painted: list[QRect] = []
    watcher = Painted(chosen_painted)
    view.viewport().installEventFilter(watcher)
    view.select_row(0)
    qtbot.waitUntil(lambda: any(rect.contains(view.viewport().rect()) for rect in chosen_painted))
    chosen = view.viewport().grab().toImage()
    assert chosen.pixelColor(0, corner.height() - 1) == without.pixelColor(0, corner.height() - 1)


def test_enter_on_a_card_leads_where_a_click_does(analysed: MainWindow, qtbot: QtBot) -> None:
    _in_front(analysed, "overview", qtbot)
    card = analysed.overview.findChild(QWidget, "card_pairs")
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert analysed.tabs.shown() == "pairs"
