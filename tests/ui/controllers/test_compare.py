"""Choosing what a document is compared with: only what has a text, and a way out."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.__main__ import main
from simexplorer.documents.listing import Status
from simexplorer.ui.controllers.compare_controller import CompareController, with_text
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.path_search import PathSearch
from tests.ui.conftest import action, feature, quiet
from tests.ui.kept import OpenReal, analyse, settle


@pytest.fixture
def compare(lent: MainWindow) -> CompareController:
    found = feature(lent, CompareController)
    assert isinstance(found, CompareController)
    return found


def test_documents_without_a_text_are_not_offered(lent: MainWindow, compare: CompareController, qtbot: QtBot) -> None:
    documents, model = lent.session.result.documents, compare.chooser.model
    compare.ask(1)
    quiet(lent, qtbot)
    assert documents.status[0] == Status.SKIPPED
    assert compare.chooser._question.text() == f"Compare {documents.paths.display(1)} with …"
    read = int((documents.status == Status.READ).sum()) - 1  # without itself
    assert model.rowCount() == read < len(documents)
    assert compare.chooser.found.text() == f"{read} documents"
    qtbot.keyClicks(compare.chooser.words, "folder-02")
    quiet(lent, qtbot)
    entries = [model.entry(place) for place in range(model.rowCount())]
    named = [row for row in range(len(documents)) if "folder-02" in documents.paths.display(row)]
    assert entries == [row for row in named if documents.status[row] == Status.READ and row != 1]
    assert len(entries) < len(named)
    compare.chooser.words.clear()
    quiet(lent, qtbot)
    assert model.rowCount() == read
    compare.chooser.reject()


def test_the_chooser_can_be_left_by_a_button(lent: MainWindow, compare: CompareController, qtbot: QtBot) -> None:
    before = lent.selection.documents
    compare.ask(1)
    quiet(lent, qtbot)
    with qtbot.assertNotEmitted(compare.chooser.document_chosen):
        qtbot.mouseClick(compare.chooser.leave, Qt.MouseButton.LeftButton)
    assert not compare.chooser.isVisible()
    assert lent.selection.documents == before


def test_return_takes_the_row_that_is_selected_which_is_never_the_document_itself(
    lent: MainWindow, compare: CompareController, qtbot: QtBot
) -> None:
    chooser = compare.chooser
    for first in (1, 2):
        compare.ask(first)
        quiet(lent, qtbot)
        shown = chooser.model.entry(chooser.view.currentIndex().row())
        assert chooser.view.chosen_entries() == [shown]
        qtbot.keyClick(chooser.words, Qt.Key.Key_Return)
        assert not chooser.isVisible()
        assert lent.selection.documents == (first, shown)
        assert shown != first
    compare.ask(1)
    qtbot.keyClick(chooser.words, Qt.Key.Key_Down)
    assert chooser.view.currentIndex().row() == 1
    qtbot.keyClicks(chooser.words, "folder")
    assert not chooser.choose.isEnabled(), "what the words find is not known yet"
    quiet(lent, qtbot)
    assert chooser.view.currentIndex().row() == 0
    chooser.reject()


def test_return_waits_for_what_the_typed_words_find_and_takes_nothing_of_what_was_listed_before(
    lent: MainWindow, compare: CompareController, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    chooser, look_up = compare.chooser, PathSearch.documents_with
    goes_on = {"folder-": threading.Event(), "folder-02": threading.Event()}

    def held(sought: PathSearch, words: str) -> object:
        assert words not in goes_on or goes_on[words].wait(20)
        return look_up(sought, words)

    monkeypatch.setattr(PathSearch, "documents_with", held)
    compare.ask(1)
    quiet(lent, qtbot)
    chooser.words.setText("folder-")
    qtbot.keyClicks(chooser.words, "02")
    with qtbot.waitSignal(compare.table.arranged):
        goes_on["folder-"].set()
    assert not chooser.choose.isEnabled(), "what is listed was found by other words"
    qtbot.keyClick(chooser.words, Qt.Key.Key_Return)
    assert chooser.isVisible()
    goes_on["folder-02"].set()
    quiet(lent, qtbot)
    assert not chooser.isVisible()
    assert "folder-02" in lent.session.result.documents.paths.display(lent.selection.documents[1])


def test_return_that_waited_chooses_nothing_once_the_window_was_left(
    lent: MainWindow, compare: CompareController, qtbot: QtBot
) -> None:
    compare.ask(1)
    quiet(lent, qtbot)
    qtbot.keyClicks(compare.chooser.words, "folder-02")
    qtbot.keyClick(compare.chooser.words, Qt.Key.Key_Return)
    with qtbot.assertNotEmitted(compare.chooser.document_chosen):
        compare.chooser.reject()
        quiet(lent, qtbot)


def test_nothing_can_be_compared_with_where_no_document_has_the_words(
    lent: MainWindow, compare: CompareController, qtbot: QtBot
) -> None:
    chooser = compare.chooser
    compare.ask(1)
    qtbot.keyClicks(chooser.words, "no such name")
    quiet(lent, qtbot)
    assert chooser.found.text() == "0 documents"
    assert not chooser.choose.isEnabled()
    qtbot.keyClick(chooser.words, Qt.Key.Key_Return)
    assert chooser.isVisible()
    chooser.words.clear()
    quiet(lent, qtbot)
    assert chooser.choose.isEnabled()
    chooser.reject()


def test_with_nothing_selected_no_document_is_made_up(lent: MainWindow, compare: CompareController) -> None:
    assert not lent.selection.documents
    action(lent, "Ctrl+Shift+C").trigger()
    assert not compare.chooser.isVisible()
    assert lent.status.status.text() == "Select a document first."


def test_what_a_stopped_run_has_not_read_is_offered(lent: MainWindow) -> None:
    documents = lent.session.result.documents
    status, characters = documents.status.copy(), documents.characters.copy()
    status[:4] = (Status.PENDING, Status.READ, Status.READ, Status.EMPTY)
    characters[:4] = (0, 0, 12, 12)
    offered = with_text(replace(documents, status=status, characters=characters))
    assert np.array_equal(offered[:4], [True, False, True, False])


def test_what_a_run_left_out_is_not_marked_as_shared_and_that_is_said(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    essays, form = tmp_path / "essays", "I declare that I have written this essay by myself and named all my sources."
    essays.mkdir()
    copied = " ".join(f"copied{k} from elsewhere{k}" for k in range(9))
    for subject in ("tower", "harbour", "schooner", "orchard", "lantern"):
        rest = copied if subject in ("tower", "harbour") else "of its own"
        (essays / f"{subject}.txt").write_text(f"{form} {rest} {' '.join(f'{subject}{k}' for k in range(20))}")
    recipe = ["--measure", "containment", "--threshold", "0.2", "--set", "boilerplate=0.5"]
    workspace = os.fspath(tmp_path / "w.simx")
    assert main(["scan", os.fspath(essays), *recipe, "--workspace", workspace, "--quiet"]) == 0
    window = open_real(workspace)
    settle(window, qtbot)
    for anew in (False, True):  # from what was kept, and from a run
        if anew:
            analyse(window, qtbot)
        window.selection.select((0, 4))
        qtbot.waitUntil(lambda: "1 shared passage" in window.compare.counter.text(), timeout=60_000)
        assert [window.session.result.documents.paths.display(row) for row in (0, 4)] == ["harbour.txt", "tower.txt"]
        assert "passages without what more than 50 % of the documents hold" in window.compare.figures()
        window.compare.next_passage()
        view = window.compare.right.view
        found = window.compare._passages
        assert found is not None
        assert view.shown.text[found.right_start[0] : found.right_end[0]] == copied
        window.selection.select(())
        settle(window, qtbot)
