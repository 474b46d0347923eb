"""The list of what is not a duplicate holds what stands on screen, and nothing of what stood there before."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.lacking import SELECT_FIRST
from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace import apart
from tests.ui.kept import at_first_pair, settle


def test_a_list_that_comes_after_its_folder_was_left_is_not_shown(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_first_pair(window, qtbot)
    begun, goes_on, look = threading.Event(), threading.Event(), apart.apart_sets

    def held(*asked: object) -> apart.ApartSets:
        begun.set()
        assert goes_on.wait(20)
        return look(*asked)

    monkeypatch.setattr(apart, "apart_sets", held)
    qtbot.keyClick(window.pairs.view, Qt.Key.Key_X)
    window.views.show_view("apart")  # it is made while somebody looks
    qtbot.waitUntil(begun.is_set, timeout=20_000)
    window.session.set_result(None)
    goes_on.set()
    settle(window, qtbot)
    panel = window.kept.apart.panel
    assert panel.model.rowCount() == 0
    panel.back.click()
    assert window.status.status.text() == SELECT_FIRST
