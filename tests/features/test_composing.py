"""Unicode forms made by kernels, against those of Python's own data base."""

from __future__ import annotations

import random
import unicodedata
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.code_points import composites
from simexplorer.features.texts import composed_texts, join_texts

EVERY = [chr(point) for point in range(0x110000) if not 0xD800 <= point < 0xE000]
MARKS = [one for one in EVERY if unicodedata.combining(one)]
CHANGING = [one for one in EVERY if unicodedata.normalize("NFKD", one) != one]
PARTS = sorted({chr(part) for pair in composites().values() for part in pair})
JAMO = [
    *map(chr, (*range(0x10FE, 0x1116), *range(0x115F, 0x1178), *range(0x11A6, 0x11C5))),
    "\uac00",
    "\uac01",
    "\ud7a3",
]
forms = pytest.mark.parametrize("form", ["NFC", "NFKC"])


def composed(texts, form):
    data, offsets = join_texts([text.encode() for text in texts])
    out, ends = composed_texts(data, offsets, np.arange(len(texts)), form)
    return [out[start:end].tobytes().decode() for start, end in pairwise(ends)]


@forms
def test_every_character_alone(form):
    assert composed(EVERY, form) == [unicodedata.normalize(form, one) for one in EVERY]


@forms
def test_every_pair_that_is_in_the_data_with_and_without_something_between(form):
    texts = [chr(a) + between + chr(b) for a, b in composites().values() for between in ("", "\u0327", "x", "\u034f")]
    assert len(texts) > 4000
    assert composed(texts, form) == [unicodedata.normalize(form, text) for text in texts]


@forms
@pytest.mark.parametrize("size", [2, 3, 5, 9, 40, 300])
def test_characters_that_change_in_any_order(form, size):
    chance = random.Random(size)
    kinds = [MARKS, CHANGING, PARTS, JAMO, list("aeiou AEIOU\n" * 3)]
    texts = ["".join(chance.choice(chance.choice(kinds)) for _ in range(size)) for _ in range(20_000 // size)]
    assert composed(texts, form) == [unicodedata.normalize(form, text) for text in texts]


@forms
@given(text=st.text(max_size=80))
def test_any_text(form, text):
    assert composed([text, "", text + "e"], form) == [
        unicodedata.normalize(form, one) for one in (text, "", text + "e")
    ]


def test_only_the_texts_that_are_named_are_composed():
    data, offsets = join_texts([text.encode() for text in ("a", "e\u0301", "b", "u\u0308")])
    out, ends = composed_texts(data, offsets, np.array([1, 3]), "NFC")
    assert out[: ends[-1]].tobytes().decode() == "éü"
    assert ends.tolist() == [0, 2, 4]
    assert not out[ends[-1] : ends[-1] + 64].any()


def test_a_text_that_grows_much_finds_room():
    assert composed(["\ufdfa" * 5000, "e\u0301"], "NFKC") == [unicodedata.normalize("NFKC", "\ufdfa") * 5000, "é"]


def test_four_hundred_thousand_marks_out_of_order_take_linear_time():
    (text,) = composed(["a" + "\u0301\u0327" * 200_000], "NFC")  # by insertion: ten minutes
    assert text == "\u00e1" + "\u0327" * 200_000 + "\u0301" * 199_999


def test_a_long_run_of_marks_keeps_the_order_of_each_class():
    chance = random.Random(4)
    texts = ["o" + "".join(chance.choices(MARKS, k=size)) + "n" for size in (31, 32, 33, 64, 500)]
    assert composed(texts, "NFC") == [unicodedata.normalize("NFC", text) for text in texts]
