"""A watched folder: what changes on disk changes the result, once, when the folder is at rest."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pytestqt.qtbot import QtBot

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Status
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import InputError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui import app
from simexplorer.ui.controllers import watch_controller
from simexplorer.ui.controllers.problems_controller import ProblemsController
from simexplorer.ui.controllers.watch_controller import WatchController
from simexplorer.ui.main_window import MainWindow
from tests.texts import text_of
from tests.ui.conftest import action, quiet, run_to_end
from tests.ui.kept import OpenReal, analyse, settle

TEXT = "An old boat lay on the shore, and nobody in the village could say who had left it there that winter. "
_EVERY = 0.02  # seconds
RUSSIAN = "Широкая река текла медленно, и старый лодочник пел о том, чего уже никто не помнил. " * 4


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """A window over the real pipeline and three files, analysed; looks come every 20 ms."""
    monkeypatch.setenv("SIMEXPLORER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(watch_controller, "EVERY_SECONDS", _EVERY)
    folder = tmp_path / "watched"
    folder.mkdir()
    for number in range(3):
        put(folder / f"{number}.txt", (TEXT * (number + 2)).encode())
    put(folder / "old.txt", RUSSIAN.encode("koi8-r"))
    made = app.build([str(folder)])
    assert isinstance(made, MainWindow)
    made.show()
    run_to_end(made, qtbot)
    yield made
    made.close()
    made.deleteLater()


def put(path: Path, content: bytes) -> None:
    """A file as of an hour ago: what is younger than two seconds is read again in any case."""
    path.write_bytes(content)
    then = path.stat().st_mtime_ns - 3600 * 10**9
    os.utime(path, ns=(then, then))


def names(window: MainWindow) -> set[bytes]:
    result = window.session.result
    assert result is not None
    return {result.documents.paths.raw(row) for row in range(len(result.documents))}


def watcher(window: MainWindow) -> WatchController:
    (found,) = (one for one in window.features if isinstance(one, WatchController))
    return found


def test_files_that_come_go_and_change_are_followed(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    folder, first = tmp_path / "watched", window.session.result
    window.collection.watch.click()
    assert watcher(window).action.isChecked()
    qtbot.waitUntil(lambda: "no change" in window.collection.watched.text(), timeout=20_000)
    watched = window.collection.watched
    assert watched.shown(watched.contentsRect().width()) == watched.text(), "the time is not cut off"
    assert window.session.result is first, "nothing changed, nothing runs"
    put(folder / "new.txt", (TEXT * 2).encode())
    qtbot.waitUntil(lambda: b"new.txt" in names(window), timeout=20_000)
    (folder / "0.txt").unlink()
    put(folder / "1.txt", b"another text altogether, with other words in it")
    qtbot.waitUntil(lambda: b"0.txt" not in names(window), timeout=20_000)
    assert window.session.analysis is not None
    assert text_of(window.session.analysis, 0).startswith("another text")
    watcher(window).action.trigger()
    assert not window.collection.watch.isChecked()
    quiet(window, qtbot)
    put(folder / "unseen.txt", b"x")
    qtbot.wait(100)
    assert b"unseen.txt" not in names(window)


def test_a_folder_that_never_rests_is_read_all_the_same(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    first, said, log = window.session.result, [], tmp_path / "watched" / "log.txt"
    watcher(window).jobs.succeeded.connect(lambda _looked: put(log, TEXT.encode() * (3 + len(said))))
    watcher(window).jobs.succeeded.connect(lambda _looked: said.append(window.collection.watched.text()))
    window.collection.watch.click()
    qtbot.waitUntil(lambda: window.session.result is not first, timeout=20_000)
    window.collection.watch.click()
    quiet(window, qtbot)
    assert b"log.txt" in names(window)
    assert said.count("changing …") == watch_controller._PATIENCE - 1, said


def test_a_folder_that_goes_away_is_said_and_watched_further(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    shutil.move(tmp_path / "watched", tmp_path / "elsewhere")
    window.collection.watch.click()
    qtbot.waitUntil(lambda: "no file or folder" in window.collection.watched.text(), timeout=20_000)
    shutil.move(tmp_path / "elsewhere", tmp_path / "watched")
    qtbot.waitUntil(lambda: "no change" in window.collection.watched.text(), timeout=20_000)


@pytest.fixture
def half_read(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[pytest.MonkeyPatch]:
    """A run under which a folder was away while its file was read; undone, the folder stays where it is."""
    folder, away = tmp_path / "watched" / "sub", tmp_path / "sub"
    folder.mkdir()
    put(folder / "new.txt", (TEXT * 5).encode())
    read = Corpus.read

    def away_meanwhile(corpus: Corpus, rows: NDArray[np.int64], buffer: TextBuffer, **options: bool) -> None:
        folder.rename(away)
        read(corpus, rows, buffer, **options)
        away.rename(folder)

    with monkeypatch.context() as patched:
        patched.setattr(Corpus, "read", away_meanwhile)
        window.bar.analyse.click()
        quiet(window, qtbot)
        assert skipped(window) == ["it vanished before it was read"]
        yield patched


def skipped(window: MainWindow) -> list[str | None]:
    """Why documents were skipped."""
    assert window.session.result is not None
    documents = window.session.result.documents
    return [documents.reason_of(row) for row in np.flatnonzero(documents.status == Status.SKIPPED)]


def test_what_vanished_under_a_run_is_read_once_it_is_there_again(
    window: MainWindow, qtbot: QtBot, half_read: pytest.MonkeyPatch
) -> None:
    half_read.undo()
    window.collection.watch.click()
    qtbot.waitUntil(lambda: skipped(window) == [], timeout=20_000)
    qtbot.waitUntil(lambda: "no change" in window.collection.watched.text(), timeout=20_000)


@pytest.mark.usefixtures("half_read")
def test_what_cannot_be_read_another_time_either_is_not_tried_without_end(window: MainWindow, qtbot: QtBot) -> None:
    first = window.session.result
    window.collection.watch.click()
    qtbot.waitUntil(lambda: window.session.result is not first, timeout=20_000)
    again = window.session.result
    looks = looked_at(window)
    qtbot.waitUntil(lambda: len(looks) >= 5, timeout=20_000)
    assert window.session.result is again
    assert skipped(window) == ["it vanished before it was read"]
    assert "no change" in window.collection.watched.text()


def looked_at(window: MainWindow) -> list[object]:
    """What looks find from now on, filled as they come."""
    looks: list[object] = []
    watcher(window).jobs.succeeded.connect(looks.append)
    return looks


def test_an_update_that_failed_is_tried_again_ever_more_seldom_until_it_works(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[float] = []

    def failing(*_arguments: object, **_options: object) -> None:
        tries.append(time.monotonic())
        raise InputError("The disk is full. Make room on it.")

    window.collection.watch.click()
    qtbot.waitUntil(lambda: "no change" in window.collection.watched.text(), timeout=20_000)
    with monkeypatch.context() as patched:
        patched.setattr(Analysis, "run", failing)
        put(tmp_path / "watched" / "new.txt", (TEXT * 5).encode())
        qtbot.waitUntil(lambda: len(tries) == 3 and window.message.isVisible(), timeout=20_000)
        assert window.message.text() == "The disk is full. Make room on it."
        assert window.collection.watched.text().startswith("failed, next try at ")
        assert tries[1] - tries[0] >= 5 * watch_controller.EVERY_SECONDS
        assert tries[2] - tries[1] >= 10 * watch_controller.EVERY_SECONDS
    qtbot.waitUntil(lambda: b"new.txt" in names(window), timeout=20_000)
    assert not window.message.isVisible(), "what was said of the update that failed is settled"
    qtbot.waitUntil(lambda: "no change" in window.collection.watched.text(), timeout=20_000)


def test_an_update_that_failed_is_made_up_for_also_where_the_folder_is_as_it_was(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, run = tmp_path / "watched" / "new.txt", Analysis.run

    def fails_once(*_arguments: object, **_options: object) -> None:
        monkeypatch.setattr(Analysis, "run", run)
        new.unlink()
        raise InputError("The disk is full. Make room on it.")

    first = window.session.result
    monkeypatch.setattr(Analysis, "run", fails_once)
    window.collection.watch.click()
    put(new, b"one")
    qtbot.waitUntil(lambda: window.message.isVisible(), timeout=20_000)
    assert window.session.stale
    qtbot.waitUntil(lambda: window.session.result is not first, timeout=20_000)
    assert not window.session.stale
    qtbot.waitUntil(lambda: "no change" in window.collection.watched.text(), timeout=20_000)


def test_an_update_that_the_person_stops_is_not_tried_again(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, run = list[int](), Analysis.run

    def fails_then_waits(_analysis: Analysis, _recipe: Recipe, progress: Progress, **_options: object) -> None:
        tries.append(1)
        while len(tries) > 1:
            progress.check()
        raise InputError("The disk is full. Make room on it.")

    monkeypatch.setattr(Analysis, "run", fails_then_waits)
    window.collection.watch.click()
    put(tmp_path / "watched" / "new.txt", b"one")
    qtbot.waitUntil(lambda: len(tries) == 2, timeout=20_000)
    window.run.cancel()
    qtbot.waitUntil(lambda: not window.run.jobs.running, timeout=20_000)
    looks = looked_at(window)
    qtbot.waitUntil(lambda: len(looks) >= 5, timeout=20_000)
    assert len(tries) == 2
    assert window.collection.watched.text().startswith("update stopped, looked at ")
    monkeypatch.setattr(Analysis, "run", run)
    run_to_end(window, qtbot)
    assert b"new.txt" in names(window)
    qtbot.waitUntil(lambda: "no change" in window.collection.watched.text(), timeout=20_000)


def test_a_chosen_encoding_changes_the_text_of_one_file_and_reads_no_other(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[int] = []
    real = Corpus._file
    monkeypatch.setattr(Corpus, "_file", lambda corpus, row: opened.append(row) or real(corpus, row))
    (problems,) = (one for one in window.features if isinstance(one, ProblemsController))
    panel = window.problems
    assert panel.model.rowCount() == 1
    assert panel.model.index(0, 3).data() == "koi8-r ?"
    panel.view.selectRow(0)
    panel.buttons["encoding"].click()
    problems.dialog.encoding.set_value("cp1251")
    problems.dialog.read.click()
    quiet(window, qtbot)
    assert panel.model.rowCount() == 0, "what a person says is no guess"
    assert window.session.analysis is not None
    assert text_of(window.session.analysis, 3) == RUSSIAN.encode("koi8-r").decode("cp1251")
    assert set(opened) == {3}


def test_what_a_watched_folder_brings_is_new_since_the_run_before(
    open_real: OpenReal, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_controller, "EVERY_SECONDS", _EVERY)
    kept = open_real(str(collection))
    settle(kept, qtbot)
    analyse(kept, qtbot)
    kept.collection.watch.click()
    for name in (b"new.txt", b"newer.txt"):
        put(collection / os.fsdecode(name), (TEXT * 2 + os.fsdecode(name)).encode())
        qtbot.waitUntil(lambda: name in names(kept), timeout=20_000)  # noqa: B023 - it is waited for here
        with qtbot.waitSignal(kept.kept.keeping.changed, timeout=20_000):
            kept.kept.workspace.save_now()
        settle(kept, qtbot)
    kept.collection.watch.click()
    assert [run.number for run in kept.kept.keeping.now.runs] == [1, 2]  # what is followed is one run
    action(kept, "Ctrl+Shift+N").trigger()
    settle(kept, qtbot)
    model = kept.kept.changes.panel.model
    listed = [[model.data(model.index(row, column)) for column in (1, 2)] for row in range(model.rowCount())]
    assert ["added", "new.txt"] in listed
    assert ["added", "newer.txt"] in listed


def test_a_workspace_in_the_watched_folder_brings_no_new_run_by_being_saved(
    open_real: OpenReal, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_controller, "EVERY_SECONDS", _EVERY)
    monkeypatch.setenv("SIMEXPLORER_DATA", os.fspath(collection / "kept"))
    window = open_real(str(collection))
    settle(window, qtbot)
    analyse(window, qtbot)
    first = window.session.result
    window.collection.watch.click()
    qtbot.waitUntil(lambda: window.collection.watched.text() not in ("", "changing …"), timeout=20_000)
    assert window.collection.watched.text().startswith("no change")
    assert window.session.result is first
    assert list((collection / "kept").glob("*.simx"))


def test_runs_are_looked_at_when_what_is_new_is(kept_runs: MainWindow, qtbot: QtBot) -> None:
    panel = kept_runs.kept.changes.panel
    assert panel.runs.count() == 0
    action(kept_runs, "Ctrl+Shift+N").trigger()
    settle(kept_runs, qtbot)
    assert panel.runs.count() == 1
    analyse(kept_runs, qtbot)  # while it is shown
    assert panel.runs.count() == 2


@pytest.fixture
def kept_runs(open_real: OpenReal, collection: Path, qtbot: QtBot) -> MainWindow:
    """A window that has kept two runs."""
    window = open_real(str(collection))
    settle(window, qtbot)
    for _ in range(2):
        analyse(window, qtbot)
    return window
