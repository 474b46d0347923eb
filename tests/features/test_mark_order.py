"""Unicode forms of texts with very many marks."""

from __future__ import annotations

import random
import unicodedata

import pytest

from simexplorer.features.mark_order import LONGEST_RUN, _marks_in, in_form
from simexplorer.features.normalise import normalise_text

MARKS = "\u0301\u0327\u0315\u05ae\u0344\u0f73\u0f71\u3099\u0345\u0334\uff9e\u1dfa\U0001e944"


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
def test_the_form_is_that_of_python(form):
    chance = random.Random(3)
    for _ in range(60):
        size = chance.choice([LONGEST_RUN - 1, LONGEST_RUN, LONGEST_RUN + 5, 3 * LONGEST_RUN])
        marks = chance.sample(MARKS, 4)
        text = "".join(
            chance.choice(["", "e", "é", "\u00a8", "か", "\u1100\u1161"]) + "".join(chance.choices(marks, k=size))
            for _ in range(3)
        )
        assert in_form(text, form) == unicodedata.normalize(form, text)


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
def test_every_mark_that_moves_is_known(form):
    apart = "NFKD" if form == "NFKC" else "NFD"
    # those that mean nothing (Cn) and surrogates have no class
    every = [one for one in map(chr, range(0x110000)) if unicodedata.category(one) not in ("Cn", "Cs", "Co")]
    moving = {one for one in every if unicodedata.combining(unicodedata.normalize(apart, one)[0])}
    assert len(moving) > 900
    assert _marks_in("".join(every), form) == moving


def test_four_hundred_thousand_marks_out_of_order_are_composed():
    text = "a" + "\u0301\u0327" * 200_000  # by insertion: ten minutes
    assert normalise_text(text, ("nfc",)) == "\u00e1" + "\u0327" * 200_000 + "\u0301" * 199_999
