"""The help says where the numbers are explained, and names what there is."""

from __future__ import annotations

from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.dialogs.help_window import HelpWindow
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.lab.page_list import PAGES
from simexplorer.ui.theme.colours import DARK, LIGHT, palette_from


def test_the_help_leads_to_every_page_of_the_lab(qtbot: QtBot) -> None:
    window = HelpWindow([("Analysis", [("F5", "Analyse")])])
    qtbot.addWidget(window)
    window.open_beside()
    words = window.page.toPlainText().lower()
    assert "the menu learn" in words
    named = [entry.title.lower().replace("matrix and ", "").replace("bands and s-curve", "bands") for entry in PAGES]
    assert [title for title in named if title not in words] == []


def test_the_help_names_the_keys_of_the_lab(qtbot: QtBot) -> None:
    window, lab = HelpWindow([("Analysis", [("F5", "Analyse")])]), LabWindow()
    for made in (window, lab):
        qtbot.addWidget(made)
    window.open_beside()
    keys = [shortcut.key().toString() for shortcut in lab.findChildren(QShortcut)]
    assert len(keys) == 3
    assert [key for key in (*keys, "Ctrl+T") if key not in window.page.toPlainText()] == []


def test_keys_stand_in_one_line_in_large_letters(qtbot: QtBot, large_letters: None) -> None:
    window = HelpWindow([("Analysis", [("Ctrl+Shift+PgDown", "Something")])])
    qtbot.addWidget(window)
    window.open_beside()
    found = window.page.document().find("Ctrl+Shift+PgDown")
    block = found.block()
    window.page.document().documentLayout().documentSize()  # lays it out
    assert block.layout().lineCount() == 1


def test_headings_are_read_after_other_colours_and_what_was_read_stays_in_sight(
    qtbot: QtBot, qapp: QApplication
) -> None:
    window, before = HelpWindow([("Analysis", [("F5", "Analyse")])]), qapp.palette()
    qtbot.addWidget(window)
    try:
        for colours in (LIGHT, DARK, LIGHT):
            qapp.setPalette(palette_from(colours))
            qapp.processEvents()  # brings it to the windows
            if not window.isVisible():
                window.open_beside()
                window.page.verticalScrollBar().setValue(300)
            heading = window.page.document().find("Analysis").charFormat().foreground().color()
            assert heading.name() == colours.muted
            assert window.page.verticalScrollBar().value() == 300
    finally:
        qapp.setPalette(before)
