"""Shared passages: equal on both sides, complete, and quick on texts made to be slow."""

from __future__ import annotations

import random
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.normalise import normalise_text
from simexplorer.features.traced_text import traced
from simexplorer.search.passages import shared_passages, suitable_least
from simexplorer.search.shared_runs import find_runs, index_windows

SWITCHES = st.sampled_from([(), ("nfc", "case", "space"), ("nfkc", "case", "nospace")])
PIECES = st.lists(
    st.sampled_from(["abcd", "ABcd ", "efg", "  ", "ß", "ss", "e\u0301", "é", "中文字", "\r\n", "x"]), max_size=14
)
TEXTS = PIECES.map("".join)


def shared_places(a, b, window):
    """Brute force: which characters of ``a`` lie in a window that stands in ``b``."""
    there = {b[q : q + window] for q in range(len(b) - window + 1)}
    covered = np.zeros(len(a), bool)
    for p in range(len(a) - window + 1):
        if a[p : p + window] in there:
            covered[p : p + window] = True
    return covered


@given(TEXTS, TEXTS, SWITCHES, st.integers(1, 6))
def test_both_sides_of_a_passage_normalise_to_the_same_text(left, right, switches, least):
    found = shared_passages(left, right, switches, least)
    for a, b, c, d in zip(found.left_start, found.left_end, found.right_start, found.right_end, strict=True):
        assert 0 <= a < b <= len(left)
        assert 0 <= c < d <= len(right)
        assert normalise_text(left[a:b], switches) == normalise_text(right[c:d], switches) != ""


@pytest.mark.parametrize(
    ("left", "right", "shared"),
    [
        ("ｒａｎ\u3000ａｗａｙ\u3000ｈｏｍｅ", "ｒａｎ\u3000ａｗａｙ\u3000ｓｏｏｎ", "ｒａｎ\u3000ａｗａｙ"),
        ("ｶﾞｸｾｲﾃﾞｽｱ", "ｶﾞｸｾｲﾃﾞｽｲ", "ｶﾞｸｾｲﾃﾞｽ"),
        ("begins at 10\u00a0½", "begins at 10\u00a0¾", "begins at 10"),
    ],
)
def test_no_more_is_marked_than_is_shared_where_every_character_changes(left, right, shared):
    found = shared_passages(left, right, ("nfkc", "case", "space"), 6)
    assert [left[a:b] for a, b in zip(found.left_start, found.left_end, strict=True)] == [shared]
    assert [right[a:b] for a, b in zip(found.right_start, found.right_end, strict=True)] == [shared]


@given(st.text("ab ", max_size=40), st.text("ab ", max_size=40), st.integers(1, 5))
def test_everything_that_the_other_text_holds_is_covered_and_nothing_else(left, right, window):
    for one, other in ((left, right), (right, left)):
        wanted = shared_places(one, other, window)
        found = shared_passages(one, other, (), window)
        covered = np.zeros(len(one), bool)
        for a, b in zip(found.left_start, found.left_end, strict=True):
            covered[a:b] = True
        assert not np.any(covered & ~wanted)
        blank = np.array([c == " " for c in one], bool)
        assert not np.any(wanted & ~covered & ~blank)
        assert found.left_share == pytest.approx(wanted.mean() if one else 0.0)
        assert found.right_share == pytest.approx(shared_places(other, one, window).mean() if other else 0.0)


@given(TEXTS, TEXTS, st.integers(1, 4))
def test_marks_are_free_of_overlaps_and_cover_what_the_passages_cover(left, right, least):
    found = shared_passages(left, right, ("nfc", "case", "space"), least)
    for side, starts, ends in ((False, found.left_start, found.left_end), (True, found.right_start, found.right_end)):
        begin, end, of = found.marks(side)
        assert np.all(begin[1:] >= end[:-1])
        assert np.all((starts[of] <= begin) & (begin < end) & (end <= ends[of]))
        painted = {t for a, b in zip(begin, end, strict=True) for t in range(a, b)}
        assert painted == {t for a, b in zip(starts, ends, strict=True) for t in range(a, b)}


def test_an_example_by_hand():
    left = "Dear Ann, the boat leaves at nine. Yours, Bob"
    right = "Hello! THE  BOAT leaves\nat nine. Yours, Eve"
    found = shared_passages(left, right, ("case", "space"), 8)
    # after normalisation both hold " the boat leaves at nine. yours, "; blanks at its ends are left out
    assert [left[a:b] for a, b in zip(found.left_start, found.left_end, strict=True)] == [
        "the boat leaves at nine. Yours,"
    ]
    assert [right[a:b] for a, b in zip(found.right_start, found.right_end, strict=True)] == [
        "THE  BOAT leaves\nat nine. Yours,"
    ]
    # 33 of the left text's 45 characters (with both blanks) lie in a shared window
    assert found.left_share == pytest.approx(33 / 45)
    assert found.length.tolist() == [31]


