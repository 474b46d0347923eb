"""A list with controls above it: in a low window the controls keep their height, and nothing lies over them."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.ask_panel import AskPanel


def test_field_and_buttons_do_not_lie_over_each_other(qtbot: QtBot) -> None:
    panel = AskPanel()
    qtbot.addWidget(panel)
    empty = panel.empty
    empty.say("Nothing here is like this text", "No document is at or above 0.70. " * 3)
    panel.edit.setPlainText("a text\n" * 9)
    panel.show()
    for height in (500, 170, 180):
        panel.resize(520, height)
        qtbot.waitUntil(lambda height=height: panel.top.parentWidget().height() >= height)
        qtbot.waitUntil(lambda: empty.mapTo(panel.top.parentWidget(), QPoint()).y() == panel.top.height())
        field = panel._place.geometry()
        assert field.height() >= 40
        assert panel.file.mapTo(panel.top, panel.file.rect().topLeft()).y() >= field.bottom()
        assert panel.file.mapTo(panel.top, panel.file.rect().bottomLeft()).y() <= panel.top.height()
        assert empty._picture.isHidden() == (height < 300)
