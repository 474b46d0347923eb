"""Datar's formula, its inverse, and buckets that collide as it says."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.signatures.random_lines import RandomLines
from tests import oracles_signatures as oracle
from tests.estimator_contracts import assert_candidates, assert_frequency, band_hits, bands_met
from tests.estimator_laws import assert_mean, assert_spread, law_of_independent_positions


def test_the_formula_at_the_printed_ratios(golden: dict[str, Any]) -> None:
    for ratio, expected in golden["euclidean_p_stable_w_over_d"]["p"].items():
        assert float(RandomLines(interval=float(ratio)).collision_probability(1.0)) == pytest.approx(
            expected, rel=1e-12
        )


@pytest.mark.parametrize("ratio", [1e-5, 9.9e-5, 1.01e-4, 0.01, 0.3, 1.0, 5.0, 30.0])
def test_the_formula_is_the_integral_it_comes_from(ratio: float) -> None:
    assert float(RandomLines(interval=ratio).collision_probability(1.0)) == pytest.approx(
        oracle.line_collision(ratio), rel=1e-6
    )


@given(st.floats(1e-6, 1e6))
def test_probability_and_distance_turn_into_each_other(ratio: float) -> None:
    family = RandomLines(interval=2.5)
    p = family.collision_probability(2.5 / ratio)
    assert 0.0 < float(p) < 1.0
    assert float(family.collision_probability(family.measure_at(p))) == pytest.approx(float(p), rel=1e-9)


def test_ends_of_the_curve() -> None:
    family = RandomLines(interval=2.0)
    assert family.collision_probability([0.0, math.inf]).tolist() == [1.0, 0.0]
    assert family.measure_at([1.0, 0.0]).tolist() == [0.0, math.inf]
    assert math.isnan(float(family.measure_at(math.nan)))
    assert float(family.standard_error(0.0)) == 0.0
    distances = np.geomspace(1e-3, 1e3, 200)
    assert (np.diff(family.collision_probability(distances)) < 0).all()


def pairs_at(distance: float, trials: int, dimensions: int, seed: int) -> tuple[SparseVectors, SparseVectors]:
    """Random vectors and others at this distance.

    They lie a million intervals from the origin: under one family, whose offsets are fixed, the places of their
    projections inside an interval are then spread evenly and independently, as random offsets would spread them.
    """
    rng = np.random.default_rng(seed)
    x, step = rng.normal(size=(2, trials, dimensions))
    x *= 1e6
    y = x + distance * step / np.linalg.norm(step, axis=1)[:, None]
    ids = np.sort(rng.integers(0, 2**64, (trials, dimensions), dtype=np.uint64), axis=1).reshape(-1)
    offsets = np.arange(trials + 1) * dimensions
    return SparseVectors(offsets, ids, x.reshape(-1)), SparseVectors(offsets, ids, y.reshape(-1))


@pytest.mark.parametrize("distance", [0.05, 0.5, 1.0, 3.0, 40.0])
@pytest.mark.parametrize("dimensions", [1, 40])
@pytest.mark.parametrize("interval", [1.0, 4.0])
def test_buckets_collide_as_the_formula_says(distance: float, dimensions: int, interval: float) -> None:
    check_lines(RandomLines(100, 3, interval), distance, 600, dimensions)


def check_lines(family: RandomLines, distance: float, trials: int, dimensions: int) -> None:
    """Buckets and candidates of random pairs of vectors at one distance."""
    a, b = pairs_at(distance, trials, dimensions, 1)
    p = float(family.collision_probability(distance))
    first, second = family.sign(a), family.sign(b)
    assert_frequency(int((first.values == second.values).sum()), trials * family.length, p)
    for rows in (1, 3):
        hits, bands = bands_met(first, second, rows)
        assert_candidates(hits, bands, rows, p)


@pytest.mark.slow
@pytest.mark.parametrize("distance", [0.01, 0.2, 0.7, 1.0, 2.0, 10.0, 100.0])
@pytest.mark.parametrize("dimensions", [1, 3, 100, 2000])
def test_buckets_collide_as_the_formula_says_at_length(distance: float, dimensions: int) -> None:
    check_lines(RandomLines(128, 4, 1.7), distance, 400_000 // max(20, dimensions), dimensions)


@pytest.mark.parametrize("length", [128, pytest.param(1000, marks=pytest.mark.slow)])
def test_estimates_scatter_about_as_the_delta_method_says(length: int) -> None:
    # d = 1, w = 2: the law of the estimate is that of a binomial share through the inverse of the curve
    family = RandomLines(length, 3, 2.0)
    a, b = pairs_at(1.0, 600, 10, 2)
    law = law_of_independent_positions(family, float(family.collision_probability(1.0)))
    # off by a term of order 1 / K, and as wide as ``standard_error`` says but for another one
    assert abs(law.mean - 1.0) < 2.0 / length
    assert law.deviation == pytest.approx(float(family.standard_error(1.0)), rel=5.0 / length)
    estimates = family.estimate(family.sign(a), family.sign(b))
    assert_mean(estimates, law)
    assert_spread(estimates, law)


def test_the_slope_of_the_formula_is_the_one_the_error_uses() -> None:
    family, step = RandomLines(128, 1, 3.0), 1e-6
    for d in (0.3, 1.0, 7.0):
        up, down = family.collision_probability([d + step, d - step])
        p = float(family.collision_probability(d))
        expected = math.sqrt(p * (1 - p) / 128) / abs((up - down) / (2 * step))
        assert float(family.standard_error(d)) == pytest.approx(expected, rel=1e-5)


def test_bands_of_lines_collide_as_the_s_curve_says() -> None:
    family, rows = RandomLines(60, 5, 4.0), 3
    hits, bands = band_hits(family, *pairs_at(1.0, 1500, 5, 3), rows)
    assert bands == 20
    assert_candidates(hits, bands, rows, float(family.collision_probability(1.0)))


def test_the_origin_is_a_point_and_an_empty_document_is_none() -> None:
    family = RandomLines(50, 1, 1.0)
    signed = family.sign(SparseVectors(np.array([0, 1, 1]), np.array([4], np.uint64), np.array([0.0])))
    assert set(signed.values[0].tolist()) == {0}  # the offset lies in [0, 1)
    assert (signed.values[1] == signed.infinite).all()
    assert math.isnan(float(family.estimate(*[family.sign(ShingleSets.from_lists([[]]))] * 2)[0]))


def test_enormous_weights_do_not_wrap() -> None:
    rows = SparseVectors(np.array([0, 1, 2]), np.array([4, 4], np.uint64), np.array([1e300, -1e300]))
    values = RandomLines(50, 1, 1e-9).sign(rows).values
    assert (np.abs(values) == 2**61).all()
    assert (values[0] == -values[1]).all()


@pytest.mark.parametrize("interval", [0.0, -1.0, 1e10, math.nan])
def test_widths_that_cannot_be_are_refused(interval: float) -> None:
    with pytest.raises(ParameterError, match="interval must be between"):
        RandomLines(8, 1, interval)


def test_a_whole_interval_is_the_same_family_whichever_way_it_is_written() -> None:
    assert RandomLines(8, interval=17).scheme == RandomLines(8, interval=17.0).scheme == "random-lines-5/w=17.0"
