"""Two windows on one workspace: the first one writes, the second one reads until it may write."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace.entry import Kind
from simexplorer.workspace.opening import read_workspace
from tests.ui.kept import OpenReal, press, settle


def test_a_window_that_could_only_read_decides_once_the_other_one_has_closed(
    window: MainWindow, open_real: OpenReal, collection: Path, qtbot: QtBot
) -> None:
    second = open_real(str(collection))
    qtbot.waitUntil(lambda: second.session.result is not None, timeout=180_000)
    settle(second, qtbot)
    second.clusters.view.select_row(0)
    press(second, qtbot, "space")
    assert "Nothing can be saved" in second.message.text()
    window.clusters.view.select_row(0)
    press(window, qtbot, "space")
    window.close()
    second.clusters.view.select_row(0)
    press(second, qtbot, "review")
    now = second.kept.keeping.now
    assert now.writable
    assert second.message.isHidden()
    assert "read-only" not in second.windowTitle()
    assert [entry.kind for entry in now.entries] == [Kind.MARK, Kind.REVIEWED], "what the other one decided counts"
    assert now.standing is not None
    assert now.standing.marks.any()
    second.tuning.light.threshold.setValue(0.75)
    qtbot.waitUntil(lambda: second.session.result.recipe.threshold == 0.75)
    settle(second, qtbot)
    file = now.path
    second.close()
    saved = read_workspace(file, by="query")
    assert len(saved.decisions.entries) == 2
    assert saved.result().recipe.threshold == 0.75
    saved.close()
