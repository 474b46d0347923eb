"""A run that ended, and waits to be shown when other documents are opened, is not shown any more."""

from __future__ import annotations

import os
import time
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from simexplorer.ui.jobs import JobRunner
from simexplorer.ui.main_window import MainWindow
from tests.ui.kept import analyse, settle


def run_until_it_waits(window: MainWindow) -> None:
    """Have a run end that now waits for its turn to be shown; between a fixture and its test it would have it."""
    window.bar.analyse.click()
    until_it_waits(window, window.run.jobs)


def until_it_waits(window: MainWindow, jobs: JobRunner) -> None:
    while (jobs, jobs._number) not in window.session.turns._waiting:
        time.sleep(0.01)
        QCoreApplication.sendPostedEvents(jobs, QEvent.Type.MetaCall.value)


def test_its_result_is_not_shown_under_the_name_of_another_folder(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    run_until_it_waits(window)
    window.opening.open([os.fsencode(other)])
    assert window.session.result is None
    settle(window, qtbot)
    assert window.session.result is None
    assert not window.pairs.model.rowCount()
    assert not window.status.status.text()
    window.opening.open([os.fsencode(tmp_path / "letters")])
    settle(window, qtbot)
    runs = window.kept.keeping.now.runs
    assert [run.partial for run in runs] == [False, False]  # it is kept with its own


def test_a_workspace_that_was_just_opened_gives_way_to_the_folder_opened_after_it(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    window.opening.open([window.kept.keeping.now.path])
    until_it_waits(window, next(jobs for jobs in window.workbench.runners if jobs.name == "workspace"))
    window.opening.open([os.fsencode(other)])
    settle(window, qtbot)
    assert window.session.sources == (os.fsencode(other),)
    assert window.session.result is None


def test_decisions_are_about_what_a_saved_workspace_shows(window: MainWindow, qtbot: QtBot) -> None:
    run_until_it_waits(window)
    window.opening.open([window.kept.keeping.now.path])
    settle(window, qtbot)
    assert window.kept.keeping.standing is not None
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    window.kept.decisions.actions["duplicate"].trigger()
    settle(window, qtbot)
    assert window.kept.keeping.standing.duplicates.any()


def test_decisions_are_about_a_result_that_came_while_the_workspace_was_opened(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.opening.open([window.kept.keeping.now.path])
    window.session.set_result(replace(window.session.result))  # what a run of before the opening brings
    settle(window, qtbot)
    assert window.kept.keeping.standing is not None


def test_neighbours_that_were_found_last_are_not_listed_without_their_documents(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window.selection.select((0,))
    until_it_waits(window, window.evidence.neighbours)
    window.opening.open([os.fsencode(tmp_path)])
    assert not window.neighbours.view.table.rowCount()
    settle(window, qtbot)
    assert not window.neighbours.view.table.rowCount()


def test_of_a_folder_that_holds_nothing_it_is_asked_once_where_everything_stands(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    window.opening.open([os.fsencode(empty)])
    settle(window, qtbot)
    analyse(window, qtbot)
    assert window.kept.keeping.standing is None
    assert not window.kept.keeping.queue.busy
