"""Rows on the clipboard: all at once where they are few, in slices where they are many, and only at their end."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers import row_copying
from simexplorer.ui.controllers.row_copying import RowCopying
from simexplorer.ui.models.text_table import ApartTable, TextRows
from simexplorer.ui.panels import table_view
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.table_view import TableView

ROWS = 1_800


class Foreseeing(ApartTable):
    """Notes how many rows are foreseen at a time."""

    foreseen: list[int]

    def foresee(self, data: TextRows, entries: list[int]) -> None:
        self.foreseen.append(len(entries))


@pytest.fixture
def view(qtbot: QtBot) -> TableView:
    model = Foreseeing()
    model.foreseen = []
    made = painted_list(model, "list", "List")
    qtbot.addWidget(made)
    model.show(TextRows(ROWS, lambda row, column: f"{row}.{column}", np.full((ROWS, 2), -1)))
    return made


@pytest.fixture
def copying(view: TableView) -> RowCopying:
    QGuiApplication.clipboard().setText("before")
    made = RowCopying(view)
    made.said = []  # type: ignore[attr-defined]
    made.told.connect(made.said.append)  # type: ignore[attr-defined]
    return made


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_a_few_rows_are_there_at_once(view: TableView, copying: RowCopying) -> None:
    view.select_row(2)
    copying.copy(view)
    assert clipboard().splitlines()[1:] == ["2.0\t2.1\t2.2\t2.3"]
    assert copying.said == ["Copied 1 row"]  # type: ignore[attr-defined]


def test_many_rows_are_spelled_in_slices_and_foreseen_together(
    view: TableView, copying: RowCopying, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_copying, "_SLICE", 0.0)
    monkeypatch.setattr(table_view, "MOST_COPIED", 1_200)
    view.selectAll()
    copying.copy(view)
    assert copying.busy
    assert clipboard() == "before"
    qtbot.waitUntil(lambda: not copying.busy)
    lines = clipboard().splitlines()
    assert (len(lines), lines[-1]) == (1_201, "1199.0\t1199.1\t1199.2\t1199.3")
    assert view.table.foreseen == [500, 500, 200]  # type: ignore[attr-defined]
    assert copying.said == ["Copying 1,800 rows …", "Copied the first 1,200 of 1,800 rows"]  # type: ignore[attr-defined]


def test_another_copy_takes_the_place_of_the_first_and_the_end_leaves_the_clipboard(
    view: TableView, copying: RowCopying, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_copying, "_SLICE", 0.0)
    view.selectAll()
    copying.copy(view)
    view.select_row(5)
    copying.copy(view)
    qtbot.waitUntil(lambda: not copying.busy)
    assert clipboard().splitlines()[1:] == ["5.0\t5.1\t5.2\t5.3"]
    view.selectAll()
    copying.copy(view)
    copying.cancel()
    qtbot.wait(20)
    assert clipboard().splitlines()[1:] == ["5.0\t5.1\t5.2\t5.3"]
