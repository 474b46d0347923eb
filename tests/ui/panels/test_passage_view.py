"""Rows of a text in scripts whose letters are wider than cells: all of them in sight, each where the pointer is."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontDatabase

from simexplorer.features.shown_text import ShownText
from simexplorer.ui.panels.compare_panel import ComparePanel
from simexplorer.ui.panels.passage_view import PADDING, TOP
from tests.ui.conftest import double_click

WIDE = ["﷽ ", "𒐫 ", "தமிழ் மொழி "]


@pytest.mark.parametrize("letters", WIDE)
@pytest.mark.parametrize("wrap", [True, False])
def test_no_row_is_wider_than_its_room(view, letters, wrap):
    view.set_wrap(wrap)
    view.set_text(ShownText.of(letters * 60))
    room = view.viewport().width() - 2 * PADDING + view.horizontalScrollBar().maximum()
    for number in range(min(5, len(view._rows))):
        row = view._layouts.row(view._rows, number)
        assert row.line.naturalTextWidth() * row.squeeze <= room + 0.5


def test_a_place_in_a_narrowed_row_is_that_of_the_letter_painted_there(view):
    view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont))  # its W is wider than its 0
    view.set_text(ShownText.of("W" * 300))
    row = view._layouts.row(view._rows, 0)
    assert row.squeeze < 0.9
    painted = view.viewport().width() - 2 * PADDING
    assert row.character_at(painted) == row.start + row.length
    assert row.character_at(painted / 2) == pytest.approx(row.length / 2, abs=1)
    assert row.character_at(0) == 0


@pytest.mark.parametrize("wrap", [True, False])
def test_what_stands_at_the_top_stays_there_in_larger_letters(view, qtbot, wrap):
    def at_its_place():
        return view.shown.text[view.place_at(0.0) :].startswith("line 300")

    view.set_wrap(wrap)
    view.set_text(
        ShownText.of("".join(f"line {number} of words that take several rows " * 4 + "\n" for number in range(500)))
    )
    view.go_to(view.shown.text.index("line 300"), 0.0)
    qtbot.waitUntil(at_its_place)
    for points in (18.0, 9.0):
        letters = view.font()
        letters.setPointSizeF(points)
        view.setFont(letters)
        qtbot.waitUntil(at_its_place)


def test_a_double_click_takes_a_word_with_its_marks(view):
    view.set_text(ShownText.of("हिन्दी भाषा"))
    double_click(view.viewport(), QPoint(PADDING + 6, TOP + 8))
    assert view.selected_text() == "हिन्दी"


def test_a_screen_reader_is_told_what_the_current_passage_says(view):
    view.set_text(ShownText.of("one two three four " + "five " * 1000))
    assert view.accessibleDescription() == "5,019 characters"
    view.set_marks(np.array([4, 14]), np.array([7, 5019]), np.array([1, 0]))
    assert view.accessibleDescription() == "5,019 characters, 2 marked passages"
    view.set_current(1)
    assert view.accessibleDescription() == "5,019 characters, 2 marked passages, passage 2: two"
    view.set_current(0)
    assert view.accessibleDescription().endswith("passage 1: " + ("four " + "five " * 1000)[:2000])
    view.set_text(ShownText.of("no"))
    assert view.accessibleDescription() == "2 characters"


def test_a_search_in_both_texts_finds_words_whose_accents_are_apart(qtbot):
    panel = ComparePanel()
    qtbot.addWidget(panel)
    panel.resize(900, 400)
    panel.show()
    left, right = unicodedata.normalize("NFD", "Un café à Séoul 서울"), "CAFÉ et 서울특별시"
    panel.show_texts(("a.txt", ShownText.of(left), ""), ("b.txt", ShownText.of(right), ""))
    panel.seek.click()
    for words, found in (("café", ("café", "CAFÉ")), ("서울", ("서울", "서울"))):
        panel.search.clear()
        panel.search.insert(words)
        qtbot.waitUntil(lambda: panel.found.text() == "2", timeout=10_000)
        for side, form, expected in zip((panel.left, panel.right), ("NFD", "NFC"), found, strict=True):
            ((first, stop),) = side.hits.tolist()
            assert side.view.shown.text[first:stop] == unicodedata.normalize(form, expected)
        qtbot.keyClick(panel.search, Qt.Key.Key_Return)
        assert panel.found.text() == "1 of 2"
