"""What a view says while it is empty: nothing of it lies over anything else, and all of it can be scrolled to."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.empty_state import EmptyState
from simexplorer.ui.panels.overview_panel import OverviewPanel

_ADVICE = "Half of the texts are longer than 800 characters. Suggested: near duplicates. " * 3


def _check(empty: EmptyState) -> None:
    """Every part is whole, below the one above it, and within what can be scrolled to."""
    content = empty.widget()
    parts = [part for kind in (QLabel, QPushButton) for part in content.findChildren(kind) if part.isVisibleTo(content)]
    parts.sort(key=lambda part: part.y())
    assert len(parts) >= 5
    for above, below in pairwise(parts):
        assert above.geometry().bottom() < below.y(), (above, below)
    for part in parts:
        assert content.rect().contains(part.geometry())
        wanted = part.heightForWidth(part.width()) if part.hasHeightForWidth() else part.sizeHint().height()
        assert part.height() >= wanted, part
    assert empty.verticalScrollBar().maximum() == content.height() - empty.viewport().height()


@pytest.mark.parametrize("points", [10, 14])
@pytest.mark.parametrize(("width", "height"), [(384, 168), (504, 273), (784, 360)])
def test_the_first_page_never_overlaps_itself(qtbot: QtBot, points: int, width: int, height: int) -> None:
    panel = OverviewPanel()
    qtbot.addWidget(panel)
    panel.setStyleSheet(f"* {{ font-size: {points}pt; }}")
    panel.empty.say("Ready to analyse", "Look at what is to be read on the left, then press Analyse (F5).", "Analyse")
    panel.show_advice(_ADVICE)
    panel.resize(width, height)
    panel.show()
    qtbot.waitUntil(lambda: _check(panel.empty))


def test_words_that_fold_while_they_come_into_sight_are_in_their_places(qtbot: QtBot) -> None:
    tabs, empty, other = QTabWidget(), EmptyState("folder-open"), QWidget()
    qtbot.addWidget(tabs)
    empty.say("Nothing is marked as not a duplicate", "Select a pair, or documents of a cluster, and press X. " * 4)
    for page in (empty, other):
        tabs.addTab(page, "Page")
    tabs.resize(400, 400)
    tabs.show()
    qtbot.waitUntil(lambda: empty._picture.isVisible())
    content = empty.widget()
    low = tabs.height() - empty.height() + empty._column.heightForWidth(empty.viewport().width()) - 60
    tabs.setCurrentIndex(1)
    tabs.resize(400, low)
    QApplication.processEvents()
    tabs.setCurrentIndex(0)
    qtbot.waitUntil(lambda: empty._picture.isHidden() and empty._title.y() < 20)
    assert content.rect().contains(empty._body.geometry())


def test_the_picture_goes_before_anything_is_scrolled_to_and_comes_back(qtbot: QtBot) -> None:
    empty = EmptyState("folder-open")
    qtbot.addWidget(empty)
    empty.say("Nothing to compare yet", "Select a pair.", "Select")
    empty.resize(400, 320)
    empty.show()
    picture, bar = empty._picture, empty.verticalScrollBar()
    assert picture.isVisible()
    empty.resize(400, 150)
    qtbot.waitUntil(lambda: bar.maximum() == 0 and not picture.isVisible())
    empty.resize(400, 60)
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    empty.resize(400, 320)
    qtbot.waitUntil(lambda: picture.isVisible() and bar.maximum() == 0)


def test_the_button_does_what_goes_with_its_words_and_nothing_of_those_before(qtbot: QtBot) -> None:
    empty, done = EmptyState("files"), []
    qtbot.addWidget(empty)
    empty.say("Nothing has an area", button="All documents", then=lambda: done.append("all"))
    empty.button.click()
    empty.say("No pair across matches the filter", button="Clear the filter", then=lambda: done.append("clear"))
    empty.button.click()
    empty.say("Comparing …")
    empty.button.click()
    assert done == ["all", "clear"]
    assert empty.button.isHidden()


def test_no_line_of_centred_words_ends_with_a_lone_word_or_begins_with_a_dot(qtbot: QtBot) -> None:
    panel = OverviewPanel()
    qtbot.addWidget(panel)
    body = "Look at what is to be read, in Collection, and at the parameters, in Tuning; then press Analyse (F5)."
    panel.empty.say("Ready to analyse", body, "Analyse")
    panel.show_advice("Suggested: mail, notes · threshold 0.80 · equal: upper and lower case, white space, form")
    panel.resize(900, 600)
    panel.show()
    for words in (panel.empty._body, panel.advice):
        QApplication.processEvents()
        letters, flags = words.fontMetrics(), Qt.TextFlag.TextWordWrap
        lines = words.height() // letters.lineSpacing()
        assert lines > 1
        narrower = letters.boundingRect(QRect(0, 0, words.width() - 1, 1_000), flags, words.text())
        assert narrower.height() > words.height(), "in less room they would take no more lines"
        assert words.width() * lines < 1.35 * letters.horizontalAdvance(words.text())
    assert " ·" not in panel.advice.text()
