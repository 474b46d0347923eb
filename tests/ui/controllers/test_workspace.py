"""Saved by itself, reopened where one left off, opened twice, damaged, newer, saved under another name."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace.data_folder import default_workspace
from simexplorer.workspace.opening import open_workspace
from tests.texts import text_of
from tests.ui.kept import OpenReal, analyse, press, row_of_group, settle


@pytest.fixture
def kept(window: MainWindow) -> MainWindow:
    """A window whose run is kept."""
    return window


def file_of(window: MainWindow) -> Path:
    return Path(os.fsdecode(window.kept.keeping.now.path))


def restored(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.session.result is not None, timeout=180_000)
    settle(window, qtbot)


def test_a_run_is_kept_by_itself_in_the_folder_for_data(kept: MainWindow, tmp_path: Path) -> None:
    assert file_of(kept).parent == tmp_path / "kept"
    assert file_of(kept).name.startswith("letters-")
    (run,) = kept.kept.keeping.now.runs
    assert run.documents == 6
    assert not run.partial


def test_a_run_that_ends_soon_is_kept_once(kept: MainWindow, collection: Path, qtbot: QtBot) -> None:
    seen: list[bool] = []
    kept.kept.keeping.changed.connect(lambda: seen.append(kept.kept.keeping.now.runs[-1].partial))
    kept.kept.workspace._stage.setInterval(600_000)  # soon, on a slow machine too
    (collection / "more.txt").write_text("Something else that was not there before. " * 9)
    analyse(kept, qtbot)
    assert seen[-1] is False
    assert not any(seen)
    assert [run.number for run in kept.kept.keeping.now.runs] == [1, 2]


def test_a_stage_is_kept_where_the_run_goes_on(kept: MainWindow, qtbot: QtBot) -> None:
    stage = kept.session.result
    assert stage is not None
    kept.session.set_running(True)
    kept.run.stage_ended.emit(replace(stage, partial=True), kept.session.analysis)
    with qtbot.waitSignal(kept.kept.keeping.changed, timeout=20_000):
        pass
    assert [run.partial for run in kept.kept.keeping.now.runs] == [False, True]
    kept.session.set_running(False)


def test_a_stage_is_kept_with_its_documents_where_others_are_opened(
    kept: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    stage, first = kept.session.result, file_of(kept)
    assert stage is not None
    other = tmp_path / "other"
    other.mkdir()
    (other / "one.txt").write_text("Another folder altogether, and its only text. " * 9)
    kept.session.set_running(True)
    kept.run.stage_ended.emit(replace(stage, partial=True), kept.session.analysis)
    kept.run.open([os.fsencode(other)])
    kept.session.set_running(False)
    settle(kept, qtbot)
    assert not kept.kept.keeping.now.runs
    kept.close()
    workspace = open_workspace(first)
    assert [run.partial for run in workspace.runs] == [False, True]
    workspace.close()


def test_what_is_kept_late_is_not_shown_under_the_name_of_another_folder(
    kept: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    late = kept.kept.keeping.now
    assert late.raw is not None
    other = tmp_path / "other"
    other.mkdir()
    (other / "one.txt").write_text("Another folder altogether, and its only text. " * 9)
    kept.opening.open([os.fsencode(other)])
    qtbot.waitUntil(lambda: kept.session.sources == (os.fsencode(other),))
    kept.kept.keeping.now = late  # of a save that was under way
    kept.kept.keeping.take(late)
    assert kept.session.result is None
    settle(kept, qtbot)
    assert kept.session.result is None


def test_a_start_without_paths_goes_on_where_one_left_off(kept: MainWindow, open_real: OpenReal, qtbot: QtBot) -> None:
    kept.tabs.show_view("clusters")
    kept.clusters.view.select_row(row_of_group(kept, "b one.txt"))
    press(kept, qtbot, "space")
    kept.tabs.show_view("pairs")
    kept.pairs.view.select_row(1)
    chosen = kept.selection.documents
    before = kept.session.result
    kept.close()
    again = open_real()
    restored(again, qtbot)
    result = again.session.result
    assert before is not None
    assert result is not None
    assert again.session.sources == kept.session.sources
    assert result.recipe == before.recipe
    assert (result.pairs.jaccard == before.pairs.jaccard).all()
    assert again.selection.documents == chosen
    assert again.tabs.shown() == "pairs"
    standing = again.kept.keeping.standing
    assert standing is not None
    assert int(standing.duplicates.sum()) == 1
    assert "As it was on" in again.status.status.text()
    assert again.opening.recent() == [*again.session.sources], "the folder that was chosen, not what keeps it"
    assert again.bar.analyse.text() == "Analyse again"


def test_a_reopened_result_answers_questions_and_runs_on(kept: MainWindow, open_real: OpenReal, qtbot: QtBot) -> None:
    kept.close()
    again = open_real(str(file_of(kept)))
    restored(again, qtbot)
    again.pairs.view.select_row(0)
    settle(again, qtbot)
    assert again.neighbours.view.table.rowCount() >= 1
    assert again.session.analysis is not None
    assert "the keeper saw" in text_of(again.session.analysis, 0)
    pairs = again.pairs.model.rowCount()
    again.tuning.light.threshold.setValue(0.999)
    qtbot.waitUntil(lambda: again.session.result.recipe.threshold == 0.999, timeout=180_000)  # type: ignore[union-attr]
    settle(again, qtbot)
    assert again.pairs.model.rowCount() < pairs
    assert again.kept.workspace._restored is None  # nothing holds what was read from the file any more
    again.kept.workspace._save()
    settle(again, qtbot)
    (run,) = again.kept.keeping.now.runs
    assert run.recipe.threshold == 0.999


def test_a_folder_opened_again_shows_its_last_run_at_once(kept: MainWindow, collection: Path, qtbot: QtBot) -> None:
    sample = kept.opening
    sample.open([os.fsencode(collection / "alone.txt")])
    settle(kept, qtbot)
    assert kept.session.result is None
    sample.open([os.fsencode(collection)])
    restored(kept, qtbot)
    assert len(kept.session.result.documents) == 6  # type: ignore[union-attr]


def test_a_second_window_is_told_and_opens_to_read(kept: MainWindow, open_real: OpenReal, qtbot: QtBot) -> None:
    second = open_real(str(file_of(kept)))
    restored(second, qtbot)
    assert "is open in another window" in second.message.text()
    assert "Save workspace as" in second.message.text()
    second.clusters.view.select_row(0)
    press(second, qtbot, "space")
    assert "Nothing can be saved" in second.message.text()
    standing = second.kept.keeping.standing
    assert standing is not None
    assert not standing.marks.any()
    target = file_of(kept).with_name("copy.simx")
    second.kept.workspace.save_to(os.fsencode(target))
    settle(second, qtbot)
    press(second, qtbot, "space")
    assert second.kept.keeping.standing.marks.any()  # type: ignore[union-attr]
    assert file_of(second) == target
    assert kept.kept.keeping.now.undo_words is None


def test_what_was_opened_to_read_is_opened_to_write_once_the_other_window_has_closed(
    kept: MainWindow, open_real: OpenReal, collection: Path, qtbot: QtBot
) -> None:
    second = open_real(str(collection))
    restored(second, qtbot)
    assert not second.kept.keeping.now.writable
    kept.close()
    second.opening.open([os.fsencode(collection)])
    restored(second, qtbot)
    assert second.kept.keeping.now.writable
    assert second.message.isHidden()
    assert "read-only" not in second.windowTitle()
    second.clusters.view.select_row(0)
    press(second, qtbot, "space")
    assert second.kept.keeping.now.undo_words is not None


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("PRAGMA user_version = 9", "newer version of Similarity Explorer"),
        (b"no workspace at all", "not a saved workspace"),
    ],
)
def test_what_cannot_be_opened_is_said_and_the_window_stays(
    kept: MainWindow, tmp_path: Path, qtbot: QtBot, damage: str | bytes, said: str
) -> None:
    path = tmp_path / "other.simx"
    if isinstance(damage, bytes):
        path.write_bytes(damage * 100)
    else:
        open_workspace(path, create=True).close()
        connection = sqlite3.connect(path)
        connection.execute(damage)
        connection.close()
    result = kept.session.result
    kept.opening.open([os.fsencode(path)])
    settle(kept, qtbot)
    assert said in kept.message.text()
    assert kept.session.result is result
    assert kept.kept.keeping.now.writable


def test_what_was_said_of_one_workspace_goes_where_another_is_opened(
    kept: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, damaged = tmp_path / "good.simx", tmp_path / "damaged.simx"
    kept.kept.workspace.save_to(os.fsencode(good))
    settle(kept, qtbot)
    damaged.write_bytes(b"no workspace at all" * 100)
    entry = next(each for each in kept.menus.menu("file").actions() if each.text() == "Open workspace…")
    for path, hidden in ((damaged, False), (good, True)):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, path=path: (str(path), ""))
        entry.trigger()
        settle(kept, qtbot)
        assert kept.message.isHidden() == hidden
    assert file_of(kept) == good


def test_a_run_of_the_same_documents_is_none_of_a_workspace_opened_meanwhile(
    kept: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = tmp_path / "good.simx"
    for path in (good, tmp_path / "other.simx"):
        kept.kept.workspace.save_to(os.fsencode(path))
        settle(kept, qtbot)
    runs, run, goes_on = kept.kept.keeping.now.runs, Analysis.run, threading.Event()

    def held(analysis: Analysis, recipe: Recipe, progress: Progress, **more: Any) -> Result:
        assert goes_on.wait(60)
        return run(analysis, recipe, progress, **more)

    monkeypatch.setattr(Analysis, "run", held)
    kept.bar.analyse.click()
    kept.opening.open([os.fsencode(good)])
    qtbot.waitUntil(lambda: file_of(kept) == good, timeout=60_000)
    shown = kept.session.result
    goes_on.set()
    settle(kept, qtbot)
    assert kept.session.result is shown
    assert not kept.session.running
    assert kept.kept.keeping.now.runs == runs


def test_documents_opened_while_a_workspace_is_read_stay(kept: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    other = os.fsencode(tmp_path / "other")
    os.mkdir(other)
    kept.opening.open([os.fsencode(file_of(kept))])
    kept.opening.open([other])
    settle(kept, qtbot)
    assert kept.session.sources == (other,)
    assert kept.session.result is None
    assert not kept.kept.keeping.now.runs


def test_save_as_goes_on_with_the_other_file(
    kept: MainWindow, tmp_path: Path, qtbot: QtBot, open_real: OpenReal
) -> None:
    kept.clusters.view.select_row(0)
    press(kept, qtbot, "review")
    kept.kept.workspace.save_to(os.fsencode(tmp_path / "mine.simx"))
    settle(kept, qtbot)
    press(kept, qtbot, "keep")
    kept.close()
    again = open_real()
    restored(again, qtbot)
    assert file_of(again) == tmp_path / "mine.simx"
    assert len(again.kept.keeping.now.entries) == 2
    assert tmp_path.joinpath("mine.simx").stat().st_size > 0


def test_a_window_closed_at_once_has_saved_its_last_decision(
    kept: MainWindow, open_real: OpenReal, qtbot: QtBot
) -> None:
    kept.clusters.view.select_row(0)
    for _ in range(3):
        kept.kept.decisions.actions["review"].trigger()
    kept.close()
    workspace = open_workspace(file_of(kept))
    assert len(workspace.decisions.entries) == 3
    workspace.close()


@pytest.mark.parametrize("obstacle", ["a file where the folder goes", "a folder where its lock goes"])
def test_where_nothing_can_be_kept_it_is_said_what_to_do_and_that_helps(
    open_real: OpenReal, collection: Path, tmp_path: Path, qtbot: QtBot, obstacle: str
) -> None:
    place = tmp_path / "kept"
    if obstacle.startswith("a file"):
        place.write_text("in the way")
    else:
        os.makedirs((default_workspace([bytes(collection)]) or b"") + b"-lock")
    window = open_real(str(collection))
    settle(window, qtbot)
    analyse(window, qtbot)
    window.clusters.view.select_row(0)
    review, entries = window.kept.decisions.actions["review"], lambda: window.kept.keeping.now.entries
    review.trigger()
    settle(window, qtbot)
    assert window.session.result is not None
    assert not entries()
    assert window.message.text().endswith("To decide and to keep what you do, use Save workspace as…")
    assert os.fspath(place) in window.message.text()
    window.kept.workspace.save_to(os.fsencode(tmp_path / "mine.simx"))
    settle(window, qtbot)
    review.trigger()
    settle(window, qtbot)
    assert len(entries()) == 1
    assert window.message.isHidden()


def test_what_was_saved_elsewhere_is_among_what_was_opened_last_and_told(
    kept: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    summary = kept.status.summary.text()
    kept.message.say("Nothing can be saved")
    kept.kept.workspace.save_to(os.fsencode(tmp_path / "mine.simx"))
    settle(kept, qtbot)
    assert kept.opening.recent()[0] == os.fsencode(tmp_path / "mine.simx")
    assert kept.message.isHidden()
    assert kept.status.status.text().startswith(f"Saved to {tmp_path}/mine.simx")
    assert kept.status.summary.text() == summary != ""
    kept.kept.workspace.save.trigger()  # Ctrl+S
    assert kept.status.status.text() == f"Everything is saved automatically in {tmp_path}/mine.simx"


def test_a_workspace_that_was_open_last_and_is_gone_is_said_once(
    kept: MainWindow, open_real: OpenReal, qtbot: QtBot
) -> None:
    file = file_of(kept)
    kept.close()
    file.rename(file.with_name("mine.simx"))
    again = open_real()
    settle(again, qtbot)
    assert f"{file}, open last, is not there any more" in again.message.text()
    again.close()
    later = open_real()
    settle(later, qtbot)
    assert later.message.text() == ""


def test_a_workspace_in_which_a_folder_was_kept_and_that_is_gone_is_said(
    kept: MainWindow, collection: Path, tmp_path: Path, open_real: OpenReal, qtbot: QtBot
) -> None:
    kept.kept.workspace.save_to(os.fsencode(tmp_path / "mine.simx"))
    settle(kept, qtbot)
    kept.close()
    (tmp_path / "mine.simx").rename(tmp_path / "other.simx")
    again = open_real(str(collection))
    settle(again, qtbot)
    assert f"{tmp_path}/mine.simx, where runs and decisions of these documents were kept" in again.message.text()


def test_a_window_that_only_reads_says_so_in_its_title_and_remembers_no_file_that_is_none(
    kept: MainWindow, tmp_path: Path, open_real: OpenReal, qtbot: QtBot
) -> None:
    assert kept.windowTitle() == "letters – Similarity Explorer"
    second = open_real(str(file_of(kept)))
    restored(second, qtbot)
    assert second.windowTitle() == "letters (read-only) – Similarity Explorer"
    third = open_real(os.fsdecode(kept.session.sources[0]))  # by its folder, which leads to the same workspace
    analyse(third, qtbot)
    assert third.message.text().endswith("use Save workspace as…")
    (tmp_path / "none.simx").write_text("none")
    second.opening.open([os.fsencode(tmp_path / "none.simx")])
    settle(second, qtbot)
    assert os.fsencode(tmp_path / "none.simx") not in second.opening.recent()
