"""b-bit figures told from full values: against whole numbers, and unbiased."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.derived_bits import equal_bits, unbiased_share
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.minhash import MinHash


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
    equal, counted = equal_bits(Signatures("x", 1, values, 2**32 - 1), i, j, (1, 2, 8, 64))
    for p in range(3):
        pairs = [(int(x), int(y)) for x, y in zip(values[i[p]], values[j[p]], strict=True)]
        finite = [(x, y) for x, y in pairs if x != 2**32 - 1 and y != 2**32 - 1]
        assert counted[p] == sum((x, y) != (2**32 - 1,) * 2 for x, y in pairs)
        for place, mask in enumerate((1, 3, 255, 2**64 - 1)):
            assert equal[p, place] == sum(mixed(x) & mask == mixed(y) & mask for x, y in finite)


def test_the_correction_by_hand():
    # 96 of 128 positions agree in one bit: P = 0.75, half agrees by accident, (0.75 - 0.5) / 0.5 = 0.5
    assert unbiased_share(np.array([96]), np.array([128]), 1).tolist() == [0.5]
    # b = 2: (0.75 - 0.25) / 0.75 = 2 / 3
    assert unbiased_share(np.array([96]), np.array([128]), 2)[0] == pytest.approx(2 / 3)


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_estimates_are_unbiased(bits):
    # 200 disjoint pairs of sets of 60 with 20 shared: J = 20 / 100 = 0.2; 200 * 128 independent positions.
    # Hoeffding: the mean share is off by more than t with probability 2 exp(-2 * 25600 t^2), 1e-9 at t = 0.0204
    sets = []
    for pair in range(200):
        first = pair * 1000
        sets += [range(first, first + 60), range(first + 40, first + 100)]
    signed = MinHash(128, 9).sign(ShingleSets.from_lists(sets))
    i = np.arange(0, 400, 2, dtype=np.int32)
    equal, counted = equal_bits(signed, i, i + 1, (bits,))
    assert abs(unbiased_share(equal[:, 0], counted, bits).mean() - 0.2) <= 0.0204 / (1 - 2.0**-bits)
