"""The table twin of a page: nothing of the step before, and what is left out is said."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QTableWidgetSelectionRange
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.twin_table import MOST_ROWS, Twin, TwinTables
from tests.ui.lab.conftest import OpenPage


def test_symbols_of_joined_strings_are_told_in_the_table(open_page: OpenPage) -> None:
    page = open_page("joins")
    page.switch.click()
    (strings,) = (table for table in page.tables.tables() if table.accessibleName() == "Strings")
    heads = [strings.horizontalHeaderItem(place).text() for place in range(strings.columnCount())]
    assert heads[:6] == ["String", "L", "partners", "prefix", "1", "2"]
    first = page.result.walk.strings[0]
    assert strings.item(0, 4).text() == first[0].replace(" ", "␣")


def test_a_shorter_row_keeps_nothing_of_the_one_before(qtbot: QtBot) -> None:
    tables = TwinTables("test")
    qtbot.addWidget(tables)
    tables.show_twins([Twin("Rows", ("a", "b"), [("1", "2")])])
    tables.show_twins([Twin("Rows", ("a", "b"), [("3",)])])
    (table,) = tables.tables()
    assert table.item(0, 0).text() == "3"
    assert table.item(0, 1) is None


def test_rows_that_are_left_out_are_told(qtbot: QtBot) -> None:
    tables = TwinTables("test")
    qtbot.addWidget(tables)
    for count, says in ((MOST_ROWS, "Rows"), (1234, "Rows: the first 500 of 1,234 rows")):
        tables.show_twins([Twin("Rows", ("a",), [(str(row),) for row in range(count)])])
        assert says in [head.text() for head in tables.findChildren(QLabel)]


def test_all_that_is_selected_is_copied(qtbot: QtBot) -> None:
    tables, clipboard = TwinTables("test"), QGuiApplication.clipboard()
    qtbot.addWidget(tables)
    tables.show_twins([Twin("Rows", ("a", "b", "c"), [("1", "2", "3"), ("4", "5", "6"), ("7",)])])
    (table,) = tables.tables()
    for (top, left, bottom, right), copied in (
        ((0, 0, 1, 1), "a\tb\n1\t2\n4\t5\n"),
        ((1, 1, 2, 2), "b\tc\n5\t6\n\t\n"),
        ((1, 2, 1, 2), "6"),
    ):
        table.clearSelection()
        table.setRangeSelected(QTableWidgetSelectionRange(top, left, bottom, right), True)
        qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert clipboard.text() == copied
    table.clearSelection()
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "6"  # nothing is selected: what was copied stays
