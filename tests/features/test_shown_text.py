"""Rows of a text: all of it, none too wide, nothing torn; and searching without a stall."""

from __future__ import annotations

import tracemalloc
import unicodedata
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features import shown_text, traced_text
from simexplorer.features.shown_text import (
    LONGEST_RIGHT,
    LONGEST_ROW,
    MOST_HITS,
    MOST_IN_ROW,
    TAB,
    RowCutting,
    ShownRows,
    ShownText,
)

TEXTS = st.text(
    st.sampled_from("ab cdé\u0301 \t\n\r中文שלوم👩\u200d🚀-.\u2028x\u00a0क\u093e\u094d\u1100\u1161🏽ก\u0e33"),
    max_size=80,
)


def cells_of(text):
    """Cells of a row by the rules, in plain Python."""
    column = 0
    for character in text:
        if character == "\t":
            column += TAB - column % TAB
        elif unicodedata.category(character) not in ("Mn", "Me", "Cf") and character not in "\u1161🏽":
            column += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return column


def begins(rows):
    """(m,) whether a row is the first of its line: a line end, which is in no row, stands before it."""
    return np.append(True, rows.starts[1:] > rows.ends[:-1])


def goes_on(before, character):
    """Whether a character is seen as one with what stands before it."""
    if character in " \t\u00a0":
        return False
    mark = unicodedata.category(character) in ("Mn", "Me", "Mc", "Cf")
    return mark or character in "\u1161🏽\u0e33" or before in "\u200d\u094d"


@given(TEXTS, st.none() | st.integers(8, 20))
def test_rows_hold_every_character_but_line_ends(text, cells):
    rows = ShownText.of(text).rows(cells)
    shown = {p for a, b in zip(rows.starts, rows.ends, strict=True) for p in range(a, b)}
    assert shown == {p for p, character in enumerate(text) if character not in "\n\r\u2028\u2029"}
    assert np.all(rows.starts[1:] >= rows.ends[:-1])
    assert begins(rows).sum() == len(text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").split("\n"))


@given(TEXTS, st.integers(8, 20))
def test_no_row_is_too_wide_and_no_letter_is_torn_from_its_marks(text, cells):
    rows = ShownText.of(text).rows(cells)
    for a, b, begins_line in zip(rows.starts, rows.ends, begins(rows), strict=True):
        row = text[a:b]
        is_one = all(goes_on(*pair) for pair in pairwise(row.rstrip()))
        assert cells_of(row.rstrip()) <= cells + TAB or len(row) <= 3 or is_one
        assert begins_line or a == b or not goes_on(text[a - 1], row[0])


def test_rows_are_cut_behind_blanks():
    text = "the quick brown fox"
    rows = ShownText.of(text).rows(10)
    assert [text[a:b] for a, b in zip(rows.starts, rows.ends, strict=True)] == ["the quick ", "brown fox"]
    assert rows.row_of(0) == 0
    assert rows.row_of(10) == 1
    assert rows.row_of(99) == 1


def test_the_row_of_a_character_is_found_without_a_copy_of_all_rows():
    starts = np.arange(0, 3_000_000, 3, dtype=np.int32)
    rows = ShownRows(starts, starts + 2, np.zeros(starts.size, np.bool_), 2)
    tracemalloc.start()
    try:
        assert [rows.row_of(character) for character in (0, 2, 3, 1_500_001, 9_000_000)] == [0, 0, 1, 500_000, 999_999]
        assert tracemalloc.get_traced_memory()[1] < starts.nbytes / 10
    finally:
        tracemalloc.stop()


def test_a_word_too_long_is_cut_where_the_row_is_full():
    rows = ShownText.of("x" * 25).rows(10)
    assert rows.ends.tolist() == [10, 20, 25]
    assert begins(rows).tolist() == [True, False, False]


def test_ideographs_take_two_cells_and_break_anywhere():
    text = "中文中文中文"
    rows = ShownText.of(text).rows(8)
    assert [text[a:b] for a, b in zip(rows.starts, rows.ends, strict=True)] == ["中文中文", "中文"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        pytest.param(
            "\u1112\u1161\u11ab\u1100\u116e\u11a8" * 3, "\u1112\u1161\u11ab\u1100\u116e\u11a8" * 2, id="Korean"
        ),
        pytest.param("កម្ពុជាកម្ពុជាក", "កម្ពុជាកម្ពុ", id="Khmer"),
        pytest.param("बाबाबाबाबा", "बाबाबाबा", id="Hindi"),
        pytest.param("น้ำน้ำน้ำน้ำน้ำ", "น้ำน้ำน้ำน้ำ", id="Thai"),
        pytest.param("👩🏽👩🏽👩🏽👩🏽👩🏽", "👩🏽👩🏽👩🏽👩🏽", id="colours of skin"),
        pytest.param("ក្ម\u200bក្មក្មក្មក្មក្ម", "ក្ម\u200b", id="words parted without a blank"),
        pytest.param("བོད་སྐད་ཡིག་ཡིན་ནི", "བོད་སྐད་ཡིག་", id="Tibetan syllables"),
    ],
)
def test_a_row_ends_where_a_reader_would_end_it(text, first):
    cut = ShownText.of(text).rows(8)
    assert text[cut.starts[0] : cut.ends[0]] == first


