"""Widths in pixels follow the letters: as wide as these are, not only as high."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication

from simexplorer.ui.theme import metrics

WORDS = "Near-duplicate clusters 0123456789"


def letters(qapp: QApplication, stretch: int, points: float = 12.0) -> QFont:
    font = QFont(qapp.font())
    font.setPointSizeF(points)
    font.setStretch(stretch)
    return font


def test_wider_letters_of_the_same_height_get_more_room(qapp: QApplication) -> None:
    usual, wide = letters(qapp, 100), letters(qapp, 150)
    assert QFontMetrics(wide).height() == QFontMetrics(usual).height()
    assert metrics.grown(1000, wide) == pytest.approx(1.5 * metrics.grown(1000, usual), rel=0.02)


def test_words_that_fit_usual_letters_fit_any(qapp: QApplication) -> None:
    fitting = 202  # pixels of the words in Noto Sans of 9 pt
    for stretch in (75, 100, 125, 175):
        for points in (8.0, 9.0, 13.0, 24.0):
            font = letters(qapp, stretch, points)
            assert QFontMetrics(font).horizontalAdvance(WORDS) <= 1.03 * metrics.grown(fitting, font)


def test_no_width_shrinks(qapp: QApplication) -> None:
    assert metrics.grown(84, letters(qapp, 50, 6.0)) == 84
