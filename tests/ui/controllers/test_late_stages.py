"""What a run that is being stopped still comes to when other documents are in the window already."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.analysis import Analysis
from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace.opening import open_workspace
from tests.ui.kept import settle


def hold_when_signed(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Have the next run wait once it has signed all documents: (when it does, what lets it go on)."""
    real, reached, go_on = Analysis._unpaired, threading.Event(), threading.Event()

    def slow(*arguments: object) -> object:
        reached.set()
        assert go_on.wait(60.0)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Analysis, "_unpaired", slow)
    return reached, go_on


def test_a_stage_that_comes_late_takes_the_place_of_no_run_of_other_documents(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, kept = Path(os.fsdecode(window.kept.keeping.now.path)), window.session.result
    assert kept is not None
    other = tmp_path / "other"
    other.mkdir()
    (other / "one.txt").write_text("Another folder altogether, and its only text. " * 9)
    reached, go_on = hold_when_signed(monkeypatch)
    window.opening.open([os.fsencode(other)])
    settle(window, qtbot)
    window.kept.workspace._stage.setInterval(0)
    stages: list[object] = []
    window.run.stage_ended.connect(lambda *stage: stages.append(stage))
    window.bar.analyse.click()
    qtbot.waitUntil(reached.is_set, timeout=60_000)
    window.opening.open([os.fsencode(collection)])
    qtbot.waitUntil(lambda: window.session.result is not None, timeout=60_000)
    go_on.set()
    qtbot.waitUntil(lambda: bool(stages), timeout=60_000)
    settle(window, qtbot)
    assert window.session.sources == (os.fsencode(collection),)
    window.close()
    workspace = open_workspace(file)
    assert [run.documents for run in workspace.runs] == [6]
    assert workspace.result().documents.paths.names == kept.documents.paths.names
    workspace.close()


def test_a_run_is_kept_with_what_it_verified_though_another_follows_at_once(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, keep = Path(os.fsdecode(window.kept.keeping.now.path)), threading.Event()
    window.kept.keeping.ask(
        lambda _kept, _job: keep.wait(60.0), lambda _done: None
    )  # as a run before, it takes its time
    window.tuning.heavy.length.setValue(12)
    with qtbot.waitSignal(window.run.run_finished, timeout=60_000):
        window.tuning.apply_button.click()
    qtbot.waitUntil(lambda: not window.run.jobs.running, timeout=60_000)
    reached, go_on = hold_when_signed(monkeypatch)
    window.tuning.heavy.length.setValue(5)
    window.tuning.apply_button.click()
    qtbot.waitUntil(reached.is_set, timeout=60_000)
    keep.set()
    qtbot.waitUntil(lambda: not window.kept.keeping.queue.busy, timeout=60_000)
    window.bar.cancel.click()
    go_on.set()
    settle(window, qtbot)
    window.close()
    workspace = open_workspace(file)
    result = workspace.result()
    assert result.recipe.shingle_size == 12
    i, j = result.pairs.i, result.pairs.j
    verified, unknown = workspace.known_overlaps().ask(i, j)
    assert len(result.pairs) == 2
    assert not unknown.any()
    np.testing.assert_array_equal(verified.jaccard(i, j), result.pairs.jaccard)
    workspace.close()


def test_a_stage_that_waits_is_kept_where_the_window_closes(window: MainWindow) -> None:
    file, stage = Path(os.fsdecode(window.kept.keeping.now.path)), window.session.result
    assert stage is not None
    window.session.set_running(True)
    window.run.stage_ended.emit(replace(stage, partial=True), window.session.analysis)
    window.close()
    workspace = open_workspace(file)
    assert [run.partial for run in workspace.runs] == [False, True]
    workspace.close()
