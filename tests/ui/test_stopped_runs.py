"""What is changed while a run goes on, or after it was stopped: nothing runs unasked, and nothing is lost."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from simexplorer.errors import Cancelled
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import OpenWindow, action, quiet
from tests.ui.kept import analyse, settle


def test_a_light_change_of_a_stopped_run_waits_until_it_is_continued(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = _stopped(open_window, qtbot)
    runs = len(window.fakes[0].recipes)
    window.tuning.light.threshold.setValue(0.6)
    quiet(window, qtbot)
    assert not window.run.jobs.running
    assert len(window.fakes[0].recipes) == runs
    assert not window.bar.cancel.isEnabled()
    assert window.bar.analyse.text() == "Continue with 1 change"
    assert window.tuning.apply_button.text() == "Continue with 1 change"
    assert "waits for Continue" in window.status.status.text()
    assert window.session.result.recipe.threshold == pytest.approx(0.8)
    assert window.pairs.model.rowCount() == window.session.result.at_threshold, "all views tell of one threshold"
    window.tuning.light.threshold.setValue(0.8)
    assert window.bar.analyse.text() == "Continue"
    assert not window.tuning.apply_button.isEnabled()
    assert "waits" not in window.status.status.text()
    window.tuning.light.threshold.setValue(0.6)
    window.fakes[0].seconds = 0.0
    with qtbot.waitSignal(window.run.run_finished, timeout=10_000):
        window.tuning.apply_button.click()
    quiet(window, qtbot)
    assert window.session.result.recipe.threshold == pytest.approx(0.6)
    assert not window.session.result.partial
    assert not window.tuning.apply_button.isEnabled()


def test_a_light_change_of_a_run_that_is_then_stopped_can_be_applied(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(seconds=8.0)
    window.bar.analyse.click()
    qtbot.waitUntil(lambda: window.session.result is not None, timeout=10_000)
    window.tuning.light.threshold.setValue(0.65)
    action(window, "Esc").trigger()
    quiet(window, qtbot)
    assert window.session.result.recipe.threshold == pytest.approx(0.8)  # type: ignore[union-attr]
    assert window.tuning.apply_button.text() == "Continue with 1 change"
    assert window.tuning.apply_button.isEnabled()
    assert "waits for Continue" in window.status.status.text()


def test_a_heavy_change_during_a_run_can_be_applied_at_once(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(seconds=8.0)
    window.bar.analyse.click()
    window.tuning.heavy.length.setValue(5)
    assert window.tuning.apply_button.text() == "Apply 1 change"
    assert "Stops the run" in window.tuning.apply_button.toolTip()
    qtbot.waitUntil(lambda: bool(window.fakes), timeout=10_000)
    window.fakes[0].seconds = 0.0
    with qtbot.waitSignal(window.run.run_finished, timeout=20_000):
        window.tuning.apply_button.click()
        assert not window.tuning.apply_button.isEnabled()
    quiet(window, qtbot)
    assert window.session.result.recipe.shingle_size == 5  # type: ignore[union-attr]
    assert window.bar.analyse.text() == "Analyse again"


def test_a_light_change_that_takes_its_time_shows_that_it_runs_and_can_be_tried_again(
    lent_to_run: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake, going_on = lent_to_run.fakes[0], threading.Event()
    found = fake.found

    def slowly(recipe: Recipe, part: float) -> object:
        going_on.wait(20)
        raise Cancelled

    monkeypatch.setattr(fake, "found", slowly)
    lent_to_run.tuning.light.threshold.setValue(0.6)
    qtbot.waitUntil(lent_to_run.bar.cancel.isEnabled, timeout=10_000)
    assert lent_to_run.bar.analyse.text() == "Analysing …"
    assert not lent_to_run.bar.analyse.isEnabled()
    lent_to_run.bar.cancel.click()
    going_on.set()
    quiet(lent_to_run, qtbot)
    assert not lent_to_run.bar.cancel.isEnabled()
    assert lent_to_run.bar.analyse.text() == lent_to_run.tuning.apply_button.text() == "Apply 1 change"
    monkeypatch.setattr(fake, "found", found)
    with qtbot.waitSignal(lent_to_run.run.run_finished, timeout=10_000):
        lent_to_run.tuning.apply_button.click()
    quiet(lent_to_run, qtbot)
    assert len(lent_to_run.fakes) == 1, "nothing had to be read again"
    assert lent_to_run.session.result.recipe.threshold == pytest.approx(0.6)
    assert lent_to_run.bar.analyse.text() == "Analyse again"


def test_a_knob_does_not_begin_the_reading_that_was_stopped_before_it_found_anything(
    lent_to_run: MainWindow, qtbot: QtBot
) -> None:
    lent_to_run.session.forget_analysis()  # as Analyse again does, stopped before there was a result
    lent_to_run.tuning.light.threshold.setValue(0.6)
    quiet(lent_to_run, qtbot)
    assert len(lent_to_run.fakes) == 1
    assert lent_to_run.tuning.apply_button.text() == "Apply 1 change"
    assert "waits for Apply" in lent_to_run.status.status.text()


def _stopped(open_window: OpenWindow, qtbot: QtBot) -> MainWindow:
    """A window over a run that was stopped after it had found something."""
    window = open_window(pairs=4000, seconds=8.0)
    window.bar.analyse.click()
    qtbot.waitUntil(lambda: window.session.result is not None, timeout=10_000)
    action(window, "Esc").trigger()
    quiet(window, qtbot)
    assert window.session.result.partial  # type: ignore[union-attr]
    return window


def test_a_run_that_is_stopped_before_it_compared_anything_leaves_what_was_found_before(
    lent_to_run: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake, before = lent_to_run.fakes[0], lent_to_run.session.result
    found = fake.found

    def unpaired(recipe: Recipe, part: float) -> Result:
        whole = found(recipe, 0.0 if part < 1.0 else part)
        audit = replace(whole.audit, candidates=0, verified=0)
        return replace(whole, audit=audit, partial=True) if part < 1.0 else whole

    monkeypatch.setattr(fake, "found", unpaired)
    fake.seconds = 8.0
    lent_to_run.tuning.heavy.length.setValue(5)
    lent_to_run.tuning.apply_button.click()
    qtbot.waitUntil(lambda: lent_to_run.session.growing and lent_to_run.session.result is not before, timeout=10_000)
    lent_to_run.bar.cancel.click()
    quiet(lent_to_run, qtbot)
    assert lent_to_run.session.result is before
    assert lent_to_run.pairs.model.rowCount() == before.at_threshold > 0
    assert lent_to_run.status.status.text() == "The run did not finish; what is shown was found before."
    assert lent_to_run.session.answering is None, "it has read other documents meanwhile"
    assert lent_to_run.tuning.apply_button.text().startswith("Apply 1 change")
    fake.seconds = 0.0
    with qtbot.waitSignal(lent_to_run.run.run_finished, timeout=10_000):
        lent_to_run.tuning.apply_button.click()
    quiet(lent_to_run, qtbot)
    assert lent_to_run.session.result.recipe.shingle_size == 5  # type: ignore[union-attr]
    assert lent_to_run.session.answering is not None


@pytest.mark.parametrize("stage", ["_signatures", "_pairs"])
def test_what_was_found_stays_when_reading_what_changed_is_stopped(
    window: MainWindow, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    whole, real = window.session.result, getattr(Analysis, stage)

    def stopped(*given: object) -> object:
        monkeypatch.setattr(Analysis, stage, real)
        running = window.run.jobs._job
        assert running is not None
        running.progress.cancel()  # as Cancel does, in this very stage
        return real(*given)

    monkeypatch.setattr(Analysis, stage, stopped)
    (collection / "new.txt").write_text("It was written while the window watched.")
    window.run.refresh()
    settle(window, qtbot)
    assert window.session.result is whole
    assert window.session.stale
    assert window.pairs.model.rowCount() == whole.at_threshold
    assert "found before" in window.status.status.text()
    analyse(window, qtbot)
    assert len(window.session.result.documents) == len(whole.documents) + 1
