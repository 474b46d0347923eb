"""Paths and numbers as they are written in a font, each measured once."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.lettering import Lettering
from simexplorer.ui.panels.path_and_words import path_and_words

PATH, WORDS = "some/folder/list.mbox!41", "Accepted a package into the distribution"


def test_fitted_paths_are_those_of_the_font_and_are_told_from_others_only_where_they_are_cut(qtbot: QtBot) -> None:
    font = QFont()
    font.setWeight(QFont.Weight.DemiBold)
    fitting, measured = Lettering(font), QFontMetrics(font)
    thin = QFontMetrics(fitting.thin)
    asked: list[str] = []

    def other() -> str:
        asked.append("asked")
        return "some/other/list.mbox!41"

    assert fitting.fitted(PATH, WORDS, 1000, other) == path_and_words(PATH, WORDS, "", measured, 1000, thin)
    assert not asked
    for words, room in ((WORDS, 160), ("", 100), (WORDS, 160)):
        shown = fitting.fitted(PATH, words, room, other)
        assert shown == path_and_words(PATH, words, other(), measured, room, thin)
    assert len(asked) == 6
    wide = thin.horizontalAdvance(WORDS)
    room = measured.horizontalAdvance(PATH) + 8 + wide // 3  # too little for the words beside a row of the same table
    same = "some/folder/list.mbox!7"
    assert fitting.fitted(PATH, WORDS, room, lambda: same) == path_and_words(PATH, WORDS, same, measured, room, thin)
    assert fitting.fitted(PATH, WORDS, room, lambda: same).path != PATH


def test_a_number_is_set_in_one_line_of_the_font(qtbot: QtBot) -> None:
    font = QFont()
    lettering = Lettering(font)
    line, width, height = lettering.line("0.973")
    assert line.text() == "0.973"
    assert round(width) == QFontMetrics(font).horizontalAdvance("0.973")
    assert round(height) == QFontMetrics(font).height()
    assert lettering.line("0.973")[0] is line


def test_a_path_reads_from_the_left_whatever_its_letters(qtbot: QtBot) -> None:
    lettering = Lettering(QFont())
    for stem in ("ملف", "קובץ 12"):
        begins = QRect(0, 0, 3 + int(lettering.line(stem)[1]), 40)
        alone = _picture(lettering, stem, False).copy(begins)
        assert _picture(lettering, f"{stem}.txt", True).copy(begins) == alone
        assert _picture(lettering, f"{stem}.txt", False).copy(begins) != alone, "a sentence has its own direction"


def _picture(lettering: Lettering, text: str, is_path: bool) -> QImage:
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(lettering.font)
    painter.drawStaticText(4, 4, lettering.line(text, is_path)[0])
    painter.end()
    return image
