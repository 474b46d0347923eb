"""A narrow window: the collection steps aside and returns, unless a person wants it."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import quiet


def test_the_collection_steps_aside_in_a_narrow_window(analysed: MainWindow, qtbot: QtBot) -> None:
    window = analysed
    dock = window.findChild(QDockWidget, "collectionDock")
    assert dock is not None
    window.resize(1280, 800)
    quiet(window, qtbot)
    assert dock.isVisible()
    window.resize(900, 600)
    quiet(window, qtbot)
    assert not dock.isVisible()
    window.resize(1280, 800)
    quiet(window, qtbot)
    assert dock.isVisible()
    # shown by hand it stays, and what a person hides does not come back by itself
    window.resize(900, 600)
    dock.toggleViewAction().trigger()
    window.resize(910, 600)
    quiet(window, qtbot)
    assert dock.isVisible()
    dock.toggleViewAction().trigger()
    window.resize(1280, 800)
    quiet(window, qtbot)
    assert not dock.isVisible()


def test_a_collection_that_stepped_aside_is_not_stored_as_hidden(analysed: MainWindow, qtbot: QtBot) -> None:
    window = analysed
    window.resize(900, 600)
    quiet(window, qtbot)
    window.close()
    dock = window.findChild(QDockWidget, "collectionDock")
    assert dock is not None
    assert not dock.isHidden()
