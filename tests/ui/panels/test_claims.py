"""Figures that tooltips state are those of the formulas they speak of."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets
from simexplorer.search.filtering import needed_positions, pass_probability
from simexplorer.signatures.bbit import BBitMinHash, variance_factor
from simexplorer.signatures.family import Signatures, collision_shares
from simexplorer.signatures.first_rows import binomial
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.random_lines import RandomLines
from simexplorer.signatures.simhash import exact_collision_probability
from simexplorer.ui.models.answers_table import AnswersTable
from simexplorer.ui.models.neighbours_table import NeighboursTable
from simexplorer.ui.models.pair_meanings import ERROR_MEANINGS, ESTIMATE_MEANINGS
from simexplorer.ui.models.pairs_table import PairsTable
from simexplorer.ui.panels.choice_texts import COMPONENT_TEXTS, SCHEME_CHOICES
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS


@pytest.mark.parametrize(("jaccard", "bits"), [(0.99, 2), (0.9, 7), (0.8, 10), (0.0, 32)])
def test_bits_that_differ_follow_from_the_jaccard_similarity(jaccard: float, bits: int) -> None:
    # two sets of one size: cosine = common / size = 2 J / (1 + J); of 64 bits angle / 180 differ
    cosine = 2 * jaccard / (1 + jaccard)
    assert round(64 * math.degrees(math.acos(cosine)) / 180) == bits
    meaning = next(column.meaning for column in PairsTable.columns if column.name == "hamming")
    assert f"about {bits}" in meaning


def lost_by_the_filter(length: int, thresholds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of 100,000 pairs right at each threshold those that agree in fewer positions than are needed: binomial tails."""
    family, places = FastSimilaritySketch(length, 1), np.arange(length + 1)
    ways = np.array([math.lgamma(length + 1) - math.lgamma(k + 1) - math.lgamma(length - k + 1) for k in places])
    terms = np.exp(ways + np.outer(np.log(thresholds), places) + np.outer(np.log1p(-thresholds), length - places))
    needed = np.array([needed_positions(family, at, 4.0) for at in thresholds.tolist()])
    below = np.concatenate([np.zeros((thresholds.size, 1)), terms.cumsum(axis=1)], axis=1)
    return 1e5 * below[np.arange(thresholds.size), needed]


def test_the_sketch_filter_loses_no_more_than_it_says() -> None:
    # beyond 0.999 too: a single bit agrees with chance 0.9995 there
    usual, high = np.linspace(0.2, 0.95, 151), 1.0 - np.geomspace(0.05, 1e-4, 400)
    worst, near_one = (max(lost_by_the_filter(k, at).max() for k in range(64, 513)) for at in (usual, high))
    assert 22 < worst <= 23
    assert 140 < near_one <= 150
    assert "at most 23 of 100,000" in PARAMETER_TEXTS["sketch_sigmas"].meaning
    assert "150 nearer 1" in PARAMETER_TEXTS["sketch_sigmas"].meaning
    # as the program itself counts what it loses
    passed = pass_probability(72, needed_positions(FastSimilaritySketch(72, 1), 0.95, 4.0), np.array([0.95]))
    assert 1e5 * (1.0 - passed) == pytest.approx(lost_by_the_filter(72, np.array([0.95])))


def test_what_is_said_of_estimates_is_what_each_scheme_does() -> None:
    # one bit of 128: at J = 1/2 the share of equal bits is P = 3/4, and sqrt(P (1 - P) / K) / (1 - 1/2) = 0.0765
    words = ESTIMATE_MEANINGS["jaccard"]
    assert "(P − c) / (1 − c) with c = 2^−b" in words
    assert "sqrt(P (1 − P) / K) / (1 − c)" in words
    assert float(BBitMinHash(128, 1, 1).standard_error(0.5)) == pytest.approx((0.75 * 0.25 / 128) ** 0.5 / 0.5)
    # of other schemes positions without a value count neither way
    signed = Signatures("some-1", 1, np.array([[1, 9, 9, 4], [1, 9, 3, 5]]), infinite=9)
    a, b = (Signatures("some-1", 1, signed.values[[row]], infinite=9) for row in (0, 1))
    assert collision_shares(a, b).tolist() == [1 / 3]
    assert "positions without a value on both sides do not count" in words
    # and the error is one at all schemes only where it is told as that of the scheme
    assert "sqrt" not in ERROR_MEANINGS["jaccard"]
    for table in (PairsTable, NeighboursTable, AnswersTable):
        assert next(column.meaning for column in table.columns if column.name == "estimate") == words


