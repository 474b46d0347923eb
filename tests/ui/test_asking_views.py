"""The views that try and check settings, over a real collection: every figure is held against what it should be."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.analysis import Analysis
from simexplorer.ui import app
from simexplorer.ui.main_window import MainWindow
from tests.pipeline.test_analysis import write_collection
from tests.ui.conftest import closing_after, feature, quiet, run_to_end

HEADER = "Released under the terms of the harbour board, without any warranty, to whom it may concern. "


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection with families of versions, a header in a third of them, and one long text that holds another."""
    folder = tmp_path_factory.mktemp("asking")
    texts = write_collection(folder, seed=3, families=9, versions=4)
    for name in sorted(texts):
        if name.startswith(("f00", "f01", "f02")):
            (folder / name).write_text(HEADER + texts[name], "utf-8")
    longest = max(texts.values(), key=len)
    (folder / "book").mkdir()
    (folder / "book" / "whole.txt").write_text(
        " ".join([*(texts[f"f{family:02}/v0.txt"] for family in range(3, 9)), longest]), "utf-8"
    )
    return folder


@pytest.fixture
def window(qtbot: QtBot, place: Path) -> Iterator[MainWindow]:
    """A window in which a real run over it has ended."""
    made = app.build([str(place)], make=lambda sources: Analysis(sources, headroom=0.1, workers=2))
    with closing_after(made) as shown:
        shown.tuning.heavy.length.setValue(5)
        run_to_end(shown, qtbot)
        yield shown


def show(window: MainWindow, qtbot: QtBot, name: str) -> None:
    window.tabs.show_view(name)
    quiet(window, qtbot)


def test_recall_is_measured_and_stands_beside_the_predicted_one(window: MainWindow, qtbot: QtBot) -> None:
    assert window.findChild(QLabel, "fact_measured").text() == "not yet"
    show(window, qtbot, "overview")
    window.overview.measure_requested.emit()
    quiet(window, qtbot)
    assert window.session.result.audit.measured_interval is not None
    assert "exactly" in window.findChild(QLabel, "fact_measured").text()
    assert window.overview._boxes["measured"]._detail.text() == "counted exactly"
    # another threshold is another question
    window.tuning.light.threshold.setValue(0.75)
    quiet(window, qtbot)
    assert window.findChild(QLabel, "fact_measured").text() == "not yet"


def test_contained_documents_are_found_whatever_their_size(window: MainWindow, qtbot: QtBot) -> None:
    controller = feature(window, "ContainedController")
    show(window, qtbot, "contained")
    controller.panel.search.click()
    quiet(window, qtbot)
    table, paths = controller.panel.model, window.session.result.documents.paths
    holders = {
        (paths.display(i), paths.display(j)): share
        for i, j, share in zip(*(field.values for field in table.source.fields[:3]), strict=True)
    }
    held = [inner for inner, outer in holders if outer == "book/whole.txt"]
    # of a family any version may stand for those that are equal to it
    assert {"f03", "f04", "f05", "f06", "f07", "f08"} <= {name[:3] for name in held}
    assert min(holders.values()) >= 0.9
    assert "exactly" in controller.panel.summary()
    rows = table.rowCount()
    controller.panel.share.setValue(1.0)
    assert 0 < table.rowCount() <= rows
    window.bar.filter.setText("no such name")
    qtbot.waitUntil(lambda: not table.rowCount())
    assert controller.panel.empty.button.text() == "Clear the filter"
    controller.panel.empty.button.click()
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    assert controller.panel.summary().count("exactly"), "found once, the search is not begun again"


def let_go(target: QWidget, data: QMimeData) -> None:
    """What Qt sends to whoever takes it."""
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for event in (
        QDragEnterEvent(QPoint(9, 9), copy, data, left, none),
        QDropEvent(QPointF(9, 9), copy, data, left, none),
    ):
        QApplication.sendEvent(target, event)
        assert event.isAccepted()


