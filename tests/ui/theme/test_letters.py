"""The letters of the system change while a window is open: it ends as if it had been built in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QGraphicsTextItem, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.letters import follow_letters
from tests.ui.conftest import quiet

LARGE = 15.0  # points
Give = Callable[[float], None]


@pytest.fixture
def give(qapp: QApplication) -> Iterator[Give]:
    """Gives the application letters of so many points, until the test has ended."""
    usual = QFont(qapp.font())

    def letters(points: float) -> None:
        other = QFont(usual)
        other.setPointSizeF(points)
        qapp.setFont(other)

    yield letters
    qapp.setFont(usual)


def settled(window: MainWindow, qtbot: QtBot) -> None:
    """All timers of no length have ended, and what they left has its place."""
    for _ in range(3):
        qtbot.wait(1)
    quiet(window, qtbot)


def sizes(window: MainWindow) -> dict[str, tuple[object, ...]]:
    """What letters each widget in sight has, how wide it is, if its words do not decide it, and may be."""
    shown = [one for one in window.findChildren(QWidget) if one.isVisible() and not one.objectName().startswith("qt_")]
    found = {}
    for one in shown:
        limits = (one.minimumSize().toTuple(), one.maximumSize().toTuple())
        width = 0 if isinstance(one, QLabel) else one.width()
        found[one.objectName()] = (one.font().pointSizeF(), width, *limits)
    return found


def test_all_of_a_window_has_the_letters_and_the_room_for_them(give: Give, lent: MainWindow, qtbot: QtBot) -> None:
    lent.commands.show_view("pairs")
    lent.selection.select((0, 1))
    settled(lent, qtbot)
    usual, before = lent.font().pointSizeF(), sizes(lent)
    give(LARGE)
    settled(lent, qtbot)
    assert {name: font for name, (font, *_) in sizes(lent).items() if font != LARGE} == {}
    search, rows, title = lent.compare.search, lent.pairs.view.verticalHeader(), lent.compare.left.view
    assert search.width() == metrics.grown(172, search.font()) > 172
    assert rows.defaultSectionSize() == metrics.row_height(lent.pairs.view.font()) > 24
    assert title.font().pointSizeF() == LARGE
    assert lent.bar.open.iconSize().height() == metrics.taller(metrics.ICON, lent.font()) > metrics.ICON
    drawn = [one for one in lent.tuning.plot.scene().items() if isinstance(one, QGraphicsTextItem)]
    assert drawn
    assert {one.font().pointSizeF() for one in drawn} == {LARGE}
    give(usual)
    settled(lent, qtbot)
    assert sizes(lent) == before


def test_letters_that_return_before_the_window_heard_of_others_dress_nothing(
    give: Give, lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dressed: list[str] = []
    monkeypatch.setattr(lent, "setStyleSheet", dressed.append)
    usual = QApplication.font().pointSizeF()
    give(LARGE)
    give(usual)
    settled(lent, qtbot)
    assert not dressed


def test_pages_of_the_lab_are_made_anew_where_they_are_shown(give: Give, qtbot: QtBot) -> None:
    lab = LabWindow()
    qtbot.addWidget(lab)
    lab.open_page("minhash")
    qtbot.waitUntil(lab.is_quiet)
    before = lab.page("minhash")
    give(LARGE)
    qtbot.waitUntil(lambda: lab.is_quiet() and lab.page("minhash") is not before)
    assert lab.stack.currentWidget() is lab.page("minhash")
    lab.close()


def test_a_size_follows_the_letters_of_its_widget(qtbot: QtBot) -> None:
    field, told = QLineEdit(), []
    qtbot.addWidget(field)
    follow_letters(field, lambda one: told.append(one.font().pointSizeF()))
    larger = QFont(field.font())
    larger.setPointSizeF(LARGE)
    field.setFont(larger)
    QApplication.sendEvent(field, QEvent(QEvent.Type.PaletteChange))
    assert told[-1] == LARGE
    assert len(told) == 2
