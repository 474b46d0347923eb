"""The row above a view: one row where there is room, two where there is not, nothing above anything else."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.heading_row import HeadingRow
from tests.ui.layout_requests import LayoutRequests


class Heading(QWidget):
    """Words, a field with its caption, two buttons."""

    def __init__(self) -> None:
        super().__init__()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        self.inner = QWidget()
        row = self.row = HeadingRow(self.inner)
        row.setContentsMargins(4, 4, 4, 4)
        row.setSpacing(8)
        self.words = ElidedLabel()
        self.words.say("five thousand groups with twenty-two thousand documents in them")
        self.caption, self.field = QLabel("Cut at"), QLineEdit()
        self.caption.setBuddy(self.field)
        self.field.setFixedWidth(84)
        self.buttons = [QPushButton(text) for text in ("Cut here", "Copy")]
        row.addWidget(self.words, 1)
        row.addWidget(self.caption)
        row.addWidget(self.field)
        row.addWidget(self.buttons[1])
        row.insertWidget(3, self.buttons[0])
        whole.addWidget(self.inner)
        whole.addStretch(1)

    def parts(self) -> list[QWidget]:
        return [self.words, self.caption, self.field, *self.buttons]


@pytest.mark.parametrize(("width", "one_row"), [(900, True), (330, False), (240, False)])
def test_nothing_lies_over_anything_else(qtbot: QtBot, width: int, one_row: bool) -> None:
    heading = Heading()
    qtbot.addWidget(heading)
    assert heading.row.hasHeightForWidth()
    heading.inner.resize(width, heading.row.heightForWidth(width))
    heading.row.setGeometry(heading.inner.rect())
    places = [part.geometry() for part in heading.parts()]
    for number, place in enumerate(places):
        assert heading.inner.rect().contains(place)
        assert not any(place.intersects(other) for other in places[:number])
    middles = {place.center().y() // 12 for place in places}
    assert (len(middles) == 1) == one_row
    assert abs(heading.caption.geometry().center().y() - heading.field.geometry().center().y()) <= 1
    assert heading.field.width() == 84
    assert all(button.width() >= button.sizeHint().width() for button in heading.buttons)
    if one_row:  # words take what is left, so that buttons stand at the right
        assert heading.inner.width() - heading.buttons[1].geometry().right() <= 5


def test_hidden_parts_take_no_room_and_deleted_ones_are_forgotten(qtbot: QtBot) -> None:
    heading = Heading()
    qtbot.addWidget(heading)
    whole = heading.row.sizeHint().width()
    heading.buttons[0].hide()
    assert heading.row.sizeHint().width() == whole - heading.buttons[0].sizeHint().width() - 8
    heading.buttons[1].setParent(None)
    heading.buttons[1].deleteLater()
    assert heading.row.count() == 4
    assert heading.row.itemAt(9) is None


def shown(room: QWidget, width: int) -> Heading:
    heading = Heading()
    heading.setParent(room)
    heading.resize(width, 200)
    room.show()
    QApplication.processEvents()
    return heading


def test_other_words_of_the_same_height_move_nothing_outside_the_row(qtbot: QtBot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    heading = shown(room, 560)
    requests, before = LayoutRequests(heading), heading.buttons[0].x()
    heading.words.say("one")
    heading.buttons[1].hide()
    QApplication.processEvents()
    assert requests.count == 0
    assert heading.buttons[0].x() > before  # moved by the row itself
    heading.buttons[1].show()
    heading.buttons[1].setText(
        "Copy to a place that has a long name of its own, longer than all that there is room for"
    )
    qtbot.waitUntil(lambda: requests.count > 0)  # a second row is needed
    qtbot.waitUntil(lambda: heading.inner.height() == heading.row.heightForWidth(heading.inner.width()))


def test_another_row_is_asked_for_though_the_row_is_put_in_its_place_before_that(qtbot: QtBot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    heading = shown(room, 560)
    heading.buttons[1].setText("Copy to a place that has a long name of its own")
    heading.row.setGeometry(heading.row.geometry())  # something beside it has changed as well
    qtbot.waitUntil(lambda: heading.inner.height() == heading.row.heightForWidth(heading.inner.width()))
    assert heading.buttons[1].y() > heading.words.geometry().bottom()


def test_heights_of_widths_that_were_seen_before_are_told_anew(qtbot: QtBot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    heading = shown(room, 620)
    heading.words.setMinimumWidth(300)
    for width in (900, 620, 900):
        heading.resize(width, 200)
        QApplication.processEvents()
    heading.words.setMinimumWidth(24)  # one row now at both widths
    for width in (620, 900):
        heading.resize(width, 200)
        qtbot.waitUntil(lambda: heading.inner.height() == heading.row.heightForWidth(heading.inner.width()))


def test_where_a_row_breaks_anyway_its_words_are_whole(qtbot: QtBot) -> None:
    heading = Heading()
    qtbot.addWidget(heading)
    wanted = heading.words.sizeHint().width()
    beside = sum(part.sizeHint().width() + 8 for part in (heading.field, *heading.buttons))
    width = wanted + 8 + heading.caption.sizeHint().width() // 2  # nothing fits beside all of the words
    assert beside + heading.caption.sizeHint().width() < width
    heading.buttons[1].setFixedWidth(width - 240)  # so that it breaks
    heading.inner.resize(width, heading.row.heightForWidth(width))
    heading.row.setGeometry(heading.inner.rect())
    assert heading.words.width() >= wanted
    tops = [part.geometry().center().y() // 12 for part in heading.parts()]
    assert tops[0] < tops[1]
    assert len(set(tops[1:])) == 1


def test_words_in_large_letters_keep_more_of_the_row(qtbot: QtBot, large_letters: None) -> None:
    heading = Heading()
    qtbot.addWidget(heading)
    width = sum(min(part.sizeHint().width(), part.maximumWidth()) + 8 for part in heading.parts()[1:]) + 8 + 180
    heading.inner.resize(width, heading.row.heightForWidth(width))
    heading.row.setGeometry(heading.inner.rect())
    assert heading.words.width() > 240
    assert heading.buttons[1].y() > heading.words.geometry().bottom()


@pytest.mark.parametrize("rows", [1, 2])
def test_words_that_are_not_whole_beside_others_go_on_beneath(qtbot: QtBot, rows: int) -> None:
    inner = QWidget()
    qtbot.addWidget(inner)
    row = HeadingRow(inner)
    both = [ElidedLabel(), ElidedLabel("warning")]
    for label, words in zip(both, ("777 pairs of which one holds the other", "of the run's pairs only"), strict=True):
        label.say(words)
        row.addWidget(label, 1)
    needed = [label.fontMetrics().horizontalAdvance(label.text()) for label in both]
    width = max(needed) + (2 * min(needed) if rows == 1 else min(needed) // 2)
    inner.resize(width, row.heightForWidth(width))
    row.setGeometry(inner.rect())
    assert len({label.geometry().y() for label in both}) == rows
    assert all(label.width() >= wide for label, wide in zip(both, needed, strict=True))


def test_a_caption_goes_on_beneath_with_its_field_also_where_two_words_are_whole(qtbot: QtBot) -> None:
    inner = QWidget()
    qtbot.addWidget(inner)
    row = HeadingRow(inner)
    row.setSpacing(8)
    for words in ("57 texts in 58 documents · lowest 0.662 · weakest link 0.807", "chain down to 0.662"):
        row.addWidget(label := ElidedLabel(), 1)
        label.say(words)
    caption, field = QLabel("Cut at"), QLineEdit()
    caption.setBuddy(field)
    for part in (caption, field):
        row.addWidget(part)
    width = row.sizeHint().width() - 20  # all but the field have room
    inner.resize(width, row.heightForWidth(width))
    row.setGeometry(inner.rect())
    assert caption.geometry().center().y() == field.geometry().center().y()
    assert caption.y() > row.itemAt(0).geometry().bottom()
