"""Another palette reaches everything: what is in sight, hidden pages, dialogs that were never open."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme import icons
from simexplorer.ui.theme.colours import DARK, LIGHT, Colours
from simexplorer.ui.theme.repainting import Repainting
from tests.ui.conftest import OpenWindow, quiet


def colours_in(image: QImage) -> set[str]:
    """Colours of a picture, every second pixel."""
    found = image.convertToFormat(QImage.Format.Format_RGB32)
    return {found.pixelColor(x, y).name() for x in range(0, found.width(), 2) for y in range(0, found.height(), 2)}


def other(colours: Colours) -> Colours:
    return LIGHT if colours.dark else DARK


def settled(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.theme.repainting.busy, timeout=10_000)


@pytest.mark.parametrize("mode", ["dark", "light"])
def test_all_that_is_in_sight_changes(lent: MainWindow, qtbot: QtBot, mode: str) -> None:
    lent.theme.set_mode("light" if mode == "dark" else "dark")
    lent.theme.set_mode(mode)
    wanted = DARK if mode == "dark" else LIGHT
    for widget in (lent.bar, lent.collection, lent.tuning, lent.tabs.currentWidget()):
        qtbot.waitUntil(widget.updatesEnabled)
        seen = colours_in(widget.grab().toImage())
        assert wanted.window in seen or wanted.surface in seen
        assert other(wanted).window not in seen


def test_a_hidden_view_shown_right_after_the_switch_wears_the_new_colours(analysed: MainWindow, qtbot: QtBot) -> None:
    for name in ("clusters", "calibration", "settings", "before"):
        analysed.theme.toggle()
        colours = analysed.theme.colours
        analysed.commands.show_view(name)
        qtbot.waitUntil(analysed.updatesEnabled)
        seen = colours_in(analysed.tabs.currentWidget().grab().toImage())
        assert other(colours).window not in seen, name
        assert other(colours).raised not in seen or other(colours).raised in {colours.text, colours.on_accent}, name
        quiet(analysed, qtbot)


def test_everything_hidden_follows_without_being_shown(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    window.theme.set_mode("light")
    settled(window, qtbot)
    window.theme.set_mode("dark")
    settled(window, qtbot)
    for button in window.findChildren(QPushButton):
        name = button.property(icons.NAME)
        if name:
            assert button.icon().cacheKey() == icons.icon(name, DARK, button.property(icons.ROLE)).cacheKey()
    for dialog in window.findChildren(QDialog):
        assert LIGHT.window not in colours_in(dialog.grab().toImage()), type(dialog).__name__


def test_switching_twice_at_once_ends_in_the_last(lent: MainWindow, qtbot: QtBot) -> None:
    lent.theme.set_mode("light")
    lent.theme.set_mode("dark")
    lent.theme.set_mode("light")
    settled(lent, qtbot)
    lent.commands.show_view("calibration")
    assert DARK.window not in colours_in(lent.grab().toImage())


def test_hidden_pages_are_dressed_in_turns_and_what_is_deleted_meanwhile_is_left_out(qtbot: QtBot) -> None:
    window, stack = QWidget(), QStackedWidget()
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(stack)
    pages = [QWidget() for _ in range(3)]
    for page in pages:
        row = QVBoxLayout(page)
        row.addWidget(QLabel("text"))
        row.addWidget(QCheckBox("choice"))
        stack.addWidget(page)
    window.setStyleSheet("QLabel { color: palette(text); }")
    window.show()
    repainting = Repainting(window)
    repainting.start(DARK)
    assert repainting.busy
    pages[2].deleteLater()
    qtbot.waitUntil(lambda: not repainting.busy, timeout=5_000)
