from __future__ import annotations

import numpy as np
import pytest

from simexplorer.search.fetching import Known, fetch, reorder


@pytest.mark.parametrize("count", [0, 1, 700])
def test_columns_come_in_the_order_that_is_asked_for(count):
    rng = np.random.default_rng(count)
    columns = [rng.integers(0, 1 << 20, 1000).astype(np.int32) for _ in range(4)]
    places = rng.permutation(1000)[:700].astype(np.int32)  # pairs of which a value is known
    values = rng.random(700)
    run = rng.permutation(700)[:count].astype(np.int32)
    here = Known.room(count)
    fetch(Known(*columns, values), places, run, here)
    for column, found in zip(columns, here[:4], strict=True):
        assert np.array_equal(found, column[places[run]])
    assert np.array_equal(here.values, values[run])
    order = rng.permutation(count)
    there = Known.room(count)
    reorder(here, order, there)
    for before, after in zip(here, there, strict=True):
        assert np.array_equal(after, before[order])
