"""The line across the top keeps its words and its order where letters are large and the window is small."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.command_bar import CommandBar


def bar_of(qtbot: QtBot, scale: float) -> tuple[CommandBar, list[QWidget]]:
    """A bar in letters of another size, and its parts from left to right."""
    bar = CommandBar()
    qtbot.addWidget(bar)
    bar.setMinimumSize(300, 40)  # of its own, as in the window, which may be smaller than its parts want
    font = QApplication.font()
    font.setPointSizeF(font.pointSizeF() * scale)
    for child in bar.findChildren(QWidget):
        child.setFont(font)
    bar.offer("Analyse again", "", True)
    bar.resize(1920, bar.sizeHint().height())
    bar.show()
    QApplication.processEvents()
    line = [child for child in bar.children() if isinstance(child, (QToolButton, QPushButton, QLineEdit))]
    return bar, sorted((one for one in line if one.isVisible()), key=lambda one: one.x())


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_filter_gives_way_before_a_button_is_cut_or_lies_over_another(qtbot: QtBot, scale: float) -> None:
    bar, line = bar_of(qtbot, scale)
    assert bar.filter.width() >= bar.filter.maximumWidth() - 1  # what does not divide evenly is a pixel
    gaps = 24 + 8 * (len(line) + 1) + bar._growth.sizeHint().width()  # that which it keeps for longer words
    others = sum(one.sizeHint().width() for one in line if one is not bar.filter)
    for room in (240, 110):
        bar.resize(others + gaps + room, bar.height())
        QApplication.processEvents()
        for left, right in itertools.pairwise(line):
            assert left.geometry().right() < right.x()
        for button in line:
            if button is not bar.filter:
                assert button.width() >= button.sizeHint().width()
        assert line[-1].geometry().right() < bar.width()
        assert bar.filter.width() >= min(room, 180)


def test_buttons_say_it_by_their_icons_where_all_words_have_no_room(qtbot: QtBot) -> None:
    bar, line = bar_of(qtbot, 1.5)
    bar.resize(bar.layout().minimumSize().width() - 40, bar.height())  # type: ignore[union-attr]
    QApplication.processEvents()
    style = Qt.ToolButtonStyle
    assert bar.export.toolButtonStyle() == style.ToolButtonIconOnly
    assert bar.open.toolButtonStyle() == style.ToolButtonTextBesideIcon
    assert bar.analyse.width() >= bar.analyse.sizeHint().width()
    for left, right in itertools.pairwise(line):
        assert left.geometry().right() < right.x()
    bar.resize(1920, bar.height())
    assert bar.export.toolButtonStyle() == style.ToolButtonTextBesideIcon
