"""What a person changed on a page stays when another run makes the page anew, unless a field shows that run."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabCollection, LabText
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.lab.lab_window import LabWindow
from tests.ui.lab.conftest import OpenPage, settle, typed

TEXTS = (LabText("x/one.txt", "a text about nothing at all"), LabText("x/two.txt", "a text about something else"))


def _again(lab: LabWindow, qtbot: QtBot, name: str, before: Any) -> Any:
    page = lab.page(name)
    assert page is not None
    assert page is not before
    settle(page, qtbot)
    return page


def test_what_was_typed_stays_where_another_run_comes(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    lab.set_collection(LabCollection(documents=10, bands=7, rows=3))
    page = open_page("bands")
    typed(page.seed.lineEdit(), qtbot, "5")
    typed(page.threshold.lineEdit(), qtbot, "0.75")
    typed(page.rows.lineEdit(), qtbot, "4")
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    settle(page, qtbot)
    lab.set_collection(LabCollection(documents=12, bands=9, rows=3))
    page = _again(lab, qtbot, "bands", page)
    settings = page.result.settings
    assert (settings.seed, settings.threshold, settings.rows) == (5, 0.75, 4)
    assert settings.bands == 9  # nobody changed it: it is that of the new run
    assert page.switch.isChecked()
    assert page.tables.isVisible()
    lab.set_collection(LabCollection(documents=12, bands=9, rows=2))
    page = _again(lab, qtbot, "bands", page)
    assert page.result.settings.rows == 2  # it shows the run, and that has other rows now
    assert (page.seed.value(), page.threshold.value()) == (5, 0.75)


def test_whoever_stands_at_a_step_stays_there_unless_there_are_others(
    lab: LabWindow, open_page: OpenPage, qtbot: QtBot
) -> None:
    lab.set_collection(LabCollection(documents=10, bands=7, rows=3))
    page = open_page("bands", *TEXTS)
    assert page.player.last == 7
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    for bands, step in ((7, 1), (7, 1), (9, 9)):
        lab.set_collection(LabCollection(documents=12, bands=bands, rows=3))
        page = _again(lab, qtbot, "bands", page)
        assert page.player.step == step
    qtbot.mouseClick(page.player.back, Qt.MouseButton.LeftButton)
    font = lab.font()
    font.setPointSizeF(font.pointSizeF() + 3)
    lab.setFont(font)
    page = _again(lab, qtbot, "bands", page)
    assert page.player.step == 8


def test_the_chosen_example_stays_with_its_fields(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    lab.set_collection(LabCollection(documents=10))
    page = open_page("way", *TEXTS)
    typed(page.seed.lineEdit(), qtbot, "3")
    page.example.setCurrentIndex(1)
    typed(page.bands.lineEdit(), qtbot, "11")
    lab.set_collection(LabCollection(documents=12))
    page = _again(lab, qtbot, "way", page)
    assert page.example.currentData() == 1
    assert (page.result.settings.bands, page.result.settings.seed) == (11, 3)


def test_an_order_moved_by_hand_stays_where_it_fits(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    lab.set_collection(LabCollection(documents=9, recipe=Recipe(shingle_size=9)))
    page = open_page("minhash", *TEXTS)
    page.matrix.row_moved.emit(0, 3)
    settle(page, qtbot)
    moved = page.result.orders.tolist()
    lab.set_collection(LabCollection(documents=9, recipe=Recipe(shingle_size=9, seed=2)))
    page = _again(lab, qtbot, "minhash", page)
    assert page.orders.value() == "hand"
    assert page.result.orders.tolist() == moved
    assert page.repeats.isHidden()
    lab.set_collection(LabCollection(documents=9, recipe=Recipe(shingle_size=4)))
    page = _again(lab, qtbot, "minhash", page)
    rows = page.result.orders.shape[1]
    words = (
        f"The order of rows that was moved by hand was of {len(moved[0])} rows; now there are {rows}: it was given up."
    )
    assert page.repeats.text() == words
    assert page.orders.value() == "drawn"
    page.matrix.row_moved.emit(0, 3)
    settle(page, qtbot)
    assert page.orders.value() == "hand"
    assert page.repeats.isHidden()


def test_the_made_collection_stays_chosen(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    run = {"documents": 5_000, "candidates": 1_200, "histogram": np.full(100, 1.0)}
    lab.set_collection(LabCollection(**run))
    page = open_page("scale")
    page.start.set_value("made")
    typed(page.documents.lineEdit(), qtbot, "2000000")
    for come in (
        lambda: lab.set_collection(LabCollection(**{**run, "documents": 6_000})),
        lambda: lab.open_page("scale", TEXTS),
    ):
        come()
        page = _again(lab, qtbot, "scale", page)
        assert (page.start.value(), page.documents.value()) == ("made", 2_000_000)
    assert page.result.start.title == "the made collection"


def test_pages_on_documents_that_are_cut_anew_keep_what_was_changed(
    lab: LabWindow, open_page: OpenPage, qtbot: QtBot
) -> None:
    lab.set_collection(LabCollection(documents=10))
    families, simhash, tables, distances = (
        open_page(name, *TEXTS) for name in ("families", "simhash", "tables", "distances")
    )
    families.builder.set_blocks((("or", 3), ("and", 2), ("or", 5)))
    families.points = np.array([(0.0, 0.1), (0.2, 0.3), (0.4, 0.5)])
    simhash.table.item(0, 3).setText("2.5")
    simhash.plane.directions = [10.0, 70.0]
    typed(tables.blocks.lineEdit(), qtbot, "7")
    settle(tables, qtbot)
    tables.table.setValue(20)  # of 21 tables
    assert tables.table.value() == 20
    tables.memory.setCurrentIndex(0)
    distances.editors[0].setPlainText("typed over it")
    head = distances.heads[0].text()
    assert "x/one" not in head
    factor = dict(simhash.table.factors)
    lab.set_collection(LabCollection(documents=10, recipe=Recipe(shingle_size=5)))
    families, simhash, tables, distances = (
        _opened(open_page, name, before)
        for name, before in (("families", families), ("simhash", simhash), ("tables", tables), ("distances", distances))
    )
    assert families.builder.blocks == (("or", 3), ("and", 2), ("or", 5))
    assert families.result.curve.construction.steps == families.builder.blocks
    assert families.points.tolist() == [[0.0, 0.1], [0.2, 0.3], [0.4, 0.5]]
    assert (simhash.table.factors, simhash.plane.directions) == (factor, [10.0, 70.0])
    assert (tables.blocks.value(), tables.table.value(), tables.memory.currentIndex()) == (7, 20, 0)
    assert (distances.editors[0].toPlainText(), distances.heads[0].text()) == ("typed over it", head)
    assert distances.shingle_size.value() == 5


def _opened(open_page: OpenPage, name: str, before: Any) -> Any:
    page = open_page(name)
    assert page is not before
    return page


def test_other_documents_bring_the_beginnings_back(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bbit", *TEXTS)
    page.seed.setValue(9)
    page = open_page("bbit", TEXTS[1], TEXTS[0])
    assert page.seed.value() == 1
