"""One bit differs as the angle says, exactly for normal components and in the limit for signs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.signatures.angle_family import angle_of_cosine, cosine_of_angle
from simexplorer.signatures.hyperplanes import RandomHyperplanes
from simexplorer.signatures.normals import normal_quantiles
from simexplorer.signatures.projections import normal_projections
from simexplorer.signatures.simhash import SimHash, exact_collision_probability
from tests import oracles_signatures as oracle
from tests.estimator_contracts import (
    Shape,
    assert_candidates,
    assert_frequency,
    band_hits,
    bands_met,
    equal_positions,
    random_pairs,
    random_vectors_at,
)
from tests.estimator_laws import assert_mean, assert_spread, law_of_independent_positions


def vectors_of(rows: list[dict[int, float]]) -> SparseVectors:
    return SparseVectors(
        np.cumsum([0, *map(len, rows)]),
        np.array([f for row in rows for f in sorted(row)], np.uint64),
        np.array([row[f] for row in rows for f in sorted(row)], np.float64),
    )


def test_the_example_of_45_degrees(golden: dict[str, Any]) -> None:
    # x = (1, 0), y = (1, 1): 45 degrees, so one bit is equal with chance 1 - 45 / 180 = 0.75
    example = golden["hyperplane"]
    x, y = ({i: float(v) for i, v in enumerate(example[name]) if v} for name in "xy")
    assert oracle.angle(x, y) == pytest.approx(example["angle_degrees"])
    family = RandomHyperplanes(60_000, 3)
    assert float(family.collision_probability(45.0)) == example["collision"]
    a, b = family.sign(vectors_of([x])), family.sign(vectors_of([y]))
    assert_frequency(int((a.values == b.values).sum()), 60_000, example["collision"])
    # the estimate is the share of *differing* signs times 180
    assert family.estimate(a, b)[0] == 180.0 * (a.values != b.values).mean()


@pytest.mark.parametrize("angle", [0.5, 10.0, 60.0, 90.0, 135.0, 179.0])
@pytest.mark.parametrize("lengths", [(1.0, 1.0), (1e-3, 500.0)])
@pytest.mark.parametrize("dimensions", [2, 30])
def test_normal_components_follow_the_angle_in_any_dimension(
    angle: float, lengths: tuple[float, float], dimensions: int
) -> None:
    check_angles(angle, lengths, 1000, dimensions, 100)


def check_angles(angle: float, lengths: tuple[float, float], trials: int, dimensions: int, length: int) -> None:
    """Bits, estimates and candidates of random pairs of vectors at one angle."""
    family = RandomHyperplanes(length, 7)
    a, b = random_vectors_at(angle, lengths, trials, dimensions, 1)
    p = float(family.collision_probability(angle))
    first, second = family.sign(a), family.sign(b)
    assert_frequency(int((first.values == second.values).sum()), trials * length, p)
    estimates, law = family.estimate(first, second), law_of_independent_positions(family, p)
    assert (law.mean, law.deviation) == pytest.approx((angle, float(family.standard_error(angle))))
    assert_mean(estimates, law)
    assert_spread(estimates, law)
    for rows in (2, 10):
        hits, bands = bands_met(first, second, rows)
        assert_candidates(hits, bands, rows, p)


@pytest.mark.slow
@pytest.mark.parametrize("angle", [0.5, 5.0, 30.0, 60.0, 90.0, 135.0, 179.0])
@pytest.mark.parametrize("dimensions", [3, 100, 2000])
def test_normal_components_follow_the_angle_at_length(angle: float, dimensions: int) -> None:
    check_angles(angle, (1.0, 20.0), 400_000 // max(20, dimensions), dimensions, 128)


def test_vectors_at_0_and_180_degrees_agree_and_differ_in_all_bits() -> None:
    for components in ("normal", "signs"):
        family = RandomHyperplanes(257, 2, components)
        rows = vectors_of([{3: 1.0, 2**63: 2.5}, {3: 2.0, 2**63: 5.0}, {3: -1.0, 2**63: -2.5}])
        bits = family.sign(rows).values
        np.testing.assert_array_equal(bits[0], bits[1])
        np.testing.assert_array_equal(bits[0], 1 - bits[2])


@pytest.mark.parametrize("shape", [Shape(1, 1, 1), Shape(2, 2, 0), Shape(30, 10, 20), Shape(400, 100, 300)], ids=str)
def test_sign_components_follow_the_exact_law_of_sets(shape: Shape) -> None:
    family = RandomHyperplanes(100, 5, "signs")
    a, b = random_pairs(shape, max(200, min(2000, 100_000 // shape.union)), 3)
    exact = exact_collision_probability(shape.common, shape.only_a, shape.only_b)
    assert_frequency(*equal_positions(family, a, b), exact)
    assert_candidates(*band_hits(family, a, b, 4), 4, exact)


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape", [Shape(1, 1, 1), Shape(5, 0, 5), Shape(60, 10, 20), Shape(3000, 500, 800), Shape(50, 0, 9950)], ids=str
)
def test_sign_components_follow_the_exact_law_of_sets_at_length(shape: Shape) -> None:
    family = RandomHyperplanes(128, 6, "signs")
    a, b = random_pairs(shape, max(400, min(50_000, 6_000_000 // shape.union)), 4)
    exact = exact_collision_probability(shape.common, shape.only_a, shape.only_b)
    assert_frequency(*equal_positions(family, a, b), exact)
    assert_candidates(*band_hits(family, a, b, 8), 8, exact)


def test_sign_components_approach_the_angle_for_many_features_of_like_weight() -> None:
    family = RandomHyperplanes(100, 5, "signs")
    a, b = random_vectors_at(60.0, (1.0, 3.0), 300, 400, 2)
    equal, counted = equal_positions(family, a, b)
    # 6.5 standard deviations of a binomial (8e-11) beside what is left of the limit at 400 features
    assert abs(equal / counted - 2 / 3) < 0.01 + 6.5 * math.sqrt(2 / 9 / counted)


def test_products_are_those_of_the_written_down_components() -> None:
    rng = np.random.default_rng(1)
    rows = [dict(zip(rng.integers(0, 2**64, 50, dtype=np.uint64).tolist(), rng.normal(size=50), strict=True))] * 2
    rows.append({5: 2.0})
    vectors = vectors_of(rows)
    components = np.array([[oracle.normal(f, 9, j) for j in range(33)] for f in vectors.ids.tolist()])
    products = np.add.reduceat(components * vectors.weights[:, None], vectors.offsets[:-1], axis=0)
    np.testing.assert_allclose(RandomHyperplanes(33, 9).project(vectors), products, rtol=1e-9, atol=1e-12)
    signs = RandomHyperplanes(64, 9, "signs")
    np.testing.assert_array_equal(signs.project(vectors), SimHash(64, 9).vectors(vectors))


def test_documents_without_features_lie_at_the_origin_and_chunks_do_not_change_a_single_bit() -> None:
    rng = np.random.default_rng(2)
    rows = [{int(f): float(rng.normal()) for f in rng.integers(0, 300, n)} for n in (0, 90, 1, 200, 0, 64, 150, 0)]
    whole = normal_projections(vectors_of(rows), 4, 50)
    apart = [normal_projections(vectors_of([row]), 4, 50) for row in rows]
    np.testing.assert_array_equal(np.concatenate(apart), whole)
    assert (whole[[0, 4, 7]] == 0.0).all()


@pytest.mark.parametrize("angle", [0.01, 0.5, 10.0, 45.0, 60.0, 90.0, 135.0, 179.5])
def test_quantiles_follow_the_angle_in_the_plane_as_if_they_were_all_normal_numbers(angle: float) -> None:
    drawn = normal_quantiles().astype(np.float64)
    x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    # of all pairs (g, h): the bit of (1, 0) is that of g, the bit of the other vector that of g x + h y
    above = drawn.size - np.searchsorted(drawn, -drawn * x / y, side="right")
    equal = np.where(drawn > 0.0, above, drawn.size - above).sum() / drawn.size**2
    assert equal == pytest.approx(1.0 - angle / 180.0, abs=1.3e-4)  # half of a number, where ties meet


def test_angle_and_cosine_turn_into_each_other() -> None:
    angles = np.array([0.0, 30.0, 60.0, 90.0, 180.0])
    assert cosine_of_angle(angles) == pytest.approx([1.0, math.sqrt(3) / 2, 0.5, 0.0, -1.0])
    assert angle_of_cosine(cosine_of_angle(angles)) == pytest.approx(angles)
    assert angle_of_cosine(1.0 + 1e-15) == 0.0


def test_sets_count_as_vectors_of_weights_one() -> None:
    family = RandomHyperplanes(64, 1)
    sets = ShingleSets.from_lists([[1, 5, 9], [2**64 - 1]])
    np.testing.assert_array_equal(
        family.sign(sets).values, family.sign(SparseVectors(sets.offsets, sets.ids, np.ones(4))).values
    )


def test_other_components_are_refused() -> None:
    with pytest.raises(ParameterError, match="components must be one of normal, signs"):
        RandomHyperplanes(16, 1, "cauchy")
