"""The views that ask, over a real collection: every answer is held against what it should be."""

from __future__ import annotations

import os
import re
import threading
import zipfile
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from simexplorer.pipeline import contained
from simexplorer.pipeline.result import Result
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme import numbers
from tests.ui.conftest import feature, open_real, quiet
from tests.ui.dropping import let_go, taker
from tests.ui.kept import OpenReal
from tests.ui.versions import place, show, window

__all__ = ["open_real", "place", "window"]


def test_contained_documents_are_found_whatever_their_size(window: MainWindow, qtbot: QtBot) -> None:
    controller = feature(window, "ContainedController")
    show(window, qtbot, "contained")
    assert "only from the pairs of the run; a search may find more" in controller.panel.summary()
    window.activateWindow()
    controller.panel.search.setFocus()
    qtbot.keyClick(controller.panel.search, Qt.Key.Key_Space)
    quiet(window, qtbot)
    assert window.focusWidget() is controller.panel.view, "the keyboard is in what was found"
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
    part = table.row_of(next(e for e in range(table.all_rows) if table.source.fields[4].values[e] < 0.6))
    controller.panel.view.selectRow(part)
    quiet(window, qtbot)
    held = table.source.fields[2].values[table.entry(part)]
    assert f"1 in 2 {numbers.similarity(held)}" in window.compare.figures(), "the pair is none of the run's"
    controller.panel.share.setValue(1.0)
    assert 0 < table.rowCount() <= rows
    window.bar.filter.setText("f03")
    qtbot.waitUntil(lambda: 0 < table.rowCount() < table.all_rows)
    assert f"{table.all_rows} pairs" in controller.panel.summary(), "as the tab says"
    assert f"filter shows {table.rowCount()}" in controller.panel.summary()
    window.bar.filter.setText("no such name")
    qtbot.waitUntil(lambda: not table.rowCount())
    assert controller.panel.empty.button.text() == "Clear the filter"
    controller.panel.empty.button.click()
    qtbot.waitUntil(lambda: table.rowCount() > 0)
    assert controller.panel.summary().count("exactly"), "found once, the search is not begun again"


def test_a_search_is_not_said_to_have_found_what_it_did_not_look_for(window: MainWindow, qtbot: QtBot) -> None:
    panel = feature(window, "ContainedController").panel
    show(window, qtbot, "contained")
    qtbot.keyClick(panel.search, Qt.Key.Key_Space)
    quiet(window, qtbot)
    assert "0.90" in panel.summary()
    assert "50 shingles" in panel.summary()
    panel.share.setValue(0.5)
    panel.shortest.setValue(10)
    assert "0.90" in panel.summary()
    assert "0.50" not in panel.summary()
    assert "search again" in panel.summary()
    qtbot.keyClick(panel.search, Qt.Key.Key_Space)
    quiet(window, qtbot)
    assert "0.50" in panel.summary()
    assert "10 shingles" in panel.summary()
    assert "search again" not in panel.summary()


def test_a_tenth_of_a_text_that_another_holds_can_be_looked_for(window: MainWindow, qtbot: QtBot) -> None:
    panel = feature(window, "ContainedController").panel
    show(window, qtbot, "contained")
    panel.share.setFocus()
    panel.share.lineEdit().selectAll()
    qtbot.keyClicks(panel.share, "0.1")
    qtbot.keyClick(panel.share, Qt.Key.Key_Return)
    assert panel.share.value() == 0.1
    panel.search.click()
    quiet(window, qtbot)
    assert "one held to 0.10 or more" in panel.summary()
    assert "search again" not in panel.summary()


def test_nothing_is_said_of_contained_documents_before_the_pairs_were_looked_through(
    window: MainWindow, qtbot: QtBot
) -> None:
    controller = feature(window, "ContainedController")
    window.commands.show_view("contained")  # begins to look
    assert "Searching" in controller.panel.empty.words()
    assert not controller.panel.empty.button.isVisibleTo(controller.panel)
    quiet(window, qtbot)
    assert controller.panel.model.rowCount() > 0


