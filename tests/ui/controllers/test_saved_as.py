"""What is on screen goes along where a workspace is saved under another name, and is kept where it is left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace.opening import open_workspace, read_workspace
from tests.ui.kept import OpenReal, analyse, settle


def test_a_run_of_a_window_that_could_only_read_is_kept_in_the_file_that_it_saves(
    window: MainWindow, open_real: OpenReal, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    second = open_real(os.fsdecode(window.kept.keeping.now.path))
    qtbot.waitUntil(lambda: second.session.result is not None, timeout=180_000)
    settle(second, qtbot)
    assert not second.kept.keeping.now.writable
    (collection / "more.txt").write_text("Something else that was not there before. " * 9)
    analyse(second, qtbot)
    assert [run.documents for run in second.kept.keeping.now.runs] == [6]
    target = tmp_path / "copy.simx"
    second.kept.workspace.save_to(os.fsencode(target))
    settle(second, qtbot)
    second.close()
    saved = read_workspace(target, by="query")
    assert [run.documents for run in saved.runs] == [6, 7]
    saved.close()


def test_where_one_went_while_a_run_went_on_is_kept_too(window: MainWindow, open_real: OpenReal, qtbot: QtBot) -> None:
    result = window.session.result
    assert result is not None
    assert window.tabs.shown() != "problems"
    window.session.set_result(replace(result), growing=True)
    window.tabs.show_view("problems")
    window.session.set_result(result)
    settle(window, qtbot)
    window.close()
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    assert again.tabs.shown() == "problems"


@pytest.mark.parametrize("by", ["folder", "workspace"])
def test_what_was_changed_last_is_kept_though_others_are_opened_right_after_it(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot, by: str
) -> None:
    other = tmp_path / "other"
    if by == "folder":
        other.mkdir()
    else:
        other = other.with_suffix(".simx")
        open_workspace(other, create=True).close()
    keeper = window.kept.workspace
    for timer in (keeper._light, keeper._moved):  # whoever opens others is faster
        timer.setInterval(3_600_000)
    window.tuning.light.threshold.setValue(0.7)
    qtbot.waitUntil(lambda: window.session.result.recipe.threshold == 0.7)
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(1)
    chosen = window.selection.documents
    qtbot.keyClicks(window.bar.filter, "one")
    settle(window, qtbot)
    window.opening.open([os.fsencode(other)])
    settle(window, qtbot)
    window.bar.filter.clear()
    window.opening.open([os.fsencode(collection)])
    settle(window, qtbot)
    assert window.session.result.recipe.threshold == 0.7
    assert (window.tabs.shown(), window.bar.filter.text()) == ("pairs", "one")
    assert window.selection.documents == chosen
