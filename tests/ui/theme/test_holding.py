"""A window that several hold paints when the last of them lets go."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme.holding import hold, let_go
from tests.ui.conftest import OpenWindow, quiet


def test_the_last_to_let_go_lets_it_paint(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    hold(window)
    hold(window)
    let_go(window)
    assert not window.updatesEnabled()
    let_go(window)
    assert window.updatesEnabled()
    hold(window)
    assert not window.updatesEnabled()
    let_go(window)


def test_a_deleted_window_is_left_alone() -> None:
    window = QWidget()
    hold(window)
    delete(window)
    let_go(window)


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_window_that_is_sized_is_laid_out_first_and_painted_in_a_later_turn(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window: MainWindow = open_window()
    quiet(window, qtbot)
    for size in ((1000, 640), (1300, 820), (1280, 800)):
        window.resize(*size)
    assert not window.updatesEnabled()
    window.theme.toggle()
    quiet(window, qtbot)
    qtbot.waitUntil(window.updatesEnabled)
    assert window.grab().width() == 1280