def test_one_bit_needs_two_to_three_times_the_hashes() -> None:
    factors = [variance_factor(1, jaccard) for jaccard in (0.5, 0.8, 1.0)]
    assert factors == pytest.approx([3.0, 2.25, 2.0])  # 1 + 1 / J
    assert "2 to 3 times" in SCHEME_CHOICES["bbit"].meaning


def test_lines_agree_with_the_chance_that_is_stated_for_the_width_advised() -> None:
    chance = float(RandomLines(1, 1, 1.7).collision_probability(1.0))
    assert f"{chance:.2f}" == "0.55"
    meaning = PARAMETER_TEXTS["interval"].meaning
    assert "about 1.7 times" in meaning
    assert "chance 0.55" in meaning


def test_positions_of_fast_sketches_of_small_documents_are_said_to_depend_on_each_other() -> None:
    # were positions independent, the share that agrees would vary by J (1 - J) / K
    pairs, common, own, length = 2000, 15, 15, 128
    ids = np.random.default_rng(1).integers(1, 2**63, (pairs, common + 2 * own), dtype=np.uint64)
    sides = ids[:, : common + own], np.concatenate([ids[:, :common], ids[:, common + own :]], axis=1)
    offsets = np.arange(pairs + 1) * (common + own)
    family = FastSimilaritySketch(length, 1)
    a, b = (family.sign(ShingleSets(offsets, np.sort(side, axis=1).ravel())).values for side in sides)
    jaccard = common / (common + 2 * own)
    ratio = float((a == b).mean(axis=1).var()) / (jaccard * (1 - jaccard) / length)
    assert 0.3 < ratio < 0.8  # of a variance from 2,000 the standard error is 0.03
    assert "depend on each other" in SCHEME_CHOICES["fss"].meaning


def equal_bits(shared: int, own: int, weight: float) -> float:
    """The chance that a bit is equal of two texts that share so many shingles and have so many of another weight each.

    Both sums are that of the shared signs and one of their own ones: given the first, they are independent.
    """
    total = np.arange(-shared, shared + 1, 2)[:, None] + weight * np.arange(-own, own + 1, 2)
    above = (total > 1e-9) @ binomial(own, 0.5)
    return float(binomial(shared, 0.5) @ (above**2 + (1.0 - above) ** 2))


def test_bits_of_voting_shingles_are_as_far_from_the_angle_as_is_said() -> None:
    assert equal_bits(80, 20, 1.0) == pytest.approx(exact_collision_probability(80, 20, 20))

    def off(chance: float, cosine: float) -> float:
        return abs(chance - (1.0 - math.degrees(math.acos(cosine)) / 180.0))

    of_sets = max(
        off(exact_collision_probability(c, 100 - c, b), c / math.sqrt(100 * (c + b)))
        for c in range(1, 100)
        for b in (0, 1, 2, 50 - c // 2, 100 - c)
    )
    # under tf-idf what one text has alone is rarer than what both share, and weighs a little more
    weighed = max(
        off(equal_bits(c, 100 - c, weight), c / (c + (100 - c) * weight**2))
        for c in range(1, 100)
        for weight in (1.001, 1.02, 1.07, 1.15, 1.3)
    )
    assert 0.01 < of_sets < 0.02
    assert 0.03 < weighed < 0.05
    for text in (SCHEME_CHOICES["simhash"], COMPONENT_TEXTS["signs"], PARAMETER_TEXTS["components"]):
        assert "within 0.02 from 100 shingles of equal weight on" in text.meaning
        assert "of nearly equal weight (tf-idf) within 0.05" in text.meaning
