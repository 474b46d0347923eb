"""Pages of two parts: beside each other where there is room, else below each other and scrolled."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QSplitter, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.roomy import folding, roomy
from simexplorer.ui.theme import metrics


def _page() -> tuple[QScrollArea, QSplitter]:
    page, split = QWidget(), QSplitter()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    words = QLabel("words that wrap " * 200)
    words.setWordWrap(True)
    split.addWidget(words)
    split.addWidget(QLabel("others"))
    column.addWidget(split)
    return roomy(page, "someArea", "Some page", wide=500, low=300, fold=folding(split)), split


def test_a_page_folds_where_it_is_narrow_and_scrolls_where_it_is_low(qtbot: QtBot) -> None:
    area, split = _page()
    qtbot.addWidget(area)
    assert area.accessibleName() == "Some page"
    area.resize(800, 600)
    area.grab()
    assert split.orientation() == Qt.Orientation.Horizontal
    assert split.width() == area.viewport().width() >= 780
    assert area.verticalScrollBar().maximum() == 0
    area.resize(800, 160)
    area.grab()
    assert split.orientation() == Qt.Orientation.Horizontal
    assert split.height() == metrics.taller(300, area.font())
    area.resize(320, 160)
    area.grab()
    assert split.orientation() == Qt.Orientation.Vertical
    assert split.width() == area.viewport().width() <= 320
    assert split.height() == 2 * metrics.taller(300, area.font())
    area.resize(800, 600)
    area.grab()
    assert split.orientation() == Qt.Orientation.Horizontal


def test_large_letters_fold_it_earlier(qtbot: QtBot) -> None:
    area, split = _page()
    qtbot.addWidget(area)
    area.resize(800, 600)
    area.grab()
    large = area.font()
    large.setPointSizeF(24)
    area.setFont(large)
    area.resize(802, 600)
    area.grab()
    assert split.orientation() == Qt.Orientation.Vertical
    assert split.height() > 600
