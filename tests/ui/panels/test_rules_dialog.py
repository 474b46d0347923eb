"""The list of rules holds each rule once."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.rules_dialog import RulesDialog


def test_a_rule_that_is_in_the_list_is_selected_and_not_added_again(qtbot: QtBot) -> None:
    dialog = RulesDialog((("newest", "Keep the newest"), ("longest", "Keep the longest text")))
    qtbot.addWidget(dialog)
    dialog.set_rules([("longest", b"", "")])
    for place in (0, 1, 0):
        dialog.choice.setCurrentIndex(place)
        dialog.plus.click()
    assert [name for name, _, _ in dialog.rules()] == ["longest", "newest"]
    assert dialog.list.currentRow() == 1
