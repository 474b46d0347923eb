"""Windows stay on small screens, such as one of 1280 x 800 at one and a half times the size of everything."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.dialogs.side_window import SideWindow
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.panels.on_screen import FRAME, keep_on_screen

SMALL = QRect(0, 0, 853, 533)


def _put_on(window: QWidget, screen: QRect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "screen", lambda: SimpleNamespace(availableGeometry=lambda: screen))


def test_a_window_larger_than_its_screen_becomes_smaller(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = SideWindow("One", "one", (940, 620))
    qtbot.addWidget(window)
    _put_on(window, SMALL, monkeypatch)
    window.open_beside()
    assert window.width() + FRAME.width() <= SMALL.width()
    assert window.height() + FRAME.height() <= SMALL.height()


def test_a_window_that_fits_keeps_its_size(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(640, 480)
    _put_on(window, SMALL, monkeypatch)
    keep_on_screen(window)
    assert (window.width(), window.height()) == (640, 480)


def test_the_lab_opens_within_a_screen_smaller_than_its_least_size(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = LabWindow()
    qtbot.addWidget(window)
    _put_on(window, QRect(0, 0, 800, 480), monkeypatch)
    window.open_page("shingles")
    assert window.width() + FRAME.width() <= 800
    assert window.height() + FRAME.height() <= 480
    window.close()


def test_windows_open_larger_where_letters_are_larger(qtbot: QtBot, large_letters: None) -> None:
    window = SideWindow("One", "one", (300, 200))
    qtbot.addWidget(window)
    assert window.width() > 400
    assert window.height() > 270