def test_of_shares_that_are_asked_for_one_after_another_the_pairs_are_looked_through_for_the_last(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, looks, looked = feature(window, "ContainedController").panel, contained.contained_of_pairs, []
    show(window, qtbot, "contained")
    quiet(window, qtbot)
    go_on = threading.Event()

    def look(result: Result, least: float, shortest: int) -> contained.Contained:
        assert go_on.wait(10)
        looked.append(least)
        return looks(result, least, shortest)

    monkeypatch.setattr(contained, "contained_of_pairs", look)
    for share in (0.8, 0.7, 0.6, 0.5, 0.4):
        panel.share.setValue(share)
    go_on.set()
    quiet(window, qtbot)
    assert looked[-1] == 0.4
    assert len(looked) <= 2  # one may have begun before the next share was asked for
    assert "held to 0.40" in panel.summary()


def test_the_status_line_tells_which_list_takes_a_while_and_no_longer(window: MainWindow) -> None:
    status = window.status.status
    before = status.text()
    for table in (*window.tables.values(), feature(window, "ContainedController")._table):
        table.waits.emit("Sorting 5 rows …")
        assert status.text() == "Sorting 5 rows …"
        table.waited.emit("Sorting 5 rows …")
        assert status.text() == before


def test_a_pasted_text_and_a_dropped_file_find_their_neighbours(
    window: MainWindow, qtbot: QtBot, place: Path, tmp_path: Path
) -> None:
    controller = feature(window, "AskController")
    show(window, qtbot, "ask")
    text = (place / "f04" / "v1.txt").read_text("utf-8")
    controller.panel.edit.setPlainText(text + " and more")
    qtbot.waitUntil(lambda: controller.panel.model.rowCount() > 0, timeout=20_000)
    quiet(window, qtbot)
    listed = controller.panel.model.source
    assert window.session.result.documents.paths.display(int(listed.documents[0][0])).startswith("f04/")
    within = int(np.count_nonzero(controller._answer.found.jaccard >= window.session.result.recipe.threshold))
    like = f"{numbers.counted(len(listed.documents[0]), 'document')} like the text"
    limit = f"at or above {numbers.decimal(window.session.result.recipe.threshold, 2)}"
    assert controller.panel.summary().startswith(f"{like}: {within} {limit}")
    dropped = tmp_path / "dropped.txt"
    dropped.write_text(text, "utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(dropped))])
    data.setData("text/uri-list", f"file://{dropped}".encode())
    edit = controller.panel.edit
    assert edit.acceptDrops()
    target = taker(window, edit.viewport())
    assert target is edit.viewport()
    let_go(target, data)
    qtbot.waitUntil(lambda: "dropped.txt" in controller.panel.source.text(), timeout=20_000)
    assert window.session.result is not None
    quiet(window, qtbot)
    # what stands in its place then takes the next one
    (tmp_path / "second.txt").write_text(text, "utf-8")
    other = QMimeData()
    other.setUrls([QUrl.fromLocalFile(str(tmp_path / "second.txt"))])
    let_go(taker(window, controller.panel.source), other)
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
    assert re.search(
        r"like the text: .+ at or above 0\.80; \d+ holds? at least 50 % of it$", controller.panel.summary()
    )
    controller._put(replace(controller._answer, more=1))
    assert "1 less likely one was not compared" in controller.panel.summary()
    # a text too long to show is kept aside
    data = QMimeData()
    data.setText("harbour " * 20_000)
    controller.panel.edit.insertFromMimeData(data)
    quiet(window, qtbot)
    assert "160,000 characters" in controller.panel.source.text()
    assert "Nothing here is like this text" in controller.panel.empty.words()
    told = "No document was found at or above 0.80, nor at or above 0.70, which is as far as this run looks."
    assert told in controller.panel.empty.words()


def test_texts_of_a_dropped_file_that_are_not_offered_are_told(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    controller = feature(window, "AskController")
    show(window, qtbot, "ask")
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for number in range(60):
            archive.writestr(f"{number}.txt", f"text number {number}")
        archive.writestr("0.bin", bytes(range(256)) * 4)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "many.zip"))])
    let_go(controller.panel.edit.viewport(), data)
    qtbot.waitUntil(lambda: controller.panel.parts.count() == 50, timeout=20_000)
    told = "· 10 more in it are left out · not text, and no format that can be read (1 in it)"
    assert controller.panel.source.text().endswith(told)
    quiet(window, qtbot)


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


