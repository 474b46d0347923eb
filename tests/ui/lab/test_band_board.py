"""The signature matrix drawn small: of very many bands what can be seen, and nothing that is shared is lost."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPicture, QRegion
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.lab.band_board import BandBoard

_BANDS, _ROWS, _TEXTS = 1024, 64, 8


def _board(qtbot: QtBot, *shared: tuple[int, int]) -> BandBoard:
    board = BandBoard("board", "Bands")
    qtbot.addWidget(board)
    alike, together = np.zeros((_BANDS * _ROWS, _TEXTS), np.bool_), np.zeros((_BANDS, _TEXTS), np.bool_)
    for place in shared:
        together[place] = True
    titles = [f"t{text}" for text in range(_TEXTS)]
    board.show_matrix(titles, np.zeros((_TEXTS, _BANDS * _ROWS), np.uint64), alike, together, _ROWS)
    board.show_step(_BANDS)
    board.resize(board.sizeHint())
    return board


def _commands(board: BandBoard, region: QRegion) -> int:
    """How many rectangles are filled, at most."""
    picture = QPicture()
    painter = QPainter(picture)
    board.render(painter, QPoint(), region)
    painter.end()
    return picture.size() // 320  # bytes of one with its colour


def test_no_more_is_painted_than_can_be_seen(qtbot: QtBot) -> None:
    board = _board(qtbot)
    whole = _commands(board, QRegion(board.rect()))
    assert whole < board.height() * _TEXTS < _BANDS * _TEXTS
    assert _commands(board, QRegion(0, 0, board.width(), 60)) < whole / 3


def test_a_band_that_is_shared_is_seen_among_those_that_are_painted_with_it(qtbot: QtBot) -> None:
    places = [(0, 0), (1, 1), (510, 2), (511, 3), (512, 4), (1022, 5), (1023, 6)]
    board = _board(qtbot, *places)
    image: QImage = board.grab().toImage()
    bare = QColor(image.pixelColor(44 + 7 * 40 + 20, 300)).saturation()
    for band, column in places:
        top, x = round(board._band_top(band)), 44 + column * 40 + 20
        assert max(image.pixelColor(x, y).saturation() for y in range(top - 1, min(top + 2, image.height()))) > 2 * bare


def test_numbers_of_bands_lie_on_no_other_and_titles_have_room(qtbot: QtBot, large_letters: None) -> None:
    board, letters = _board(qtbot), QFontMetrics(QApplication.font())
    assert board._side() >= letters.horizontalAdvance("1024") + 8
    assert board._head() >= letters.height()
    for step in (0, 1, 2, 700, _BANDS):
        board.show_step(step)
        tops = sorted(board._band_top(band) for band in board._numbered())
        assert min(b - a for a, b in pairwise(tops)) >= letters.ascent() - letters.descent(), step
        assert step == 0 or step - 1 in board._numbered()


def test_long_titles_that_begin_and_end_alike_are_told_apart_above_the_columns(qtbot: QtBot) -> None:
    board = BandBoard("board", "Bands")
    qtbot.addWidget(board)
    numbers = ["3", "17", "4", "5", "61", "7", "8", "9"]
    zeros, none = np.zeros((_TEXTS, 4), np.uint64), np.zeros((4, _TEXTS), np.bool_)
    titles = [f"letters/an answer {number} as it was sent.txt" for number in numbers]
    board.show_matrix(titles, zeros, none, none, 1)
    heads = board.heads(board.fontMetrics())
    assert [head.strip("…") for head in heads] == numbers
    assert all(board.fontMetrics().horizontalAdvance(head) <= 36 for head in heads)
    board.show_matrix([f"t{text}" for text in range(_TEXTS)], zeros, none, none, 1)
    assert board.heads(board.fontMetrics()) == [f"t{text}" for text in range(_TEXTS)]
    both = ["notes/the-handbook-of-volunteers-v2.md", "notes/the-handbook-of-volunteers.md"]
    board.show_matrix(both, zeros[:2], none[:, :2], none[:, :2], 1)
    assert {(head[:3], head[-3:]) for head in board.heads(board.fontMetrics())} == {("the", ".md")}
    titles = [f"{first} of the annual accounts of {last}" for first, last in zip("abcdefgh", "ijklmnop", strict=True)]
    board.show_matrix(titles, zeros, none, none, 1)
    assert len(set(board.heads(board.fontMetrics()))) == _TEXTS
    titles = ["free-licence-1.1-invariants-only.LICENSE", "free-licence-1.1-no-invariants-only.LICENSE"]
    board.show_matrix(titles, zeros[:2], none[:, :2], none[:, :2], 1)
    heads = board.heads(board.fontMetrics())
    assert len(set(heads)) == 2
    assert min(len(head.strip("…")) for head in heads) > 8
