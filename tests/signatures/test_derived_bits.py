"""b-bit figures told from full values: against whole numbers, and unbiased."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.derived_bits import WIDTHS, accident_variance, equal_bits, unbiased_share
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.one_pass import OnePass, variance_factors


def mixed(word):
    """SplitMix64's finaliser in whole numbers."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % 2**64
    return word ^ (word >> 31)


def test_agreements_are_those_of_the_lowest_mixed_bits():
    random = np.random.default_rng(4)
    values = random.integers(0, 2**31, (6, 40)).astype(np.uint32)
    values[1, ::3] = values[0, ::3]
    values[2:4, 5] = 2**32 - 1  # infinite on both sides; below on one
    values[4, 6] = 2**32 - 1
    i, j = np.array([0, 2, 4], np.int32), np.array([1, 3, 5], np.int32)
    equal, counted, compared = equal_bits(Signatures("x", 1, values, 2**32 - 1), i, j)
    for p in range(3):
        pairs = [(int(x), int(y)) for x, y in zip(values[i[p]], values[j[p]], strict=True)]
        finite = [(x, y) for x, y in pairs if x != 2**32 - 1 and y != 2**32 - 1]
        assert counted[p] == sum((x, y) != (2**32 - 1,) * 2 for x, y in pairs)
        assert compared[p] == len(finite)
        for place, mask in enumerate((2**64 - 1, 1, 3, 15, 255)):
            assert equal[p, place] == sum(mixed(x) & mask == mixed(y) & mask for x, y in finite)


def test_the_correction_by_hand():
    # 96 of 128 positions agree in one bit: P = 0.75, half agrees by accident, (0.75 - 0.5) / 0.5 = 0.5
    k = np.array([128])
    assert unbiased_share(np.array([96]), k, k, 1).tolist() == [0.5]
    # b = 2: (0.75 - 0.25) / 0.75 = 2 / 3
    assert unbiased_share(np.array([96]), k, k, 2)[0] == pytest.approx(2 / 3)
    # 28 of the 128 have a value on one side only: 100 may agree by accident, (96 - 0.25 * 100) / (0.75 * 128)
    assert unbiased_share(np.array([96]), k, np.array([100]), 2)[0] == pytest.approx(71 / 96)
    assert unbiased_share(np.array([128]), k, k, 1).tolist() == [1.0]
    nothing = np.array([0])
    assert unbiased_share(nothing, nothing, nothing, 1).tolist() == [0.0]


def test_the_variance_of_accidents_by_hand():
    # 40 of the 100 compared are unlike, each agrees with 1 / 4: 40 * 3 / 16 over (3 / 4 * 128)^2 = 40 / (3 * 128^2)
    variance = accident_variance(np.array([60]), np.array([128]), np.array([100]), 2)
    assert variance[0] == pytest.approx(40 * 3 / 16 / 96**2)
    nothing = np.array([0])
    assert accident_variance(nothing, nothing, nothing, 2).tolist() == [0.0]


@pytest.mark.parametrize("bits", WIDTHS)
def test_estimates_are_unbiased(bits):
    # 200 disjoint pairs of sets of 60 with 20 shared: J = 20 / 100 = 0.2; 200 * 128 independent positions.
    # Hoeffding: the mean share is off by more than t with probability 2 exp(-2 * 25600 t^2), 1e-9 at t = 0.0204
    sets = []
    for pair in range(200):
        first = pair * 1000
        sets += [range(first, first + 60), range(first + 40, first + 100)]
    signed = MinHash(128, 9).sign(ShingleSets.from_lists(sets))
    i = np.arange(0, 400, 2, dtype=np.int32)
    equal, counted, compared = equal_bits(signed, i, i + 1)
    estimates = unbiased_share(equal[:, 1 + WIDTHS.index(bits)], counted, compared, bits)
    assert abs(estimates.mean() - 0.2) <= 0.0204 / (1 - 2.0**-bits)


def gapped_pairs(pairs=100_000):
    """Disjoint pairs of sets of 15 with 5 shared, J = 5 / 25, in 32 groups: of those filled two in three by one alone.

    Independent pairs; equal positions of 64 bits and of WIDTHS, positions that count and those compared.
    """
    shared = np.concatenate([np.arange(15), np.arange(10, 25)])
    ids = (np.arange(pairs)[:, None] * 25 + shared).ravel().astype(np.uint64)
    signed = OnePass(32, 5).sign(ShingleSets(np.arange(0, ids.size + 1, 15), ids))
    i = np.arange(0, 2 * pairs, 2, dtype=np.int32)
    return equal_bits(signed, i, i + 1)


def test_estimates_are_unbiased_where_positions_lack_values():
    # an estimate lies between -a / (1 - a) and 1. Hoeffding, of 100,000: their mean is off by more than t with
    # probability 2 exp(-200,000 ((1 - a) t)^2), 1e-10 at (1 - a) t = 0.0109
    equal, counted, compared = gapped_pairs()
    assert 0.3 < compared.sum() / counted.sum() < 0.5
    for place, bits in enumerate(WIDTHS, 1):
        estimate = unbiased_share(equal[:, place], counted, compared, bits)
        assert abs(estimate.mean() - 0.2) <= 0.0109 / (1 - 2.0**-bits)


def test_the_stated_variance_is_right_where_positions_lack_values():
    # W = (estimate - J)^2 - stated, of one bit, has mean 0 and lies within 1.44, as both parts do; W^2 is at most 1.44
    # times their sum. Both have mean 0.96 E[1 / counted] < 0.06 at most, so W's variance is below 2 * 1.44 * 0.06.
    # Bernstein, of 100,000: |mean W| > t = 0.0092 with probability 2 exp(-100,000 t^2 / (2 (0.173 + 0.48 t))), 1e-10
    equal, counted, compared = gapped_pairs()
    full = 0.2 * 0.8 * variance_factors(np.array([25]), 32)[0]
    stated = full + accident_variance(equal[:, 0], counted, compared, 1)
    squares = (unbiased_share(equal[:, 1], counted, compared, 1) - 0.2) ** 2
    assert 2 * math.exp(-100_000 * 0.0092**2 / (2 * (0.173 + 1.44 * 0.0092 / 3))) < 1.1e-10
    assert (1.0 / counted).mean() < 0.06
    assert abs((squares - stated).mean()) <= 0.0092
    assert 0.6 * 0.4 / 32 / 0.25 - stated.mean() > 0.0092  # 32 full positions would spread clearly more
