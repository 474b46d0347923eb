"""Machine words do in vector code what NumPy does byte by byte."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.compiled import Int, U, lean_kernel
from simexplorer.kernel_words import bytes_within, copy_64_bytes, seed_words, trailing_zeros


@lean_kernel
def _within(data: np.ndarray, start: Int, low: Int, span: Int) -> Int:
    return bytes_within(U(data.ctypes.data) + U(start), U(low), U(span))


@lean_kernel
def _copied(data: np.ndarray, source: Int, target: Int) -> None:
    base = U(data.ctypes.data)
    copy_64_bytes(base + U(source), base + U(target))


@lean_kernel
def _zeros(word: Int) -> Int:
    return trailing_zeros(word)


@pytest.mark.parametrize(("low", "span"), [(32, 1), (0, 32), (128, 128), (0x80, 0x40), (250, 12), (97, 26), (33, 223)])
def test_a_bit_stands_for_a_byte_in_the_range(low, span):
    data = np.random.default_rng(low).permutation(np.arange(512).astype(np.uint8))
    for start in (0, 1, 37, 448):
        bits = int(_within(data, start, low, span))
        wanted = [(int(byte) - low) % 256 < span for byte in data[start : start + 64]]
        assert [bool(bits >> t & 1) for t in range(64)] == wanted


def test_64_bytes_are_copied_and_no_more():
    data = np.arange(256).astype(np.uint8)
    before = data.copy()
    _copied(data, 3, 131)
    assert np.array_equal(data[131:195], before[3:67])
    assert np.array_equal(np.delete(data, np.s_[131:195]), np.delete(before, np.s_[131:195]))


def test_zeros_below_the_lowest_one():
    assert [_zeros(U(word)) for word in (1, 8, 2**40, 2**63, 0)] == [0, 3, 40, 63, 64]


def test_the_words_of_a_seed_are_those_of_splitmix64():
    # Steele, Lea, Flood 2014: the first outputs for the seed 1234567, as their reference code prints them
    wanted = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert seed_words(1234567, 5).tolist() == wanted
    assert seed_words(-1, 3).tolist() == seed_words(2**64 - 1, 3).tolist()
    assert seed_words(7, 0).size == 0
