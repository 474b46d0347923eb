"""The views that try and check settings, over a real collection: every figure is held against what it should be."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from simexplorer.errors import InputError
from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline import forecasting, sampling
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers import before_controller, boilerplate_controller, run_room
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.boilerplate_panel import BoilerplatePanel
from simexplorer.ui.theme import numbers
from tests.ui.conftest import FIRST_USE, feature, quiet
from tests.ui.versions import lent, of_all, place, show, window

__all__ = ["lent", "of_all", "place", "window"]


@pytest.fixture(scope="module", autouse=True)
def at_once() -> Iterator[None]:
    """What waits until the hand rests begins in the next turn."""
    with pytest.MonkeyPatch.context() as patch:
        for controller in (boilerplate_controller, before_controller):
            patch.setattr(controller, "_PAUSE", 0)
        yield


def rest(window: MainWindow, qtbot: QtBot) -> None:
    """Let it begin, and end."""
    QApplication.processEvents()
    quiet(window, qtbot)


def test_recall_is_measured_and_stands_beside_the_predicted_one(lent: MainWindow, qtbot: QtBot) -> None:
    assert lent.findChild(QLabel, "fact_measured").text() == "not yet"
    show(lent, qtbot, "overview")
    lent.overview.measure_requested.emit()
    quiet(lent, qtbot)
    assert lent.session.result.audit.measured_interval is not None
    assert "exactly" in lent.findChild(QLabel, "fact_measured").text()
    assert lent.overview._boxes["measured"]._detail.text() == "counted exactly"
    # another threshold is another question
    lent.tuning.light.threshold.setValue(0.75)
    quiet(lent, qtbot)
    assert lent.findChild(QLabel, "fact_measured").text() == "not yet"


def test_estimates_are_held_against_exact_values(window: MainWindow, qtbot: QtBot) -> None:
    controller = feature(window, "CalibrationController")
    show(window, qtbot, "calibration")
    panel, pairs = controller.panel, window.session.result.pairs
    off = pairs.estimate - pairs.jaccard
    figures = panel.methods.figures
    cells = [figures.data(figures.index(0, column)) for column in range(6)]
    assert cells[1] == str(len(pairs))
    assert float(cells[2].replace("−", "-")) == pytest.approx(off.mean(), abs=5e-4)
    assert float(cells[3]) == pytest.approx(np.sqrt((off**2).mean()), abs=5e-4)
    assert figures.rowCount() == 6
    worst = int(np.argmax(np.abs(pairs.error_sd)))
    outliers = panel.outliers.table.source.fields[5].values
    assert abs(outliers[0]) == pytest.approx(abs(pairs.error_sd[worst]))
    assert (np.diff(np.abs(outliers)) <= 1e-12).all()
    panel.plot.pair_clicked.emit(worst)
    assert window.selection.documents == (int(pairs.i[worst]), int(pairs.j[worst]))
    panel.methods.selectRow(5)
    assert panel.method.currentText().startswith("SimHash")
    panel.tabs.setCurrentIndex(2)
    quiet(window, qtbot)
    result = window.session.result
    found = result.pairs.first(result.at_threshold)
    missed = int((np.bitwise_count(result.fingerprints[found.i] ^ result.fingerprints[found.j]) > 3).sum())
    assert panel.differences.table.rowCount() == missed
    assert len(panel.plot.figures()) == 100
    # a fair sample is signed anew: SimHash has no part in it
    note = panel.note.text()
    panel.sample.set_value("fair")
    quiet(window, qtbot)
    assert panel.note.text() != note
    assert panel.methods.figures.rowCount() == 5


def test_a_pair_that_was_selected_elsewhere_is_ringed_when_the_estimates_are_looked_at(
    lent: MainWindow, qtbot: QtBot
) -> None:
    show(lent, qtbot, "calibration")
    plot, pairs = feature(lent, "CalibrationController").panel.plot, lent.session.result.pairs

    def ringed() -> list[tuple[float, float]]:
        return [(point.pos().x(), point.pos().y()) for point in plot._chosen.points()]

    for at, first in ((3, "pairs"), (len(pairs) - 1, "calibration")):
        show(lent, qtbot, first)
        before = ringed()
        lent.selection.select((int(pairs.j[at]), int(pairs.i[at])))
        quiet(lent, qtbot)
        assert (ringed() == before) == (first != "calibration")
        show(lent, qtbot, "calibration")
        assert ringed() == [(pairs.jaccard[at], pairs.estimate[at])]


def test_what_hidden_views_told_of_other_pairs_is_let_go_and_told_anew(lent: MainWindow, qtbot: QtBot) -> None:
    outliers = feature(lent, "CalibrationController").panel.outliers.table
    contained = feature(lent, "ContainedController").panel.view.model()
    for name in ("calibration", "contained", "overview"):
        show(lent, qtbot, name)
    before = lent.session.result.pairs
    assert outliers.rowCount() > 0
    assert contained.rowCount() > 0
    lent.tuning.light.threshold.setValue(0.801)  # which the same pairs answer
    quiet(lent, qtbot)
    assert lent.session.result.pairs is before
    assert outliers.rowCount() > 0
    assert contained.rowCount() > 0
    lent.tuning.light.threshold.setValue(0.05)
    quiet(lent, qtbot)
    assert len(lent.session.result.pairs) > len(before)
    assert outliers.rowCount() == contained.rowCount() == 0
    show(lent, qtbot, "contained")
    assert contained.rowCount() > 0
    show(lent, qtbot, "calibration")
    assert outliers.rowCount() > 0


def test_while_other_pairs_are_looked_for_hidden_views_keep_nothing(lent: MainWindow, qtbot: QtBot) -> None:
    outliers = feature(lent, "CalibrationController").panel.outliers.table
    contained = feature(lent, "ContainedController").panel.view.model()
    drawn = feature(lent, "MapController")
    for name in ("calibration", "contained", "map", "overview"):
        show(lent, qtbot, name)
    leaving = QSignalSpy(lent.session.pairs_leaving)
    lent.tuning.light.threshold.setValue(0.801)  # which the same pairs answer
    quiet(lent, qtbot)
    assert leaving.count() == 0
    assert drawn.panel.plot.scene is not None
    show(lent, qtbot, "contained")
    lent.session.pairs_leaving.emit()
    assert contained.rowCount() > 0  # in front
    assert outliers.rowCount() == 0
    assert drawn.panel.plot.scene is None
    for name in ("calibration", "map"):  # the run was stopped, say
        show(lent, qtbot, name)
    assert outliers.rowCount() > 0
    assert drawn.panel.plot.scene.result is lent.session.result
    lent.tuning.light.threshold.setValue(0.05)
    quiet(lent, qtbot)
    assert leaving.count() == 2
    assert drawn.panel.plot.scene.result is lent.session.result


def test_other_settings_are_tried_before_they_are_taken(window: MainWindow, qtbot: QtBot) -> None:
    controller = feature(window, "SettingsController")
    show(window, qtbot, "settings")
    panel, a = controller.panel, window.session.result
    assert not panel.try_button.isEnabled()
    panel.light.threshold.setValue(0.9)
    assert "threshold 0.8 → 0.9" in panel.difference.text()
    panel.try_button.click()
    quiet(window, qtbot)
    lost = int((a.pairs.jaccard[: a.at_threshold] < 0.9).sum())
    assert window.session.result.recipe.threshold == 0.8
    assert panel.pairs.table.rowCount() == lost > 0
    assert f"{lost} lost" in panel.words.text()
    assert not panel.pair_note.text()  # counts are told once
    view, titles = panel.pairs, [column.name for column in panel.pairs.table.columns]
    for name in ("change", "a", "b"):  # whatever room is left for names
        place = titles.index(name)
        assert 0 <= view.columnViewportPosition(place) < view.viewport().width() - view.columnWidth(place) + 1, name
    assert panel.tabs.tabText(0) == f"Pairs  {lost}"
    panel.which.set_value("kept")
    quiet(window, qtbot)
    assert panel.tabs.tabText(0) == f"Pairs  {a.at_threshold - lost}"
    assert panel.groups.table.rowCount() > 0
    panel.heavy.length.setValue(3)
    assert "reads the documents again" in panel.difference.text()
    panel.try_button.click()
    quiet(window, qtbot)
    assert window.session.result.recipe.shingle_size == 5
    assert "reads the documents again" not in panel.difference.text()  # it was tried
    assert panel.words.text()
    panel.take.click()
    quiet(window, qtbot)
    recipe = window.session.result.recipe
    assert (recipe.shingle_size, recipe.threshold) == (3, 0.9)
    assert window.tuning.light.threshold.value() == 0.9


def test_settings_that_nobody_changed_go_on_from_those_of_the_run(window: MainWindow, qtbot: QtBot) -> None:
    controller = feature(window, "SettingsController")
    window.tuning.light.threshold.setValue(0.7)
    quiet(window, qtbot)
    show(window, qtbot, "settings")
    assert controller.panel.light.threshold.value() == 0.7
    assert "B is A so far" in controller.panel.difference.text()
    controller.panel.light.threshold.setValue(0.9)
    window.tuning.light.threshold.setValue(0.8)
    quiet(window, qtbot)
    assert controller.panel.light.threshold.value() == 0.9


def test_counts_of_shingles_outlive_another_threshold(window: MainWindow, qtbot: QtBot) -> None:
    panel = feature(window, "BoilerplateController").panel
    show(window, qtbot, "boilerplate")
    panel.empty.button.click()
    quiet(window, qtbot)
    panel.set_share(0.2)
    rows = panel.passages.table.rowCount()
    assert rows
    window.tuning.light.threshold.setValue(0.71)
    quiet(window, qtbot)
    assert window.session.result.recipe.threshold == 0.71
    assert panel.passages.table.rowCount() == rows


def _documents_told(panel: BoilerplatePanel) -> list[str]:
    table = panel.passages.table
    return [table.text(table.source, entry, 1) for entry in range(table.rowCount())]


def _holding(place: Path, passage: str) -> int:
    """Files that hold a passage as it stands, but for letters and spaces that normalising makes equal."""
    texts = (normalise_text(path.read_text("utf-8"), Recipe().normalise) for path in place.rglob("*.txt"))
    return sum(normalise_text(passage, Recipe().normalise) in text for text in texts)


def test_boilerplate_is_read_weighed_and_left_out(window: MainWindow, qtbot: QtBot, place: Path) -> None:
    controller = feature(window, "BoilerplateController")
    show(window, qtbot, "boilerplate")
    panel = controller.panel
    panel.empty.button.setFocus()
    panel.empty.button.click()
    quiet(window, qtbot)
    assert panel.isAncestorOf(QApplication.focusWidget())  # the keyboard stays where the pressed button was
    panel.set_share(0.2)
    rest(window, qtbot)
    texts = panel.passages.table.source.passages.texts
    assert any("terms of the harbour board" in text for text in texts)
    assert "on average" in panel.effect.text()
    assert "in more than 20 %" in panel.summary.text()
    panel.percent.setValue(90)
    assert panel.slider.value() == 90
    assert "in more than 90 %" in panel.summary.text()
    assert not any("terms of the harbour board" in text for text in panel.passages.table.source.passages.texts)
    panel.set_share(0.2)
    assert _documents_told(panel)[0].startswith("≤ ")
    row = next(row for row, text in enumerate(panel.passages.table.source.passages.texts) if text in texts)
    panel.passages.selectRow(row)
    read = panel.reading.shown.text
    assert read
    rest(window, qtbot)
    assert panel.passages.table.source.passages.texts == texts
    assert _documents_told(panel) == [str(_holding(place, text)) for text in texts]
    assert panel.reading.shown.text == read
    assert texts[panel.passages.currentIndex().row()].strip("\r\n") == read
    panel.leave_out.click()
    quiet(window, qtbot)
    assert window.session.result.recipe.boilerplate == 0.2
    assert window.tuning.heavy.boilerplate.value() == 20.0
    assert "is left out" in panel.empty.words()
    assert panel.take_all_back.isVisible()
    panel.empty.button.click()
    quiet(window, qtbot)
    assert panel.take_back.isVisibleTo(panel)
    panel.take_back.click()
    quiet(window, qtbot)
    assert window.session.result.recipe.boilerplate == 1.0
    assert not panel.take_all_back.isVisibleTo(panel)


def test_a_forecast_that_is_not_there_yet_is_said_to_be_worked_out(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, goes_on, forecast = feature(window, "BeforeController").panel, threading.Event(), forecasting.forecast

    def held(*asked: object) -> object:
        assert goes_on.wait(20)
        return forecast(*asked)

    monkeypatch.setattr(forecasting, "forecast", held)
    feature(window, "BeforeController").show()
    qtbot.waitUntil(lambda: "Suggested" in panel.because.text(), timeout=20_000)
    assert panel.waiting.text() == "It is being worked out from the sample …"
    assert panel.waiting.isVisible()
    assert not panel.forecast.isVisible()
    assert not panel.place.isVisible()
    goes_on.set()
    quiet(window, qtbot)
    assert not panel.waiting.isVisible()
    assert panel.forecast.isVisible()
    assert panel.place.isVisible()


def test_why_there_is_no_forecast_or_no_sample_stays_on_screen(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_asked: object) -> None:
        raise InputError("The folder is gone.")

    panel = feature(window, "BeforeController").panel
    with monkeypatch.context() as patched:
        patched.setattr(sampling, "draw_sample", refuse)
        feature(window, "BeforeController").show()
        quiet(window, qtbot)
    assert panel.empty.words() == "The sample could not be read The folder is gone."
    with monkeypatch.context() as patched:
        patched.setattr(forecasting, "forecast", refuse)
        panel.empty.button.click()
        quiet(window, qtbot)
    assert panel.waiting.text() == "It could not be worked out. The folder is gone."
    panel.again.click()
    quiet(window, qtbot)
    assert not panel.waiting.isVisible()


def test_a_sample_suggests_settings_and_foresees_what_they_cost(window: MainWindow, qtbot: QtBot) -> None:
    controller = feature(window, "BeforeController")
    controller.show()
    quiet(window, qtbot)
    panel = controller.panel
    # half of these texts are a few hundred characters long
    assert "Suggested: Mail" in panel.because.text()
    panel.show_first("words")
    places = panel.rows["words"].parentWidget().layout()
    assert [places.indexOf(panel.rows[name]) for name in ("words", "mail", "articles")] == [0, 1, 2]
    panel.show_first("mail")
    assert [places.indexOf(panel.rows[name]) for name in ("mail", "articles")] == [0, 1]
    assert panel.rows["mail"].take.text() == "In use"
    figures = panel.forecast.figures
    told = {figures.index(row, 0).data(): figures.index(row, 1).data() for row in range(figures.rowCount())}
    assert len(told) == 12
    # the sample is the whole collection: what it tells is what was found, but for estimates in place of exact values
    found = window.session.result
    copies = found.groups.rows.size - len(found.groups)
    assert told["Identical copies"] == f"about {copies} or more"
    pairs, seen = (int(told[name].removeprefix("about ")) for name in ("Pairs found", "of them in the sample"))
    assert (pairs, seen) == (pytest.approx(found.at_threshold, rel=0.1), pytest.approx(found.at_threshold, rel=0.1))
    counted = {figures.index(row, 0).data(): figures.index(row, 2).data() for row in range(figures.rowCount())}
    assert {name: value for name, value in counted.items() if value} == {
        "Identical copies": numbers.count(copies),
        "Pairs to compare": numbers.count(found.audit.candidates),
        "Pairs found": numbers.count(found.at_threshold),
    }
    window.tuning.heavy.length.setValue(1)
    rest(window, qtbot)
    assert figures.columnCount() == 2, "what this run counted tells nothing of other settings"
    assert "unlike documents will look alike" in window.tuning.advice.text()
    panel.rows["words"].take.click()
    assert window.run.recipe.shingle_kind == "word"
    assert "Apply" in window.tuning.apply_button.text()
    assert panel.rows["words"].take.text() == "In use"
    rest(window, qtbot)
    assert not window.tuning.advice.text()


def test_what_speaks_against_settings_goes_when_they_have_been_run(lent: MainWindow, qtbot: QtBot) -> None:
    feature(lent, "BeforeController").show()
    quiet(lent, qtbot)
    lent.tuning.heavy.length.setValue(1)
    rest(lent, qtbot)
    assert "unlike documents will look alike" in lent.tuning.advice.text()
    with qtbot.waitSignal(lent.run.run_finished, timeout=FIRST_USE):
        lent.tuning.apply_button.click()
    quiet(lent, qtbot)
    assert lent.tuning.apply_button.text() == "Nothing to apply"
    assert not lent.tuning.advice.text()


def test_what_hidden_views_let_go_of_is_given_back_before_other_pairs_are_looked_for(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = feature(lent, "MapController")
    for name in ("map", "overview"):
        show(lent, qtbot, name)
    assert drawn.panel.plot.scene is not None
    left: list[bool] = []
    monkeypatch.setattr(run_room, "give_back", lambda: left.append(drawn.panel.plot.scene is None))
    lent.tuning.light.threshold.setValue(0.801)  # which the same pairs answer
    quiet(lent, qtbot)
    assert left == [False]  # what views have left is given back, what they show is not
    lent.tuning.light.threshold.setValue(0.3)
    quiet(lent, qtbot)
    assert left == [False, True]
