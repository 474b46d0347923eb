"""Enter presses the button that has the focus, in side windows and in bars."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.naming import push_button, tool_button
from simexplorer.ui.panels.note_dialog import NoteDialog


def test_a_note_is_saved_by_keys_alone(qtbot: QtBot) -> None:
    dialog = NoteDialog()
    qtbot.addWidget(dialog)
    dialog.ask("On a.txt", "")
    qtbot.keyClicks(dialog.text, "check")
    dialog.save.setFocus()
    with qtbot.waitSignal(dialog.saved) as saved:
        qtbot.keyClick(dialog.save, Qt.Key.Key_Return)
    assert saved.args == ["check"]
    assert not dialog.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_button_is_pressed_once(qtbot: QtBot, key: Qt.Key) -> None:
    for button in (push_button("Go", "go", "Go"), tool_button("Go", "go", "Go", "search")):
        qtbot.addWidget(button)
        pressed: list[bool] = []
        button.clicked.connect(lambda checked, pressed=pressed: pressed.append(checked))
        qtbot.keyClick(button, key)
        assert len(pressed) == 1
