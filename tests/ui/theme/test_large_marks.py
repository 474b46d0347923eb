"""Boxes, arrows and rows are as much larger as the letters beside them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.stylesheet import style_sheet
from tests.ui.two_clusters import two_clusters

LARGE = 24  # points


@pytest.fixture
def letters(qapp: QApplication) -> Iterator[QFont]:
    """Large letters for all of the application."""
    before, font = qapp.font(), QFont(qapp.font())
    font.setPointSize(LARGE)
    qapp.setFont(font)
    yield font
    qapp.setFont(before)


def _dressed(qtbot: QtBot, points: float) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(style_sheet(points))
    return window


def _side(box: QWidget, element: QStyle.SubElement) -> int:
    option = QStyleOptionButton()
    option.initFrom(box)
    box.ensurePolished()
    return int(box.style().subElementRect(element, option, box).height())


def test_boxes_are_as_large_as_the_letters_ask_for(qtbot: QtBot, letters: QFont) -> None:
    window = _dressed(qtbot, LARGE)
    for made, element in (
        (QCheckBox("box", window), QStyle.SubElement.SE_CheckBoxIndicator),
        (QRadioButton("one of them", window), QStyle.SubElement.SE_RadioButtonIndicator),
    ):
        assert _side(made, element) == metrics.taller(14, letters) + 2 > 16


def test_rows_of_a_tree_hold_their_letters(qtbot: QtBot, letters: QFont) -> None:
    window, folder = _dressed(qtbot, LARGE), QTreeWidgetItem(["a folder with glyphs"])
    tree = QTreeWidget(window)
    tree.addTopLevelItem(folder)
    window.show()
    assert tree.visualItemRect(folder).height() >= QFontMetrics(letters).height() > 24


def test_a_press_anywhere_on_a_large_chevron_opens_its_cluster(qtbot: QtBot, letters: QFont) -> None:
    panel = two_clusters(qtbot)
    heading, closed = panel.view.visualRect(panel.model.index(0, 0)), panel.model.rowCount()
    right = heading.left() + 7 + metrics.taller(metrics.SIGN, letters) - 1
    assert right > 24
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(right, heading.center().y()))
    assert panel.model.rowCount() > closed


def test_buttons_and_fields_are_never_lower_than_their_words(qtbot: QtBot, letters: QFont) -> None:
    window = _dressed(qtbot, LARGE)
    column = QVBoxLayout(window)
    both = QPushButton("Save report", window), QLineEdit("page", window)
    for widget in (*both, QListWidget(window)):
        column.addWidget(widget)
    window.show()
    window.resize(400, 1)  # as low as it lets itself be made
    qtbot.waitUntil(lambda: window.height() == window.minimumSizeHint().height())
    for widget in both:
        assert widget.height() >= QFontMetrics(letters).height() + 4, widget
