"""Values of every measure beside similarities, and what a recipe may not combine."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simexplorer.errors import ParameterError
from simexplorer.pipeline.measure_scale import (
    SCHEMES_OF,
    MeasureScale,
    containment_of_jaccard,
    limit_of,
    limit_similarity,
    require_fitting,
    shared_of_jaccard,
)
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.yardstick import Yardstick


def recipe_of(measure: str, **fields: object) -> Recipe:
    return Recipe(measure=measure, scheme=SCHEMES_OF[measure][0], **fields)


@pytest.mark.parametrize(
    ("recipe", "value", "similarity"),
    [
        (recipe_of("jaccard"), 0.8, 0.8),
        (recipe_of("cosine"), 0.6, 0.6),
        (recipe_of("hamming", max_distance=3), 16.0, 0.75),  # 1 - 16 / 64
        (recipe_of("hamming", max_distance=3, simhash_bits=128), 16.0, 0.875),  # 1 - 16 / 128
        (recipe_of("euclidean", max_distance=3), 4.0, 0.2),  # 1 / (1 + 4)
        (recipe_of("euclidean", max_distance=3, interval=12.0), 4.0, 0.75),  # 12 / (12 + 4)
    ],
)
def test_values_and_similarities_turn_into_each_other(recipe: Recipe, value: float, similarity: float) -> None:
    scale = MeasureScale.of(recipe)
    assert float(scale.similarity(value)) == pytest.approx(similarity)
    assert float(scale.value(similarity)) == pytest.approx(value)


@pytest.mark.parametrize("measure", ["jaccard", "cosine", "hamming", "euclidean"])
@pytest.mark.parametrize("interval", [0.3, 1.0, 40.0])
def test_chances_over_similarities_are_those_of_the_family(measure: str, interval: float) -> None:
    recipe = recipe_of(measure, max_distance=3.0, interval=interval)
    scale, yardstick, family = MeasureScale.of(recipe), Yardstick(recipe), family_of(recipe)
    similarity = np.concatenate([np.linspace(0.0, 1.0, 101), [1e-5, 1 - 1e-9]])
    expected = yardstick.collision_over(family)(similarity)
    assert scale.collision_probability(similarity) == pytest.approx(expected, abs=1e-9)


def test_a_chance_over_similarities_is_that_of_the_distance_that_it_means() -> None:
    cosine, hamming = recipe_of("cosine"), recipe_of("hamming", max_distance=3)
    # a cosine of 1/2 is 60 degrees, which 2 of 3 planes do not part; a similarity of 3/4 is 16 bits of 64 that differ
    assert float(Yardstick(cosine).collision_over(family_of(cosine))(np.array(0.5))) == pytest.approx(2 / 3)
    assert float(Yardstick(hamming).collision_over(family_of(hamming))(np.array(0.75))) == pytest.approx(0.75)


def test_pairs_lie_where_whole_bits_put_them_or_anywhere() -> None:
    assert MeasureScale("hamming", 4).places.tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]
    for measure in ("jaccard", "cosine", "containment", "euclidean"):
        places = MeasureScale(measure, 4).places  # the middles of quarters of hundredths
        assert (places.size, places[0], places[-1]) == (400, 0.00125, pytest.approx(0.99875))


def test_what_is_shared_and_contained_follows_from_jaccard_and_the_sizes() -> None:
    # 4 and 4 shingles with 2 in common: J = 2/6; 3 of them inside of 9: J = 3/9; nothing and 5: J = 0
    jaccard, one, other = np.array([2 / 6, 3 / 9, 0.0]), np.array([4, 3, 0]), np.array([4, 9, 5])
    assert shared_of_jaccard(jaccard, one, other) == pytest.approx([2, 3, 0])
    assert containment_of_jaccard(jaccard, one, other) == pytest.approx([0.5, 1.0, 0.0])
    assert float(containment_of_jaccard(0.9, 1, 9)) == 1.0  # an estimate that cannot be: no more than all of it


def test_the_limit_is_a_threshold_or_a_largest_distance() -> None:
    near = recipe_of("euclidean", max_distance=10.0, interval=40.0)
    assert limit_of(near) == 10.0
    assert limit_similarity(near) == pytest.approx(0.8)
    assert limit_of(Recipe(threshold=0.7)) == 0.7


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        (Recipe(measure="cosine"), "scheme must be one of hyperplane, simhash for the measure cosine; got 'fss'."),
        (recipe_of("hamming"), "max_distance must be given for the measure hamming"),
        (recipe_of("hamming", max_distance=70), "max_distance must be at most the 64 bits of a fingerprint"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(recipe: Recipe, words: str) -> None:
    with pytest.raises(ParameterError, match=words.replace(".", r"\.")):
        require_fitting(recipe)


def test_containment_of_nothing_is_refused_before_the_run() -> None:
    with pytest.raises(ParameterError, match="threshold must be above 0 for containment"):
        Recipe(measure="containment", threshold=0.0)
    assert Recipe(measure="containment", threshold=1e-6).threshold == 1e-6
    assert Recipe(threshold=0.0).threshold == 0.0


def test_bands_are_cut_from_the_signature_that_is_made() -> None:
    wide = Recipe(measure="cosine", scheme="simhash", simhash_bits=128, hashes=64, bands=32, rows=4)
    assert wide.signature_length == 128
    with pytest.raises(ParameterError, match=r"at most the bits of a fingerprint \(64\)"):
        Recipe(measure="cosine", scheme="simhash", bands=32, rows=4)
    with pytest.raises(ParameterError, match=r"at most hashes \(128\)"):
        Recipe(bands=65, rows=2)
    assert math.isclose(Recipe().signature_length, 128)


@pytest.mark.parametrize(
    ("recipe", "says"),
    [
        ({"measure": "hamming", "scheme": "fss"}, "scheme must be bit-sampling for the measure hamming; got 'fss'."),
        (
            {"measure": "cosine", "scheme": "fss"},
            "scheme must be one of hyperplane, simhash for the measure cosine; got 'fss'.",
        ),
        (
            {"measure": "euclidean", "scheme": "random-lines"},
            "max_distance must be given for the measure euclidean, which is a distance; it was not given.",
        ),
    ],
)
def test_what_does_not_go_together_is_said_in_a_sentence(recipe, says):
    with pytest.raises(ParameterError) as told:
        require_fitting(Recipe(**recipe))
    assert str(told.value) == says
