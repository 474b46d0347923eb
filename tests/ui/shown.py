"""Windows that are shown for a test, and closed however it ends; waited for, run in, and hovered over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow

FIRST_USE = 120_000  # milliseconds: kernels may have to be compiled, on a machine that does other things


@contextmanager
def closing_after(window: object) -> Iterator[MainWindow]:
    """A built window, shown; a test that fails on the way must not leave it to those that follow."""
    assert isinstance(window, MainWindow)
    try:
        window.show()
        yield window
    finally:
        window.close()
        window.deleteLater()


def run_to_end(window: MainWindow, qtbot: QtBot) -> None:
    """Press Analyse and wait until nothing runs any more."""
    with qtbot.waitSignal(window.run.run_finished, timeout=FIRST_USE):
        window.bar.analyse.click()
    quiet(window, qtbot)


def quiet(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until no thread of the window has anything to do."""
    qtbot.waitUntil(window.is_quiet, timeout=20_000)


def hovered(widget: QWidget) -> str:
    """What is shown where the pointer rests on it."""
    QApplication.sendEvent(widget, QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(1, 1), QPoint(1, 1)))
    told = QToolTip.text()
    QToolTip.hideText()
    return told
