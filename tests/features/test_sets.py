"""Sets and vectors in rows: the same whatever is gone through at once."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.features import sets
from simexplorer.features.sets import SparseVectors, in_one


def test_power_sums_are_those_of_each_vector_however_many_are_summed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = np.random.default_rng(0).normal(size=30)
    vectors = SparseVectors(np.array([0, 0, 4, 9, 9, 30, 30]), np.arange(30, dtype=np.uint64), weights)
    for rows in (1, 2, 4, 100):
        monkeypatch.setattr(sets, "_ROWS_AT_ONCE", rows)
        found = vectors.power_sums(2)
        for row in range(len(vectors)):
            total = 0.0
            for weight in weights[vectors.offsets[row] : vectors.offsets[row + 1]]:
                total += weight**2
            assert found[row] == pytest.approx(total, rel=1e-15, abs=0.0)


def test_parts_in_one_lose_themselves() -> None:
    parts = [np.array([1, 2]), np.empty(0, np.int64), np.array([3])]
    assert in_one(parts).tolist() == [1, 2, 3]
    assert parts == []
