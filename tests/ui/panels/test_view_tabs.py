"""Tabs by name: places that are kept for pages to come."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QTabBar, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from simexplorer.ui.panels.view_tabs import ViewTabs
from simexplorer.ui.turns import Turns
from tests.ui.layout_requests import LayoutRequests


def test_a_promised_page_takes_the_place_that_was_kept_for_it(qtbot: QtBot) -> None:
    tabs = ViewTabs("tabs", "Tabs", ("a", "b", "c"))
    qtbot.addWidget(tabs)
    for name in "abc":
        tabs.promise(name, name.upper())
    tabs.show_count("b", 7)
    tabs.show_view("b")
    page, other = QLabel("b"), QLabel("c")
    with qtbot.waitSignal(tabs.view_shown) as shown:
        tabs.add("b", "B", page)
    assert shown.args == ["b"]
    with qtbot.assertNotEmitted(tabs.view_shown):
        tabs.add("c", "C", other)
    assert tabs.names() == ("a", "b", "c")
    assert tabs.count() == 3
    assert tabs.currentWidget() is page
    assert [tabs.tabText(place) for place in range(3)] == ["A", "B  7", "C"]
    assert tabs.widget(2) is other
    assert tabs.tabBar().tabButton(1, QTabBar.ButtonPosition.RightSide) is None


def test_the_tabs_want_as_much_width_as_pages_to_come_need(qtbot: QtBot) -> None:
    tabs = ViewTabs("tabs", "Tabs", ("a",), least_width=400)
    qtbot.addWidget(tabs)
    assert tabs.minimumSizeHint().width() == 400
    wide = QLabel()
    wide.setMinimumWidth(500)
    tabs.add("a", "A", wide)
    assert tabs.minimumSizeHint().width() >= 500


def test_another_count_moves_nothing_around_the_tabs(qtbot: QtBot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    whole = QWidget(room)
    tabs, page = ViewTabs("tabs", "Tabs", ("a", "b")), QLabel("a page")
    page.setMinimumWidth(400)
    QVBoxLayout(whole).addWidget(tabs)
    tabs.add("a", "A", page)
    tabs.add("b", "B", QLabel("another"))
    room.show()
    for count in (7, 700):
        tabs.show_count("a", count)
        QApplication.processEvents()
    requests = LayoutRequests(whole)
    tabs.show_count("a", 70_000)
    QApplication.processEvents()
    assert requests.count == 0
    assert tabs.tabText(0).startswith("A  70")
    page.setMinimumWidth(500)
    qtbot.waitUntil(lambda: requests.count > 0)


def test_a_button_that_comes_late_stands_in_its_corner(qtbot: QtBot) -> None:
    tabs = ViewTabs("someTabs", "Some", ("one", "two"))
    qtbot.addWidget(tabs)
    tabs.add("one", "One", QWidget())
    tabs.add("two", "Two", QWidget())
    tabs.resize(500, 200)
    tabs.show()
    qtbot.waitUntil(lambda: tabs.tabBar().width() > 0)
    button = QToolButton()
    button.setText("^")
    tabs.setCornerWidget(button)
    button.show()
    qtbot.waitUntil(lambda: button.geometry().right() >= tabs.width() - 8)
    assert button.geometry().left() >= tabs.tabBar().tabRect(1).right()
    button.hide()
    qtbot.waitUntil(lambda: tabs.tabBar().geometry().right() >= tabs.width() - 8)


def test_the_cross_of_each_tab_says_what_it_closes(qtbot: QtBot) -> None:
    tabs = ViewTabs("tabs", "Tabs", ("a", "b"))
    qtbot.addWidget(tabs)
    tabs.add("a", "A", QLabel())
    tabs.add("b", "Bees", QLabel(), permanent=False)
    crosses = [tabs.tabBar().tabButton(1, side) for side in QTabBar.ButtonPosition]
    assert [(cross.objectName(), cross.accessibleName()) for cross in crosses if cross] == [
        ("bCloseButton", "Close Bees")
    ]
    assert all("Close Bees" in cross.toolTip() for cross in crosses if cross)


def test_a_late_page_comes_when_it_is_shown_in_a_turn_of_its_own(qtbot: QtBot) -> None:
    tabs = ViewTabs("tabs", "Tabs", ("a", "b", "c", "d"))
    qtbot.addWidget(tabs)
    tabs.setStyleSheet("QLabel { padding: 30px; }")
    pages = {name: QLabel(f"page {name}") for name in "abcd"}
    tabs.add("a", "A", pages["a"])
    tabs.promise("b", "B")
    tabs.add("b", "B", pages["b"], late=True)
    tabs.add("c", "C", pages["c"], permanent=False, late=True)
    tabs.add("d", "D", pages["d"], late=True)
    assert (tabs.names(), tabs.late) == (("a", "b", "c", "d"), (pages["b"], pages["c"], pages["d"]))
    bare = pages["b"].sizeHint()
    tabs.show_count("b", 5)
    fronts, shown = list[QWidget](), list[str]()
    tabs.view_shown.connect(lambda name: (shown.append(name), fronts.append(tabs.currentWidget())))
    tabs.show()
    tabs.setCurrentIndex(1)
    assert (tabs.shown(), shown, pages["b"].isVisible()) == ("b", [], False)
    Turns.of(tabs).finish()
    assert pages["b"].isVisible()
    assert pages["b"].sizeHint().width() > bare.width()
    assert tabs.tabText(1) == "B  5"
    tabs.show_view("c")
    Turns.of(tabs).finish()
    assert (fronts, shown) == ([pages["b"], pages["c"]], ["b", "c"])  # each is told of once, with its page in place
    assert (tabs.late, tabs.count()) == ((pages["d"],), 4)
    crosses = [tabs.tabBar().tabButton(2, side) for side in QTabBar.ButtonPosition]
    assert [cross.objectName() for cross in crosses if cross] == ["cCloseButton"]
    assert not any(tabs.tabBar().tabButton(1, side) for side in QTabBar.ButtonPosition)
    tabs.show_view("b")
    assert shown == ["b", "c", "b"]


def test_a_late_page_of_the_tab_in_front_comes_at_once(qtbot: QtBot) -> None:
    tabs, page = ViewTabs("tabs", "Tabs", ("a", "b")), QLabel("a page")
    qtbot.addWidget(tabs)
    tabs.promise("a", "A")
    tabs.add("a", "A", page, late=True)
    assert tabs.currentWidget() is page
    assert not tabs.late


def test_pages_that_were_never_shown_go_with_their_tabs(qtbot: QtBot) -> None:
    tabs, page = ViewTabs("tabs", "Tabs", ("a", "b")), QLabel("never")
    tabs.add("a", "A", QLabel("first"))
    tabs.add("b", "B", page, late=True)
    delete(tabs)
    qtbot.waitUntil(lambda: not isValid(page))


def test_counts_go_where_the_titles_alone_have_room(qtbot: QtBot) -> None:
    tabs = ViewTabs("tabs", "Tabs", tuple("abc"))
    qtbot.addWidget(tabs)
    for name in "abc":
        tabs.add(name, f"The view {name}", QLabel(name))
    tabs.show()
    bar = tabs.tabBar()
    bare = bar.tabRect(2).right()
    for name in "abc":
        tabs.show_count(name, 123_456)
    tabs.resize(bare + 10, 200)
    qtbot.waitUntil(lambda: tabs.tabText(2) == "The view c")
    assert not any(arrow.isVisible() for arrow in bar.findChildren(QToolButton))
    assert "456" in bar.tabToolTip(2)
    tabs.show_count("c", 999_777)
    assert "777" in bar.tabToolTip(2)
    tabs.show_count("c", 123_456)
    tabs.resize(3 * bare, 200)
    qtbot.waitUntil(lambda: "456" in tabs.tabText(2))
    assert not bar.tabToolTip(2)


def test_where_a_tab_was_closed_the_others_are_within_reach(qtbot: QtBot) -> None:
    tabs = ViewTabs("tabs", "Tabs", tuple("abcd"))
    qtbot.addWidget(tabs)
    for name in "abcd":
        tabs.add(name, f"The view {name}", QLabel(name), permanent=name < "c")
    tabs.resize(240, 200)
    tabs.show()
    for name in "cd":
        tabs.show_view(name)
    tabs.tabCloseRequested.emit(2)
    QApplication.processEvents()
    bar = tabs.tabBar()
    back, on = (arrow for arrow in bar.findChildren(QToolButton) if arrow.arrowType() != Qt.ArrowType.NoArrow)
    assert bar.tabRect(0).left() < 0
    assert back.isEnabled()
    assert not on.isEnabled()
