"""Open, analyse, watch it grow, cancel, apply: with the real buttons."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.errors import InputError
from simexplorer.ui.controllers import run_controller
from simexplorer.ui.controllers.overview_figures import cards_of
from simexplorer.ui.controllers.session import AnalysisLike
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme import numbers
from tests.ui.conftest import OpenWindow, action, quiet, run_to_end
from tests.ui.fakes import make_pairs


def test_nothing_runs_before_analyse_is_pressed(lent_new: MainWindow) -> None:
    assert lent_new.bar.analyse.text() == "Analyse"
    assert lent_new.bar.analyse.isEnabled()
    assert not lent_new.bar.cancel.isEnabled()
    assert lent_new.session.result is None
    assert "Ready to analyse" in lent_new.overview.empty.words()


def test_a_run_that_has_found_nothing_yet_says_that_it_goes_on(lent_new: MainWindow, qtbot: QtBot) -> None:
    lent_new.session.set_running(True)
    assert "going on" in lent_new.overview.empty.words()
    assert lent_new.overview.empty.button.isHidden()
    lent_new.session.set_running(False)
    assert "Ready to analyse" in lent_new.overview.empty.words()


def test_a_run_fills_every_view(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(documents=400, pairs=900)
    run_to_end(window, qtbot)
    result = window.session.result
    assert result is not None
    assert window.clusters.model.rowCount() == len(result.clusters)
    assert window.pairs.model.rowCount() == result.at_threshold
    assert window.problems.model.rowCount() == int((result.documents.status != 0).sum())
    assert window.collection.model.rowCount(window.collection.model.index(0, 0)) == 12
    assert window.clusters.is_filled
    assert f"{result.at_threshold}" in window.tabs.tabText(2)
    assert "complete" in window.status.summary.text()
    assert window.bar.analyse.text() == "Analyse again"


def test_views_grow_while_the_run_goes_on(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(pairs=4000, seconds=8.0)
    counts: list[int] = []
    window.session.result_changed.connect(lambda: counts.append(window.pairs.model.rowCount()))
    window.bar.analyse.click()
    qtbot.waitUntil(lambda: len(set(counts) - {0}) >= 3, timeout=20_000)
    window.fakes[0].seconds = 0.0
    quiet(window, qtbot)
    growing = [count for count in counts if 0 < count < counts[-1]]
    assert len(set(growing)) >= 3
    assert growing == sorted(growing)


def test_progress_says_stage_count_and_time(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(seconds=8.0)
    said: set[str] = set()
    window.run.jobs.progressed.connect(lambda _state: said.add(window.status.status.text()))
    window.bar.analyse.click()
    words = ("Reading and signing", "of 400 documents", "left")
    qtbot.waitUntil(lambda: any(all(word in line for word in words) for line in said), timeout=20_000)
    window.fakes[0].seconds = 0.0
    quiet(window, qtbot)


def test_cancel_answers_at_once_and_keeps_what_is_done(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(pairs=4000, seconds=8.0)
    window.bar.analyse.click()
    qtbot.waitUntil(lambda: window.session.result is not None, timeout=10_000)
    for threshold in (0.9, 0.8):  # while a part is counted nothing is known of what would be missed
        window.tuning.light.threshold.setValue(threshold)
        assert window.tuning._facts["missed"].text() == "–"
    window.bar.cancel.click()
    assert window.session.running, "the hand does not wait for the run"
    assert not window.bar.cancel.isEnabled()
    assert "Stopp" in window.status.status.text()
    quiet(window, qtbot)
    result = window.session.result
    assert result is not None
    assert result.partial
    assert window.pairs.model.rowCount() == result.at_threshold > 0
    assert "partial" in window.status.summary.text()
    assert "partial" in window.pairs.summary()
    assert window.bar.analyse.text() == "Continue"
    # a part of a run promises nothing: pairs that were not compared are missed, whatever the curve says
    assert [window.tuning._facts[name].text() for name in ("recall", "missed")] == ["–", "–"]
    (card,) = [card for card in cards_of(result) if card.name == "recall"]
    assert (card.figure, card.detail) == ("–", "of complete runs only")


def test_a_run_stopped_before_it_compared_anything_does_not_say_that_nothing_is_similar(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window = open_window(pairs=0, seconds=8.0)
    contained = next(f for f in window.features if type(f).__name__ == "ContainedController")
    window.views.show_view("contained")
    window.bar.analyse.click()
    qtbot.waitUntil(lambda: window.session.result is not None, timeout=10_000)
    qtbot.waitUntil(lambda: contained.panel.empty.words().endswith("The run is going on."))
    window.bar.cancel.click()
    quiet(window, qtbot)
    assert window.session.result.partial  # type: ignore[union-attr]
    assert "No pair of the run so far" in contained.panel.empty.words()
    assert window.pairs.empty.words().startswith("The run was stopped before any pairs were found")
    window.views.show_view("calibration")
    quiet(window, qtbot)
    assert "stopped before any were found" in window.tabs.currentWidget().empty.words()  # type: ignore[union-attr]
    window.views.show_view("pairs")
    window.pairs.empty.button.click()  # Continue
    assert window.session.running


def test_folders_opened_while_a_run_starts_are_not_said_to_be_analysed(
    open_window: OpenWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    making, begun = window.session.make, threading.Event()
    made = threading.Event()

    def make(sources: Sequence[bytes]) -> AnalysisLike:
        begun.set()
        made.wait(20)  # kernels are compiled, say
        return making(sources)

    window.session.make = make
    window.bar.analyse.click()
    assert begun.wait(20)
    assert window.session.running
    place = tmp_path / "other"
    place.mkdir()
    window.opening.open([os.fsencode(place)])
    assert not window.session.running
    assert window.bar.analyse.text() == "Analyse"
    assert window.bar.analyse.isEnabled()
    monkeypatch.setattr(run_controller, "_QUIET_SECONDS", -1.0)
    window.run.jobs._on_poll()  # which shows the progress of a run
    assert window.status.status.text() == ""
    assert "Press Analyse" in window.pairs.empty.words()
    window.bar.analyse.click()  # waits for what stops
    assert window.session.running
    made.set()
    quiet(window, qtbot)
    assert window.session.result is not None
    assert window.session.sources == (os.fsencode(place),)
    assert not window.session.running


def test_escape_cancels(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(seconds=8.0)
    window.bar.analyse.click()
    qtbot.waitUntil(lambda: window.session.result is not None, timeout=10_000)
    action(window, "Esc").trigger()
    quiet(window, qtbot)
    assert window.session.result is not None
    assert window.session.result.partial


def test_twenty_cycles_of_start_and_cancel_leave_one_thread(open_window: OpenWindow, qtbot: QtBot) -> None:
    window, before = open_window(seconds=5.0), set(threading.enumerate())
    for _ in range(20):
        window.bar.analyse.click()
        qtbot.wait(5)
        window.bar.cancel.click()
        window.run.cancel()
    quiet(window, qtbot)
    assert sum(t.name.startswith("job-run") for t in set(threading.enumerate()) - before) == 1


def test_closing_in_the_middle_of_a_run_ends_its_thread(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(seconds=8.0)
    window.bar.analyse.click()
    qtbot.waitUntil(lambda: window.session.result is not None, timeout=10_000)
    window.close()
    assert window.fakes[0].closed
    assert window.fakes[0].result is not None
    assert window.fakes[0].result.partial, "it was not waited for to its end"


def test_a_window_is_closed_though_its_analysis_is_not_yet(
    open_window: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    run_to_end(window, qtbot)
    begun, goes_on = threading.Event(), threading.Event()
    ended: list[str] = []

    def hold(what: str) -> None:
        begun.set()
        goes_on.wait(20)
        ended.append(what)

    monkeypatch.setattr(window.fakes[0], "close", lambda: hold("closing"))
    window.run.measure(lambda _job: hold("work"))
    qtbot.waitUntil(begun.is_set)
    window.close()
    before = list(ended)
    goes_on.set()
    assert before == [], "it waits for a while, and then no longer"


def test_a_failed_run_says_why_in_place(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    window.run._session.analysis_now().fails = InputError("The folder went away. Open another one.")
    with qtbot.waitSignal(window.run.run_finished, timeout=10_000) as finished:
        window.bar.analyse.click()
    quiet(window, qtbot)
    assert finished.args == [False]
    assert window.message.text() == "The folder went away. Open another one."
    assert window.message.isVisible()
    window.message.dismiss.click()
    assert not window.message.isVisible()


def test_a_bug_in_a_run_reaches_the_crash_dialog(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    window.run._session.analysis_now().fails = ZeroDivisionError("planted")
    with qtbot.captureExceptions() as raised, qtbot.waitSignal(window.run.run_finished, timeout=10_000):
        window.bar.analyse.click()
    assert raised[0][0] is ZeroDivisionError


def test_heavy_parameters_wait_for_apply(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    runs = len(lent_to_run.fakes[0].recipes)
    lent_to_run.tuning.heavy.length.setValue(5)
    lent_to_run.tuning.heavy.hashes.setValue(256)
    quiet(lent_to_run, qtbot)
    assert len(lent_to_run.fakes[0].recipes) == runs
    assert lent_to_run.bar.analyse.text() == "Apply 2 changes"
    assert lent_to_run.tuning.apply_button.text() == f"Apply 2 changes, about {numbers.seconds(0.95)}"
    with qtbot.waitSignal(lent_to_run.run.run_finished, timeout=10_000):
        lent_to_run.tuning.apply_button.click()
    quiet(lent_to_run, qtbot)
    assert lent_to_run.fakes[0].recipes[-1].shingle_size == 5
    assert lent_to_run.fakes[0].recipes[-1].hashes == 256
    assert lent_to_run.bar.analyse.text() == "Analyse again"
    assert not lent_to_run.tuning.apply_button.isEnabled()


def test_whoever_applies_by_key_stays_at_the_field_that_was_changed(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    lent_to_run.activateWindow()
    qtbot.waitActive(lent_to_run)
    lent_to_run.tuning.heavy.hashes.setFocus()
    lent_to_run.tuning.heavy.hashes.setValue(256)
    quiet(lent_to_run, qtbot)
    lent_to_run.tuning.apply_button.setFocus()
    with qtbot.waitSignal(lent_to_run.run.run_finished, timeout=10_000):
        qtbot.keyClick(lent_to_run.tuning.apply_button, Qt.Key.Key_Space)
    quiet(lent_to_run, qtbot)
    assert lent_to_run.tuning.heavy.hashes.hasFocus()


def test_analyse_again_reads_everything_anew(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    run_to_end(lent_to_run, qtbot)
    assert len(lent_to_run.fakes) == 2
    assert lent_to_run.fakes[0].closed


def test_light_parameters_act_at_once_and_leave_heavy_ones_waiting(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.tuning.heavy.length.setValue(4)
    analysed.tuning.light.linkage.set_value("complete")
    quiet(analysed, qtbot)
    assert analysed.session.result.recipe.linkage == "complete"
    assert analysed.session.result.recipe.shingle_size == 9
    assert analysed.bar.analyse.text() == "Apply 1 change"


def test_a_knob_turned_during_a_run_is_caught_up_with(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(seconds=0.5)
    window.bar.analyse.click()
    window.tuning.light.threshold.setValue(0.9)
    qtbot.waitUntil(lambda: window.session.result is not None and not window.session.growing, timeout=10_000)
    quiet(window, qtbot)
    assert window.session.result.recipe.threshold == pytest.approx(0.9)


def test_globs_and_size_are_part_of_the_run(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    window.collection.include.setText("*.{txt,md}, docs/**")
    window.collection.include.editingFinished.emit()
    window.collection.exclude.setText("*.min.js")
    window.collection.exclude.editingFinished.emit()
    window.collection.largest.setValue(2.0)
    run_to_end(window, qtbot)
    recipe = window.fakes[0].recipes[-1]
    assert recipe.include == ("*.{txt,md}", "docs/**")
    assert recipe.exclude == ("*.min.js",)
    assert recipe.max_bytes == 2 * 2**20


def test_bands_and_rows_that_need_too_many_hashes_are_refused_in_words(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    runs = len(lent_to_run.fakes[0].recipes)
    lent_to_run.tuning.light.bands.setValue(64)
    quiet(lent_to_run, qtbot)
    assert "is more than the 128 hashes" in lent_to_run.tuning.light.used.text()
    assert len(lent_to_run.fakes[0].recipes) == runs
    lent_to_run.bar.analyse.click()
    assert "bands x rows" in lent_to_run.message.text()
    lent_to_run.tuning.light.rows.setValue(2)
    quiet(lent_to_run, qtbot)
    assert (lent_to_run.session.result.recipe.bands, lent_to_run.session.result.recipe.rows) == (64, 2)


def test_texts_are_not_asked_of_documents_that_are_read_anew(analysed: MainWindow, qtbot: QtBot) -> None:
    window, going_on = analysed, threading.Event()
    window.views.show_view("pairs")
    window.pairs.view.select_row(0)
    quiet(window, qtbot)
    shown = window.compare.left.view.shown.text
    assert shown
    making = window.session.make

    def make(sources: Sequence[bytes]) -> AnalysisLike:
        made = making(sources)
        run = made.run

        def wait_and_run(*arguments: object, **named: object) -> object:
            going_on.wait(20)
            return run(*arguments, **named)  # type: ignore[arg-type]

        made.run = wait_and_run  # type: ignore[method-assign, assignment]
        made.text = lambda _paths, row: f"another text under the old number {row}"  # type: ignore[method-assign]
        return made

    window.session.make = make
    window.bar.analyse.click()  # once more: what is on screen is of the run before
    qtbot.waitUntil(lambda: window.session.analysis is not None)
    window.pairs.view.select_row(1)
    qtbot.wait(50)
    assert "being read anew" in window.compare.empty.words()
    assert not window.evidence.texts.running
    assert window.neighbours.model.rowCount() == 0
    going_on.set()
    quiet(window, qtbot)
    assert window.compare.left.view.shown.text.startswith("another text")
    assert window.neighbours.model.rowCount() > 0


def test_the_usual_size_of_shingles_goes_with_their_kind_and_one_set_by_hand_stays(lent_to_run: MainWindow) -> None:
    heavy = lent_to_run.tuning.heavy
    heavy.kind.set_value("word")
    assert heavy.length.value() == 3
    heavy.kind.set_value("char")
    assert heavy.length.value() == 9
    heavy.length.setValue(5)
    heavy.kind.set_value("word")
    assert heavy.length.value() == 5


def test_many_hashes_are_told_with_their_thousands_apart(lent_to_run: MainWindow) -> None:
    light, heavy = lent_to_run.tuning.light, lent_to_run.tuning.heavy
    heavy.hashes.setValue(2048)
    light.set_banding(13, 157)
    assert light.used.text() == "uses 2,041 of 2,048 hashes, 7 left over"
    heavy.hashes.setValue(1)
    light.set_banding(1, 1)
    assert light.used.text() == "uses 1 of 1 hash"


def test_where_files_vanished_under_the_run_no_lower_threshold_is_advised(
    lent_to_run: MainWindow, qtbot: QtBot
) -> None:
    result = lent_to_run.session.result
    assert result is not None
    reasons = (*result.documents.reasons, "it vanished before it was read")
    reason = result.documents.reason.copy()
    reason[:7] = len(reasons) - 1
    documents = replace(result.documents, reason=reason, reasons=reasons)
    lent_to_run.session.set_result(
        replace(result, documents=documents, pairs=make_pairs(400, 0, 0.5, 128), at_threshold=0)
    )
    lent_to_run.views.show_view("pairs")
    quiet(lent_to_run, qtbot)
    words = lent_to_run.pairs.empty.words()
    assert "7 files vanished before they could be read" in words
    assert "threshold" not in words
    lent_to_run.pairs.empty.button.click()
    assert lent_to_run.tabs.shown() == "problems"
