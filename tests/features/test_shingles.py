"""Shingle ids: equal ids for equal shingles and for no others, counts and order as in the oracle."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.normalise import normalise_text
from simexplorer.features.texts import CutParams, TextCutter, join_texts
from tests import oracles

KINDS = [(kind, k) for kind in ("char", "word") for k in (1, 2, 3, 5, 8, 9, 12, 16, 17, 40)]


def ids_of(texts: list[str], kind: str, k: int, **params) -> list[np.ndarray]:
    cutter = TextCutter(CutParams(kind=kind, size=k, **params))
    ids, bounds, _ = cutter.shingles(*join_texts([t.encode() for t in texts]), cutter.scratch())
    return [ids[bounds[d] : bounds[d + 1]] for d in range(len(texts))]


def expect_same_partition(texts: list[str], kind: str, k: int) -> None:
    """Ids and oracle shingles stand one to one, in order."""
    seen: dict[object, int] = {}
    for text, ids in zip(texts, ids_of(texts, kind, k), strict=True):
        expected = oracles.shingles(normalise_text(text, ("nfc", "case", "space")), kind, k)
        assert len(ids) == len(expected)
        for shingle, number in zip(expected, ids.tolist(), strict=True):
            assert seen.setdefault(shingle, number) == number
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize(("kind", "k"), KINDS)
@given(
    texts=st.lists(
        st.text(st.sampled_from("abcdefgh  ,.-_09") | st.sampled_from("éß中文กี가αβ\u0301 a"), max_size=80), max_size=6
    )
)
def test_ids_stand_for_shingles(kind, k, texts):
    expect_same_partition(texts, kind, k)


@pytest.mark.parametrize(("kind", "k"), [("char", 9), ("char", 3), ("word", 3), ("word", 1), ("word", 400)])
def test_long_texts_are_cut_in_blocks_without_a_seam(kind, k):
    rng = random.Random(7)
    plain = "".join(rng.choice("abcdefgh  ") for _ in range(60_000))
    mixed = "".join(rng.choice("abcdé中  \u0301ß") for _ in range(40_000))
    expect_same_partition([plain, mixed, "x" * 20_000, "wörd " * 9000], kind, k)


def test_golden_shingles(golden):
    for text, k, expected in (
        ("abcab", 2, golden["shingles_abcab_k2"]["set"]),
        ("abcdabd", 2, golden["shingles_abcdabd_k2"]["set"]),
    ):
        (ids,) = ids_of([text], "char", k)
        assert len(set(ids.tolist())) == len(expected)
    spanish = golden["shingle_list_spanish"]
    (ids,) = ids_of([spanish["text"]], "char", spanish["k"], normalise=())
    assert len(ids) == len(spanish["list"])


def test_jaccard_of_editorial_and_factorial(golden):
    for k, value in golden["jaccard_editorial_factorial"]["k"].items():
        a, b = (set(ids.tolist()) for ids in ids_of(["editorial", "factorial"], "char", int(k)))
        assert oracles.jaccard(a, b) == pytest.approx(value["value"])


def test_an_edit_touches_the_shingles_around_it(golden):
    edit = golden["edit_touches_k_shingles"]
    a, b = (set(ids.tolist()) for ids in ids_of([edit["a"], edit["b"]], "char", edit["k"], normalise=()))
    assert (len(a - b), len(b - a)) == (len(edit["only_a"]), len(edit["only_b"]))


def test_a_short_text_is_one_shingle_and_an_empty_one_none():
    assert [len(ids) for ids in ids_of(["", "   ", "ab", "abc", "abcd"], "char", 3)] == [0, 0, 1, 1, 2]
    assert [len(ids) for ids in ids_of(["", "?!", "one", "one two", "one two three four"], "word", 3)] == [
        0,
        0,
        1,
        1,
        2,
    ]


def test_the_length_of_a_shingle_counts():
    """Runs of one letter: nine and ten of them are different shingles when they stand alone."""
    nine, ten = ids_of(["a" * 9, "a" * 10], "char", 20)
    assert nine[0] != ten[0]


def test_items_are_cut_at_nul_bytes():
    (ids,) = ids_of(["milk\0bread\0milk\0\0eggs"], "item", 1)
    assert len(ids) == 4
    assert ids[0] == ids[2]


def test_blanks_at_the_ends_of_an_item_are_none_of_it():
    """What punctuation and stop words leave behind; inside an item they count."""
    plain, blank, inside = ids_of(["milk\0old bread", "  milk \0 \0old bread  \0", "mi lk\0oldbread"], "item", 1)
    assert np.array_equal(plain, blank)
    assert not set(plain.tolist()) & set(inside.tolist())


def test_32_bit_ids_are_the_low_half():
    (wide,) = ids_of(["some text to cut"], "char", 5)
    (narrow,) = ids_of(["some text to cut"], "char", 5, id_bits=32)
    assert np.array_equal(wide & np.uint64(0xFFFFFFFF), narrow)


def test_decomposed_text_among_others_keeps_its_place():
    texts = ["plain text here", "cafe\u0301 society", "中文字符", "cafe\u0301 society"]
    ids = ids_of(texts, "char", 4)
    assert np.array_equal(ids[1], ids_of(["café society"], "char", 4)[0])
    assert np.array_equal(ids[1], ids[3])
