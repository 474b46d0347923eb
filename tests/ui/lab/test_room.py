"""A page is never wider than the window: whoever looks at two documents sees both, whatever their names are."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabText
from simexplorer.ui.lab.page_list import PAGE_NAMES
from simexplorer.ui.theme.stylesheet import style_sheet
from tests.ui.lab.conftest import OpenPage

_LONG = "a-folder-with-a-name-of-many-characters/" * 3
_TEXT = "a text of several words that a person has chosen to look at in the lab. "


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_long_names_do_not_push_a_page_out_of_the_window(open_page: OpenPage, qtbot: QtBot, name: str) -> None:
    texts = [LabText(f"{_LONG}{which}-document-with-a-long-name-too.txt", _TEXT * 400 + which) for which in "abc"]
    page = open_page(name, *texts)
    page.window().setStyleSheet(style_sheet(9.0))
    page.window().resize(1024, 730)
    qtbot.waitUntil(lambda: page.width() < 830)
    qtbot.wait(20)
    scroll = page.findChild(QScrollArea, f"labScroll_{name}")
    assert scroll.horizontalScrollBar().maximum() == 0
