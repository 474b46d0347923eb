"""The columns of the window are as wide as its letters ask for, and never lie over each other."""

from __future__ import annotations

import itertools

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QScrollArea, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from simexplorer.ui.controllers.column_widths import ColumnWidths
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme import metrics
from tests.ui.conftest import OpenWindow, quiet, run_to_end


def _settle(window: MainWindow, qtbot: QtBot, width: int) -> None:
    """The window at this width, its columns side by side."""
    window.resize(width, 700)
    quiet(window, qtbot)
    left, below, right = window.docks

    def beside() -> None:
        shown = [dock.geometry() for dock in (left, below, right) if dock.isVisible()]
        assert all(one.right() < other.left() for one, other in itertools.pairwise(shown)), shown
        assert window.width() == width
        assert shown[-1].right() < width

    qtbot.waitUntil(beside)


def test_letters_no_wider_than_usual_change_no_column(
    qtbot: QtBot, small_letters: None, open_window: OpenWindow
) -> None:
    window = open_window()
    contents = (window.collection, window.evidence_tabs, window.tuning)
    for width in (880, 1000, 1280, 1920):
        _settle(window, qtbot, width)
        assert [content.minimumWidth() for content in contents] == [208, 368, 292], width


def test_large_letters_have_wider_columns_where_the_window_has_room(
    qtbot: QtBot, large_letters: None, open_window: OpenWindow
) -> None:
    window = open_window()
    assert metrics.grown(292, window.font()) > 440
    _settle(window, qtbot, 1700)
    assert window.tuning.width() >= metrics.grown(292, window.font())
    assert window.collection.width() >= metrics.grown(208, window.font())
    assert window.tuning.findChild(QScrollArea, "tuningScroll").horizontalScrollBar().maximum() == 0
    _settle(window, qtbot, 1000)
    contents = (window.collection, window.evidence_tabs, window.tuning)
    assert 990 <= sum(content.minimumWidth() for content in contents) <= 998  # all alike, and no more than fits
    _settle(window, qtbot, 880)


def test_a_column_of_large_letters_leaves_the_middle_most_of_the_window(
    qtbot: QtBot, large_letters: None, open_window: OpenWindow
) -> None:
    window = open_window()
    _settle(window, qtbot, 1280)
    assert window.tuning.minimumWidth() <= 0.36 * 1280
    assert window.tuning.findChild(QScrollArea, "tuningScroll").horizontalScrollBar().maximum() == 0


def test_the_room_of_a_collection_that_steps_aside_goes_to_the_others(
    qtbot: QtBot, large_letters: None, open_window: OpenWindow
) -> None:
    window = open_window()
    run_to_end(window, qtbot)
    _settle(window, qtbot, 880)
    assert not window.docks[0].isVisible()
    assert window.tuning.width() > 380
    tuning, heavy = window.tuning.findChild(QScrollArea, "tuningScroll"), window.tuning.heavy
    heavy.kind.set_value("word")
    window.tuning.light.show_use(1000)  # the longest that it says
    quiet(window, qtbot)
    assert tuning.horizontalScrollBar().maximum() == 0
    for box in (heavy.bag, heavy.words.stop_words, heavy.words.stemming):
        assert box.width() >= box.minimumSizeHint().width(), box.text()
    window.docks[0].toggleViewAction().trigger()
    _settle(window, qtbot, 880)
    assert window.tuning.width() < 330


def test_a_column_that_comes_back_makes_room_at_once_whatever_follows(
    qtbot: QtBot, large_letters: None, open_window: OpenWindow
) -> None:
    window = open_window()
    run_to_end(window, qtbot)
    _settle(window, qtbot, 1024)
    left, *others = window.docks
    assert not left.isVisible()
    before = [dock.minimumWidth() for dock in others]
    left.show()  # as where two folders are opened and analysed in one go: the window is laid out with what is known
    now = [dock.minimumWidth() for dock in others]
    assert all(less < more for less, more in zip(now, before, strict=True)), "not only once events come"
    assert sum(dock.minimumWidth() for dock in window.docks) < window.width()


def test_docks_that_go_with_their_window_change_no_width(qtbot: QtBot) -> None:
    area = Qt.DockWidgetArea
    window = QMainWindow()
    docks = []
    for place in (area.LeftDockWidgetArea, area.BottomDockWidgetArea, area.RightDockWidgetArea):
        docks.append(QDockWidget(window))
        docks[-1].setWidget(QWidget())
        window.addDockWidget(place, docks[-1])
    ColumnWidths(window, *docks)
    window.show()
    qtbot.waitUntil(docks[0].isVisible)
    with qtbot.captureExceptions() as errors:
        delete(window)
    assert errors == []
