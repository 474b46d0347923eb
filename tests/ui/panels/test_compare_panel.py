"""Texts are cut to what can be laid out at once, and what is cut is said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simexplorer.ui.panels.compare_panel import LONGEST_LINE, MOST_CHARACTERS, MOST_LINES, side_of


def test_a_short_text_is_shown_whole() -> None:
    side = side_of("a", "one\n\ntwo\n")
    assert side.text == "one\n\ntwo\n"
    assert side.notice == ""


def test_a_long_line_is_broken() -> None:
    side = side_of("a", "x" * (2 * LONGEST_LINE + 5))
    assert [len(line) for line in side.text.split("\n")] == [LONGEST_LINE, LONGEST_LINE, 5]
    assert side.notice == ""


def test_too_many_lines_or_characters_are_cut_and_said() -> None:
    assert "of 20,000 characters" in side_of("a", "a\n" * 10_000).notice
    huge = side_of("a", "b" * 10_000_000)
    assert "of 10,000,000 characters" in huge.notice


@given(st.text("ab\n", max_size=400), st.integers(1, 40))
def test_no_line_and_no_text_is_longer_than_allowed(text: str, times: int) -> None:
    side = side_of("a", text * times)
    lines = side.text.split("\n")
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= LONGEST_LINE
    assert len(side.text) <= MOST_CHARACTERS + LONGEST_LINE
    if not side.notice:
        assert side.text == text * times