def test_a_line_runs_the_way_of_its_first_strong_letter():
    rows = ShownText.of("1. שלום abc שלום שלום\nabc שלום\n123").rows(10)
    lines = np.cumsum(begins(rows))
    assert rows.right_to_left[lines == 1].all()
    assert not rows.right_to_left[lines > 1].any()


def test_an_empty_text_has_one_empty_row():
    rows = ShownText.of("").rows(20)
    assert (rows.starts.tolist(), rows.ends.tolist()) == ([0], [0])
    assert len(ShownText.of("a\n").rows(20)) == 2


def test_unwrapped_lines_go_on_in_the_next_row_only_where_they_are_endless():
    rows = ShownText.of("x" * 3 * LONGEST_ROW + "\ny").rows(None)
    assert begins(rows).tolist() == [True, False, False, True]
    assert rows.cells == LONGEST_ROW


def test_unwrapped_rows_from_right_to_left_are_shorter():
    rows = ShownText.of("x" * LONGEST_ROW + "\n" + "שלום " * 200 + "\nabc " + "שלום " * 100).rows(None)
    lengths = (rows.ends - rows.starts).tolist()
    assert lengths == [LONGEST_ROW, *[LONGEST_RIGHT] * 3, 100, LONGEST_RIGHT, 204]
    assert len(ShownText.of("שלום " * 200).rows(400)) == 3


@pytest.mark.parametrize("cells", [None, 100])
@pytest.mark.parametrize("character", ["\u0301", "\t", " ", "\u200d", "👩\u200d"])
def test_a_row_ends_after_some_thousand_characters_whatever_their_cells(character, cells):
    text = "a" + character * (10 * MOST_IN_ROW) + "\nend"
    rows = ShownText.of(text).rows(cells)
    assert (rows.ends - rows.starts).max() <= MOST_IN_ROW
    assert (rows.ends - rows.starts).sum() == len(text) - 1
    assert begins(rows).sum() == 2


def test_the_way_of_a_line_is_told_from_its_beginning():
    for count, right in ((MOST_IN_ROW - 1, True), (MOST_IN_ROW, False)):
        rows = ShownText.of("1" * count + "שלום").rows(100)
        assert rows.right_to_left.tolist() == [right] * len(rows)


@given(st.text("abAB é\n", max_size=60), st.text("abé ", min_size=1, max_size=3))
def test_finding_is_that_of_lower_case_texts(text, wanted):
    hits = ShownText.of(text).find(wanted).tolist()
    plain = text.lower().replace("\n", " ")
    expected, at = [], plain.find(wanted)
    while at >= 0:
        expected.append([at, at + len(wanted)])
        at = plain.find(wanted, at + len(wanted))
    assert hits == expected


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        pytest.param("un cafe\u0301 noir", "café", ["cafe\u0301"], id="the text has its accents apart"),
        pytest.param("un café noir", "cafe\u0301", ["café"], id="what is typed has them apart"),
        pytest.param("un cafe\u0301 noir", "cafe", [], id="no other letter"),
        pytest.param("\u1112\u1161\u11ab\u1100\u116e\u11a8", "국", ["\u1100\u116e\u11a8"], id="Korean"),
        pytest.param("ΟΔΟΣ οδός", "οδοσ", ["ΟΔΟΣ"], id="final sigma"),
        pytest.param("Straße STRASSE", "strasse", ["Straße", "STRASSE"], id="sharp s"),
        pytest.param("Straße", "s", ["S"], id="no half of a letter"),
        pytest.param("İstanbul ISI ısı", "ısı", ["ISI", "ısı"], id="dotless i"),
        pytest.param("İZMİR i\u0307zmir", "izmir", ["İZMİR", "i\u0307zmir"], id="i with a dot"),
        pytest.param("כָּתַב כתב", "כת", ["כת"], id="Hebrew points are letters of their own"),
        pytest.param("𐐀𐐨 😀x", "𐐨", ["𐐀", "𐐨"], id="beyond sixteen bits"),
        pytest.param("a\u00a0b a\r\nb a\u3000b", "a b", ["a\u00a0b", "a\r\nb", "a\u3000b"], id="white space"),
    ],
)
def test_what_reads_the_same_is_found_as_it_stands(text, wanted, found):
    assert [text[a:b] for a, b in ShownText.of("x " + text).find(wanted) - 2] == found


