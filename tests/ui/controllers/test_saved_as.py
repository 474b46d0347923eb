"""Saved under another name, what is on screen goes along."""

from __future__ import annotations

import os
from pathlib import Path

from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace.opening import read_workspace
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
