"""Escape ends a search: it empties the field before it stops a run."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.search_field import SearchField
from tests.ui.conftest import action
from tests.ui.kept import at_first_pair


def test_escape_is_the_fields_own_whether_or_not_there_is_something_to_empty(qtbot: QtBot) -> None:
    field = SearchField()
    qtbot.addWidget(field)
    field.show()
    field.setText("gull")
    assert _keeps_escape(field)
    with qtbot.waitSignal(field.escaped):
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert _keeps_escape(field)


def _keeps_escape(field: SearchField) -> bool:
    """Whether the field has the key before the shortcuts of the window."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()


def test_escape_leaves_the_search_of_both_texts_for_the_text(analysed: MainWindow, qtbot: QtBot) -> None:
    compare = at_first_pair(analysed, qtbot).compare
    action(analysed, "Ctrl+Shift+F").trigger()
    assert compare.search.hasFocus()
    qtbot.keyClicks(compare.search, "no such word")
    qtbot.waitUntil(lambda: compare.found.text() == "not found")
    qtbot.keyClick(compare.search, Qt.Key.Key_Escape)
    assert compare.search.text() == compare.found.text() == ""
    assert compare.left.view.hasFocus()
    action(analysed, "Ctrl+Shift+F").trigger()
    qtbot.keyClick(compare.search, Qt.Key.Key_Escape)  # also before a word was typed
    assert compare.left.view.hasFocus()
