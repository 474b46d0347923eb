"""The list of rules holds each rule once; keys act on it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.rules_controller import CHOICES
from simexplorer.ui.dialogs.rules_dialog import RulesDialog
from tests.ui.panels.test_choices_fit import room_of


def test_a_rule_that_is_in_the_list_is_selected_and_not_added_again(qtbot: QtBot) -> None:
    dialog = RulesDialog((("newest", "Keep the newest"), ("longest", "Keep the longest text")))
    qtbot.addWidget(dialog)
    dialog.set_rules([("longest", b"", "")])
    for place in (0, 1, 0):
        dialog.choice.setCurrentIndex(place)
        dialog.plus.click()
    assert [name for name, _, _ in dialog.rules()] == ["longest", "newest"]
    assert dialog.list.currentRow() == 1


def test_delete_takes_the_selected_rule_out_and_nothing_where_none_is_selected(qtbot: QtBot) -> None:
    dialog = RulesDialog((("newest", "Keep the newest"), ("longest", "Keep the longest text")))
    qtbot.addWidget(dialog)
    dialog.set_rules([("longest", b"", ""), ("newest", b"", "")])
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.list.setFocus()
    dialog.list.setCurrentRow(-1)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert len(dialog.rules()) == 2
    dialog.list.setCurrentRow(0)
    with qtbot.waitSignal(dialog.changed):
        qtbot.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert [name for name, _, _ in dialog.rules()] == ["newest"]


def test_the_name_of_a_folder_is_told_on_hovering_as_it_is(qtbot: QtBot) -> None:
    dialog = RulesDialog((("folder", "Keep what is in …"),))
    qtbot.addWidget(dialog)
    dialog.set_rules([("folder", b"/srv/a <b>bold</b> & co", "")])
    rule = dialog.list.item(0)
    assert rule.text() == "Keep what is in /srv/a <b>bold</b> & co"
    assert QTextDocumentFragment.fromHtml(rule.toolTip()).toPlainText() == rule.text()


def test_what_rules_would_mark_is_told_whole_in_large_letters(qtbot: QtBot, large_letters: None) -> None:
    dialog = RulesDialog((("newest", "Keep the newest"),))
    qtbot.addWidget(dialog)
    dialog.resize(1_100, 680)
    with qtbot.waitExposed(dialog):
        dialog.show()
    verdict = [column.name for column in dialog.model.columns].index("mark")
    told = dialog.preview.fontMetrics().horizontalAdvance("duplicate")
    assert dialog.preview.columnWidth(verdict) >= told + 20


def test_no_rule_to_choose_is_cut_off_in_large_letters(qtbot: QtBot, large_letters: None) -> None:
    dialog = RulesDialog(CHOICES)
    qtbot.addWidget(dialog)
    dialog.resize(900, 680)
    with qtbot.waitExposed(dialog):
        dialog.show()
    assert dialog.width() == 900
    texts = [dialog.choice.itemText(place) for place in range(dialog.choice.count())]
    told = dialog.choice.fontMetrics()
    assert [text for text in texts if told.horizontalAdvance(text) > room_of(dialog.choice)] == []
