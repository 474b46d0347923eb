"""Where there is nothing to compare every view says so, and none asks to select what is not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.empty_state import EmptyState
from tests.ui.kept import OpenReal, analyse, settle

TABS = ("neighbours", "contained", "calibration", "boilerplate", "across")
EVIDENCE = ("compare", "why", "graph", "matrix", "dendrogram")
NO_FILE = "There is no file here Open another folder, or check which files are left out."
NO_TEXT = "No text was found Of 2 files none holds text."
ONE_TEXT = "Nothing to compare with Of 2 files only one holds text."


def nothing(_folder: Path) -> None:
    """An empty folder."""


def pictures(folder: Path) -> None:
    """Files without any text."""
    for name in ("a.png", "b.png"):
        (folder / name).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(99))


def one_text(folder: Path) -> None:
    """One text, and a file without any."""
    (folder / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(99))
    (folder / "b.txt").write_text("a text of its own")


def said(window: MainWindow, qtbot: QtBot, names: tuple[str, ...]) -> set[str]:
    """What stands in the place of these views."""
    told = set()
    for name in names:
        window.commands.show_view(name)
        settle(window, qtbot)
        tabs = window.evidence_tabs if name in EVIDENCE else window.tabs
        page = tabs.currentWidget()
        assert isinstance(page, QWidget)
        told.update(one.words() for one in page.findChildren(EmptyState) if one.isVisibleTo(page))
    return told


@pytest.mark.parametrize(
    ("fill", "words", "asked"),
    [(nothing, NO_FILE, NO_FILE), (pictures, NO_TEXT, NO_TEXT), (one_text, ONE_TEXT, "Which document is like this")],
)
def test_a_collection_with_nothing_to_compare_is_said_to_be_that_everywhere(
    open_real: OpenReal,
    collection: Path,
    tmp_path: Path,
    qtbot: QtBot,
    fill: Callable[[Path], None],
    words: str,
    asked: str,
) -> None:
    place = tmp_path / "bare"
    place.mkdir()
    fill(place)
    window = open_real(str(place))
    settle(window, qtbot)
    analyse(window, qtbot)
    assert said(window, qtbot, ("clusters", "pairs", *TABS, *EVIDENCE)) == {words}
    (of_question,) = said(window, qtbot, ("ask",))
    assert of_question.startswith(asked)
    page = window.pages["neighbours"]
    window.tabs.show_view("neighbours")
    if fill is not nothing:
        assert page.empty.button.text() == "Show the problems"
        page.empty.button.click()
        assert window.tabs.shown() == "problems"
    window.opening.open([str(collection).encode()])
    settle(window, qtbot)
    assert window.compare.empty.words().startswith("Nothing to compare yet"), "of the folder that was open before"


def test_evidence_asks_to_select_no_cluster_where_there_is_none(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    place = tmp_path / "unlike"
    place.mkdir()
    (place / "a.txt").write_text("Nothing here is like anything else in this place.")
    (place / "b.txt").write_text("Quite another text about ferries, harbours and bread.")
    window = open_real(str(place))
    settle(window, qtbot)
    analyse(window, qtbot)
    assert said(window, qtbot, ("graph",)) == {"No cluster was found Clusters says why, and what helps."}
    assert said(window, qtbot, ("neighbours",)) == {
        "Select a document Its nearest neighbours by fingerprint and by signature appear here. Map holds all documents."
    }
