"""The check of signatures: how many positions are asked for, and what that loses."""

from __future__ import annotations

import math

import pytest

from simexplorer.search.filtering import needed_positions, pass_probability
from simexplorer.signatures.fss import FastSimilaritySketch


def test_needed_positions_by_hand():
    # K = 128, t = 0.8: mean 102.4, sigma = sqrt(128 * 0.8 * 0.2) = 4.525; 4 sigma below: 84.3
    assert needed_positions(FastSimilaritySketch(128), 0.8, 4.0) == 84
    assert needed_positions(FastSimilaritySketch(128), 0.8, 0.0) == 102
    assert needed_positions(FastSimilaritySketch(16), 0.1, 4.0) == 0


@pytest.mark.parametrize(("length", "needed", "p"), [(10, 3, 0.3), (20, 20, 0.9), (5, 1, 0.01), (40, 0, 0.5)])
def test_pass_probability_is_the_binomial_tail(length, needed, p):
    tail = sum(math.comb(length, k) * p**k * (1 - p) ** (length - k) for k in range(needed, length + 1))
    assert float(pass_probability(length, needed, p)) == pytest.approx(tail, abs=1e-12)


def test_certain_pairs_always_pass():
    assert pass_probability(128, 84, [1.0]).tolist() == [1.0]
