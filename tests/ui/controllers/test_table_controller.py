"""Lists are put in order at once where they are short, else in a thread; spelled cells count for more than numbers."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.models.text_table import ApartTable, TextRows


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
