"""Statistical contracts of the independent MinHash schemes: mean, variance, band frequency, ids with structure."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.bbit import BBitMinHash
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.first_rows import FirstRows, binomial, nothing_seen
from simexplorer.signatures.jaccard_family import JaccardFamily
from simexplorer.signatures.known_union import KnownPair
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.one_pass import OnePass, candidate_probability
from simexplorer.signatures.permutations import ExplicitPermutations
from simexplorer.signatures.sensitivity import Construction
from tests import oracles_signatures as oracle
from tests.estimator_contracts import (
    SHAPES,
    STRUCTURED,
    Shape,
    assert_candidates,
    assert_frequency,
    bands_met,
    equal_positions,
    random_pairs,
    structured_pair,
    trials_for,
)
from tests.estimator_laws import (
    Law,
    assert_bounded_mean,
    assert_mean,
    assert_spread,
    hypergeometric,
    law_of_independent_positions,
    law_of_shares,
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
    assert_frequency(*equal_positions(family, a, b), float(family.collision_probability(shape.jaccard)))


def law_of(family: JaccardFamily | BBitMinHash, shape: Shape) -> Law:
    """The exact law of one estimate, given that there is one."""
    if isinstance(family, FirstRows):
        counted = binomial(family.length, 1.0 - nothing_seen(shape.union, family.share))
        return law_of_shares(counted, lambda m: binomial(m, shape.jaccard))
    if isinstance(family, OnePass):
        counted = oracle.occupied_groups(shape.union, family.length)
        return law_of_shares(counted, lambda m: hypergeometric(m, shape.common, shape.union))
    return law_of_independent_positions(family, float(family.collision_probability(shape.jaccard)))


def check_spread(scheme: str, shape: Shape, elements: int, length: int) -> None:
    family = MAKERS[scheme](length, 12)
    a, b = random_pairs(shape, trials_for(shape, elements), 2)
    estimates = family.estimate(family.sign(a), family.sign(b))
    estimates = estimates[~np.isnan(estimates)]
    deviation = KnownPair(family, shape.common, shape.union).standard_error()
    law = law_of(family, shape)
    assert (law.mean, law.deviation) == pytest.approx((shape.jaccard, deviation), rel=1e-6, abs=1e-9)
    assert_mean(estimates, law)
    assert_spread(estimates, law)


@schemes
@shapes
def test_positions_are_equal_as_often_as_the_family_says(scheme: str, shape: Shape) -> None:
    check_mean(scheme, shape, 100_000, 50)


@schemes
@shapes
def test_estimates_scatter_as_the_standard_error_says(scheme: str, shape: Shape) -> None:
    check_spread(scheme, shape, 100_000, 50)


@pytest.mark.slow
@schemes
@shapes
def test_positions_are_equal_as_often_as_the_family_says_at_length(scheme: str, shape: Shape) -> None:
    check_mean(scheme, shape, 8_000_000, 128)


@pytest.mark.slow
@schemes
@shapes
def test_estimates_scatter_as_the_standard_error_says_at_length(scheme: str, shape: Shape) -> None:
    check_spread(scheme, shape, 8_000_000, 128)


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


BAND_SHAPES = [
    Shape(1, 0, 0), Shape(1, 1, 1), Shape(3, 1, 0), Shape(8, 1, 1), Shape(19, 1, 0), Shape(0, 30, 30),
    Shape(60, 0, 40), Shape(80, 10, 10), Shape(800, 100, 100),
]  # fmt: skip
LONG_BAND_SHAPES = [
    Shape(2, 0, 0), Shape(2, 1, 0), Shape(30, 5, 5), Shape(40, 0, 360), Shape(900, 50, 50), Shape(0, 500, 500),
    Shape(7000, 2000, 1000), Shape(16_000, 4000, 0),
]  # fmt: skip


def check_candidates(scheme: str, shape: Shape, elements: int, length: int) -> None:
    """Bands and candidates come as often as the law of the family says, infinite positions colliding with nothing."""
    family = MAKERS[scheme](length, 5)
    pair = KnownPair(family, shape.common, shape.union)
    a, b = random_pairs(shape, trials_for(shape, elements, 2000), 3)
    first, second = family.sign(a), family.sign(b)
    for rows in (1, 2, 4):
        hits, bands = bands_met(first, second, rows)
        if not isinstance(family, OnePass):
            assert_candidates(hits, bands, rows, pair.position_probability())
            continue
        band = candidate_probability(1, rows, shape.common, shape.union, length)
        assert_frequency(int(hits.sum()), hits.size * bands, band)
        if shape.union <= 8 * length:
            assert_frequency(int((hits > 0).sum()), hits.size, pair.candidate_probability(bands, rows))
        else:
            assert_bounded_mean(hits > 0, pair.candidate_probability(bands, rows), slack=0.01)


@schemes
@pytest.mark.parametrize("shape", BAND_SHAPES, ids=str)
def test_candidates_come_as_the_curve_says_for_sets_of_all_sizes(scheme: str, shape: Shape) -> None:
    check_candidates(scheme, shape, 100_000, 60)


@pytest.mark.slow
@schemes
@pytest.mark.parametrize("shape", [*BAND_SHAPES, *LONG_BAND_SHAPES], ids=str)
def test_candidates_come_as_the_curve_says_at_length(scheme: str, shape: Shape) -> None:
    check_candidates(scheme, shape, 4_000_000, 128)


def test_a_band_of_first_rows_by_hand() -> None:
    # u = 40 elements, 1/16 of the rows: q = (15/16)^40 = 0.0756; a position collides with J (1 - q)
    q = (15 / 16) ** 40
    pair = KnownPair(FirstRows(60, 3), 32, 40)
    assert pair.position_probability() == pytest.approx(0.8 * (1 - q), rel=1e-12)
    assert pair.candidate_probability(1, 3) == pytest.approx((0.8 * (1 - q)) ** 3)


def test_a_band_of_the_one_pass_scheme_by_hand() -> None:
    # u = 2 in 2 groups, c = 1: both groups filled with chance 1/2, and both elements would have to be shared: never
    assert candidate_probability(1, 2, 1, 2, 2) == 0.0
    # c = u = 2: whenever both groups are filled; one group: filled with chance 3/4
    assert candidate_probability(1, 2, 2, 2, 2) == pytest.approx(0.5)
    assert candidate_probability(1, 1, 1, 2, 2) == pytest.approx(0.75 * 0.5)
    # one element, shared: it fills some group, and with single rows that is a collision for certain
    assert candidate_probability(60, 1, 1, 1, 60) == 1.0
    # many elements: J^r, from below
    assert candidate_probability(1, 3, 800, 1000, 50) == pytest.approx(0.8**3, rel=2e-3)
    assert candidate_probability(1, 3, 800, 1000, 50) < 0.8**3


@given(st.integers(1, 30), st.integers(0, 30), st.integers(1, 12), st.integers(1, 4))
def test_the_law_of_one_pass_candidates_is_that_of_all_sets_of_bands(
    common: int, alone: int, groups: int, rows: int
) -> None:
    bands, union = groups // rows, min(common + alone, 8 * groups)
    common = min(common, union)
    expected = float(oracle.one_pass_candidates(common, union, groups, bands, rows)) if bands else 0.0
    assert candidate_probability(bands, rows, common, union, groups) == pytest.approx(expected, abs=1e-12)


def test_the_law_of_one_pass_candidates_holds_for_signatures_of_any_length() -> None:
    # one element of u is shared, single rows: it has to be the least of its group, as so many of u are as are filled
    groups, union = 65_536, 40_000
    expected = groups * -math.expm1(union * math.log1p(-1 / groups)) / union
    assert candidate_probability(groups, 1, 1, union, groups) == pytest.approx(expected, rel=1e-9)
    # far more elements than groups: all are filled, and a band collides with c (c - 1) / (u (u - 1))
    groups, common, union = 65_536, 3_000_000, 30_000_000
    expected = common * (common - 1) / (union * (union - 1))
    assert candidate_probability(1, 2, common, union, groups) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("rows", [1, 3, 5])
@pytest.mark.parametrize("jaccard", [0.2, 0.5, 0.8, 0.95])
def test_bands_of_more_than_eight_elements_a_group_are_independent_but_for_a_hundredth(
    rows: int, jaccard: float
) -> None:
    groups, bands = 60, 60 // rows
    union = 8 * groups
    common = round(jaccard * union)
    band = candidate_probability(1, rows, common, union, groups)
    exact = candidate_probability(bands, rows, common, union, groups)
    assert abs(exact - float(Construction().or_(bands).probability(band))) < 0.01


# --- C1, on a universe of rows


def permuted_pair(shape: Shape, universe: int, length: int, seed: int) -> tuple[Signatures, Signatures]:
    """Signatures of one pair of sets of rows under permutations of their own."""
    family = ExplicitPermutations(length, seed, universe)
    rows = np.random.default_rng(seed).permutation(universe)[: shape.union].tolist()
    first, second = rows[: shape.sizes[0]], rows[: shape.common] + rows[shape.sizes[0] :]
    signed = family.sign(ShingleSets.from_lists([first, second]))
    one, other = (Signatures(signed.scheme, seed, signed.values[i : i + 1], signed.infinite) for i in (0, 1))
    return one, other


def check_permutations(shape: Shape, universe: int, length: int, trials: int) -> None:
    family = ExplicitPermutations(length, 1, universe)
    estimates, equal, met = np.empty(trials), 0, np.empty(trials, np.int64)
    for seed in range(trials):
        one, other = permuted_pair(shape, universe, length, seed)
        estimates[seed] = family.estimate(one, other)[0]
        equal += int((one.values == other.values).sum())
        met[seed] = bands_met(one, other, 3)[0][0]
    law = law_of_independent_positions(family, shape.jaccard)
    assert law.deviation == pytest.approx(float(family.standard_error(shape.jaccard)), abs=1e-12)
    assert_frequency(equal, trials * length, shape.jaccard)
    assert_mean(estimates, law)
    assert_spread(estimates, law)
    assert_candidates(met, length // 3, 3, shape.jaccard)


@pytest.mark.parametrize("shape", [s for s in SHAPES if s.union <= 200], ids=str)
def test_explicit_permutations_keep_the_contract(shape: Shape) -> None:
    check_permutations(shape, max(2 * shape.union, 8), 30, 60)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("filled", [1.0, 0.3])
def test_explicit_permutations_keep_the_contract_at_length(shape: Shape, filled: float) -> None:
    check_permutations(shape, max(3, round(shape.union / filled)), 60, 300 if shape.union <= 2000 else 40)
