"""The default scheme against its definition and its contract: unbiased, never worse than independent functions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.fss import INFINITE, ROUNDS, FastSimilaritySketch, sketch_seeds
from tests import oracles_signatures as oracle
from tests.estimator_contracts import (
    SHAPES,
    STRUCTURED,
    Shape,
    assert_at_least,
    assert_at_most,
    assert_frequency,
    band_hits,
    equal_positions,
    random_pairs,
    structured_pair,
    trials_for,
)
from tests.estimator_laws import assert_mean, assert_spread, law_of_independent_positions

sets = st.frozensets(st.integers(0, 2**64 - 1), max_size=60)
shapes = pytest.mark.parametrize("shape", SHAPES, ids=str)
# powers of two and others; 1 and 2 are all private functions or none
lengths = pytest.mark.parametrize("length", [1, 2, 25, 100, 128])


@given(st.lists(sets, max_size=3), st.integers(0, 2**63 - 1), st.integers(1, 150))
def test_signatures_are_those_of_the_definition(documents: list[frozenset[int]], seed: int, length: int) -> None:
    signed = FastSimilaritySketch(length, seed).sign(ShingleSets.from_lists(documents))
    seeds = [int(word) for word in sketch_seeds(seed, length)]
    expected = [oracle.fast_sketch(document, seeds, length, ROUNDS) for document in documents]
    assert signed.values.tolist() == expected


@given(sets, sets)
def test_each_position_of_a_union_is_that_of_one_of_its_parts(a: frozenset[int], b: frozenset[int]) -> None:
    first, second, union = FastSimilaritySketch(40, 3).sign(ShingleSets.from_lists([a, b, a | b])).values
    assert ((union == first) | (union == second)).all()


def test_repeats_and_the_order_of_ids_change_nothing() -> None:
    family, ids = FastSimilaritySketch(64, 1), np.array([9, 2**64 - 1, 9, 5, 2**63], np.uint64)
    repeated = family.sign(ShingleSets(np.array([0, 5]), ids))
    np.testing.assert_array_equal(repeated.values, family.sign(ShingleSets.from_lists([ids.tolist()])).values)


def chance_of_equality(jaccard: float) -> float:
    """Of a position: unlike draws are equal in their lowest 16 bits once in 65,536."""
    return jaccard + (1.0 - jaccard) / 65_536


def check_mean(shape: Shape, elements: int, length: int) -> None:
    family = FastSimilaritySketch(length, 21)
    a, b = random_pairs(shape, trials_for(shape, elements), 1)
    assert_frequency(*equal_positions(family, a, b), chance_of_equality(shape.jaccard))


def check_variance(shape: Shape, elements: int, length: int) -> None:
    family = FastSimilaritySketch(length, 22)
    a, b = random_pairs(shape, trials_for(shape, elements), 2)
    estimates, law = (
        family.estimate(family.sign(a), family.sign(b)),
        law_of_independent_positions(family, chance_of_equality(shape.jaccard)),
    )
    assert law.deviation == pytest.approx(float(family.standard_error(chance_of_equality(shape.jaccard))), abs=1e-12)
    assert_mean(estimates, law)
    assert_spread(estimates, law, bound_only=True)


@lengths
@shapes
def test_positions_are_equal_with_the_jaccard_similarity(shape: Shape, length: int) -> None:
    check_mean(shape, 150_000, length)


@pytest.mark.parametrize("length", [25, 128])
@shapes
def test_the_variance_is_at_most_that_of_independent_functions(shape: Shape, length: int) -> None:
    check_variance(shape, 150_000, length)


@pytest.mark.slow
@pytest.mark.parametrize("length", [1, 7, 64, 100, 128, 1000])
@shapes
def test_positions_are_equal_with_the_jaccard_similarity_at_length(shape: Shape, length: int) -> None:
    check_mean(shape, 20_000_000, length)


@pytest.mark.slow
@pytest.mark.parametrize("length", [7, 100, 128, 1000])
@shapes
def test_the_variance_is_at_most_that_of_independent_functions_at_length(shape: Shape, length: int) -> None:
    check_variance(shape, 20_000_000, length)


def test_sets_about_as_large_as_the_sketch_are_estimated_better_than_by_independent_functions() -> None:
    # 100 elements in the union, 128 bins: drawn nearly without repeats, half the variance
    family = FastSimilaritySketch(128, 5)
    a, b = random_pairs(Shape(50, 30, 20), 3000, 3)
    errors = family.estimate(family.sign(a), family.sign(b)) - 0.5
    # the truth is 0.53 of the bound; squares of 3,000 errors reach 0.75 of it with a chance below 1e-40
    assert (errors**2).mean() < 0.75 * float(family.standard_error(0.5)) ** 2


@pytest.mark.parametrize(
    ("shape", "share"), [(Shape(2, 1, 1), 0.96), (Shape(6, 2, 2), 0.89), (Shape(26, 12, 12), 0.74)]
)
def test_of_small_unions_the_gain_is_as_little_as_it_says(shape: Shape, share: float) -> None:
    # unions of 4, 10 and 50 in 128 bins; a standard deviation told from 3,000 errors is off by 1.3 %, kurtosis near 3:
    # off by 8 %, six of them, once in 5e8
    family = FastSimilaritySketch(128, 5)
    a, b = random_pairs(shape, 3000, 3)
    errors = family.estimate(family.sign(a), family.sign(b)) - shape.jaccard
    spread = math.sqrt((errors**2).mean()) / float(family.standard_error(shape.jaccard))
    assert spread == pytest.approx(share, rel=0.08)


@pytest.mark.parametrize("kind", STRUCTURED)
def test_ids_with_structure_bias_nothing(kind: str) -> None:
    for shape in (Shape(1, 1, 0), Shape(5, 3, 4), Shape(40, 40, 20), Shape(60, 0, 240), Shape(2000, 500, 500)):
        a, b = structured_pair(shape, kind)
        equal = counted = 0
        for seed in range(120):
            more = equal_positions(FastSimilaritySketch(33, seed), a, b)
            equal, counted = equal + more[0], counted + more[1]
        assert_frequency(equal, counted, chance_of_equality(shape.jaccard))


@pytest.mark.parametrize("rows", [2, 4])
@pytest.mark.parametrize(
    "shape",
    [Shape(1, 1, 0), Shape(3, 1, 0), Shape(8, 1, 1), Shape(18, 1, 1), Shape(80, 10, 10), Shape(60, 0, 40),
     Shape(800, 100, 100), Shape(3000, 0, 3000)],
    ids=str,
)  # fmt: skip
def test_bands_collide_between_draws_without_repeats_and_with(shape: Shape, rows: int) -> None:
    # r elements of the union, all shared: c/u (c-1)/(u-1) ... without repeats, J^r with them. From a few hundred
    # elements on the two are one; for small sets a band collides a little less often than J^r, never more.
    family = FastSimilaritySketch(100, 8)
    hits, bands = band_hits(family, *random_pairs(shape, trials_for(shape, 400_000, 2000), 4), rows)
    low = math.prod(max(0, shape.common - i) / max(1, shape.union - i) for i in range(rows))
    assert_at_most(int(hits.sum()), hits.size * bands, chance_of_equality(shape.jaccard) ** rows)
    assert_at_least(int(hits.sum()), hits.size * bands, low)


@pytest.mark.parametrize("shape", [Shape(40, 5, 5), Shape(400, 50, 50), Shape(1000, 500, 500)], ids=str)
def test_candidates_come_as_the_s_curve_says(shape: Shape) -> None:
    # 25 bands of 4 of 100 positions, at least: with sets of 50 elements and more within 0.02 of the curve;
    # beside it 6.5 standard deviations of a binomial (8e-11)
    family = FastSimilaritySketch(100, 9)
    hits, bands = band_hits(family, *random_pairs(shape, 1000, 5), 4)
    curve = 1.0 - (1.0 - shape.jaccard**4) ** bands
    assert abs((hits > 0).mean() - curve) <= 0.02 + 6.5 * math.sqrt(curve * (1.0 - curve) / 1000)


def test_empty_sets_say_nothing_and_collide_with_nothing() -> None:
    family = FastSimilaritySketch(16)
    signed = family.sign(ShingleSets.from_lists([[], [], [1]]))
    assert (signed.values[:2] == INFINITE).all()
    assert (signed.values[2] != INFINITE).all()
    assert np.isnan(family.estimate(signed, signed)).tolist() == [True, True, False]
