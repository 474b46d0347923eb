"""Places of bits: those NumPy finds, by either way of writing them."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.compiled import U, kernel
from simexplorer.features.bit_places import _write_by_table, write_places

_ROOM = 64


@kernel
def _at_once(words, offsets, places):
    written = U(0)
    for i in range(words.size):
        written = write_places(words[i], offsets[i], places, written)
    return np.int64(written)


@kernel
def _by_table(words, offsets, places):
    written = U(0)
    for i in range(words.size):
        written = _write_by_table(words[i], offsets[i], places, written)
    return np.int64(written)


@pytest.mark.parametrize("write", [_at_once, _by_table])
def test_places_are_where_the_bits_are(write):
    rng = np.random.default_rng(3)
    dense = rng.integers(0, 2**64, 400, np.uint64)
    sparse = dense & rng.integers(0, 2**64, 400, np.uint64) & rng.integers(0, 2**64, 400, np.uint64)
    words = np.concatenate([np.array([0, 1, 1 << 63, 2**64 - 1, 0], np.uint64), dense, sparse])
    offsets = np.arange(words.size, dtype=np.uint64) * U(64) + U(1_000_000)
    wanted = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")) + 1_000_000
    places = np.full(wanted.size + _ROOM, 7, np.uint32)
    assert write(words, offsets, places) == wanted.size
    assert places[: wanted.size].tolist() == wanted.tolist()


@pytest.mark.parametrize("write", [_at_once, _by_table])
def test_nothing_beyond_the_room_is_written(write):
    places = np.full(3 + _ROOM + 5, 7, np.uint32)
    words = np.array([0b111, 2**64 - 1], np.uint64)
    assert write(words, np.array([0, 64], np.uint64), places) == 67
    assert (places[67:] == 7).all()
