"""Fields of the lab have room for what is typed into them."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.fields import text_editor


def three_lines_are_whole(qtbot: QtBot) -> None:
    editor = text_editor("labTextA_some", "Text A", lambda: None)
    qtbot.addWidget(editor)
    editor.setPlainText("first\nsecond\nthird")
    editor.show()
    assert editor.verticalScrollBar().maximum() == 0
    last = editor.document().lastBlock()
    below = editor.blockBoundingGeometry(last).translated(editor.contentOffset()).bottom()
    assert below <= editor.viewport().height()


def test_a_text_is_seen_in_three_whole_lines(qtbot: QtBot) -> None:
    three_lines_are_whole(qtbot)


def test_a_text_is_seen_in_three_whole_lines_of_large_letters(qtbot: QtBot, large_letters: None) -> None:
    three_lines_are_whole(qtbot)
