"""A refusal goes when the person goes on to something else; what did not work stays until it is read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.errors import DecisionError, WorkspaceError
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.message_bar import MessageBar
from tests.ui.conftest import OpenWindow, action, quiet


@pytest.fixture
def refused(open_window: OpenWindow, qtbot: QtBot) -> MainWindow:
    """A window that was asked to compare documents where there are none."""
    window = open_window(opened=False)
    quiet(window, qtbot)
    action(window, "Ctrl+Shift+C").trigger()
    assert window.message.isVisible()
    return window


def test_a_refusal_goes_with_the_next_view(refused: MainWindow) -> None:
    action(refused, "Ctrl+3").trigger()
    assert not refused.message.isVisible()


def test_a_refusal_goes_when_a_menu_is_opened(refused: MainWindow, qtbot: QtBot) -> None:
    menu = refused.menus.menu("file")
    refused.menus.setActiveAction(menu.menuAction())
    qtbot.waitUntil(menu.isVisible)
    assert not refused.message.isVisible()
    qtbot.keyClick(menu, Qt.Key.Key_Escape)


def test_a_decision_that_cannot_be_is_refused_and_a_file_that_is_gone_stays_told(refused: MainWindow) -> None:
    keeping = refused.kept.keeping
    for error, stays in ((DecisionError("Two texts."), False), (WorkspaceError("The disk is full."), True)):
        keeping.tell(error)
        assert refused.message.text() == str(error)
        refused.tabs.show_view("problems")
        refused.tabs.show_view("pairs")
        assert refused.message.isVisible() is stays


def test_what_is_said_after_a_refusal_stays(qtbot: QtBot) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.refuse("There is no table here.")
    bar.say("The report could not be written.")
    bar.go_on()
    assert not bar.isHidden()


def test_only_who_said_it_takes_it_back_also_where_another_says_the_same(qtbot: QtBot) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    bar.say("The disk is full.", "report")
    bar.refuse("The disk is full.", "recipe")
    bar.withdraw("report")
    assert not bar.isHidden()
    bar.withdraw("recipe")
    assert bar.isHidden()
    bar.say("The disk is full.")
    bar.withdraw("recipe")
    assert not bar.isHidden()
