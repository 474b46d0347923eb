"""Exact values, estimates and their errors in the units of every measure."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.signing import family_of
from simexplorer.ui.models.pair_figures import estimate_words, exact_words, standard_error


def test_the_standard_error_is_read_off_the_stated_deviation() -> None:
    # (0.84 - 0.80) / 1.6 = 0.025; without a deviation sqrt(0.8 * 0.2 / 128) = 0.0354
    assert standard_error(0.8, 0.84, 1.6, 128) == pytest.approx(0.025)
    assert standard_error(0.8, 0.8, 0.0, 128) == pytest.approx(0.035355, abs=1e-6)


def test_a_value_just_below_a_limit_is_not_rounded_up_to_it() -> None:
    scale = MeasureScale("jaccard")
    assert exact_words(0.7996, scale) == "0.800"
    assert exact_words(0.7996, scale, 0.8) == "0.7996"
    assert exact_words(0.79996, scale, 0.8) == "0.79996"
    assert exact_words(0.8147, scale, 0.8) == "0.815"
    assert exact_words(0.8, scale, 0.8) == "0.800"
    assert exact_words(0.8003, scale, 0.8005) == "0.800"
    assert exact_words(float("nan"), scale, 0.8) == exact_words(float("nan"), scale)


@pytest.mark.parametrize(
    ("recipe", "exact"),
    [
        (Recipe(measure="hamming", scheme="bit-sampling", max_distance=9, hashes=200), 7.0),
        (Recipe(measure="euclidean", scheme="random-lines", max_distance=9, interval=17.0, hashes=200), 9.5),
        (Recipe(measure="euclidean", scheme="random-lines", max_distance=9, interval=3.0, hashes=64), 2.0),
    ],
)
def test_errors_of_distances_are_those_of_the_family(recipe: Recipe, exact: float) -> None:
    family, scale = family_of(recipe), MeasureScale.of(recipe)
    expected = float(family.standard_error(np.array(exact)))
    assert standard_error(exact, exact, 0.0, recipe.hashes, scale) == pytest.approx(expected, rel=1e-9)
    # read off: two standard errors away
    assert standard_error(exact, exact + 2.0 * expected, 2.0, recipe.hashes, scale) == pytest.approx(expected)
    assert standard_error(exact, math.inf, math.inf, recipe.hashes, scale) == pytest.approx(expected)


def test_the_error_of_a_cosine_is_that_of_its_angle_turned_into_a_cosine() -> None:
    recipe = Recipe(measure="cosine", scheme="hyperplane", hashes=256)
    scale, angle = MeasureScale.of(recipe), 30.0
    degrees = float(family_of(recipe).standard_error(np.array(angle)))
    exact, guessed = math.cos(math.radians(angle)), math.cos(math.radians(angle + 1.5 * degrees))
    wanted = math.radians(degrees) * math.sin(math.radians(angle))
    assert standard_error(exact, exact, 0.0, 256, scale) == pytest.approx(wanted)
    assert standard_error(exact, guessed, 1.5, 256, scale) == pytest.approx(wanted)
    # as far as the cosine itself moves by one standard error of the angle, to first order
    assert wanted == pytest.approx(exact - math.cos(math.radians(angle + degrees)), rel=0.15)


def test_of_contained_documents_the_error_is_that_of_the_jaccard_similarity() -> None:
    scale = MeasureScale("containment")
    assert standard_error(0.3, 0.4, 2.0, 128, scale) == pytest.approx(0.05)
    assert standard_error(0.3, 0.3, 0.0, 128, scale) == pytest.approx(math.sqrt(0.21 / 128))


@pytest.mark.parametrize(
    ("scale", "value", "words"),
    [
        (MeasureScale(), 0.99996, "0.999"),
        (MeasureScale("cosine"), 0.91234, "0.912"),
        (MeasureScale("hamming"), 1.0, "1 bit"),
        (MeasureScale("hamming"), 12.0, "12 bits"),
        (MeasureScale("euclidean"), 12.345, "12.3"),
        (MeasureScale("euclidean"), 1234.5, "1234"),
        (MeasureScale("euclidean"), 0.0, "0"),
        (MeasureScale("euclidean"), math.inf, "far apart"),
    ],
)
def test_values_are_told_in_their_units(scale: MeasureScale, value: float, words: str) -> None:
    assert exact_words(value, scale) == words


@pytest.mark.parametrize(
    ("scale", "estimate", "error", "words"),
    [
        (MeasureScale("cosine"), 0.9123, 0.031, "0.912 ± 0.031"),
        (MeasureScale("hamming"), 4.5, 1.44, "4.5 ± 1.4"),
        (MeasureScale("hamming"), 0.0, 0.7, "0.0 ± 0.7"),
        (MeasureScale("euclidean"), 123.4, 14.2, "123 ± 14"),
        (MeasureScale("euclidean"), math.inf, 3.0, "beyond all"),
    ],
)
def test_estimates_and_their_errors_have_the_digits_of_their_measure(
    scale: MeasureScale, estimate: float, error: float, words: str
) -> None:
    assert estimate_words(estimate, error, scale) == words
