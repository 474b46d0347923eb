"""What was asked for, and is overtaken by what somebody does next, is neither shown nor does it stop what goes on."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListWidgetItem
from pytestqt.qtbot import QtBot

from simexplorer.errors import Cancelled
from simexplorer.pipeline import boilerplate, method_table
from simexplorer.search.mapping import Mapper
from simexplorer.ui.controllers import before_controller, boilerplate_controller
from simexplorer.ui.controllers.run_words import OF_BEFORE
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.before_panel import BeforePanel
from tests.ui.conftest import FIRST_USE, feature, quiet, run_to_end
from tests.ui.versions import place, show, window

__all__ = ["place", "window"]


class Held:
    """A function that has its answer, and keeps it back until it is let go."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self.answered, self.go_on, self._real = threading.Event(), threading.Event(), real

    def __call__(self, *given: Any, **named: Any) -> Any:
        found = self._real(*given, **named)
        self.answered.set()
        assert self.go_on.wait(60)
        return found


def holding_runs(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Held:
    """Have the next run wait at its end."""
    held = Held(window.session.analysis.run)
    monkeypatch.setattr(window.session.analysis, "run", held)
    return held


def test_neighbours_of_a_folder_that_was_left_are_not_listed(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(window.session.analysis.neighbours)
    monkeypatch.setattr(window.session.analysis, "neighbours", held)
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    qtbot.waitUntil(held.answered.is_set)
    window.opening.open([os.fsencode(tmp_path)])
    held.go_on.set()
    quiet(window, qtbot)
    assert not window.neighbours.view.table.rowCount()


def test_what_is_drawn_of_the_run_before_says_so_until_another_has_found_something(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.pairs.view.select_row(0)
    contained, drawn = feature(window, "ContainedController").panel, feature(window, "ClusterController").pages
    contained.share.setValue(0.5)
    window.evidence_tabs.show_view("graph")
    for name in ("contained", "map"):
        show(window, qtbot, name)
    plot = feature(window, "MapController").panel.plot

    def said() -> list[str]:
        return [contained.summary(), plot.accessibleDescription(), *(page.summary() for page in drawn.values())]

    def before() -> list[bool]:
        return [OF_BEFORE in words for words in said()]

    chains = [page.summary() for page in drawn.values()]
    assert before() == [False] * 5
    held = holding_runs(window, monkeypatch)
    window.tuning.heavy.length.setValue(3)
    window.tuning.apply_button.click()
    assert before() == [True] * 5
    assert [page.summary().removesuffix(OF_BEFORE).rstrip(" ·") for page in drawn.values()] == chains
    window.tuning.light.threshold.setValue(0.9)
    qtbot.waitUntil(held.answered.is_set, timeout=FIRST_USE)
    assert before() == [True] * 5
    with qtbot.waitSignal(window.run.run_finished, timeout=FIRST_USE):
        held.go_on.set()
    for name in ("contained", "map"):
        show(window, qtbot, name)
    assert before() == [False] * 5


def test_trying_other_settings_takes_no_thread_from_a_run(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = feature(window, "SettingsController").panel
    show(window, qtbot, "settings")
    panel.light.threshold.setValue(0.9)
    assert panel.try_button.isEnabled()
    held = holding_runs(window, monkeypatch)
    window.tuning.heavy.length.setValue(3)
    window.tuning.apply_button.click()
    qtbot.waitUntil(held.answered.is_set, timeout=FIRST_USE)
    offered = panel.try_button.isEnabled()
    panel.try_requested.emit()
    with qtbot.waitSignal(window.run.run_finished, timeout=FIRST_USE):
        held.go_on.set()
    quiet(window, qtbot)
    assert window.session.result.recipe.shingle_size == 3
    assert (offered, panel.try_button.isEnabled()) == (False, True)


def test_what_was_tried_beside_other_settings_than_those_of_now_says_so(window: MainWindow, qtbot: QtBot) -> None:
    panel = feature(window, "SettingsController").panel
    show(window, qtbot, "settings")
    panel.light.threshold.setValue(0.9)
    panel.try_button.click()
    quiet(window, qtbot)
    assert "tried" not in panel.words.text()
    window.tuning.light.threshold.setValue(0.75)
    quiet(window, qtbot)
    assert panel.words.text().endswith("(tried with other threshold 0.8 → 0.9)")
    window.tuning.light.threshold.setValue(0.8)
    quiet(window, qtbot)
    assert "tried" not in panel.words.text()


def foreseen(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> BeforePanel:
    """The page on what a run would do, once it says so; from then on changes are foreseen without a pause."""
    monkeypatch.setattr(before_controller, "_PAUSE", 0)
    controller = feature(window, "BeforeController")
    controller.show()
    quiet(window, qtbot)
    panel: BeforePanel = controller.panel
    return panel


def test_settings_that_were_changed_during_a_run_are_foreseen_when_it_has_ended(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = foreseen(window, qtbot, monkeypatch)
    figures = panel.forecast.figures
    told = figures.value(9, 1)
    held = holding_runs(window, monkeypatch)
    window.tuning.heavy.length.setValue(6)
    window.tuning.apply_button.click()
    qtbot.waitUntil(held.answered.is_set, timeout=FIRST_USE)
    window.tuning.heavy.length.setValue(1)
    qtbot.waitUntil(panel.waiting.isVisible, timeout=5_000)
    assert panel.waiting.text() == "It is worked out when the run that is going on has ended."
    held.go_on.set()
    quiet(window, qtbot)
    assert not panel.waiting.isVisible()
    assert figures.value(9, 1) != told
    assert "unlike documents will look alike" in window.tuning.advice.text()


def test_other_files_are_foreseen_from_a_sample_of_their_own(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = foreseen(window, qtbot, monkeypatch).forecast.figures

    def counted() -> list[int]:
        """Files of the folder, and documents of the sample."""
        return [int(figures.value(row, 1).split()[0].strip(",")) for row in (0, 1)]

    before = counted()
    window.collection.exclude.setFocus()
    qtbot.keyClicks(window.collection.exclude, "f00")
    qtbot.keyClick(window.collection.exclude, Qt.Key.Key_Return)
    gone = sum(1 for _ in (Path(os.fsdecode(window.session.sources[0])) / "f00").iterdir())
    qtbot.waitUntil(lambda: window.is_quiet() and counted() == [count - gone for count in before], timeout=FIRST_USE)


def choose(window: MainWindow, qtbot: QtBot, name: str) -> None:
    """Take the folder of this name as the reference; without one none."""
    combo = feature(window, "AcrossController").panel.reference
    names = [combo.itemText(place) for place in range(combo.count())]
    combo.setCurrentIndex(next(place for place, text in enumerate(names) if text.startswith(name or "choose")))


def test_figures_of_one_reference_folder_are_not_told_of_another(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = feature(window, "AcrossController").panel
    show(window, qtbot, "across")
    panel.shown.set_value("new")
    choose(window, qtbot, "f00")
    quiet(window, qtbot)
    panel.only.click()
    quiet(window, qtbot)
    assert panel.summary().startswith("Outside f00:")
    held = holding_runs(window, monkeypatch)
    choose(window, qtbot, "f01")
    qtbot.waitUntil(held.answered.is_set, timeout=FIRST_USE)
    assert not panel.model.rowCount()  # a run across f00 only has looked for no pair of f01
    assert "The run is going on" in panel.empty.words()
    held.go_on.set()
    quiet(window, qtbot)
    assert panel.summary().startswith("Outside f01:")
    choose(window, qtbot, "")
    assert not panel.only.isChecked()
    quiet(window, qtbot)
    assert window.session.result.recipe.reference is None


def test_a_text_beside_an_answer_is_the_one_that_was_asked_about(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    controller = feature(window, "AskController")
    controller.show()
    quiet(window, qtbot)
    text = (place / "f03" / "v0.txt").read_text("utf-8")
    controller.panel.edit.setPlainText(text)
    qtbot.waitUntil(lambda: controller.panel.model.rowCount() > 0, timeout=FIRST_USE)
    controller._pause.setInterval(3_600_000)  # a hand that goes on typing
    controller.panel.edit.setPlainText("Another text, of which nothing is known so far.")
    controller.panel.view.select_row(0)
    quiet(window, qtbot)
    assert window.compare.left.view.shown.text == text
    controller._pause.stop()


def test_boilerplate_is_told_of_the_share_that_the_slider_stands_at(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boilerplate_controller, "_PAUSE", 0)
    panel = feature(window, "BoilerplateController").panel
    show(window, qtbot, "boilerplate")
    panel.empty.button.click()
    quiet(window, qtbot)
    panel.set_share(0.06)
    quiet(window, qtbot)
    many = panel.passages.table.rowCount()
    panel.set_share(1.0)
    quiet(window, qtbot)
    few = panel.passages.table.rowCount()
    assert few < many
    held = Held(boilerplate.effect)
    monkeypatch.setattr(boilerplate, "effect", held)
    panel.set_share(0.06)
    QApplication.processEvents()
    qtbot.waitUntil(held.answered.is_set, timeout=FIRST_USE)
    feature(window, "BoilerplateController")._pause.setInterval(3_600_000)  # the slider does not rest
    panel.set_share(1.0)
    held.go_on.set()
    qtbot.waitUntil(lambda: not feature(window, "BoilerplateController")._weighing.jobs.running)
    assert panel.passages.table.rowCount() == few
    feature(window, "BoilerplateController")._pause.stop()


def test_boilerplate_can_be_left_out_when_a_run_was_stopped_during_which_it_was_looked_at(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = feature(window, "BoilerplateController").panel
    show(window, qtbot, "boilerplate")
    panel.empty.button.click()
    quiet(window, qtbot)
    panel.set_share(0.3)
    begun, go_on = threading.Event(), threading.Event()

    def stopped(*_given: Any, **_named: Any) -> None:
        begun.set()
        assert go_on.wait(60)
        raise Cancelled

    monkeypatch.setattr(window.session.analysis, "run", stopped)
    window.tuning.heavy.seed.setValue(7)
    window.tuning.apply_button.click()
    qtbot.waitUntil(begun.is_set)
    panel.set_share(0.2)
    assert not panel.leave_out.isEnabled()
    window.bar.cancel.click()
    go_on.set()
    quiet(window, qtbot)
    assert panel.passages.table.rowCount()
    assert panel.leave_out.isEnabled()


def test_methods_are_compared_again_where_nobody_waited_for_it_the_first_time(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = feature(window, "CalibrationController").panel
    show(window, qtbot, "calibration")
    with monkeypatch.context() as patch:
        held = Held(method_table.compare_methods)

        def stopped(*given: Any) -> None:
            held(*given)
            raise Cancelled

        patch.setattr(method_table, "compare_methods", stopped)
        panel.tabs.setCurrentIndex(2)
        qtbot.waitUntil(held.answered.is_set, timeout=FIRST_USE)
        panel.strip.cancel.click()
        held.go_on.set()
        quiet(window, qtbot)
    assert not panel.differences.table.rowCount()
    panel.tabs.setCurrentIndex(0)
    panel.tabs.setCurrentIndex(2)
    quiet(window, qtbot)
    assert panel.differences.table.rowCount()


def test_a_comparison_of_methods_that_nobody_waits_for_ends_on_the_way(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, done = threading.Event(), threading.Event(), []

    def pairs_within(_prints: Any, _radius: int, *, each: Mapper) -> Any:
        def table(number: int) -> None:
            begun.set()
            assert go_on.wait(60)
            done.append(number)

        each(table, range(50))

    monkeypatch.setattr(method_table, "pairs_within", pairs_within)
    panel = feature(window, "CalibrationController").panel
    show(window, qtbot, "calibration")
    panel.tabs.setCurrentIndex(2)
    qtbot.waitUntil(begun.is_set, timeout=FIRST_USE)
    panel.strip.cancel.click()
    go_on.set()
    quiet(window, qtbot)
    assert len(done) < 50


def test_a_report_that_is_chosen_before_a_run_has_the_columns_of_its_measure(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog, exporting = window.exporting.dialog, window.exporting

    def columns() -> dict[str, QListWidgetItem]:
        return {item.text(): item for item in map(dialog.columns.item, range(dialog.columns.count()))}

    window.bar.export.click()
    quiet(window, qtbot)
    columns()["Hamming distance"].setCheckState(Qt.CheckState.Unchecked)
    window.tuning.heavy.measure.set_value("cosine")
    run_to_end(window, qtbot)
    qtbot.waitUntil(lambda: "Cosine" in columns())
    assert columns()["Hamming distance"].checkState() == Qt.CheckState.Unchecked
    dialog.path.setText(str(tmp_path / "r.csv"))
    quiet(window, qtbot)
    with qtbot.waitSignal(exporting.jobs.ended):
        dialog.save.click()
    titles = (tmp_path / "r.csv").read_text("utf-8-sig").splitlines()[0].split(",")
    assert "measured" in titles
    assert "hamming" not in titles
