"""The keyboard stays where a person works when words make room for a view, and comes back to where it was."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.empty_state import EmptyState
from simexplorer.ui.panels.filled_stack import FilledStack


class Page(QWidget):
    """A button elsewhere, then words or two fields."""

    def __init__(self) -> None:
        super().__init__()
        self.elsewhere, self.first, self.second = QPushButton("Elsewhere"), QLineEdit(), QLineEdit()
        filled = QWidget()
        inside = QVBoxLayout(filled)
        inside.addWidget(self.first)
        inside.addWidget(self.second)
        self.empty = EmptyState("files")
        self.stack = FilledStack(self.empty, filled)
        column = QVBoxLayout(self)
        column.addWidget(self.elsewhere)
        column.addWidget(self.stack)


@pytest.fixture
def page(qtbot: QtBot) -> Page:
    """Shown and in front, its words with a button."""
    made = Page()
    qtbot.addWidget(made)
    made.empty.say("Nothing yet", "", "Count")
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def test_the_view_takes_the_keyboard_from_the_button_that_asked_for_it(page: Page) -> None:
    page.empty.button.setFocus()
    page.empty.say("Counting")  # while it is busy there is no button
    page.stack.show_filled(True)
    assert not page.elsewhere.hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert page.first.hasFocus()


def test_the_keyboard_comes_back_to_where_it_was(page: Page) -> None:
    page.stack.show_filled(True)
    page.second.setFocus(Qt.FocusReason.TabFocusReason)
    page.stack.show_filled(False)
    assert page.empty.hasFocus()
    page.stack.show_filled(True)
    assert page.second.hasFocus()


def test_whoever_is_elsewhere_stays_there(page: Page) -> None:
    page.elsewhere.setFocus()
    page.stack.show_filled(True)
    assert page.elsewhere.hasFocus()
    page.stack.show_filled(False)
    assert page.elsewhere.hasFocus()


def test_whoever_waits_for_the_view_is_led_to_where_it_begins(qtbot: QtBot) -> None:
    whole, view = QWidget(), QWidget()
    qtbot.addWidget(whole)
    QVBoxLayout(view).addWidget(QLineEdit())
    rows = QLineEdit()
    view.layout().addWidget(rows)
    stack = FilledStack(EmptyState("files"), view, rows)
    stack.lay_into(whole)
    whole.show()
    whole.activateWindow()
    qtbot.waitUntil(whole.isActiveWindow)
    whole.setFocus()
    stack.show_filled(True)
    assert rows.hasFocus()
