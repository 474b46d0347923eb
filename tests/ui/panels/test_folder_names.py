"""A folder may be called anything: what a dialog shows of its name stays one line."""

from __future__ import annotations

from simexplorer.ui.dialogs.acting_dialog import ActingDialog
from simexplorer.ui.dialogs.folders_dialog import FoldersDialog
from simexplorer.ui.dialogs.rules_dialog import RulesDialog

ODD, SPELT = b"/docs/two\nlines\x1b\xff", "/docs/two\\nlines\\x1b\\xff"


def test_protected_folders_are_shown_as_paths_are_everywhere(qtbot):
    dialog = FoldersDialog()
    qtbot.addWidget(dialog)
    dialog.show_folders([ODD], b"/")
    assert dialog.list.item(0).text() == SPELT
    assert dialog.folders() == (ODD,)


def test_a_rule_names_its_folder_in_one_line(qtbot):
    dialog = RulesDialog([("folder", "Keep what is in …")])
    qtbot.addWidget(dialog)
    dialog.set_rules([("folder", ODD, "")])
    assert dialog.list.item(0).text() == f"Keep what is in {SPELT}"


def test_where_duplicates_go_is_told_in_one_line(qtbot):
    dialog = ActingDialog()
    qtbot.addWidget(dialog)
    dialog.folder = ODD
    assert dialog._folder_words() == SPELT
