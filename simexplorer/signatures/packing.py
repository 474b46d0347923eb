"""Values of b bits packed into 64-bit words, 64 / b in each, and taken out again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U, kernel

WIDTHS = (1, 2, 4, 8, 16)


def words_needed(length: int, bits: int) -> int:
    """64-bit words that hold ``length`` values of ``bits`` bits, a width of WIDTHS."""
    return -(-length * bits // 64)


@kernel
def _pack(values: NDArray[Any], bits: int, out: NDArray[np.uint64]) -> None:
    per_word, width, mask = U(64 // bits), U(bits), (U(1) << U(bits)) - U(1)
    for i in range(values.shape[0]):
        out[i, :] = U(0)
        for j in range(U(values.shape[1])):
            out[i, j // per_word] |= (U(values[i, j]) & mask) << (j % per_word * width)


@kernel
def _unpack(words: NDArray[np.uint64], bits: int, out: NDArray[Any]) -> None:
    per_word, width, mask = U(64 // bits), U(bits), (U(1) << U(bits)) - U(1)
    for i in range(out.shape[0]):
        for j in range(U(out.shape[1])):
            out[i, j] = (words[i, j // per_word] >> (j % per_word * width)) & mask


def pack(values: NDArray[Any], bits: int) -> NDArray[np.uint64]:
    """(n, words) the lowest ``bits`` bits of (n, k) whole numbers, the first in the lowest place; rest of words 0."""
    words = np.empty((values.shape[0], words_needed(values.shape[1], bits)), np.uint64)
    _pack(values, bits, words)
    return words


def unpack(words: NDArray[np.uint64], bits: int, length: int, dtype: Any = np.uint32) -> NDArray[Any]:
    """(n, length) values out of (n, words) packed ones."""
    values = np.empty((words.shape[0], length), dtype)
    _unpack(words, bits, values)
    return values
