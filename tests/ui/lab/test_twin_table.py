"""The table twin of a page: nothing of the step before, and what is left out is said."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
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
