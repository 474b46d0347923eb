"""The S-curve: the sources' figures, exactness at both ends, areas and counts against closed forms."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.search import scurve
from tests import oracles_search as oracle

BANDS, ROWS = st.integers(1, 40), st.integers(1, 40)


def hyperplane(cosine):
    return 1.0 - np.arccos(cosine) / np.pi


def test_the_curve_of_20_bands_of_5_rows_is_that_of_the_sources(golden):
    wanted = golden["s_curve_b20_r5"]
    similarities = [float(s) for s in wanted["points"]]
    got = scurve.collision_probability(similarities, 20, 5)
    np.testing.assert_allclose(got, list(wanted["points"].values()), rtol=1e-13)
    assert scurve.approximate_threshold(20, 5) == pytest.approx(wanted["approximate_threshold"], rel=1e-14)
    assert scurve.half_point(20, 5) == pytest.approx(wanted["exact_half_point"], rel=1e-14)
    assert scurve.miss_probability(0.8, 20, 5) == pytest.approx(wanted["missed_at_0.8"], rel=1e-13)
    assert scurve.collision_probability(0.3, 20, 5) == pytest.approx(wanted["candidate_at_0.3"], rel=1e-13)


def test_a_pair_at_0_8_is_missed_once_in_2808_by_hand():
    # 0.8^5 = 0.32768; 1 - 0.32768 = 0.67232; 0.67232^20 = 0.000356; 1 / 0.000356 = 2808.5
    assert int(1 / float(scurve.miss_probability(0.8, 20, 5))) == 2808


def test_approximate_thresholds_of_the_sources(golden):
    assert scurve.approximate_threshold(16, 4) == golden["approximate_threshold_b16_r4"]["value"]
    for name, percent in golden["query_spanish_k5"]["approximate_threshold_percent"].items():
        bands, rows = map(int, name.split("x"))
        assert int(100 * scurve.approximate_threshold(bands, rows)) == percent  # cut, as the source prints them


def test_candidates_of_the_spanish_query_are_those_more_likely_than_not(golden):
    # the source prints what its seeds found; all its pairs are far from the middle of the curve
    similarities = [wanted["value"] for wanted in golden["query_spanish_k5"]["jaccard"]]
    for name, wanted in golden["candidates_spanish"]["candidate"].items():
        bands, rows = map(int, name.split("x"))
        assert (scurve.collision_probability(similarities, bands, rows) > 0.5).tolist() == wanted


def test_one_hyperplane_collides_as_the_source_says(golden):
    example = golden["hyperplane"]
    cosine = math.cos(math.radians(example["angle_degrees"]))
    assert scurve.collision_probability(cosine, 1, 1, hyperplane) == pytest.approx(example["collision"], rel=1e-12)


@given(st.floats(0.0, 1.0), BANDS, ROWS)
def test_the_curve_equals_exact_fractions_at_both_ends(p, bands, rows):
    hit, miss = oracle.collision_probability(Fraction(p), bands, rows)
    for got, wanted in (
        (scurve.collision_probability(p, bands, rows), hit),
        (scurve.miss_probability(p, bands, rows), miss),
    ):
        assert float(got) == pytest.approx(float(wanted), rel=1e-11, abs=1e-290)


def test_chances_next_to_0_and_1_keep_their_digits():
    # r = 4: p^r = 1e-32, 25 bands: 2.5e-31. 1 - (1 - 1e-16)^1 is 1e-16, which 1 - p^r alone would round away.
    assert scurve.collision_probability(1e-8, 25, 4) == pytest.approx(2.5e-31, rel=1e-12)
    assert scurve.miss_probability(1.0 - 2.0**-52, 1, 1) == pytest.approx(2.0**-52, rel=1e-14)
    assert scurve.miss_probability(1.0 - 2.0**-52, 3, 8) == pytest.approx((8 * 2.0**-52) ** 3, rel=1e-12)
    np.testing.assert_array_equal(scurve.collision_probability([0.0, 1.0], 7, 3), [0.0, 1.0])
    np.testing.assert_array_equal(scurve.miss_probability([0.0, 1.0], 7, 3), [1.0, 0.0])


@given(BANDS, ROWS)
def test_half_of_the_pairs_are_candidates_at_the_half_point(bands, rows):
    assert scurve.collision_probability(scurve.half_point(bands, rows), bands, rows) == pytest.approx(0.5, rel=1e-12)


@given(st.floats(0.05, 0.95), BANDS, ROWS)
def test_the_slope_is_the_derivative(p, bands, rows):
    step = 1e-6
    rise = float(
        scurve.collision_probability(p + step, bands, rows) - scurve.collision_probability(p - step, bands, rows)
    )
    assert float(scurve.slope(p, bands, rows)) == pytest.approx(rise / (2 * step), rel=1e-5, abs=1e-8)


@given(BANDS, ROWS)
def test_the_area_above_the_whole_curve_is_a_beta_function(bands, rows):
    # the integral of (1 - s^r)^b over [0, 1] is Gamma(1 + 1/r) Gamma(b + 1) / Gamma(b + 1 + 1/r)
    area = math.exp(math.lgamma(1 + 1 / rows) + math.lgamma(bands + 1) - math.lgamma(bands + 1 + 1 / rows))
    assert scurve.error_areas(0.0, bands, rows).false_negative == pytest.approx(area, rel=1e-11)
    assert scurve.error_areas(1.0, bands, rows).false_positive == pytest.approx(1 - area, rel=1e-9)


def test_areas_stay_right_where_the_curve_is_a_cliff():
    # one band of 50,000 rows: the area under s^50000 is 1 / 50001
    assert scurve.error_areas(1.0, 1, 50_000).false_positive == pytest.approx(1 / 50_001, rel=1e-9)


def test_areas_of_one_function_by_hand():
    # the curve is s itself: below 0.6 its area is 0.6^2 / 2 = 0.18, above it is missing 0.4^2 / 2 = 0.08
    areas = scurve.error_areas(0.6, 1, 1)
    assert areas.false_positive == pytest.approx(0.18, rel=1e-12)
    assert areas.false_negative == pytest.approx(0.08, rel=1e-12)


def test_expected_counts_of_one_function_by_hand():
    # 10 pairs in [0, 0.5), 4 in [0.5, 1], the curve is s: at 0.75 the upper bin is split into 2 and 2.
    # Missed are 2 * (1 - 0.875) = 0.25, false candidates 10 * 0.25 + 2 * 0.625 = 3.75.
    got = scurve.expected_counts([10, 4], 0.75, 1, 1)
    assert got.similar == pytest.approx(2)
    assert got.missed == pytest.approx(0.25)
    assert got.false_candidates == pytest.approx(3.75)
    assert got.candidates == pytest.approx(3.75 + 1.75)
    assert got.recall == pytest.approx(1.75 / 2)


def test_pairs_of_equal_sets_are_held_at_the_end():
    # 30 of the 50 pairs in [0.99, 1] are equal sets, which are found for certain; 20 lie evenly below
    histogram = np.zeros(100)
    histogram[99] = 50.0
    for threshold, similar in ((1.0, 30.0), (0.995, 40.0), (0.99, 50.0)):
        got = scurve.expected_counts(histogram, threshold, 4, 32, at_end=30.0)
        assert got.similar == pytest.approx(similar, rel=1e-12)
        assert got.missed <= 1.0 - scurve.collision_probability(threshold, 4, 32) + similar - 30.0
        assert got.found + got.missed + got.false_candidates <= 50.0 * (1 + 1e-12)
    got = scurve.expected_counts(histogram, 1.0, 4, 32, at_end=50.0)
    assert (got.similar, got.found, got.missed, got.false_candidates) == (50.0, 50.0, 0.0, 0.0)


@pytest.mark.parametrize("bits", [32, 64, 128])
@pytest.mark.parametrize("most", [0, 1, 2, 3, 6, 16])
def test_pairs_in_whole_bits_are_within_a_limit_or_beyond_it(bits, most):
    """As many pairs as d + 1 at each distance d: brute force over the pairs, where no hundredth holds two distances."""
    distances = np.repeat(np.arange(bits + 1), np.arange(1, bits + 2))
    similar = 1.0 - distances / bits
    histogram = np.bincount(np.clip((similar * 100 + 1e-9).astype(int), 0, 99), minlength=100)
    limit = 1.0 - most / bits
    got = scurve.expected_counts(histogram, limit, 10, 8, at_end=1.0, steps=bits)
    chance = scurve.collision_probability(similar, 10, 8)
    slack = 0.03 if bits == 128 else 1e-9  # of two distances in one hundredth the mean is taken
    assert got.similar == pytest.approx(np.count_nonzero(distances <= most), rel=slack, abs=3 * slack)
    assert got.false_candidates == pytest.approx(chance[distances > most].sum(), rel=slack)
    assert got.similar + got.false_candidates <= histogram.sum() * (1 + 1e-9)
    assert got.missed == pytest.approx((1 - chance[distances <= most]).sum(), rel=0.05, abs=1e-9)


@given(st.lists(st.integers(0, 10**9), min_size=100, max_size=100), st.sampled_from([32, 64, 128]), st.integers(0, 32))
def test_pairs_in_hundredths_without_whole_bits_are_counted_too(counts, bits, most):
    limit = 1.0 - most / bits
    nodes, pairs = scurve.histogram_nodes(counts, limit, 0.0, bits)
    assert pairs.sum() == pytest.approx(sum(counts))
    np.testing.assert_array_equal(nodes * bits, np.arange(bits + 1))


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=20), st.floats(0.0, 1.0), BANDS, ROWS)
def test_expected_counts_add_up(counts, threshold, bands, rows):
    got = scurve.expected_counts(counts, threshold, bands, rows)
    below = sum(counts) - got.similar
    assert got.found + got.missed == pytest.approx(got.similar, rel=1e-9, abs=1e-9)
    assert -1e-6 <= got.false_candidates <= below * (1 + 1e-9) + 1e-6


def test_expected_counts_are_the_mean_of_a_simulated_index():
    # 400,000 pairs, each a coin of the curve's bias: |mean - expectation| <= 6 sd of a sum of coins (chance 2e-9)
    rng = np.random.default_rng(3)
    pairs = rng.beta(2, 5, 400_000)
    histogram, _ = np.histogram(pairs, 100, (0.0, 1.0))
    hit = rng.random(pairs.size) < scurve.collision_probability(pairs, 20, 5)
    got = scurve.expected_counts(histogram, 0.5, 20, 5)
    for seen, wanted in (
        (np.sum(hit & (pairs < 0.5)), got.false_candidates),
        (np.sum(~hit & (pairs >= 0.5)), got.missed),
    ):
        assert abs(seen - wanted) < 6 * math.sqrt(wanted) + 0.001 * wanted  # + even spread inside a bin


FAMILIES = {
    "identity": (scurve.identity, lambda p: p),
    "square": (lambda x: x * x, np.sqrt),
    "sine": (lambda x: np.sin(x * np.pi / 2.0), lambda p: np.arcsin(p) * 2.0 / np.pi),
}


@pytest.mark.parametrize("name", FAMILIES)
@given(height=st.floats(0.001, 0.999), bands=BANDS, rows=BANDS)
def test_the_curve_of_any_family_reaches_a_height_where_its_inverse_says(name, height, bands, rows):
    family, inverse = FAMILIES[name]
    wanted = inverse((1.0 - (1.0 - height) ** (1.0 / bands)) ** (1.0 / rows))
    at = scurve.similarity_at(height, bands, rows, family)
    assert at == pytest.approx(wanted, rel=1e-9)
    assert scurve.collision_probability(at, bands, rows, family) == pytest.approx(height, rel=1e-6)


def test_where_the_curve_never_reaches_a_height_the_nearer_end_is_told():
    def half(x):
        return 0.25 + x / 2.0  # from 0.25 to 0.75

    np.testing.assert_allclose(scurve.similarity_at([0.1, 0.5, 0.9], 1, 1, half), [0.0, 0.5, 1.0], atol=1e-12)
    assert math.isnan(scurve.half_point(5, 1, half)), "(1 - 0.25)^5 = 0.24: more than half everywhere"


def test_the_rule_of_thumb_is_that_of_one_function_of_any_family():
    # (1/16)^(1/4) = 0.5; where x^2 is 0.5
    assert scurve.approximate_threshold(16, 4) == pytest.approx(0.5)
    assert scurve.approximate_threshold(16, 4, lambda x: x * x) == pytest.approx(math.sqrt(0.5))
    assert math.isnan(scurve.approximate_threshold(16, 4, lambda x: 0.6 + 0.4 * x))


def test_how_many_pairs_there_are_by_hand():
    assert [scurve.pairs_among(documents) for documents in (0, 1, 2, 5, 1000)] == [0, 0, 1, 10, 499_500]


def test_what_a_formula_is_off_by_at_its_ends_counts_for_nothing():
    off = scurve.collision_probability([0.0, 0.5, 1.0], 20, 5, lambda x: x * (1.0 + 2e-10) - 1e-10)
    np.testing.assert_allclose(off, scurve.collision_probability([0.0, 0.5, 1.0], 20, 5), atol=1e-7)
    assert off[0] == 0.0
    assert off[2] == 1.0


@pytest.mark.parametrize("p", [0.0, 1e-300, 0.5, 1.0 - 1e-16, 1.0])
def test_numbers_too_small_to_be_told_are_nothing_whatever_numpy_is_told_to_raise(p):
    with np.errstate(all="raise"):
        hit, miss = (float(chance(p, 40, 40)) for chance in (scurve.collision_probability, scurve.miss_probability))
        scurve.slope(p, 40, 40)
        counts = scurve.expected_counts([5.0, 5.0], 0.5, 1000, 1)
        assert scurve.level_point([0.0, 1.0], 20, 5).tolist() == [0.0, 1.0]
    assert hit + miss == pytest.approx(1.0)
    assert counts.similar == pytest.approx(5.0)


def test_the_recall_of_a_part_of_a_pair_is_told_too():
    assert scurve.ExpectedCounts(similar=0.05, found=0.04, false_candidates=0.0, missed=0.01).recall == pytest.approx(
        0.8
    )
    assert scurve.ExpectedCounts(similar=0.0, found=0.0, false_candidates=3.0, missed=0.0).recall == 1.0


@pytest.mark.parametrize(
    "asked", [scurve.approximate_threshold, lambda *b: scurve.level_point(0.5, *b), scurve.half_point]
)
def test_fewer_than_one_band_or_row_is_refused_by_name(asked):
    for bands, rows, field in ((0, 5, "bands"), (5, 0, "rows")):
        with pytest.raises(ParameterError, match=rf"^{field} must be at least 1; got 0\.$"):
            asked(bands, rows)


def test_what_cannot_be_is_refused_in_words():
    with pytest.raises(ParameterError, match="bands must be at least 1"):
        scurve.collision_probability(0.5, 0, 1)
    with pytest.raises(ParameterError, match="rows must be at least 1"):
        scurve.half_point(1, 0)
    with pytest.raises(ParameterError, match="threshold must be between 0 and 1"):
        scurve.error_areas(1.5, 1, 1)
    with pytest.raises(ParameterError, match="threshold must be between 0 and 1"):
        scurve.histogram_nodes([1.0], 5.0)
    with pytest.raises(ValueError, match=r"lies in \[0, 1\]"):
        scurve.collision_probability(1.2, 1, 1)
