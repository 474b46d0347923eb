"""Windows that are shown for a test, and closed however it ends; waited for, and run in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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
