"""Normalised text leads back to the characters it came from, whatever the switches."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.normalise import normalise_text
from simexplorer.features.traced_text import LONGEST_RUN, traced

ALPHABET = "aAbß ﬁﬀΐς\t\r\n  é\u0301\u0323\u0308eo각\u1100\u1161\u11a8Åİıǆ中文テｶﾞ👩\u200d🚀\U0001d400½.,-—!_שלום\u05bc"
SWITCHES = st.sampled_from(
    [(), ("nfc",), ("nfc", "case", "space"), ("nfkc", "case", "nospace"), ("nfc", "accents", "punctuation", "space")]
)
TEXTS = st.text(st.sampled_from(ALPHABET), max_size=60) | st.text(max_size=40)


@given(TEXTS, SWITCHES)
def test_the_text_is_that_of_normalise_text(text, switches):
    assert traced(text, switches).text == normalise_text(text, switches)


@given(TEXTS, SWITCHES)
def test_whatever_begins_and_ends_at_whole_characters_normalises_to_itself(text, switches):
    made = traced(text, switches)
    normal = made.text
    places = [p for p in range(len(made)) if not made.inner[p]]
    for first, stop in zip(places, places[3:] or [], strict=False):
        start, end = made.starts[first], made.ends[stop - 1]
        wanted = normal[first:stop]
        if "space" in switches:
            wanted = wanted.strip()
        assert normalise_text(text[start:end], switches) == wanted


@given(TEXTS, SWITCHES)
def test_origins_rise_and_stay_inside_the_text(text, switches):
    made = traced(text, switches)
    assert np.all(made.starts < made.ends)
    assert np.all(np.diff(made.starts) >= 0)
    assert np.all(np.diff(made.ends) >= 0)
    assert len(made) == 0 or (made.starts[0] >= 0 and made.ends[-1] <= len(text))


def test_an_example_by_hand():
    # characters: S t r a ß e  blank blank  E combining acute
    #             0 1 2 3 4 5  6     7      8 9
    made = traced("Straße  E\u0301", ("nfc", "case", "space"))
    assert made.text == "strasse é"
    assert made.starts.tolist() == [0, 1, 2, 3, 4, 4, 5, 6, 8]
    assert made.ends.tolist() == [1, 2, 3, 4, 5, 5, 6, 8, 10]
    assert np.flatnonzero(made.inner).tolist() == [5]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("ｆｏｘ\u3000ａｎｄ", ["ｆ", "ｏ", "ｘ", "\u3000", "ａ", "ｎ", "ｄ"]),
        ("ｶﾀﾞﾊﾟｼﾞｮ", ["ｶ", "ﾀﾞ", "ﾊﾟ", "ｼﾞ", "ｮ"]),
        ("10\u00a0½ ﬁﬀ", ["1", "0", "\u00a0", "½", "½", "½", " ", "ﬁ", "ﬁ", "ﬀ", "ﬀ"]),
        ("Å\u0323ﾡￂ", ["Å\u0323", "Å\u0323", "ﾡￂ"]),
    ],
)
def test_characters_in_a_row_that_change_each_keep_their_own_origin(text, pieces):
    made = traced(text, ("nfkc",))
    assert made.text == unicodedata.normalize("NFKC", text)
    assert [text[a:b] for a, b in zip(made.starts, made.ends, strict=True)] == pieces


def test_cutting_before_characters_that_stand_apart_changes_nothing():
    for form, switch in (("NFKC", "nfkc"), ("NFC", "nfc")):
        changed = [
            c for c in map(chr, range(0x20, 0xD800)) if unicodedata.normalize(form, c) != c or unicodedata.combining(c)
        ]
        for before in ("a\u0323", "カ", "\u1100", "가", "\u09c7", "\u0dd9", "ﾊ", "\u0f71"):
            text = before.join(changed)
            assert traced(text, (switch,)).text == unicodedata.normalize(form, text)


def test_line_ends_of_two_characters_are_one():
    made = traced("a\r\nb\rc", ())
    assert made.text == "a\nb\nc"
    assert (made.starts[1], made.ends[1]) == (1, 3)


@pytest.mark.parametrize("marks", [20_000, 200_000])
def test_a_hundred_thousand_marks_do_not_hold_it_up(marks):
    text = "a" + "\u0301\u0323" * (marks // 2)
    made = traced(text, ("nfc",))
    assert len(made) == pytest.approx(marks, abs=2 + marks / LONGEST_RUN)
    assert unicodedata.normalize("NFC", made.text[:100])


def test_a_text_that_grows_finds_room():
    made = traced("ΐ" * 1000 + "\ufdfa" * 100, ("nfkc", "case"))
    assert made.text == normalise_text("ΐ" * 1000 + "\ufdfa" * 100, ("nfkc", "case"))
