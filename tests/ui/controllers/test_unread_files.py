"""A file that was not read has no neighbours, no fingerprint and no similarity: every place says so, and why."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.compare_controller import CompareController
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import feature
from tests.ui.kept import OpenReal, analyse, settle

PICTURE = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(200)
WHY = "photo.jpg was not read (not text: a JPEG picture)"


@pytest.fixture
def window(open_real: OpenReal, collection: Path, qtbot: QtBot) -> MainWindow:
    """The Problems of a run over a picture and a few texts, the picture selected."""
    (collection / "photo.jpg").write_bytes(PICTURE)
    window = open_real(str(collection))
    settle(window, qtbot)
    analyse(window, qtbot)
    window.tabs.show_view("problems")
    window.problems.view.select_row(0)
    settle(window, qtbot)
    return window


def test_the_numbers_beside_an_unread_file_tell_of_no_similarity(window: MainWindow, qtbot: QtBot) -> None:
    (picture,) = window.selection.documents
    assert window.compare.left.notice.text() == "not text: a JPEG picture"
    paths = window.session.result.documents.paths  # type: ignore[union-attr]
    other = next(row for row in range(len(paths)) if paths.display(row) == "alone.txt")
    feature(window, CompareController).compare(picture, other)
    settle(window, qtbot)
    assert window.compare.figures() == f"cannot be compared: {WHY}"
    window.evidence_tabs.show_view("why")
    settle(window, qtbot)
    assert feature(window, "WhyController").panel.verdict.text() == f"Not a pair: {WHY}."


def test_an_unread_file_has_no_neighbours_and_it_is_said_why(window: MainWindow, qtbot: QtBot) -> None:
    menu = window.files.menu_for(window.problems.view)
    (entry,) = (action for action in menu.actions() if action.text() == "Show neighbours")
    assert not entry.isEnabled()
    assert menu.toolTipsVisible()
    assert entry.toolTip() == "It is compared with none: the file was not read (not text: a JPEG picture)."
    menu.deleteLater()
    window.tabs.show_view("neighbours")
    assert window.neighbours.empty.words().endswith(f"It is compared with none: {WHY}.")


def test_neighbours_come_to_the_front_and_the_pair_stays_selected(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    settle(window, qtbot)
    pair = window.pairs.model.documents_of(window.pairs.model.entry(0))
    for name, wanted in (("first", pair), ("second", pair[::-1])):
        window.tabs.show_view("pairs")
        menu = window.files.menu_for(window.pairs.view)
        _entry(menu, f"Show neighbours ({name})").trigger()
        menu.deleteLater()
        settle(window, qtbot)
        assert window.tabs.shown() == "neighbours"
        assert window.selection.documents == wanted
        assert window.neighbours.model.source.document == wanted[0]  # type: ignore[union-attr]
        assert [index.row() for index in window.pairs.view.selectionModel().selectedRows()] == [0]
        assert not window.compare.right.isHidden()


def _entry(menu: QMenu, text: str) -> QAction:
    (found,) = (action for action in menu.actions() if action.text() == text)
    return found
