"""Lists are put in order at once where they are short, else in a thread; spelled cells count for more than numbers."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.pairs_table import PairsTable
from simexplorer.ui.models.text_table import ApartTable, TextRows
from simexplorer.ui.panels.status_line import StatusLine
from tests.ui.shown import quiet


@pytest.mark.parametrize(("count", "waits"), [(2_000, False), (2_001, True)])
def test_a_list_of_texts_is_sorted_in_a_thread_as_soon_as_it_is_long(qtbot: QtBot, count: int, waits: bool) -> None:
    parent, model = QObject(), ApartTable()
    controller = TableController(model, parent)
    controller.show(TextRows(count, lambda row, column: f"{row % 7}", np.full((count, 2), -1)), None)
    model.sort(0)
    assert controller.jobs.running is waits
    qtbot.waitUntil(lambda: not controller.jobs.running)
    assert [model.text(model.source, model.entry(row), 0) for row in (0, count - 1)] == ["0", "6"]
    controller.close()


def held_back(controller: TableController, monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, list[int]]:
    """Orders of its list wait for the event; which columns were put in order."""
    go_on, columns, order_for = threading.Event(), [], type(controller.model).order_for

    def waiting(data: TextRows, column: int, descending: bool, mask: None) -> object:
        assert go_on.wait(10)
        columns.append(column)
        return order_for(data, column, descending, mask)

    monkeypatch.setattr(controller.model, "order_for", waiting)
    return go_on, columns


def test_of_headings_that_are_pressed_while_a_long_list_is_sorted_only_the_last_one_counts(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent, model = QObject(), ApartTable()
    controller = TableController(model, parent)
    controller.show(TextRows(5_000, lambda row, column: f"{row % 7}", np.full((5_000, 2), -1)), None)
    go_on, columns = held_back(controller, monkeypatch)
    for column in (0, 1, 2, 1, 2):
        model.sort(column)
    go_on.set()
    qtbot.waitUntil(lambda: not controller.jobs.running)
    assert columns in ([0, 2], [2])
    controller.close()


def test_a_list_that_takes_long_to_be_sorted_says_so_until_it_is(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    parent, model, status = QObject(), ApartTable(), StatusLine()
    qtbot.addWidget(status)
    controller = TableController(model, parent)
    controller.waits.connect(status.note)
    controller.waited.connect(status.withdraw)
    status.say("what was found")
    controller.show(TextRows(5_000, lambda row, column: f"{row % 7}", np.full((5_000, 2), -1)), None)
    go_on, _ = held_back(controller, monkeypatch)
    model.sort(0)
    qtbot.waitUntil(lambda: status.status.text() == "Sorting 5,000 rows …")
    go_on.set()
    qtbot.waitUntil(lambda: not controller.jobs.running)
    assert status.status.text() == "what was found"
    controller.close()


def test_a_list_in_its_first_order_again_stays_in_it_though_an_order_was_still_being_made(
    analysed: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed.tabs.show_view("pairs")
    view, model, order_for = analysed.pairs.view, analysed.pairs.view.table, PairsTable.order_for
    begun, go_on = threading.Event(), threading.Event()

    def slowly(data: object, column: int, descending: bool, mask: None) -> object:
        if descending:
            begun.set()
            assert go_on.wait(10)
        return order_for(data, column, descending, mask)

    monkeypatch.setattr(model, "sorted_at_once", 10)  # so that it is sorted in a thread, as a million pairs are
    monkeypatch.setattr(model, "order_for", slowly)
    header = view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(0) + 20, 10)
    for _ in range(2):  # rising, falling
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(begun.is_set)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert header.sortIndicatorSection() == -1
    go_on.set()
    quiet(analysed, qtbot)
    assert [model.entry(row) for row in range(model.rowCount())] == list(range(model.rowCount()))
