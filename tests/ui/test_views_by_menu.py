"""Every view that tries and checks settings is one choice in a menu away."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import quiet


def test_every_view_can_be_asked_for_from_a_menu(analysed: MainWindow, qtbot: QtBot) -> None:
    window = analysed
    actions = {a.text(): a for menu in window.menus.findChildren(QMenu) for a in menu.actions()}
    for text, view in (
        ("Before the run: presets and forecast", "before"),
        ("Is the estimate right?", "calibration"),
        ("Two settings beside each other", "settings"),
        ("Boilerplate", "boilerplate"),
        ("Ask about a text or a file", "ask"),
        ("Compare with a reference folder", "across"),
    ):
        action = actions[text]
        assert isinstance(action, QAction)
        if view in ("before", "calibration"):
            continue  # those look at documents, which are made up here
        action.trigger()
        assert window.tabs.shown() == view
    quiet(window, qtbot)