def test_a_passage_that_is_asked_for_is_in_sight_where_it_stands(
    open_real: OpenReal, qtbot: QtBot, tmp_path: Path
) -> None:
    def clause(number: int) -> str:
        return f"{number}. The party of part {number} bears cost {7 * number} of harbour {number * number}.\n"

    folder, many = tmp_path / "contracts", [clause(number) for number in range(400)]
    folder.mkdir()
    (folder / "long.txt").write_text("".join(many))
    (folder / "other.txt").write_text("Nothing of it stands in here, and nobody says anything about a port.\n" * 99)
    asked = "".join(many[250:253])
    window = open_real(str(folder))
    window.run.analyse()
    qtbot.waitUntil(lambda: window.session.result is not None and window.is_quiet(), timeout=60_000)
    controller = feature(window, "AskController")
    show(window, qtbot, "ask")
    controller.panel.edit.setPlainText(asked)
    quiet(window, qtbot)
    qtbot.mouseClick(controller.panel.passage, Qt.MouseButton.LeftButton)
    quiet(window, qtbot)
    controller.panel.view.select_row(0)
    quiet(window, qtbot)
    compare, place = window.compare, "".join(many).index(asked)
    assert (compare.left.view.shown.text, compare.right.view.shown.text) == (asked, "".join(many))
    first, last = (part * len("".join(many)) for part in compare.right.view.seen())
    assert first <= place <= last


def test_a_reference_folder_tells_known_from_new(window: MainWindow, qtbot: QtBot, place: Path) -> None:
    controller = feature(window, "AcrossController")
    combo = controller.panel.reference
    window.activateWindow()
    show(window, qtbot, "pairs")
    window.tabs.currentWidget().view.setFocus()
    next(a for a in window.findChildren(QAction) if a.text() == "Compare with a reference folder").trigger()
    quiet(window, qtbot)
    assert window.focusWidget() is combo, "what is to be chosen first"
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
    window.bar.filter.setText("f05")
    qtbot.waitUntil(lambda: 0 < model.rowCount() < outside - 1)
    assert controller.panel.summary().endswith(f" · filter shows {model.rowCount()}")
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


def test_a_table_tells_what_of_another_is_known_in_it(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "tables").mkdir()
    for name, texts in (("crm", "the red lamp\nblue chair\n"), ("shop", "the red lamps\ngreen bed\n")):
        (tmp_path / "tables" / f"{name}.csv").write_text(f"text\n{texts}")
    window = open_real(str(tmp_path / "tables"))
    window.run.show_recipe(window.run.recipe.replace(text_column="text", shingle_size=3, threshold=0.7))
    window.run.analyse()
    show(window, qtbot, "across")
    panel = feature(window, "AcrossController").panel
    combo = panel.reference
    assert [combo.itemText(place) for place in range(1, combo.count())] == ["crm.csv  (3)", "shop.csv  (3)"]
    combo.setCurrentIndex(1)
    quiet(window, qtbot)
    assert panel.summary().startswith("Outside crm.csv: 1 of 2 documents known there, 1 new")
    panel.only.setChecked(True)
    quiet(window, qtbot)
    assert window.session.result.recipe.reference == str(tmp_path / "tables" / "crm.csv")
    assert len(window.session.result.pairs) == 1
    assert combo.currentText() == "crm.csv  (3)"
