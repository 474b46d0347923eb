"""One table of all measures with the sources' figures in it, and axioms that hold, or visibly fail."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simexplorer.lab.cutting import Cutting
from simexplorer.lab.distances import apart, axioms, compare, try_triples
from simexplorer.lab.measure_list import DISTANCES, MEASURES, cut
from simexplorer.pipeline.recipe import Recipe


def figures(texts, size: int) -> dict[str, float]:
    values = compare(cut(texts, Cutting(Recipe(shingle_size=size)))).values
    return dict(zip((measure.key for measure in MEASURES), values.tolist(), strict=True))


def test_editorial_and_factorial() -> None:
    # 2-shingles: 8 each, 5 shared of 11; lengths 9 and 9, "torial" is common: 18 - 12 = 6
    got = figures(("editorial", "factorial"), 2)
    assert got["jaccard"] == 5 / 11
    assert (got["a_in_b"], got["b_in_a"], got["overlap"], got["dice"]) == (5 / 8, 5 / 8, 5 / 8, 10 / 16)
    assert (got["l1"], got["hamming"], got["l2"], got["edit"]) == (6, 6, math.sqrt(6), 6)
    assert got["angle"] == pytest.approx(math.degrees(math.acos(5 / 8)))
    table = compare(cut(("editorial", "factorial"), Cutting(Recipe(shingle_size=2))))
    assert (table.shared, table.only_a, table.only_b, table.subsequence) == (5, 3, 3, 6)


def test_bags_count_what_sets_do_not() -> None:
    got = figures(("aab", "abb"), 1)
    assert (got["jaccard"], got["bag"], got["hamming"], got["l1"]) == (1.0, 0.5, 2, 2)


@pytest.mark.parametrize(
    "texts", [("editorial", "factorial"), ("", "abc"), ("same", "same"), ("naïve 🐍", "native 🐍")]
)
def test_an_alignment_rebuilds_both_texts_at_the_cost_of_the_distance(texts) -> None:
    x, y = texts
    table = compare(cut(texts, Cutting(Recipe(shingle_size=2))))
    assert table.pieces is not None
    edits = 0
    for piece in table.pieces:
        left, right = x[piece.x_start : piece.x_end], y[piece.y_start : piece.y_end]
        assert (left == right) if piece.operation == "equal" else (left == "" or right == "")
        edits += 0 if piece.operation == "equal" else len(left) + len(right)
    assert "".join(x[p.x_start : p.x_end] for p in table.pieces) == x
    assert "".join(y[p.y_start : p.y_end] for p in table.pieces) == y
    assert edits == table.values[-1] == len(x) + len(y) - 2 * table.subsequence


def test_long_texts_have_no_alignment_but_all_else() -> None:
    table = compare(cut(("ab" * 15_000, "abc"), Cutting(Recipe(shingle_size=2))))
    assert table.pieces is None
    assert math.isnan(table.values[-1])
    assert not np.isnan(table.values[:-1]).any()


def test_dice_and_overlap_break_the_triangle_and_nothing_else_does() -> None:
    # A = {a}, B = {b}, C = {a, b}: 1 - Dice: A B 1, A C and C B 1 - 2/3: 2/3 < 1
    tried = {row.measure.key: row for row in axioms(cut(("a", "b", "ab"), Cutting(Recipe(shingle_size=1))))}
    dice = tried["dice_distance"]
    assert (dice.direct, dice.detour, dice.corners) == (1.0, pytest.approx(2 / 3), (0, 1, 2))
    assert [key for key, row in tried.items() if not row.triangle] == ["dice_distance", "overlap_distance"]
    assert [key for key, row in tried.items() if not row.identity] == ["overlap_distance"]
    assert all(row.positive and row.symmetric for row in tried.values())
    assert tried["jaccard_distance"].distances.tolist() == [[0, 1, 0.5], [1, 0, 0.5], [0.5, 0.5, 0]]


@pytest.mark.parametrize("texts", [("editorial", "factorial", "tutorial"), ("aa", "a", "aab"), ("x", "x", "y")])
def test_every_distance_keeps_its_axioms_on_any_texts(texts) -> None:
    for row in axioms(cut(texts, Cutting(Recipe(shingle_size=1)))):
        if row.measure.axioms:
            assert row.positive
            assert row.identity
            assert row.symmetric
            assert row.triangle


def test_random_triples_break_only_what_is_no_distance() -> None:
    for seed in (1, 2):
        tried = {row.measure.key: row for row in try_triples(seed)}
        assert set(tried) == {measure.key for measure in DISTANCES} - {"edit"}
        for row in tried.values():
            assert (row.broken > 0) == (not row.measure.axioms)
    assert try_triples(1) == try_triples(1)


@pytest.mark.parametrize(("family", "key"), [("jaccard", 7), ("cosine", 9), ("euclid", 10), ("hamming", 13)])
def test_two_texts_are_as_far_apart_to_a_family_as_in_the_table(family: str, key: int) -> None:
    texts, cutting = ("editorial", "factorial"), Cutting(Recipe(shingle_size=2))
    assert apart(texts, family, cutting) == compare(cut(texts, cutting)).values[key]


def test_axioms_take_three_texts() -> None:
    with pytest.raises(ValueError, match="three"):
        axioms(cut(("a", "b"), Cutting(Recipe(shingle_size=1))))


def test_a_text_without_a_shingle_has_no_fingerprint_and_is_like_nothing() -> None:
    texts, cutting = ("", "", "some words"), Cutting()
    bits = next(place for place, measure in enumerate(MEASURES) if measure.key == "bits")
    assert np.isnan(compare(cut(texts, cutting)).values[bits])
    assert np.isnan(compare(cut(texts[1:], cutting)).values[bits])
    for family in ("jaccard", "cosine", "hamming", "euclid"):
        assert np.isnan(apart(texts[:2], family, cutting))
        assert np.isnan(apart(texts[1:], family, cutting))
