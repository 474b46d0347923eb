"""What is new is of the runs that are there now, and says so where they cannot be compared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.errors import WorkspaceError
from simexplorer.ui.controllers import changes_controller
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
        assert not panel.is_filled
        window.opening.open([os.fsencode(tmp_path / "letters")])
        settle(window, qtbot)
        window.tabs.show_view("changes")
        settle(window, qtbot)
        assert panel.view.table.rowCount() == rows


def test_documents_that_are_gone_stand_among_the_others_by_path(
    window: MainWindow, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, added = ("a one", "a two", "alone", "b one"), ("a", "a three b", "all", "almost", "b", "z")
    for name in gone:
        (collection / f"{name}.txt").unlink()
    for name in added:
        (collection / f"{name}.txt").write_text(f"This is what {name} says, and nobody else says anything like it.")
    analyse(window, qtbot)
    window.tabs.show_view("changes")
    settle(window, qtbot)
    panel = window.kept.changes.panel
    monkeypatch.setattr(changes_controller, "_only", lambda *_: pytest.fail("cut out of all rows on the main thread"))
    panel.kinds.setCurrentIndex(panel.kinds.findData("document"))
    settle(window, qtbot)
    wanted = sorted(f"{name}.txt" for name in (*gone, *added))
    for order, names in ((Qt.SortOrder.AscendingOrder, wanted), (Qt.SortOrder.DescendingOrder, wanted[::-1])):
        panel.view.sortByColumn(2, order)
        settle(window, qtbot)
        assert [panel.model.index(row, 2).data() for row in range(panel.model.rowCount())] == names


def test_similarities_before_and_now_are_told_apart_however_near(
    window: MainWindow, collection: Path, qtbot: QtBot
) -> None:
    long = " ".join(str(number) for number in range(4000))
    (collection / "d one.txt").write_text(long)
    for more in ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz!"):
        (collection / "d two.txt").write_text(long + more * 2)
        analyse(window, qtbot)
    window.tabs.show_view("changes")
    settle(window, qtbot)
    model = window.kept.changes.panel.model
    cells = [[model.index(row, column).data() for column in range(6)] for row in range(model.rowCount())]
    (pair,) = [row for row in cells if row[0] == "pair"]
    assert (pair[1], pair[4][:5]) == ("changed", pair[5][:5])
    assert pair[4] != pair[5]


def test_runs_that_cannot_be_compared_are_not_waited_for(
    compared: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_runs: object) -> object:
        raise WorkspaceError("Run 1 is damaged.")

    monkeypatch.setattr(comparison, "compare", damaged)
    panel = compared.kept.changes.panel
    analyse(compared, qtbot)
    assert panel.empty.words() == "These runs could not be compared Run 1 is damaged."
    assert not panel.is_filled
    assert not panel.save.isEnabled()


def test_what_is_new_is_told_since_the_last_run_unless_another_one_is_asked_for_in_that_workspace(
    compared: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window, panel = compared, compared.kept.changes.panel
    assert panel.chosen() == 1
    analyse(window, qtbot)  # the third
    assert panel.chosen() == 2
    assert panel.empty.words() == "Nothing is new Both runs found the same."
    panel.runs.setCurrentIndex(panel.runs.findData(1))
    settle(window, qtbot)
    analyse(window, qtbot)
    assert panel.chosen() == 1
    rows = panel.view.table.rowCount()
    assert rows
    other = tmp_path / "other"
    other.mkdir()
    (other / "one.txt").write_text(LINES[0])
    window.opening.open([os.fsencode(other)])
    settle(window, qtbot)
    for _ in range(3):
        analyse(window, qtbot)
    window.tabs.show_view("changes")
    settle(window, qtbot)
    assert panel.chosen() == 2  # the choice was made among the runs of another folder
