"""Draws that stay above their bin's least value are left out, and no others."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel
from simexplorer.signatures.fss import EMPTY, KEPT, fill_signatures, sketch_seeds
from simexplorer.signatures.lower_draws import AT_ONCE, ROOM, lower_bins
from tests import oracles_signatures as oracle


@kernel
def lowered(draws: NDArray[np.uint64], count: Int, row: NDArray[np.uint32]) -> None:
    lower_bins(draws, count, row)


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 255, 256])
@pytest.mark.parametrize("bins", [1, 37, 128])
def test_bins_have_the_least_of_what_is_drawn_for_them(count, bins):
    rng = np.random.default_rng(bins)
    values = np.array([0, 1, 2**24 - 1, 2**24, 2**30, 2**31 - 1, int(EMPTY)], np.uint32)  # around where bits are cut
    for _ in range(50):
        row = rng.choice(values, bins)
        places, drawn = rng.integers(0, bins, AT_ONCE), rng.choice(values[:-1], AT_ONCE)
        draws = np.zeros(AT_ONCE + ROOM, np.uint64)
        draws[:AT_ONCE] = places.astype(np.uint64) << np.uint64(32) | drawn
        expected = row.copy()
        np.minimum.at(expected, places[:count], drawn[:count])
        lowered(draws, count, row)
        assert row.tolist() == expected.tolist()


@pytest.mark.parametrize("bins", [16, 100, 128, 129, 200])
def test_the_sketch_of_many_ids_is_that_of_drawing_one_after_another(bins):
    ids = np.random.default_rng(bins).integers(0, 2**64, 3_000, dtype=np.uint64)
    seeds, values = sketch_seeds(7, bins), np.empty((1, bins), KEPT)
    fill_signatures(np.array([0, ids.size]), ids, seeds, values)
    words = [int(word) for word in seeds]
    assert values[0].tolist() == oracle.fast_sketch(map(int, ids), words, bins, 3)
