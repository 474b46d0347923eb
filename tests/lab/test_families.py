"""Blocks of AND and OR: the worked example of the sources, and real functions that keep what the curve promises."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simexplorer.errors import ParameterError
from simexplorer.lab.families import family_curve, family_of, plane_vectors, says_yes, trial
from simexplorer.lab.family_kinds import KINDS
from simexplorer.lab.lines import LINES, lines_over
from simexplorer.search.measures import angle_degrees, euclidean_distance
from simexplorer.signatures.sensitivity import Construction

BLOCKS = (("and", 4), ("or", 4))


def test_each_block_changes_the_promise_as_in_the_sources() -> None:
    # (0.2, 0.6, 0.8, 0.4): AND of 4 gives .8^4 = .4096, .4^4 = .0256; OR of 4 gives 1 - .5904^4 and 1 - .9744^4
    promises = family_curve("jaccard", BLOCKS, 0.2, 0.6).promises
    assert [(round(p.p1, 4), round(p.p2, 4)) for p in promises] == [(0.8, 0.4), (0.4096, 0.0256), (0.8785, 0.0985)]
    other = family_curve("jaccard", BLOCKS[::-1], 0.2, 0.6).promises[-1]
    assert (other.p1, other.p2) == (pytest.approx(0.9936, abs=5e-5), pytest.approx(0.5740, abs=5e-5))


def test_the_curve_of_random_lines_is_that_of_its_source() -> None:
    # Datar and others 2004: w/d = 2 gives 0.6095, w/d = 1/2 gives 0.1954
    promise = family_curve("euclid", (), 0.5, 2.0).promises[0]
    assert (promise.p1, promise.p2) == (pytest.approx(0.609548, abs=1e-6), pytest.approx(0.195417, abs=1e-6))


def test_the_chance_goes_on_beyond_the_end_of_the_curve() -> None:
    # far beyond w the law is w / (d sqrt(2 pi)) to a part in (w / d)^2: .39894 / 40 = .009974 at 40 w
    curve = family_curve("euclid", BLOCKS, 0.5, 2.0, interval=2.0)
    assert curve.distances[-1] == 10.0
    one = curve.chance(80.0, 0)
    assert one == pytest.approx(0.0099736, rel=1e-3)
    # AND of 4, then OR of 4: of so small a chance 4 times its fourth power
    assert curve.chance(80.0, 2) == pytest.approx(4 * one**4, rel=1e-6)
    assert [curve.chance(10.0, blocks) for blocks in range(3)] == pytest.approx(curve.chances[:, -1].tolist())


def test_the_curve_of_random_lines_reaches_what_is_far_however_far_it_is() -> None:
    for far, interval, end in ((2.0, 1.0, 5.0), (12.0, 1.0, 12.0), (50.0, 0.1, 50.0)):
        curve = family_curve("euclid", BLOCKS, 0.5, far, interval)
        assert curve.distances[-1] == end
        assert curve.promises[-1].p2 == pytest.approx(np.interp(far, curve.distances, curve.chances[-1]), abs=1e-3)
    with pytest.raises(ParameterError, match="at most 64"):
        family_curve("hamming", BLOCKS, 3.0, 65.0)


def test_a_fixed_point_stays_where_it_is() -> None:
    curve = family_curve("jaccard", BLOCKS, 0.2, 0.6)
    (distance,) = curve.fixed.tolist()
    assert curve.construction.probability(1 - distance) == pytest.approx(1 - distance, abs=1e-9)
    assert family_curve("jaccard", (), 0.2, 0.6).fixed.size == 0


@pytest.mark.parametrize("kind", KINDS)
def test_curves_fall_from_one_and_the_first_is_the_family_itself(kind: str) -> None:
    curve = family_curve(kind, BLOCKS, KINDS[kind].d1, KINDS[kind].d2)
    assert curve.chances[:, 0].tolist() == [1.0] * 3
    assert np.all(np.diff(curve.chances, axis=1) <= 1e-12)
    measure = 1 - curve.distances if kind == "jaccard" else curve.distances
    np.testing.assert_array_equal(curve.chances[0], family_of(kind).collision_probability(measure))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("steps", [(), BLOCKS, (("or", 2), ("and", 3), ("or", 2))])
def test_real_functions_say_yes_as_often_as_promised(kind: str, steps) -> None:
    # 6 standard deviations of a binomial: a false alarm in 5e8, seeds fixed
    for distance in (KINDS[kind].d1, KINDS[kind].d2):
        asked = trial(kind, steps, distance, seed=7)
        assert abs(asked.share - asked.expected) <= 6 * asked.standard_error + 1e-12
        measure = 1 - distance if kind == "jaccard" else round(distance) if kind == "hamming" else distance
        single = family_of(kind).collision_probability(np.array([measure]))
        assert asked.expected == pytest.approx(Construction(steps).probability(single)[0], abs=0.01)


def test_another_seed_draws_other_functions_and_the_same_seed_the_same() -> None:
    one, again, other = (trial("jaccard", BLOCKS, 0.2, seed) for seed in (1, 1, 2))
    assert one == again
    assert one.yes != other.yes


def test_nested_groups_are_asked_from_the_inside() -> None:
    # AND of 2, then OR of 2: (1 and 0) or (1 and 1) = 1; (1 and 0) or (0 and 1) = 0
    equal = np.array([1, 0, 1, 1, 1, 0, 0, 1], bool)
    assert says_yes(Construction((("and", 2), ("or", 2))), equal).tolist() == [True, False]
    # OR of 2, then AND of 2: (1 or 0) and (1 or 1) = 1; (1 or 0) and (0 or 1) = 1
    assert says_yes(Construction((("or", 2), ("and", 2))), equal).tolist() == [True, True]


def test_distances_that_cannot_be_are_refused() -> None:
    with pytest.raises(ParameterError, match="d1"):
        family_curve("jaccard", (), 0.6, 0.2)
    with pytest.raises(ParameterError, match="d2"):
        family_curve("cosine", (), 20, 200)
    with pytest.raises(ParameterError, match="kind"):
        family_of("dice")


def test_a_construction_of_more_functions_than_are_drawn_is_tried_by_none() -> None:
    asked = trial("jaccard", (("and", 300), ("or", 300)), 0.2, 1)
    assert asked.trials == 0
    assert math.isnan(asked.share)
    assert asked.expected == pytest.approx(1 - (1 - 0.8**300) ** 300)


def test_points_share_an_interval_of_a_line_where_its_cuts_do_not_part_them() -> None:
    points = np.array([[0.2, 0.1], [1.4, -0.6], [2.2, 1.9]])
    lines = lines_over(points, seed=3, interval=0.8)
    for line in range(LINES):
        along = points @ lines.directions[line] / np.hypot(*lines.directions[line])
        cuts = lines.cuts(line, 4.0)
        interval = np.searchsorted(cuts, along, side="right")
        np.testing.assert_array_equal(np.diff(interval), np.diff(lines.buckets[:, line]))
        np.testing.assert_allclose(np.diff(cuts), 0.8 / np.hypot(*lines.directions[line]))
    np.testing.assert_allclose(lines.share, (lines.buckets[lines.i] == lines.buckets[lines.j]).mean(axis=1))
    np.testing.assert_allclose(lines.distance, np.hypot(*(points[lines.i] - points[lines.j]).T))


def test_points_of_the_plane_are_documents_of_two_features() -> None:
    turn = math.radians(30)
    vectors = plane_vectors(np.array([[1.0, 0.0], [math.cos(turn), math.sin(turn)], [0.0, 0.0]]))
    first, second = np.array([0]), np.array([1])
    assert angle_degrees(vectors, first, second)[0] == pytest.approx(30)
    assert euclidean_distance(vectors, first, np.array([2]))[0] == 1
