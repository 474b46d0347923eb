"""Into the lab from its menu, from a row, and from where a number stands."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from simexplorer.errors import InputError
from simexplorer.lab.material import LabCollection
from simexplorer.ui.lab.page_list import PAGES
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.explain_button import ExplainButton
from tests.ui.conftest import OpenWindow, quiet


def settle(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until the lab has what it was asked for."""
    quiet(window, qtbot)
    qtbot.waitUntil(window.lab.window.is_quiet, timeout=60_000)


def test_every_page_stands_in_the_menu(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window(opened=False)
    menu = window.menus.menu("learn")
    assert [a.text() for a in menu.actions()] == [entry.title for entry in PAGES]
    menu.actions()[-1].trigger()
    settle(window, qtbot)
    assert window.lab.window.isVisible()
    page = window.lab.window.page(PAGES[-1].name)
    assert page is not None
    assert page.isVisible()


def test_a_row_leads_to_the_page_with_its_documents(lent: MainWindow, qtbot: QtBot) -> None:
    lent.views.show_view("pairs")
    view = lent.pairs.view
    view.selectRow(0)
    quiet(lent, qtbot)
    menu = lent.files.menu_for(view)
    (more,) = [m for m in menu.findChildren(QMenu) if m.title() == "How this is computed"]
    next(a for a in more.actions() if a.text() == "Shingles").trigger()
    settle(lent, qtbot)
    page = lent.lab.window.page("shingles")
    assert page is not None
    result = lent.session.result
    assert result is not None
    names = [result.documents.paths.display(row) for row in lent.selection.documents]
    assert [text.title for text in page.material.texts] == names
    collection = page.material.collection
    assert collection is not None
    assert collection.pairs == result.at_threshold


def test_a_text_that_cannot_be_read_is_told_and_can_be_asked_for_again(
    analysed: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = analysed.fakes[-1]  # type: ignore[attr-defined]

    def gone(_paths: object, _row: int) -> str:
        raise InputError("one.txt is gone. Analyse again.")

    with monkeypatch.context() as broken:
        broken.setattr(fake, "text", gone)
        analysed.lab.open_page("shingles", (0, 1))
        quiet(analysed, qtbot)
    assert "one.txt is gone" in analysed.message.text()
    assert analysed.lab.window.isVisible()  # on worked examples
    settle(analysed, qtbot)
    with monkeypatch.context() as emptied:
        emptied.setattr(fake, "text", lambda _paths, _row: "")  # of a file that is gone nothing is read
        analysed.lab.open_page("shingles", (1, 2))
        quiet(analysed, qtbot)
    assert "is gone or has changed since the run" in analysed.lab.window.documents.words.text()
    analysed.lab.open_page("shingles", (0, 1))
    settle(analysed, qtbot)
    page = analysed.lab.window.page("shingles")
    assert page is not None
    assert len(page.material.texts) == 2


def test_what_is_selected_while_the_lab_is_open_can_be_taken_into_it(
    analysed: MainWindow, folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed.lab.open_page("shingles")
    settle(analysed, qtbot)
    lab, documents = analysed.lab.window, analysed.lab.window.documents
    assert "Select a document" in documents.words.text()
    assert documents.take.isHidden()
    result = analysed.session.result
    assert result is not None
    for pair in ((0, 1), (2, 3)):
        analysed.selection.select(pair)
        assert documents.take.text() == "Take the 2 selected"
        qtbot.mouseClick(documents.take, Qt.MouseButton.LeftButton)
        settle(analysed, qtbot)
        page = lab.page("shingles")
        assert page is not None
        assert [text.title for text in page.own] == [result.documents.paths.display(row) for row in pair]
        assert documents.take.isHidden()
    analysed.selection.select((4,))
    assert documents.take.text() == "Take the selected one"

    def gone(_paths: object, _row: int) -> str:
        raise InputError("one.txt is gone. Analyse again.")

    monkeypatch.setattr(analysed.fakes[-1], "text", gone)
    qtbot.mouseClick(documents.take, Qt.MouseButton.LeftButton)
    settle(analysed, qtbot)
    assert documents.words.text() == "one.txt is gone. Analyse again."
    # with another folder they are nobody's documents any more
    analysed.opening.open([os.fsencode(folder)])
    settle(analysed, qtbot)
    page = lab.page("shingles")
    assert page is not None
    assert not page.material.texts
    assert documents.take.isHidden()


def test_the_documents_of_all_selected_rows_are_taken_and_how_many_at_most_is_said(
    analysed: MainWindow, qtbot: QtBot
) -> None:
    analysed.views.show_view("pairs")
    view = analysed.pairs.view
    view.selectRow(0)
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    _take_into_joins(analysed, qtbot, "How this is computed, on {1} documents")
    view.selectAll()
    _take_into_joins(analysed, qtbot, "How this is computed, on the first 24 documents of {0} rows")
    analysed.lab.window.open_page("bands")
    page = analysed.lab.window.page("bands")
    assert page is not None
    assert page.example.currentText() == "Your 8 documents (the first 8 of 24)"


def _take_into_joins(window: MainWindow, qtbot: QtBot, title: str) -> None:
    """Open the page of joins by the menu of the selected rows, and see that it has their documents."""
    view, result = window.pairs.view, window.session.result
    assert result is not None
    entries = view.chosen_entries()
    every = list(dict.fromkeys(row for entry in entries for row in view.table.documents_of(entry)))
    menu = window.files.menu_for(view)
    (more,) = [m for m in menu.findChildren(QMenu) if m.title() == title.format(len(entries), len(every))]
    next(a for a in more.actions() if a.text() == "Exact joins").trigger()
    settle(window, qtbot)
    page = window.lab.window.page("joins")
    assert page is not None
    assert [text.title for text in page.own] == [result.documents.paths.display(row) for row in every[:24]]


def test_a_page_is_made_anew_when_results_rest_and_before_it_is_asked_for(
    analysed: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed.lab.open_page("scale")
    settle(analysed, qtbot)
    shown: list[LabCollection | None] = []
    monkeypatch.setattr(analysed.lab.window, "set_collection", shown.append)
    analysed.lab._rest.setInterval(60_000)
    for value in (0.81, 0.82, 0.83):
        analysed.tuning.light.threshold.setValue(value)
        quiet(analysed, qtbot)
    assert not shown
    result = analysed.session.result
    assert result is not None
    assert analysed.lab.window.isVisible()
    assert [collection.threshold for collection in shown if collection] == [result.recipe.threshold]
    analysed.lab._rest.setInterval(1)
    analysed.tuning.light.threshold.setValue(0.84)
    qtbot.waitUntil(lambda: len(shown) == 2)


def test_documents_are_cut_without_what_the_run_left_out(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hand_on() -> str:
        lent.lab._hand_on()
        settle(lent, qtbot)
        page = lent.lab.window.page("way")
        assert page is not None
        return page.left_out.text()

    lent.lab.open_page("way", (0, 1))
    settle(lent, qtbot)
    assert hand_on() == ""
    result, fake = lent.session.result, lent.fakes[-1]  # type: ignore[attr-defined]
    assert result is not None
    monkeypatch.setattr(lent.session, "result", replace(result, recipe=result.recipe.replace(boilerplate=0.1)))
    ids = np.array([1, 2, 3], np.uint64)
    monkeypatch.setattr(type(fake), "reader", SimpleNamespace(left_out=ids))
    assert "3 shingles found in more than 10 % of the documents" in hand_on().replace("\xa0", " ")
    page = lent.lab.window.page("way")
    assert page is not None
    assert page.cutting.left_out is ids
    assert not page.left_out.isHidden()

    def gone(_self: object) -> None:
        raise InputError("A run reads the documents anew.")

    monkeypatch.setattr(type(fake), "reader", property(gone))
    assert "Here they count" in hand_on()


def test_numbers_lead_to_how_they_are_computed(lent: MainWindow, qtbot: QtBot) -> None:
    buttons = {button.topic: button for button in lent.workbench.all_of(ExplainButton)}
    assert buttons.keys() == {"bands", "scale", "bbit", "simhash"}
    buttons["bands"].click()
    settle(lent, qtbot)
    page = lent.lab.window.page("bands")
    assert page is not None
    assert page.isVisible()