def test_a_passage_that_stands_twice_on_one_side_is_marked_twice():
    once, twice = "a passage of some length", "a passage of some length, and: a passage of some length"
    found = shared_passages(once, twice, (), 10)
    starts, ends, of = found.marks(right=True)
    assert [twice[a:b] for a, b in zip(starts, ends, strict=True)] == [once, once]
    assert set(found.left_start[of]) == {0}
    assert found.right_share > 0.8


def test_passages_that_moved_are_found_where_they_stand_now():
    first, second = "The first paragraph stays as it is.", "The second one moves to the front."
    found = shared_passages(first + " / " + second, second + " | " + first, (), 20)
    assert found.left_start.tolist() == [0, len(first) + 3]
    assert found.right_start.tolist() == [len(second) + 3, 0]


@pytest.mark.parametrize(("left", "right"), [("", ""), ("abc", ""), ("", "abc"), ("abc", "abc"), ("   ", "   ")])
def test_empty_and_short_texts_have_no_passages(left, right):
    assert len(shared_passages(left, right, ("space",), 10)) == 0


WORD, LINE = "word " * 500_000, "x" * 1_000_000


@pytest.mark.parametrize(
    ("left", "right", "most"),
    [
        (WORD, WORD[:-50_000], 4),
        (WORD, "other " * 300_000, 0),
        (LINE, LINE[1:] + "y", 4),
        (LINE, "xy" * 400_000, 0),
        ("ab" * 600_000, "ba" * 600_000, 4),
        ("ab" * 300_000 + "c" + "ab" * 300_000, "ab" * 500_000, 6),
    ],
    ids=["a word again and again", "another word", "one line", "never two alike", "shifted", "cut in the middle"],
)
def test_texts_that_repeat_themselves_take_few_steps(left, right, most):
    found = shared_passages(left, right, ("nfc", "case", "space"), 24)
    assert len(found) <= most
    points = traced(left, ("nfc", "case", "space"))
    index = index_windows(traced(right, ("nfc", "case", "space")).points, 24)
    runs, cursor = np.empty((100, 3), np.int64), np.zeros(2, np.int64)
    assert find_runs(points.points, index, cursor, runs) <= most


def test_the_work_stays_linear_where_every_window_has_half_a_million_places():
    # each step compares at most five runs and goes on by all of the longest but a window: the sum bounds the work
    rng = random.Random(1)
    left = " ".join(rng.choices(["alpha", "beta"], k=200_000))
    right = " ".join(rng.choices(["alpha", "beta"], k=200_000))
    index = index_windows(traced(right, ()).points, 16)
    runs, cursor = np.empty((len(left), 3), np.int64), np.zeros(2, np.int64)
    count = find_runs(traced(left, ()).points, index, cursor, runs)
    assert runs[:count, 2].sum() <= len(left) + 16 * count


def test_the_least_length_follows_shingle_and_text():
    assert suitable_least("char", 9, 100_000) == 24
    assert suitable_least("char", 9, 60) == 9
    assert suitable_least("char", 40, 60) == 40
    assert suitable_least("char", 9, 300) == 300 // 20
    assert suitable_least("char", 2, 60) == 4
    assert suitable_least("word", 3, 10_000) == 24
    assert suitable_least("word", 4, 60) == 4 * 5  # a word has about five characters
    assert suitable_least("char", 200, 10_000) == 64


@pytest.mark.parametrize("words", ["Le café noir", "कुछ हिन्दी में", "قَالَ لَهُ", "שָׁלוֹם לְךָ"])
def test_a_passage_takes_its_last_letter_with_the_accents_that_were_left_out(words):
    text = unicodedata.normalize("NFD", words)
    ends = [place for place in range(9, len(text) + 1) if not unicodedata.combining((text + ".")[place])]
    for end in (end for end in ends if text[end - 1] != " "):
        found = shared_passages(text[:end] + "#" * 9, "—" + text[:end] + "+" * 9, ("accents",), 4)
        assert (found.left_start.tolist(), found.left_end.tolist()) == ([0], [end])
        assert (found.right_start.tolist(), found.right_end.tolist()) == ([1], [end + 1])
