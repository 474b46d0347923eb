"""The buttons of a dock's title beside letters that are larger than usual."""

from __future__ import annotations

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from simexplorer.ui.theme import metrics
from tests.ui.conftest import OpenWindow


def test_the_buttons_of_docks_grow_with_the_letters_beside_them(
    large_letters: None, open_window: OpenWindow, qtbot: QtBot
) -> None:
    window = open_window(opened=False)
    names = [f"qt_dockwidget_{name}button" for name in ("float", "close")]
    for dock in window.docks:
        qtbot.waitUntil(dock.isVisible)
        leave, close = (dock.findChild(QAbstractButton, name) for name in names)
        for floats in (False, True, False):
            dock.setFloating(floats)
            qtbot.waitUntil(lambda close=close: close.height() >= metrics.taller(12, close.font()))
            assert min(leave.width(), close.width()) >= metrics.taller(16, dock.font())
            assert leave.geometry().right() < close.geometry().left()
            assert close.geometry().right() < dock.width()
            strokes = close.grab().toImage()
            wide = [x for x in range(strokes.width()) if _is_drawn(strokes, x)]
            assert wide[-1] - wide[0] + 1 >= 9  # of the cross: six in usual letters


def _is_drawn(image: QImage, x: int) -> bool:
    background = image.pixelColor(0, 0)
    return any(image.pixelColor(x, y) != background for y in range(image.height()))
