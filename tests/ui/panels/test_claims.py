"""Figures that tooltips state are those of the formulas they speak of."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.search.filtering import needed_positions, pass_probability
from simexplorer.signatures.bbit import variance_factor
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.random_lines import RandomLines
from simexplorer.ui.models.pairs_table import PairsTable
from simexplorer.ui.panels.choice_texts import SCHEME_CHOICES
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS


@pytest.mark.parametrize(("jaccard", "bits"), [(0.99, 2), (0.9, 7), (0.8, 10), (0.0, 32)])
def test_bits_that_differ_follow_from_the_jaccard_similarity(jaccard: float, bits: int) -> None:
    # two sets of one size: cosine = common / size = 2 J / (1 + J); of 64 bits angle / 180 differ
    cosine = 2 * jaccard / (1 + jaccard)
    assert round(64 * math.degrees(math.acos(cosine)) / 180) == bits
    meaning = next(column.meaning for column in PairsTable.columns if column.name == "hamming")
    assert f"about {bits}" in meaning


def test_the_sketch_filter_loses_no_more_than_it_says() -> None:
    def lost(length: int, threshold: float) -> float:
        needed = needed_positions(FastSimilaritySketch(length, 1), threshold, 4.0)
        return 1e5 * (1 - float(pass_probability(length, needed, np.array([threshold]))[0]))

    worst = max(lost(length, at) for length in (64, 128, 512) for at in np.linspace(0.2, 0.95, 151).tolist())
    near_one = max(lost(length, at) for length in (64, 128, 512) for at in np.linspace(0.95, 0.999, 99).tolist())
    assert 15 < worst <= 21
    assert 90 < near_one <= 110
    assert "at most 21 of 100,000" in PARAMETER_TEXTS["sketch_sigmas"].meaning
    assert "110 nearer 1" in PARAMETER_TEXTS["sketch_sigmas"].meaning


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
