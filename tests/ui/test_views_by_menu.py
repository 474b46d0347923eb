"""Every view that tries and checks settings is one choice in a menu away."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import quiet

OF_FAKES = {
    "Two settings beside each other": "settings",
    "Boilerplate": "boilerplate",
    "Ask about a text or a file": "ask",
    "Compare with a reference folder": "across",
}
OF_DOCUMENTS = ("Before the run: presets and forecast", "Is the estimate right?")  # they read, and fakes have no files


def test_every_view_can_be_asked_for_from_a_menu(analysed: MainWindow, qtbot: QtBot) -> None:
    window = analysed
    actions = {a.text(): a for menu in window.menus.findChildren(QMenu) for a in menu.actions()}
    for text in OF_DOCUMENTS:
        assert actions[text].isEnabled()
    for text, view in OF_FAKES.items():
        actions[text].trigger()
        assert window.tabs.shown() == view
    quiet(window, qtbot)
