"""The frame around what has the keyboard."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QListWidget, QMainWindow
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from simexplorer.ui.panels.focus_mark import FocusMark


def test_a_window_may_go_while_the_keyboard_is_in_it(qapp: QApplication, qtbot: QtBot) -> None:
    window, other = QMainWindow(), QListWidget()
    qtbot.addWidget(other)
    FocusMark(qapp, window)
    rows = QListWidget()
    window.setCentralWidget(rows)
    window.show()
    window.activateWindow()
    rows.setFocus()
    qtbot.waitUntil(rows.hasFocus)
    delete(window)  # an error on the way out is printed for whoever wrote a script, and fails a test
    other.show()