@pytest.mark.parametrize(
    "word", ["हिन्दी", "מַלְכָּה", "cafe\u0301", "می\u200cخواهم", "ভাষা", "Wort\u00adende", "part_2", "\u1112\u1161\u11ab"]
)
def test_a_word_is_all_of_its_letters_and_marks(word):
    shown = ShownText.of(f"a {word}, b")
    assert {shown.word_around(place) for place in range(2, 2 + len(word) + 1)} == {(2, 2 + len(word))}
    assert shown.word_around(len(shown)) == (len(shown) - 1, len(shown))
    assert ShownText.of("").word_around(0) == (0, 0)
    assert ShownText.of("e\u0301" * 10_000).word_around(9_000) == (8_000, 10_000)


def test_finding_ends_at_ten_thousand():
    assert len(ShownText.of("ab" * 20_000).find("AB")) == MOST_HITS
    assert len(ShownText.of("ab").find("")) == 0
    assert len(ShownText.of("ab").find("abc")) == 0


@pytest.mark.parametrize("text", ["x" * 5_000_000, "word " * 1_000_000, "\n" * 3_000_000, "e\u0301" * 1_500_000])
def test_millions_of_characters_become_rows(text):
    shown = ShownText.of(text)
    rows = shown.rows(100)
    assert rows.ends[-1] == len(text)
    assert len(rows) == pytest.approx(max(1 + text.count("\n"), len(text.replace("\u0301", "")) / 100), rel=0.01)


@given(TEXTS, st.none() | st.integers(8, 20), st.integers(1, 9))
def test_cutting_in_slices_gives_the_same_rows(text, cells, step):
    shown = ShownText.of(text)
    whole, cutting = shown.rows(cells), RowCutting(shown, cells)
    while not cutting.advance(step):
        assert len(cutting.rows) <= len(whole)
    for name in ("starts", "ends", "right_to_left", "cells"):
        np.testing.assert_array_equal(getattr(cutting.rows, name), getattr(whole, name))


@pytest.mark.parametrize("word", ["needle ", "ne\u0301e\u0301dle\u0301 ", "\u1100\u1161\u11a8 "])
def test_finding_in_parts_finds_what_crosses_their_edge(word):
    shown = ShownText.of(word * 10)
    whole = [[first, first + len(word) - 1] for first in range(0, len(shown), len(word))]
    for step in (3, 10, 11):
        parts = [shown.find(word[:-1], first, first + step) for first in range(0, len(shown), step)]
        assert np.concatenate(parts).tolist() == shown.find(word[:-1]).tolist() == whole


def test_rows_of_a_long_text_are_moved_once_while_they_are_cut(monkeypatch):
    moved, grown = [], shown_text._grown
    monkeypatch.setattr(shown_text, "_grown", lambda column, room: moved.append(len(column)) or grown(column, room))
    cutting = RowCutting(ShownText.of("a line of some words\n" * 100_000), 60)
    while not cutting.advance(50_000):
        pass
    assert len(cutting.rows) == 100_001
    assert len(moved) == 3, "its three columns, once"
    assert max(moved) < 10_000


@pytest.mark.parametrize(
    ("edge", "at_once"), [(edge, at_once) for edge in "a\u00e9\u4e2d\U0001d400\ud800" for at_once in (1, 3, 7)]
)
def test_code_points_of_a_long_text_are_found_piece_by_piece(monkeypatch, edge, at_once):
    monkeypatch.setattr(traced_text, "_AT_ONCE", at_once)
    text = f"ab{edge}c{edge}{edge}defg" * 3
    points = traced_text.code_points(text)
    assert points.tolist() == [ord(character) for character in text]
    assert points.dtype == np.uint32
    assert not points.flags.writeable
    assert points.flags.c_contiguous
