"""Statistical contracts of the independent MinHash schemes: mean, variance, band frequency, ids with structure."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from simexplorer.signatures.bbit import BBitMinHash
from simexplorer.signatures.first_rows import FirstRows, nothing_seen
from simexplorer.signatures.jaccard_family import JaccardFamily
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.one_pass import OnePass, occupied_groups
from tests.estimator_contracts import (
    SHAPES,
    STRUCTURED,
    Shape,
    assert_frequency,
    assert_mean,
    assert_variance,
    band_hits,
    binomial_excess,
    equal_positions,
    random_pairs,
    structured_pair,
    trials_for,
)

MAKERS: dict[str, Callable[[int, int], JaccardFamily | BBitMinHash]] = {
    "minhash": MinHash,
    "one-pass": OnePass,
    "first-rows": lambda length, seed: FirstRows(length, seed, 1 / 16),
    "first-rows-half": lambda length, seed: FirstRows(length, seed, 0.4),
    **{f"bbit-{bits}": lambda length, seed, b=bits: BBitMinHash(length, seed, b) for bits in (1, 2, 4, 8, 16)},
}
schemes = pytest.mark.parametrize("scheme", MAKERS)
shapes = pytest.mark.parametrize("shape", SHAPES, ids=str)


def check_mean(scheme: str, shape: Shape, elements: int, length: int) -> None:
    family = MAKERS[scheme](length, 11)
    a, b = random_pairs(shape, trials_for(shape, elements), 1)
    equal, counted = equal_positions(family, a, b)
    if counted:
        assert_frequency(equal, counted, float(family.collision_probability(shape.jaccard)))


def check_variance(scheme: str, shape: Shape, elements: int, length: int) -> None:
    family = MAKERS[scheme](length, 12)
    a, b = random_pairs(shape, trials_for(shape, elements), 2)
    estimates = family.estimate(family.sign(a), family.sign(b))
    estimates = estimates[~np.isnan(estimates)]
    if isinstance(family, OnePass | FirstRows):
        deviation = float(family.standard_error(shape.jaccard, union=shape.union))
    else:
        deviation = float(family.standard_error(shape.jaccard))
    if estimates.size >= 40:
        p = float(family.collision_probability(shape.jaccard))
        seen = 1.0 - nothing_seen(shape.union, family.share) if isinstance(family, FirstRows) else 1.0
        excess = binomial_excess(p, max(1, round(length * seen)))
        if isinstance(family, OnePass) and shape.union <= 100:
            excess = one_pass_excess(shape, length)
        assert_mean(estimates, shape.jaccard, deviation)
        # few counted positions: how many there are varies too, and fattens the tails
        assert_variance(estimates, deviation, excess=excess + 3.0 * (seen < 0.5))


def one_pass_excess(shape: Shape, groups: int) -> float:
    """Excess kurtosis of the one-pass estimate: m groups filled, a draw of m elements of the union without repeats."""
    second = fourth = 0.0
    for m, chance in enumerate(occupied_groups(shape.union, groups)):
        for hits in range(max(0, m - shape.union + shape.common), min(m, shape.common) + 1 if m and chance else 0):
            ways = math.comb(shape.common, hits) * math.comb(shape.union - shape.common, m - hits)
            weight, error = chance * ways / math.comb(shape.union, m), hits / m - shape.jaccard
            second, fourth = second + weight * error**2, fourth + weight * error**4
    return fourth / second**2 - 3.0 if second else 0.0


@schemes
@shapes
def test_positions_are_equal_as_often_as_the_family_says(scheme: str, shape: Shape) -> None:
    check_mean(scheme, shape, 100_000, 50)


@schemes
@shapes
def test_estimates_scatter_as_the_standard_error_says(scheme: str, shape: Shape) -> None:
    check_variance(scheme, shape, 100_000, 50)


@pytest.mark.slow
@schemes
@shapes
def test_positions_are_equal_as_often_as_the_family_says_at_length(scheme: str, shape: Shape) -> None:
    check_mean(scheme, shape, 8_000_000, 128)


@pytest.mark.slow
@schemes
@shapes
def test_estimates_scatter_as_the_standard_error_says_at_length(scheme: str, shape: Shape) -> None:
    check_variance(scheme, shape, 8_000_000, 128)


@schemes
@pytest.mark.parametrize("kind", STRUCTURED)
def test_ids_with_structure_bias_nothing(scheme: str, kind: str) -> None:
    for shape in (Shape(1, 1, 0), Shape(5, 3, 4), Shape(40, 40, 20), Shape(60, 0, 240)):
        a, b = structured_pair(shape, kind)
        equal = counted = 0
        for seed in range(100):
            family = MAKERS[scheme](32, seed)
            more = equal_positions(family, a, b)
            equal, counted = equal + more[0], counted + more[1]
        assert_frequency(equal, counted, float(family.collision_probability(shape.jaccard)))


@pytest.mark.parametrize("scheme", ["minhash", "bbit-1", "bbit-4"])
@pytest.mark.parametrize("shape", [Shape(1, 1, 1), Shape(3, 1, 0), Shape(8, 1, 1), Shape(80, 10, 10)], ids=str)
def test_bands_collide_as_the_s_curve_says_for_sets_of_all_sizes(scheme: str, shape: Shape) -> None:
    family, rows = MAKERS[scheme](60, 5), 4
    hits, bands = band_hits(family, *random_pairs(shape, 1500, 3), rows)
    p = float(family.collision_probability(shape.jaccard))
    assert_frequency(int(hits.sum()), hits.size * bands, p**rows)
    assert_frequency(int((hits > 0).sum()), hits.size, 1.0 - (1.0 - p**rows) ** bands)


def test_a_band_of_first_rows_collides_as_the_law_with_infinity_says() -> None:
    # u = 40 elements, 1/16 of the rows: q = (15/16)^40 = 0.0756; a position collides with J (1 - q)
    family, shape, rows = FirstRows(60, 3), Shape(32, 4, 4), 3
    hits, bands = band_hits(family, *random_pairs(shape, 2000, 4), rows)
    q = (15 / 16) ** 40
    assert float(family.collision_probability(0.8, union=40)) == pytest.approx(0.8 * (1 - q), rel=1e-12)
    assert_frequency(int(hits.sum()), hits.size * bands, (0.8 * (1 - q)) ** rows)


@pytest.mark.parametrize("shape", [Shape(3, 1, 0), Shape(8, 1, 1), Shape(80, 10, 10), Shape(800, 100, 100)], ids=str)
def test_a_band_of_the_one_pass_scheme_collides_no_more_often_than_its_positions(shape: Shape) -> None:
    # Groups share the union's elements out among them, so positions are equal together less often than apart:
    # P(band) <= p^r; with many elements a group it is p^r, with few it falls towards draws without repeats.
    family, rows = OnePass(60, 3), 2
    hits, bands = band_hits(family, *random_pairs(shape, 2000, 5), rows)
    p = float(family.collision_probability(shape.jaccard, union=shape.union))
    share = hits.sum() / (hits.size * bands)
    error = 6.5 * math.sqrt(p**rows / (hits.size * bands))
    assert share <= p**rows + error
    if shape.union >= 10 * family.length:
        assert share >= 0.97 * p**rows - error
