"""What is switched off says why, and tells the truth: before a run, after one of an empty folder, after a usual one."""

from __future__ import annotations

import html
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import action
from tests.ui.kept import OpenReal, analyse, settle

NOT_YET = "Press Analyse (F5) first."
NOT_ANALYSED = "Decisions are about what a run has found: open a folder and analyse it first."
NO_FILE = "There is no file here. Open another folder, or check which files are left out."


def look_at(window: MainWindow, name: str, qtbot: QtBot) -> None:
    window.commands.show_view(name)
    settle(window, qtbot)


def button(window: MainWindow, name: str) -> QAbstractButton:
    found = window.findChild(QAbstractButton, name)
    assert isinstance(found, QAbstractButton)
    return found


def why_off(one: QAction | QWidget) -> str:
    assert not one.isEnabled()
    return html.unescape(one.toolTip().removesuffix("</p>").rpartition(">")[2])


def measuring(window: MainWindow) -> QAction:
    menu = window.menus.menu("analysis")
    menu.aboutToShow.emit()
    (found,) = (act for act in menu.actions() if act.text().startswith("Measure the recall"))
    return found


def test_before_a_run_all_that_needs_one_says_so(open_real: OpenReal, collection: Path, qtbot: QtBot) -> None:
    window = open_real(str(collection))
    settle(window, qtbot)
    look_at(window, "contained", qtbot)
    for off in (measuring(window), button(window, "measureRecallButton"), button(window, "containedSearchButton")):
        assert why_off(off) == NOT_YET
    for off in (action(window, "Ctrl+M"), action(window, "Ctrl+R"), button(window, "rulesButton")):
        assert why_off(off) == NOT_ANALYSED
    assert why_off(window.kept.elsewhere.action) == "No run of these documents is kept that could go on elsewhere."
    assert why_off(action(window, "Ctrl+Shift+M")).startswith("No file was moved")
    assert why_off(action(window, "Ctrl+Z")) == "There is nothing to undo."
    assert why_off(action(window, "Ctrl+Y")) == "There is nothing to redo."


def test_an_empty_folder_that_was_analysed_is_not_said_to_be_anything_else(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "bare").mkdir()
    window = open_real(str(tmp_path / "bare"))
    settle(window, qtbot)
    analyse(window, qtbot)
    look_at(window, "contained", qtbot)
    for keys in ("K", "D", "X", "Ctrl+R", "Ctrl+M"):
        assert why_off(action(window, keys)) == "There is no document here to decide about."
    assert why_off(measuring(window)) == why_off(button(window, "measureRecallButton")) == "There is no pair to find."
    assert why_off(button(window, "containedSearchButton")) == NO_FILE
    action(window, "Ctrl+Shift+C").trigger()
    assert window.message.text() == NO_FILE


def test_what_can_be_done_says_what_it_does(open_real: OpenReal, collection: Path, qtbot: QtBot) -> None:
    window = open_real(str(collection))
    settle(window, qtbot)
    analyse(window, qtbot)
    look_at(window, "contained", qtbot)
    assert measuring(window).isEnabled()
    assert measuring(window).toolTip().startswith("Joins all documents")
    assert button(window, "measureRecallButton").isEnabled()
    assert "counted on this collection" in button(window, "measureRecallButton").toolTip()
    assert button(window, "containedSearchButton").isEnabled()
    assert "by an exact join" in button(window, "containedSearchButton").toolTip()
    assert action(window, "Ctrl+M").isEnabled()
    assert "Mark by rules" in button(window, "rulesButton").toolTip()
    assert window.kept.elsewhere.action.toolTip().startswith("Go on with these runs")
    move = button(window, "moveDuplicatesButton")
    assert why_off(move).startswith("No document is marked as duplicate")
    look_at(window, "clusters", qtbot)
    window.clusters.view.select_row(0)
    window.clusters.view.setFocus()
    qtbot.keyClick(window.clusters.view, Qt.Key.Key_D)
    settle(window, qtbot)
    assert move.isEnabled()
    assert move.toolTip().startswith("Move the marked", move.toolTip().index("Move"))
    assert action(window, "Ctrl+Z").isEnabled()
    assert "nothing" not in action(window, "Ctrl+Z").toolTip()
