"""The list of what is not a duplicate holds what stands on screen, and nothing of what stood there before."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.lacking import SELECT_FIRST
from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace import apart
from tests.ui.kept import OpenReal, analyse, at_first_pair, press, settle, write_collection


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


def test_names_are_told_before_the_folder_that_they_share(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    write_collection(tmp_path / "letters" / "from the coast" / "1860")
    window = open_real(str(tmp_path / "letters"))
    settle(window, qtbot)
    analyse(window, qtbot)
    at_first_pair(window, qtbot)
    press(window, qtbot, "apart")
    window.views.show_view("apart")
    settle(window, qtbot)
    panel = window.kept.apart.panel
    assert panel.model.data(panel.model.index(0, 0)) == "a one.txt  ≠  a three.txt  in  from the coast/1860/"
    window.resize(880, 700)
    qtbot.waitUntil(lambda: panel.view.isColumnHidden(1))  # what is counted gives way to names
    assert not panel.view.isColumnHidden(3)
