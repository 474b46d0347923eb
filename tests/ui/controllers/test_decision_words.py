"""What the window says where there is nothing more to decide, and of what was decided about folders and by rules."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.rules_controller import CHOICES
from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace.rules import Prefer
from tests.ui.conftest import action
from tests.ui.kept import OpenReal, press, row_of_group, settle


def test_clusters_that_a_filter_hides_do_not_pass_for_reviewed(window: MainWindow, qtbot: QtBot) -> None:
    said = window.status.status
    window.tabs.show_view("clusters")
    qtbot.keyClicks(window.bar.filter, "b one")
    qtbot.waitUntil(lambda: window.clusters.model.rowCount() == 1)
    window.clusters.view.select_row(row_of_group(window, "b one.txt"))
    press(window, qtbot, "review")
    window.bar.filter.clearFocus()
    action(window, "G").trigger()
    assert said.text() == "Every cluster listed is reviewed; 1 other that is not is left out by the filter."
    window.bar.filter.clear()
    qtbot.waitUntil(lambda: window.clusters.model.rowCount() > 1)
    action(window, "G").trigger()
    assert window.clusters.view.currentIndex().row() == row_of_group(window, "a one.txt")
    press(window, qtbot, "review")
    action(window, "G").trigger()
    assert said.text() == "Every cluster is reviewed."


def test_a_step_tells_how_many_folders_are_protected(window: MainWindow, collection: Path, qtbot: QtBot) -> None:
    decisions, said = window.kept.decisions, window.status.status
    decisions.actions["protect"].trigger()
    decisions.folders.add_folder(os.fsencode(collection))
    settle(window, qtbot)
    assert said.text() == "Protected 1 folder (Ctrl+Z undoes it)"
    decisions.folders.list.setCurrentRow(0)
    qtbot.mouseClick(decisions.folders.take_out, Qt.MouseButton.LeftButton)
    settle(window, qtbot)
    assert said.text() == "Protected no folder any more (Ctrl+Z undoes it)"
    decisions.undo.trigger()
    settle(window, qtbot)
    assert decisions.folders.folders() == (os.fsencode(collection),)


def test_a_folder_taken_out_twice_before_the_list_follows_is_one_step(window: MainWindow, qtbot: QtBot) -> None:
    decisions, keeping = window.kept.decisions, window.kept.keeping
    decisions.actions["protect"].trigger()
    for folder in (b"/one", b"/two"):
        decisions.folders.add_folder(folder)
        settle(window, qtbot)
    decisions.folders.list.setCurrentRow(0)
    for _ in range(2):
        qtbot.mouseClick(decisions.folders.take_out, Qt.MouseButton.LeftButton)
    settle(window, qtbot)
    assert decisions.folders.folders() == (b"/two",)
    assert len(keeping.now.entries) == 3
    assert window.status.status.text() == "Nothing changes: it is so already."


def test_every_rule_is_offered_in_words_that_say_what_it_prefers() -> None:
    rules = [name for name, _ in CHOICES]
    assert sorted([*rules, Prefer.FORMAT]) == sorted(Prefer)
    others = {
        Prefer.REPRESENTATIVE: ["representative"],
        Prefer.NOT_IN_FOLDER: ["outside", "folder"],
        Prefer.FEWEST_FOLDERS: ["least", "nested"],
    }
    for name, words in CHOICES:
        parts = others.get(Prefer(name), name.split())
        assert set(parts) <= set(words.split()), (name, words)
        assert ("…" in words) == ("in folder" in name)


def test_rules_that_were_used_last_are_offered_in_the_next_window(
    window: MainWindow, open_real: OpenReal, qtbot: QtBot
) -> None:
    action(window, "Ctrl+R").trigger()
    dialog = window.kept.rules.dialog
    dialog.set_rules([("newest", b"", ""), ("in folder", b"/elsewhere", "")])
    qtbot.waitUntil(dialog.apply.isEnabled, timeout=10_000)
    qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    settle(window, qtbot)
    window.close()
    assert open_real().kept.rules.dialog.rules() == [("newest", b"", ""), ("in folder", b"/elsewhere", "")]
