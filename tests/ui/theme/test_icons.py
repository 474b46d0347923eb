"""Icons stand beside letters, and grow with them."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.naming import tool_button
from simexplorer.ui.theme import icons


def test_icons_are_sixteen_pixels_wide_beside_usual_letters(qtbot: QtBot, small_letters: None) -> None:
    button = tool_button("Go", "go", "Go", "search")
    qtbot.addWidget(button)
    assert button.iconSize().width() == 16


def test_icons_grow_with_the_letters_of_the_application(qtbot: QtBot, large_letters: None) -> None:
    icons._sizes.cache_clear()
    icons.icon.cache_clear()
    button = tool_button("Go", "go", "Go", "search")
    qtbot.addWidget(button)
    side = button.iconSize().width()
    assert 16 < side <= 32
    assert button.icon().actualSize(button.iconSize()).width() == side, "Qt enlarges no picture"
    icons._sizes.cache_clear()
    icons.icon.cache_clear()
