from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.compiled import kernel
from simexplorer.documents.utf8 import ASCII, ODD, VISIBLE, count_characters, survey, unfinished, utf8_prefix


@kernel
def surveyed(data, start, end):
    return survey(data, start, end)


def padded(text):
    return np.frombuffer(text + bytes(16), np.uint8)


def oracle(text):
    """(bytes of the longest valid prefix, its code points) as CPython's strict decoder sees it."""
    try:
        return len(text), len(text.decode())
    except UnicodeDecodeError as error:
        return error.start, len(text[: error.start].decode())


@pytest.mark.parametrize(
    "text",
    [
        b"", b"plain", b"\xc3\xa9", b"\xc0\xaf", b"\xc1\xbf", b"\xe0\x80\xaf", b"\xe0\xa0\x80", b"\xed\xa0\x80",
        b"\xed\x9f\xbf", b"\xf0\x80\x80\x80", b"\xf0\x90\x80\x80", b"\xf4\x8f\xbf\xbf", b"\xf4\x90\x80\x80",
        b"\xf5\x80\x80\x80", b"\xff", b"\x80", b"\xe2\x82", b"12345678\xe2\x82\xac12345678\xe2", b"a" * 40 + b"\xc3",
    ],
)  # fmt: skip
def test_prefix_is_what_a_strict_decoder_takes(text):
    assert utf8_prefix(padded(text), 0, len(text)) == oracle(text)
    for before in (b"", b"\xf0", b"\xe2\x82"):  # which is none of its business
        valid, characters = oracle(text)
        found = count_characters(padded(before + text), len(before), len(before + text))
        assert found == (characters if valid == len(text) else -1)


@given(st.lists(st.one_of(st.text(max_size=12).map(str.encode), st.binary(max_size=4)), max_size=6).map(b"".join))
def test_prefix_agrees_with_the_decoder_on_anything(text):
    assert utf8_prefix(padded(b"xy" + text), 2, 2 + len(text)) == tuple(np.add(oracle(text), (2, 0)))
    valid, characters = oracle(text)
    assert count_characters(padded(text), 0, len(text)) == (characters if valid == len(text) else -1)


@given(st.text(min_size=1, max_size=20), st.integers(0, 80))
def test_a_text_cut_anywhere_is_valid_up_to_one_unfinished_character(text, cut):
    raw = text.encode()[:cut]
    end, _ = utf8_prefix(padded(raw), 0, len(raw))
    assert end == len(raw) or unfinished(padded(raw), end, len(raw))


@pytest.mark.parametrize("tail", [b"", b"a", b"\x80", b"\xff", b"\xc3\xa9", b"\xe2a", b"\xc0", b"\xf5\x80"])
def test_what_is_no_beginning_of_a_character_is_not_unfinished(tail):
    assert not unfinished(padded(tail), 0, len(tail))


@given(st.binary(max_size=100))
def test_survey_agrees_with_a_loop_over_bytes(raw):
    expected = (ASCII if all(c < 128 for c in raw) else 0) | (VISIBLE if any(c > 32 for c in raw) else 0)
    if any(c < 9 or 13 < c < 32 for c in raw):
        expected |= ODD
    assert surveyed(padded(raw), 0, len(raw)) == expected
