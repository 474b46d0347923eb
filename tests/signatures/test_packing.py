"""Packed values come back as they were."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.signatures.packing import WIDTHS, pack, unpack, words_needed


def test_bits_stand_from_the_lowest_place_up() -> None:
    # 1, 2, 3 in 4 bits each: 0x321
    assert pack(np.array([[1, 2, 3]]), 4).tolist() == [[0x321]]
    # a seventeenth value begins the second word
    assert pack(np.array([[0] * 16 + [15]]), 4).tolist() == [[0, 15]]
    assert [words_needed(128, bits) for bits in WIDTHS] == [2, 4, 8, 16, 32]
    assert words_needed(65, 1) == 2


@given(st.sampled_from(WIDTHS), st.integers(1, 140), st.integers(0, 2**32 - 1))
def test_values_come_back(bits: int, length: int, seed: int) -> None:
    values = np.random.default_rng(seed).integers(0, 2**bits, (3, length))
    np.testing.assert_array_equal(unpack(pack(values, bits), bits, length), values)


@pytest.mark.parametrize("bits", WIDTHS)
def test_higher_bits_are_cut_off(bits: int) -> None:
    values = np.array([[2**32 - 1, 2**31, 7]], np.uint32)
    np.testing.assert_array_equal(unpack(pack(values, bits), bits, 3), values & np.uint32(2**bits - 1))
