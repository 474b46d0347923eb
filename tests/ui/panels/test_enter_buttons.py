"""Enter presses the button that has the focus, in side windows and in bars."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.dialogs.about_dialog import AboutDialog
from simexplorer.ui.dialogs.acting_dialog import ActingDialog
from simexplorer.ui.dialogs.folders_dialog import FoldersDialog
from simexplorer.ui.dialogs.note_dialog import NoteDialog
from simexplorer.ui.dialogs.side_window import SideWindow
from simexplorer.ui.panels.naming import push_button, tool_button


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


@pytest.mark.parametrize("kind", [AboutDialog, FoldersDialog])
def test_enter_closes_a_window_that_only_tells_or_keeps_every_change_at_once(
    qtbot: QtBot, kind: type[SideWindow]
) -> None:
    dialog = kind()
    qtbot.addWidget(dialog)
    dialog.open_beside()
    qtbot.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Return)
    assert not dialog.isVisible()


def test_enter_moves_files_only_where_the_button_has_the_focus(qtbot: QtBot) -> None:
    dialog = ActingDialog()
    qtbot.addWidget(dialog)
    asked: list[bool] = []
    dialog.move_requested.connect(lambda: asked.append(True))
    dialog.open_beside()
    dialog.say("", 3)
    qtbot.keyClick(dialog.to_trash, Qt.Key.Key_Return)
    assert not asked
    qtbot.keyClick(dialog.move_now, Qt.Key.Key_Return)
    assert asked == [True]
