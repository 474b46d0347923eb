"""The help says where the numbers are explained, and names what there is."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.page_list import PAGES
from simexplorer.ui.panels.help_window import HelpWindow


def test_the_help_leads_to_every_page_of_the_lab(qtbot: QtBot) -> None:
    window = HelpWindow([("Analysis", [("F5", "Analyse")])])
    qtbot.addWidget(window)
    window.open_beside()
    words = window.page.toPlainText().lower()
    assert "the menu learn" in words
    named = [entry.title.lower().replace("matrix and ", "").replace("bands and s-curve", "bands") for entry in PAGES]
    assert [title for title in named if title not in words] == []


def test_keys_stand_in_one_line_in_large_letters(qtbot: QtBot, large_letters: None) -> None:
    window = HelpWindow([("Analysis", [("Ctrl+Shift+PgDown", "Something")])])
    qtbot.addWidget(window)
    window.open_beside()
    found = window.page.document().find("Ctrl+Shift+PgDown")
    block = found.block()
    window.page.document().documentLayout().documentSize()  # lays it out
    assert block.layout().lineCount() == 1
