"""The list that every view shows: what the keyboard reaches, and how paths keep their width."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import quiet


def test_a_list_that_gets_the_focus_chooses_nothing_by_itself(analysed: MainWindow, qtbot: QtBot) -> None:
    window = analysed
    window.views.show_view("pairs")
    quiet(window, qtbot)
    view = window.pairs.view
    with qtbot.assertNotEmitted(view.chosen):
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        quiet(window, qtbot)
    assert window.selection.documents == ()
    assert not view.currentIndex().isValid()
    with qtbot.waitSignal(view.chosen):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.currentIndex().row() == 0
    assert view.selectionModel().isSelected(view.currentIndex())


def test_paths_keep_a_width_that_tells_them_apart(analysed: MainWindow, qtbot: QtBot) -> None:
    window = analysed
    window.resize(window.minimumSize())
    window.views.show_view("pairs")
    quiet(window, qtbot)
    view = window.pairs.view
    assert min(view.columnWidth(0), view.columnWidth(1)) >= 140
