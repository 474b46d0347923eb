"""Ctrl+C copies what is selected where the keyboard is: a text, a list of the evidence or of a dialog, figures."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.figures_view import FiguresView
from simexplorer.ui.panels.table_view import TableView
from tests.ui.kept import at_first_pair, settle


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    return at_first_pair(window, qtbot)


def copied(window: MainWindow, qtbot: QtBot, widget: QWidget) -> str:
    """What is on the clipboard after Ctrl+C in a widget."""
    widget.setFocus()
    assert QApplication.focusWidget() is widget
    QApplication.clipboard().setText("of elsewhere")
    qtbot.keyClick(widget, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    settle(window, qtbot)
    return QApplication.clipboard().text()


def found(window: MainWindow, kind: type[QWidget], name: str) -> QWidget:
    widget = window.findChild(kind, name)
    assert isinstance(widget, kind)
    return widget


def test_what_is_selected_of_a_text_is_copied(window: MainWindow, qtbot: QtBot) -> None:
    text = window.compare.right.view
    qtbot.keyClick(text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert copied(window, qtbot, text) == text.shown.text
    window.tabs.show_view("overview")  # no list of rows in front
    settle(window, qtbot)
    assert copied(window, qtbot, text) == text.shown.text


def test_rows_of_the_list_in_front_are_copied_from_anywhere_else(window: MainWindow, qtbot: QtBot) -> None:
    for widget in (window.pairs.view, window.tabs.tabBar(), window.bar.theme):
        heading, row = copied(window, qtbot, widget).splitlines()
        assert heading.startswith("First document\t"), widget.objectName()
        assert row.startswith(window.pairs.view.table.index(0, 0).data())


def test_rows_of_a_list_of_the_evidence_are_copied(window: MainWindow, qtbot: QtBot) -> None:
    window.evidence_tabs.show_view("matrix")
    settle(window, qtbot)
    page = found(window, QWidget, "matrixView")
    page.as_table.setChecked(True)  # type: ignore[attr-defined]
    view = found(window, TableView, "matrixTable")
    assert isinstance(view, TableView)
    view.selectAll()
    lines = copied(window, qtbot, view).splitlines()
    assert len(lines) == 1 + view.table.rowCount()
    assert lines[0].split("\t")[2] == view.table.heading(2).title


def test_figures_are_copied_whole(window: MainWindow, qtbot: QtBot) -> None:
    window.commands.show_view("calibration")
    settle(window, qtbot)
    view = found(window, FiguresView, "methodsView")
    assert isinstance(view, FiguresView)
    assert copied(window, qtbot, view) == view.as_text()


def test_all_selected_rows_of_a_dialog_are_copied(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("clusters")
    window.clusters.view.select_row(0)
    window.clusters.view.setFocus()
    qtbot.keyClick(window.clusters.view, Qt.Key.Key_Space)
    settle(window, qtbot)
    dialog = window.kept.acting.dialog
    window.kept.acting.open()
    settle(window, qtbot)
    dialog.activateWindow()
    qtbot.waitActive(dialog)
    view = found(window, TableView, "movesList")
    assert isinstance(view, TableView)
    view.selectAll()
    assert len(copied(window, qtbot, view).splitlines()) == 1 + view.table.rowCount()
