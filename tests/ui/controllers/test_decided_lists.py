"""Lists of two documents a row say what was decided about them, found by the run as a pair or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.list_page import ListPage
from tests.ui.conftest import feature
from tests.ui.kept import LINES, OpenReal, analyse, press, settle

DECISION = "decision"


@pytest.fixture
def window(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Essays of two classes: two are copies but for a line, another holds two lines of each of them."""
    texts = {
        "a/ann.txt": "\n".join(LINES),
        "b/ben.txt": "\n".join([*LINES, "And one more line at the end."]),
        "b/eve.txt": "\n".join([*(line[::-1] for line in LINES), *LINES[:2]]),
        "b/zoe.txt": "\n".join(line.upper().swapcase()[::-1] for line in LINES[5:]),
    }
    folder = tmp_path / "essays"
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    made = open_real(str(folder))
    settle(made, qtbot)
    analyse(made, qtbot)
    return made


def searched(window: MainWindow, qtbot: QtBot) -> ListPage:
    """Contained documents at a tenth of their shingles and more, of all documents."""
    panel = feature(window, "ContainedController").panel
    window.tabs.show_view("contained")
    panel.share.setValue(0.1)
    assert panel.share.value() == 0.1
    settle(window, qtbot)
    panel.search.click()
    settle(window, qtbot)
    return panel


def rows_of(page: ListPage) -> dict[tuple[str, ...], int]:
    table = page.view.table
    return {tuple(sorted(table.index(row, at).data() for at in (0, 1))): row for row in range(table.rowCount())}


def said(page: ListPage, *names: str) -> str:
    table, column = page.view.table, [column.name for column in page.view.table.columns].index(DECISION)
    assert not page.view.isColumnHidden(column)
    return str(table.index(rows_of(page)[names], column).data())


def test_a_contained_text_that_is_no_pair_of_the_run_is_reviewed_noted_and_told_apart(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = searched(window, qtbot)
    column = [column.name for column in page.view.table.columns].index(DECISION)
    assert page.view.isColumnHidden(column), "names have its room until something is decided"
    quoted, copied = ("a/ann.txt", "b/eve.txt"), ("a/ann.txt", "b/ben.txt")
    assert {quoted, copied} <= rows_of(page).keys()
    page.view.select_row(rows_of(page)[quoted])
    qtbot.keyClick(page.view, Qt.Key.Key_R)
    settle(window, qtbot)
    assert said(page, *quoted) == "reviewed"
    assert said(page, *copied) == "", "one of both was reviewed, but with another one"
    note = window.kept.decisions.note
    press(window, qtbot, "note")
    assert note.intro.text() == "On the pair a/ann.txt and b/eve.txt"
    note.text.setPlainText("a quotation")
    note.save.click()
    settle(window, qtbot)
    press(window, qtbot, "apart")
    assert said(page, *quoted) == "not duplicates, reviewed, a quotation"
    page.view.select_row(rows_of(page)[copied])
    press(window, qtbot, "review")
    assert said(page, *copied) == "reviewed"
    page.view.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    assert [rows_of(page)[names] for names in (quoted, copied)] == [0, 1]
    for _ in range(4):
        window.kept.decisions.undo.trigger()
        settle(window, qtbot)
    assert page.view.isColumnHidden(column)
    page.view.select_row(rows_of(page)[quoted])
    press(window, qtbot, "review")
    searched(window, qtbot)
    assert said(page, *quoted) == "reviewed", "found anew it says so too"


def test_several_rows_are_decided_about_one_by_one(window: MainWindow, qtbot: QtBot) -> None:
    page = searched(window, qtbot)
    quoting = ("a/ann.txt", "b/eve.txt"), ("b/ben.txt", "b/eve.txt")
    page.view.selectAll()
    press(window, qtbot, "apart")
    for names in quoting:
        assert said(page, *names) == "not duplicates"
    press(window, qtbot, "apart")
    settle(window, qtbot)
    page.view.select_row(rows_of(page)[quoting[0]])
    press(window, qtbot, "apart")
    assert said(page, *quoting[0]) == "not duplicates"
    assert said(page, *quoting[1]) == ""


def test_two_folders_show_what_was_decided_of_their_pairs_and_of_what_has_none(
    window: MainWindow, qtbot: QtBot
) -> None:
    controller = feature(window, "AcrossController")
    window.tabs.show_view("across")
    settle(window, qtbot)
    panel = controller.panel
    panel.reference.setCurrentIndex(1)
    settle(window, qtbot)
    panel.view.select_row(0)
    qtbot.keyClick(panel.view, Qt.Key.Key_R)
    settle(window, qtbot)
    assert said(panel, "a/ann.txt", "b/ben.txt") == "reviewed"
    panel.shown.setCurrentIndex(panel.shown.findData("new"))
    settle(window, qtbot)
    assert said(panel, "", "b/zoe.txt") == ""
    panel.view.select_row(rows_of(panel)[("", "b/zoe.txt")])
    press(window, qtbot, "review")
    assert said(panel, "", "b/zoe.txt") == "reviewed"