def test_a_pasted_text_and_a_dropped_file_find_their_neighbours(
    window: MainWindow, qtbot: QtBot, place: Path, tmp_path: Path
) -> None:
    controller = feature(window, "AskController")
    show(window, qtbot, "ask")
    text = (place / "f04" / "v1.txt").read_text("utf-8")
    controller.panel.edit.setPlainText(text + " and more")
    qtbot.waitUntil(lambda: controller.panel.model.rowCount() > 0, timeout=20_000)
    quiet(window, qtbot)
    first = controller.panel.model.source.documents[0][0]
    assert window.session.result.documents.paths.display(int(first)).startswith("f04/")
    dropped = tmp_path / "dropped.txt"
    dropped.write_text(text, "utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(dropped))])
    data.setData("text/uri-list", f"file://{dropped}".encode())
    edit = controller.panel.edit
    assert edit.acceptDrops()
    # as a hand lets go: whoever takes drops below the pointer, from the innermost outwards
    target = window.childAt(edit.viewport().mapTo(window, edit.viewport().rect().center()))
    while not target.acceptDrops():
        target = target.parentWidget()
    assert target is edit.viewport()
    let_go(target, data)
    qtbot.waitUntil(lambda: "dropped.txt" in controller.panel.source.text(), timeout=20_000)
    assert window.session.result is not None
    quiet(window, qtbot)
    # what stands in its place then takes the next one
    (tmp_path / "second.txt").write_text(text, "utf-8")
    other = QMimeData()
    other.setUrls([QUrl.fromLocalFile(str(tmp_path / "second.txt"))])
    target = controller.panel.source.parentWidget()
    assert target.acceptDrops()
    let_go(target, other)
    qtbot.waitUntil(lambda: "second.txt" in controller.panel.source.text(), timeout=20_000)
    assert window.session.result is not None
    quiet(window, qtbot)
    controller.panel.edit.insertFromMimeData(data)
    qtbot.waitUntil(lambda: "dropped.txt" in controller.panel.source.text(), timeout=20_000)
    quiet(window, qtbot)
    model = controller.panel.model
    assert model.data(model.index(0, 6)) == "same text"
    # a passage is like nothing, but stands inside the book
    controller.panel.clear.click()
    controller.panel.edit.setPlainText(" ".join((place / "book" / "whole.txt").read_text("utf-8").split()[3:12]))
    quiet(window, qtbot)
    controller.panel.passage.click()
    quiet(window, qtbot)
    listed = model.source.documents[0]
    paths = window.session.result.documents.paths
    assert "book/whole.txt" in [paths.display(int(row)) for row in listed]
    # a text too long to show is kept aside
    data = QMimeData()
    data.setText("harbour " * 20_000)
    controller.panel.edit.insertFromMimeData(data)
    quiet(window, qtbot)
    assert "160,000 characters" in controller.panel.source.text()
    assert "Nothing here is like this text" in controller.panel.empty.words()


def test_the_text_asked_about_stands_beside_the_answer_that_is_chosen(
    window: MainWindow, qtbot: QtBot, place: Path
) -> None:
    controller, compare = feature(window, "AskController"), window.compare
    show(window, qtbot, "ask")
    text = "quite another beginning " + (place / "f04" / "v1.txt").read_text("utf-8")
    controller.panel.edit.setPlainText(text)
    qtbot.waitUntil(lambda: controller.panel.model.rowCount() > 1, timeout=20_000)
    quiet(window, qtbot)
    controller.panel.view.move_by(1)
    quiet(window, qtbot)
    (row,) = window.selection.documents
    path = window.session.result.documents.paths.display(row)
    assert compare.left.view.shown.text == text
    assert compare.right.view.shown.text == (place / path).read_text("utf-8")
    assert not compare.right.isHidden()
    assert compare._passages is not None
    assert len(compare._passages)
    shown = compare.figures()
    assert shown.startswith(f"Jaccard {controller.panel.model.data(controller.panel.model.index(0, 1))}")
    assert "±" in shown
    assert "Hamming" in shown
    # swapped like any two texts
    compare.swap.click()
    quiet(window, qtbot)
    assert compare.right.view.shown.text == text
    # another text: the same document beside it, or nothing where it is no answer any more
    controller.panel.edit.setPlainText("and " + text)
    qtbot.waitUntil(lambda: "and quite" in compare.right.view.shown.text, timeout=20_000)
    controller.panel.clear.click()
    qtbot.waitUntil(compare.right.isHidden, timeout=20_000)
    # what is chosen elsewhere stands alone, or with its own partner
    controller.panel.edit.setPlainText(text)
    qtbot.waitUntil(lambda: controller.panel.model.rowCount() > 1, timeout=20_000)
    controller.panel.view.move_by(1)
    quiet(window, qtbot)
    pairs = window.session.result.pairs
    window.selection.select((int(pairs.i[0]), int(pairs.j[0])))
    quiet(window, qtbot)
    assert text not in (compare.left.view.shown.text, compare.right.view.shown.text)
    assert window.evidence.beside is None


def test_a_reference_folder_tells_known_from_new(window: MainWindow, qtbot: QtBot, place: Path) -> None:
    controller = feature(window, "AcrossController")
    show(window, qtbot, "across")
    combo = controller.panel.reference
    names = [combo.itemText(place) for place in range(combo.count())]
    combo.setCurrentIndex(next(place for place, name in enumerate(names) if name.startswith("twin")))
    quiet(window, qtbot)
    result, model = window.session.result, controller.panel.model
    paths = result.documents.paths
    # the one text of the folder stands outside it under another name
    assert [tuple(paths.display(int(rows[0])) for rows in model.source.documents)] == [("short.txt", "twin/short.txt")]
    assert model.data(model.index(0, 3)) == "same text"
    assert "1 of" in controller.panel.summary()
    controller.panel.shown.set_value("new")
    quiet(window, qtbot)
    outside = int((result.shingles > 0).sum()) - 1
    assert model.rowCount() == outside - 1
    assert model.data(model.index(0, 1)) == ""
    window.bar.filter.setText("no such name")
    qtbot.waitUntil(lambda: not model.rowCount())
    assert controller.panel.empty.words().startswith("No pair across matches the filter")
    controller.panel.empty.button.click()
    qtbot.waitUntil(lambda: model.rowCount() == outside - 1)
    controller.panel.only.setChecked(True)
    quiet(window, qtbot)
    assert window.session.result.recipe.reference == str(Path(result.documents.paths.roots[0].decode()) / "twin")
    assert not len(window.session.result.pairs)
    # two folders of their own: the first is the reference
    controller.compare_folders(os.fsencode(place / "twin"), os.fsencode(place / "f04"))
    quiet(window, qtbot)
    assert window.session.result.recipe.reference == str(place / "twin")
    assert window.tabs.shown() == "across"
    assert combo.currentText().startswith("twin")
    # two that are one, or of which one holds the other, have nothing between them
    controller.compare_folders(os.fsencode(place / "twin"), os.fsencode(place / "twin"))
    assert f"{place / 'twin'} is the reference itself" in window.message.text()
    controller.compare_folders(os.fsencode(place), os.fsencode(place / "twin"))
    assert f"{place / 'twin'} lies inside {place}" in window.message.text()
    assert len(window.session.sources) == 2
    controller.compare_folders(os.fsencode(place / "twin"), os.fsencode(place))
    quiet(window, qtbot)
    assert window.session.sources == (os.fsencode(place),)
    assert combo.currentText().startswith("twin")
    # and it is forgotten with them
    window.opening.open([os.fsencode(place / "f05")])
    quiet(window, qtbot)
    assert window.run.recipe.reference is None


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


def test_boilerplate_is_read_weighed_and_left_out(window: MainWindow, qtbot: QtBot) -> None:
    controller = feature(window, "BoilerplateController")
    show(window, qtbot, "boilerplate")
    panel = controller.panel
    panel.empty.button.setFocus()
    panel.empty.button.click()
    quiet(window, qtbot)
    assert panel.isAncestorOf(QApplication.focusWidget())  # the keyboard stays where the pressed button was
    panel.set_share(0.2)
    qtbot.wait(400)
    quiet(window, qtbot)
    texts = panel.passages.table.source.passages.texts
    assert any("terms of the harbour board" in text for text in texts)
    assert "on average" in panel.effect.text()
    assert "in more than 20 %" in panel.summary.text()
    panel.percent.setValue(90)
    assert panel.slider.value() == 90
    assert "in more than 90 %" in panel.summary.text()
    assert not any("terms of the harbour board" in text for text in panel.passages.table.source.passages.texts)
    panel.set_share(0.2)
    panel.passages.selectRow(0)
    assert panel.reading.toPlainText() == texts[0].strip("\r\n")
    qtbot.wait(400)
    quiet(window, qtbot)
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
    assert panel.forecast.figures.rowCount() == 10
    window.tuning.heavy.length.setValue(1)
    qtbot.wait(400)
    quiet(window, qtbot)
    assert "unlike documents will look alike" in window.tuning.advice.text()
    panel.rows["words"].take.click()
    assert window.run.recipe.shingle_kind == "word"
    assert "Apply" in window.tuning.apply_button.text()
    assert panel.rows["words"].take.text() == "In use"
    qtbot.wait(400)
    quiet(window, qtbot)
    assert not window.tuning.advice.text()
