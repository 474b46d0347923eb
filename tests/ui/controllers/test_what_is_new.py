"""What is new is of the runs that are there now, and says so where they cannot be compared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.errors import WorkspaceError
from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace import comparison
from tests.ui.kept import LINES, analyse, settle


def title(window: MainWindow) -> str:
    """What its tab says."""
    return window.tabs.tabText(window.tabs.names().index("changes"))


@pytest.fixture
def compared(window: MainWindow, collection: Path, qtbot: QtBot) -> MainWindow:
    """A window that lists what its second run has found more than the first."""
    (collection / "c one.txt").write_text("\n".join(LINES[:8]))
    analyse(window, qtbot)
    window.tabs.show_view("changes")
    settle(window, qtbot)
    return window


def test_what_is_new_in_one_folder_is_not_told_of_another(compared: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window, panel = compared, compared.kept.changes.panel
    rows = panel.view.table.rowCount()
    assert rows
    assert title(window).split() == ["What", "is", "new", str(rows)]
    assert panel.save.isEnabled()
    for view in ("pairs", "changes"):
        other = tmp_path / f"other, seen from {view}"
        other.mkdir()
        window.tabs.show_view(view)
        window.opening.open([os.fsencode(other)])
        settle(window, qtbot)
        assert title(window).split() == ["What", "is", "new"]
        assert not panel.save.isEnabled()
        assert not panel.shows_rows
        window.opening.open([os.fsencode(tmp_path / "letters")])
        settle(window, qtbot)
        window.tabs.show_view("changes")
        settle(window, qtbot)
        assert panel.view.table.rowCount() == rows


def test_runs_that_cannot_be_compared_are_not_waited_for(
    compared: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_runs: object) -> object:
        raise WorkspaceError("Run 1 is damaged.")

    monkeypatch.setattr(comparison, "compare", damaged)
    panel = compared.kept.changes.panel
    analyse(compared, qtbot)
    assert panel.empty.words() == "These runs could not be compared Run 1 is damaged."
    assert not panel.shows_rows
    assert not panel.save.isEnabled()
