"""Edit distance: the sources' figure, the textbook table, axioms, long texts, alignments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import CapacityError
from simexplorer.search import edit_distance as module
from simexplorer.search.edit_distance import alignment, common_subsequence_length, edit_distance
from tests import oracles_search as oracle

TEXTS = st.text(st.sampled_from("abcé漢🙂"), max_size=12)


def test_editorial_and_factorial_are_six_edits_apart(golden):
    example = golden["edit_distance_insert_delete"]
    # LCS "torial" of 6: 9 + 9 - 2 * 6 = 6
    assert common_subsequence_length(example["x"], example["y"]) == example["lcs"]
    assert edit_distance(example["x"], example["y"]) == example["distance"]


@given(TEXTS, TEXTS)
def test_the_distance_is_both_lengths_less_twice_the_common_subsequence(x, y):
    common = oracle.common_subsequence_length(x, y)
    assert common_subsequence_length(x, y) == common
    assert edit_distance(x, y) == len(x) + len(y) - 2 * common


@given(TEXTS, TEXTS, TEXTS)
def test_edit_distance_keeps_the_four_axioms(x, y, z):
    assert edit_distance(x, y) >= 0
    assert (edit_distance(x, y) == 0) == (x == y)
    assert edit_distance(x, y) == edit_distance(y, x)
    assert edit_distance(x, y) <= edit_distance(x, z) + edit_distance(z, y)


@given(TEXTS, TEXTS, st.integers(0, 8))
def test_what_is_over_the_limit_is_one_more_than_it(x, y, most):
    assert edit_distance(x, y, most) == min(edit_distance(x, y), most + 1)


@given(TEXTS, TEXTS)
def test_an_alignment_turns_one_text_into_the_other_in_as_many_edits(x, y):
    pieces = alignment(x, y)
    edits = 0
    for piece in pieces:
        of_x, of_y = x[piece.x_start : piece.x_end], y[piece.y_start : piece.y_end]
        if piece.operation == "equal":
            assert of_x == of_y != ""
        else:
            assert (of_x == "") != (of_y == "")
            assert piece.operation == ("delete" if of_x else "insert")
            edits += len(of_x) + len(of_y)
    assert edits == edit_distance(x, y)
    assert "".join(x[piece.x_start : piece.x_end] for piece in pieces) == x
    assert "".join(y[piece.y_start : piece.y_end] for piece in pieces) == y


def test_long_texts_are_measured_in_memory_of_their_length():
    # a table of 60,000 x 60,000 numbers would take 3.6 GB; one letter of three left out in every hundred
    x = "".join(chr(97 + place * place % 23) for place in range(60_000))
    y = "".join(letter for place, letter in enumerate(x) if place % 100)
    assert edit_distance(x, y) == 600


def test_texts_that_are_too_long_are_refused_in_words(monkeypatch):
    monkeypatch.setattr(module, "MOST_CELLS", 100)
    monkeypatch.setattr(module, "MOST_ALIGNED_CELLS", 100)
    for function in (edit_distance, common_subsequence_length, alignment):
        with pytest.raises(CapacityError, match="20 and 21 characters"):
            function("a" * 20, "b" * 21)
    assert edit_distance("a" * 20, "b" * 21, most=3) == 4
