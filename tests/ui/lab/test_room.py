"""A page is never wider than the window: whoever looks at two documents sees both, whatever their names are."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabText
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.page_list import PAGE_NAMES
from simexplorer.ui.theme.stylesheet import style_sheet
from tests.ui.lab.conftest import OpenPage, settle

_LONG = "a-folder-with-a-name-of-many-characters/" * 3
_TEXT = "a text of several words that a person has chosen to look at in the lab. "


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_long_names_do_not_push_a_page_out_of_the_window(open_page: OpenPage, qtbot: QtBot, name: str) -> None:
    texts = [LabText(f"{_LONG}{which}-document-with-a-long-name-too.txt", _TEXT * 400 + which) for which in "abc"]
    _fits(open_page(name, *texts), qtbot)


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_long_words_do_not_push_a_page_out_of_the_window(open_page: OpenPage, qtbot: QtBot, name: str) -> None:
    page = open_page(name, *(LabText(f"{which}.txt", f"{'of' * 5000} words {which * 5000}") for which in "abc"))
    _fits(page, qtbot)
    page.player.go_to(1)
    _fits(page, qtbot)


def test_a_long_piece_of_an_alignment_does_not_push_its_page_out_of_the_window(
    open_page: OpenPage, qtbot: QtBot
) -> None:
    page = open_page("distances", *(LabText(f"{which}.txt", which * 300) for which in "WM"))
    assert "WWW…" in page.says.text()
    _fits(page, qtbot)
    page.window().resize(820, 520)
    qtbot.wait(50)
    assert page.findChild(QScrollArea, "labScroll_distances").horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("name", ["minhash", "simhash", "tables"])
def test_a_long_word_typed_is_told_in_few_characters(open_page: OpenPage, qtbot: QtBot, name: str) -> None:
    page = open_page(name)
    lines = [line for line in page.findChildren(QLineEdit) if line.objectName().startswith("labTyped")]
    assert lines
    for line in lines:
        QApplication.clipboard().setText("x" * 20_000)
        line.selectAll()
        line.paste()
        qtbot.keyClick(line, Qt.Key.Key_Return)
        settle(page, qtbot)
        assert "xxx…xxx" in page.problem.text()
        _fits(page, qtbot)


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_large_letters_do_not_push_a_page_out_of_the_window(
    large_letters: None, open_page: OpenPage, qtbot: QtBot, name: str
) -> None:
    page = open_page(name)
    window = page.window()
    window.setStyleSheet(style_sheet(16.0))
    window.resize(920, 780)
    qtbot.waitUntil(lambda: page.width() < 640)
    scroll = page.findChild(QScrollArea, f"labScroll_{name}")
    for place in range(max(1, page.example.count())):
        page.example.setCurrentIndex(place)
        settle(page, qtbot)
        qtbot.wait(20)
        assert scroll.horizontalScrollBar().maximum() == 0, page.example.currentText()
    assert page.minimumSizeHint().width() <= page.width(), "its title and its fields are whole"


def _fits(page: LabPage[Any], qtbot: QtBot) -> None:
    page.window().setStyleSheet(style_sheet(9.0))
    page.window().resize(1024, 730)
    qtbot.waitUntil(lambda: page.width() < 830)
    qtbot.wait(20)
    scroll = page.findChild(QScrollArea, f"labScroll_{page.name}")
    assert scroll.horizontalScrollBar().maximum() == 0
