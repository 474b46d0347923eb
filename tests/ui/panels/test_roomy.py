"""Pages that need room: whole where there is some, scrolled where there is not."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.roomy import roomy


def test_a_page_keeps_its_size_and_scrolls(qtbot: QtBot) -> None:
    page = QWidget()
    words = QLabel("words that wrap " * 200)
    words.setWordWrap(True)
    QVBoxLayout(page).addWidget(words)
    area = roomy(page, "someArea", "Some page", 500, 300)
    qtbot.addWidget(area)
    area.resize(800, 600)
    area.grab()
    assert page.width() == area.viewport().width() >= 780
    area.resize(320, 160)
    area.grab()
    assert (page.width(), page.height()) == (500, 300)
    assert area.verticalScrollBar().maximum() > 0
    assert area.accessibleName() == "Some page"
