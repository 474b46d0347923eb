"""A view that is lower than its tools and a few rows of its list scrolls: nothing of them is cut."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.contained_panel import ContainedPanel
from simexplorer.ui.panels.filled_stack import FilledStack
from simexplorer.ui.panels.view_heading import ViewHeading
from simexplorer.ui.panels.whole_page import page_around
from tests.ui.conftest import OpenWindow, quiet, run_to_end

VIEWS = ("clusters", "pairs", "neighbours", "contained", "problems", "map", "ask", "across", "changes", "apart")


def test_a_page_is_as_high_as_its_view_or_as_it_needs_and_moves_nothing_around_it(qtbot: QtBot) -> None:
    view, filled = QWidget(), QPushButton("One")
    qtbot.addWidget(view)
    filled.setMinimumHeight(300)
    stack = FilledStack(QWidget(), filled)
    stack.lay_into(view, above=QLineEdit())
    stack.show_filled(True)
    page = page_around(stack)
    assert page is not None
    view.show()
    for height in (500, 200):
        view.resize(300, height)
        least = page.widget().minimumSizeHint().height()
        assert least > 300
        qtbot.waitUntil(lambda height=height, least=least: page.widget().height() == max(height, least))
        assert page.verticalScrollBar().maximum() == max(0, least - height)
    assert view.minimumSizeHint().height() < 150
    filled.setMinimumHeight(100)
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() == 0)
    assert page_around(view) is None


def test_keys_bring_the_list_into_sight_and_the_mouse_moves_nothing(qtbot: QtBot, lent: MainWindow) -> None:
    lent.views.show_view("pairs")
    quiet(lent, qtbot)
    view = lent.pairs.view
    page = page_around(view)
    assert page is not None
    lent.pairs.setFixedHeight(90)
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0)
    at = view.visualRect(view.model().index(0, 1)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at.x(), 2))
    assert page.verticalScrollBar().value() == 0
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert page.verticalScrollBar().value() > 0
    lent.pairs.setMinimumHeight(0)
    lent.pairs.setMaximumHeight(16_777_215)


def test_the_current_row_stays_in_sight_where_its_page_becomes_low(qtbot: QtBot, lent: MainWindow) -> None:
    lent.views.show_view("pairs")
    quiet(lent, qtbot)
    view = lent.pairs.view
    page, rows, high = page_around(view), view.model().rowCount(), view.verticalHeader().defaultSectionSize()
    assert page is not None
    lent.pairs.setFixedHeight(400)
    for row in (2, rows - 1):
        qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() == 0)
        view.select_row(row)
        place = view.visualRect(view.model().index(row, 0))
        lent.pairs.setFixedHeight(view.viewport().mapTo(lent.pairs, QPoint()).y() + high + 2)
        qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 0)
        place = view.visualRect(view.currentIndex())
        assert page.viewport().rect().contains(_within(view.viewport(), page.viewport()).topLeft() + place.bottomLeft())
        lent.pairs.setFixedHeight(400)
    lent.pairs.setMinimumHeight(0)
    lent.pairs.setMaximumHeight(16_777_215)


def _cut(window: MainWindow) -> list[str]:
    """What is acted on above the view in front and is not whole in its heading, or reaches beyond its page."""
    found = []
    for heading in window.tabs.findChildren(ViewHeading):
        page = page_around(heading)
        if page is None or not heading.isVisible():
            continue
        inside = QRect(heading.mapTo(page.widget(), QPoint()), heading.size())
        if not page.widget().rect().contains(inside):
            found.append(heading.objectName())
        for kind in (QAbstractButton, QComboBox, QLineEdit):
            tools = (tool for tool in heading.findChildren(kind) if tool.isVisible())
            found += [one.objectName() for one in tools if not heading.rect().contains(_within(one, heading))]
    return found


def _within(widget: QWidget, whole: QWidget) -> QRect:
    return QRect(widget.mapTo(whole, QPoint()), widget.size())


@pytest.mark.parametrize("selected", [(), (0, 1)], ids=["nothing", "a pair"])
def test_with_large_letters_in_a_low_window_no_tool_is_cut_and_lists_keep_some_rows(
    qtbot: QtBot, large_letters: None, open_window: OpenWindow, selected: tuple[int, ...]
) -> None:
    window = open_window()
    window.resize(880, 620)
    run_to_end(window, qtbot)
    window.selection.select(selected)
    for name in VIEWS:
        window.tabs.show_view(name)
        quiet(window, qtbot)
        qtbot.waitUntil(lambda: not _cut(window), timeout=3_000)
        page = window.pages.get(name)
        if page is not None and page.is_filled:
            assert page.view.viewport().height() >= 2 * page.view.verticalHeader().defaultSectionSize(), name
    assert (window.width(), window.height()) == (880, 620)


def test_the_least_height_of_a_list_with_tools_holds_some_rows(qtbot: QtBot) -> None:
    panel = ContainedPanel()
    qtbot.addWidget(panel)
    panel.show_filled(True)
    panel.resize(500, 60)
    panel.show()
    qtbot.waitUntil(lambda: panel.view.viewport().height() >= 3 * panel.view.verticalHeader().defaultSectionSize())
