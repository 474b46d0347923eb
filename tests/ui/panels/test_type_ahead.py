"""Letters and digits choose entries where entries are looked up by them; elsewhere they decide about the selection."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.kept import at_first_pair, settle


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    return at_first_pair(window, qtbot)


def decided(window: MainWindow) -> bool:
    return window.kept.decisions.undo.isEnabled()


def type_in(window: MainWindow, qtbot: QtBot, widget: QWidget, key: Qt.Key) -> None:
    widget.setFocus()
    assert QApplication.focusWidget() is widget
    qtbot.keyClick(widget, key)
    settle(window, qtbot)


def test_a_letter_in_a_closed_drop_down_chooses_an_entry(window: MainWindow, qtbot: QtBot) -> None:
    window.findChild(QCheckBox, "stopWordsCheck").setChecked(True)
    language = window.findChild(QComboBox, "languageCombo")
    qtbot.waitUntil(lambda: language.count() > 1)
    type_in(window, qtbot, language, Qt.Key.Key_D)
    assert language.currentText().startswith("Danish")
    assert not decided(window)


def test_no_key_decides_from_a_drop_down_the_folders_or_the_reasons(window: MainWindow, qtbot: QtBot) -> None:
    window.evidence_tabs.show_view("why")
    settle(window, qtbot)
    why = window.findChild(QWidget, "whySettings")
    for widget in (window.tuning.light.linkage, window.collection.tree, why):
        for key in "KDX12UR":
            type_in(window, qtbot, widget, Qt.Key(ord(key)))
        assert not decided(window), widget.objectName()
        assert window.pairs.view.currentIndex().row() == 0


def test_a_letter_still_decides_from_rows_tabs_and_pictures(window: MainWindow, qtbot: QtBot) -> None:
    plot = window.findChild(QWidget, "sCurvePlot")
    for widget in (window.pairs.view, window.tabs.tabBar(), plot):
        type_in(window, qtbot, widget, Qt.Key.Key_D)
        assert decided(window), widget.objectName()
        window.kept.decisions.undo.trigger()
        settle(window, qtbot)
        assert not decided(window)


def test_keys_of_menus_go_on_from_a_drop_down(window: MainWindow, qtbot: QtBot) -> None:
    linkage = window.tuning.light.linkage
    linkage.setFocus()
    qtbot.keyClick(linkage, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.shown() != "pairs"
