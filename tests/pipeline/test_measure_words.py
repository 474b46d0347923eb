"""Shares in words: the same in reports and in the window, never rounded up to all or down to nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.pipeline.measure_words import limit_words, percent_words, value_beside, value_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.theme import numbers

LENGTHS, BITS = MeasureScale("euclidean"), MeasureScale("hamming")


@pytest.mark.parametrize(
    ("fraction", "words", "in_two"),
    [
        (0.0, "0 %", "0 %"),
        (1e-6, "< 0.01 %", "< 0.01 %"),
        (0.004, "0.4 %", "0.40 %"),
        (0.98, "98 %", "98.00 %"),
        (0.99995, "99.995 %", "99.995 %"),
        (0.9999987, "> 99.999 %", "> 99.999 %"),
        (1.0, "100 %", "100 %"),
    ],
)
def test_only_all_is_a_hundred_per_cent_and_only_nothing_is_none(fraction: float, words: str, in_two: str) -> None:
    assert percent_words(fraction) == words == numbers.percent(fraction)
    assert percent_words(fraction, least=2) == in_two


@pytest.mark.parametrize(
    ("value", "limit", "words"),
    [
        (0.9123, 0.8, "0.912"),
        (0.8, 0.8, "0.800"),
        (0.79996, 0.8, "0.79996"),
        (0.7996, 0.8, "0.7996"),
        (0.66662, 2 / 3, "0.6666"),
        (2 / 3, 0.6667, "0.66667"),
        (0.9999, 0.8, "0.999"),
        (0.99999, 1.0, "0.999"),
        (1.0, 1.0, "1.000"),
        (math.inf, 0.8, "far apart"),
    ],
)
def test_a_value_is_told_on_its_own_side_of_the_limit(value: float, limit: float, words: str) -> None:
    assert value_beside(JACCARD, value, limit) == words


@pytest.mark.parametrize(
    ("recipe", "own", "of_one"),
    [
        (Recipe(), "at or above 0.80", "at or above 1.00"),
        (
            Recipe(measure="cosine", scheme="simhash", threshold=0.9),
            "at or above cosine 0.90",
            "at or above cosine 1.00",
        ),
        (Recipe(measure="containment"), "at least 0.80 contained", "at least 1.00 contained"),
        (Recipe(measure="hamming", scheme="bit-sampling", max_distance=5.0), "within 5 bits", "within 1 bit"),
        (
            Recipe(measure="euclidean", scheme="random-lines", max_distance=2.5),
            "within a distance of 2.5",
            "within a distance of 1",
        ),
    ],
)
def test_which_pairs_count_is_told_in_the_units_of_the_measure(recipe: Recipe, own: str, of_one: str) -> None:
    assert (limit_words(recipe), limit_words(recipe, 1.0)) == (own, of_one)


def test_nothing_but_1_is_told_as_1_whoever_tells_it() -> None:
    for value, words in (
        (0.9998, "0.999"),
        (1.0, "1.000"),
        (1.0 - 1e-15, "1.000"),
        (0.9994, "0.999"),
        (-0.5, "-0.500"),
    ):
        assert value_words(JACCARD, value) == value_beside(JACCARD, value, 0.8) == words
        assert numbers.similarity(value) == words.replace("-", "−")
    assert value_words(LENGTHS, 0.9998) == "1.000", "a length is no similarity"
    assert value_beside(JACCARD, float(np.mean([0.8] * 3)), 0.8) == "0.800", "sums are rounded"


def test_a_distance_just_beyond_its_limit_is_not_told_as_the_limit() -> None:
    assert value_beside(LENGTHS, 12.34, 12.0) == "12.3"
    assert value_beside(LENGTHS, 12.04, 12.0) == "12.04"
    assert value_beside(LENGTHS, 12.0, 12.0) == "12.0"
    assert value_beside(BITS, 1, 5) == "1 bit"


@pytest.mark.parametrize(
    ("scale", "limit", "words"),
    [
        (JACCARD, 0.8, "0.80"),
        (JACCARD, 0.985, "0.985"),
        (JACCARD, 0.7 + 0.1, "0.80"),  # 0.7999999999999999
        (JACCARD, 0.8125, "0.8125"),  # a pair of 0.8122 does not reach it
        (JACCARD, 0.9999, "0.9999"),
        (JACCARD, 2 / 3, "0.667"),
        (JACCARD, 0.8 + 1e-9, "0.80"),
        (JACCARD, 1.0, "1.00"),
        (BITS, 5, "5 bits"),
        (LENGTHS, 12.0, "12"),
        (LENGTHS, 100.5, "100.5"),
        (LENGTHS, 3.14159, "3.14159"),
        (LENGTHS, 1 / 3, "0.333"),
        (LENGTHS, 20 / 3, "6.67"),
    ],
)
def test_a_limit_has_as_many_decimals_as_tell_it(scale: MeasureScale, limit: float, words: str) -> None:
    assert value_words(scale, limit, fine=False) == words


def test_nothing_is_less_than_zero_by_rounding_alone() -> None:
    assert [numbers.decimal(value, 2) for value in (-0.001, 0.0, -0.01)] == ["0.00", "0.00", "−0.01"]
