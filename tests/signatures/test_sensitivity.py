"""AND, OR and their nestings against exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.signatures.bit_sampling import BitSampling
from simexplorer.signatures.hyperplanes import RandomHyperplanes
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.random_lines import RandomLines
from simexplorer.signatures.sensitivity import Construction, Sensitivity
from tests import oracles_signatures as oracle

nestings = st.lists(st.tuples(st.sampled_from(["and", "or"]), st.integers(1, 6)), max_size=4)


def test_the_amplifications_of_the_sources(golden: dict[str, Any]) -> None:
    # from (0.2, 0.6, 0.8, 0.4): AND of 4 0.8^4 = 0.4096; then OR of 4 1 - (1 - 0.4096)^4 = 0.8785
    example = golden["amplification"]
    family = Sensitivity(**example["from"])
    for construction, name in (
        (Construction().and_(4), "and4"),
        (Construction().or_(4), "or4"),
        (Construction().and_(4).or_(4), "and4_then_or4"),
        (Construction().or_(4).and_(4), "or4_then_and4"),
    ):
        made = family.through(construction)
        assert [made.p1, made.p2] == pytest.approx(example[name], rel=1e-12)
        assert (made.d1, made.d2) == (0.2, 0.6)


def test_banding_is_the_or_of_ands_of_the_s_curve(golden: dict[str, Any]) -> None:
    curve = Construction.banding(20, 5)
    assert curve == Construction().and_(5).or_(20)
    for similarity, expected in golden["s_curve_b20_r5"]["points"].items():
        assert float(curve.probability(float(similarity))) == pytest.approx(expected, rel=1e-12)
    assert float(curve.probability(golden["s_curve_b20_r5"]["exact_half_point"])) == pytest.approx(0.5, rel=1e-12)
    assert curve.functions == 100


@given(nestings, st.fractions(0, 1, max_denominator=1000))
def test_every_nesting_is_that_of_exact_fractions(steps: list[tuple[Any, int]], p: Fraction) -> None:
    construction = Construction(tuple(steps))
    assert construction.functions == math.prod(count for _, count in steps)
    expected = float(oracle.combined(p, steps))
    assert float(construction.probability(float(p))) == pytest.approx(expected, rel=1e-9, abs=1e-300)


@given(nestings, st.floats(0, 1), st.floats(0, 1))
def test_curves_rise_from_0_to_1(steps: list[tuple[Any, int]], p: float, q: float) -> None:
    construction = Construction(tuple(steps))
    low, high = construction.probability(sorted([p, q]))
    assert 0.0 <= low <= high + 1e-15 <= 1.0 + 1e-15
    assert construction.probability([0.0, 1.0]).tolist() == [0.0, 1.0]


def test_tiny_probabilities_are_not_lost_on_the_way() -> None:
    # the AND of 4 ORs of 20: at p = 1 - 1e-5 a miss is 4 x 1e-100
    assert float(Construction().and_(3).or_(5).probability(1e-20)) == pytest.approx(5e-60, rel=1e-9)


def test_fixed_points_part_what_is_lowered_from_what_is_raised() -> None:
    curve = Construction().and_(4).or_(4)
    (point,) = curve.fixed_points()
    assert float(curve.probability(point)) == pytest.approx(point, abs=1e-9)
    assert float(curve.probability(point - 0.05)) < point - 0.05
    assert float(curve.probability(point + 0.05)) > point + 0.05
    assert Construction().and_(3).fixed_points().size == 0
    assert Construction().or_(1).and_(1).fixed_points().size == 0  # rounding crosses the line of one function often


def test_families_state_their_sensitivity_at_distances() -> None:
    # Jaccard distance 0.2 is similarity 0.8
    jaccard = Sensitivity.of(MinHash(), 0.2, 0.6)
    assert (jaccard.p1, jaccard.p2) == pytest.approx((0.8, 0.4))
    # angles of 30 and 120 degrees: 1 - 30 / 180 and 1 - 120 / 180
    angles = Sensitivity.of(RandomHyperplanes(), 30, 120)
    assert (angles.p1, angles.p2) == pytest.approx((5 / 6, 1 / 3))
    bits = Sensitivity.of(BitSampling(bits=64), 3, 16)
    assert (bits.p1, bits.p2) == (0.953125, 0.75)
    lines = Sensitivity.of(RandomLines(interval=4.0), 1.0, 4.0)
    assert (lines.p1, lines.p2) == pytest.approx((0.80053, 0.36875), abs=1e-5)


def test_rho_says_how_an_index_grows() -> None:
    assert Sensitivity(d1=1, d2=2, p1=0.25, p2=0.0625).rho == pytest.approx(0.5)
    assert Sensitivity(d1=1, d2=2, p1=1.0, p2=0.5).rho == 0.0
    assert Sensitivity(d1=1, d2=2, p1=0.5, p2=0.0).rho == 0.0
    assert Sensitivity(d1=1, d2=2, p1=0.0, p2=0.5).rho == math.inf


def test_constructions_read_as_words() -> None:
    assert str(Construction()) == "one function"
    assert str(Construction.banding(20, 5)) == "OR of 20 × (AND of 5)"


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ParameterError, match="rows must be at least 1"):
        Construction().and_(0)
    with pytest.raises(ParameterError, match="d1 must be from 0 to less than d2"):
        Sensitivity(d1=2, d2=1, p1=0.5, p2=0.1)
    with pytest.raises(ParameterError, match="p1 must be between 0 and 1"):
        Sensitivity(d1=1, d2=2, p1=1.5, p2=0.1)
    assert np.isfinite(Construction.banding(1, 1).probability(0.3))
