"""Sorting and filtering by index arrays equal sorting and filtering a list."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.ui.models.ordering import ordered_rows

KEYS = st.lists(st.one_of(st.floats(-5, 5), st.just(math.nan), st.sampled_from([0.0, 1.0])), max_size=40)


def by_list(key: list[float], descending: bool, mask: list[bool]) -> list[int]:
    """Rows of the mask, real values in order, nan last, equals as they were."""
    rows = [row for row, kept in enumerate(mask) if kept]
    real = sorted((r for r in rows if not math.isnan(key[r])), key=lambda r: -key[r] if descending else key[r])
    return real + [r for r in rows if math.isnan(key[r])]


def test_the_order_of_five_values_checked_by_hand() -> None:
    key = np.array([0.3, 0.1, 0.3, np.nan, 0.2])
    assert ordered_rows(5, key, False, None).tolist() == [1, 4, 0, 2, 3]
    assert ordered_rows(5, key, True, None).tolist() == [0, 2, 4, 1, 3]
    assert ordered_rows(5, key, True, np.array([1, 1, 0, 1, 0], bool)).tolist() == [0, 1, 3]
    assert ordered_rows(5, None, False, np.array([0, 1, 0, 1, 0], bool)).tolist() == [1, 3]
    assert ordered_rows(5, None, False, None) is None


@given(KEYS, st.booleans(), st.data())
def test_any_order_equals_that_of_a_list(key: list[float], descending: bool, data: st.DataObject) -> None:
    mask = data.draw(st.lists(st.booleans(), min_size=len(key), max_size=len(key)))
    got = ordered_rows(len(key), np.array(key), descending, np.array(mask, bool))
    assert got.tolist() == by_list(key, descending, mask)


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.uint8, np.uint64, np.bool_, np.float64])
def test_every_kind_of_column_sorts_both_ways(kind: type) -> None:
    values = np.array([0, 1, 0, 1, 1]).astype(kind)
    if kind is not np.bool_:
        values[1] = np.iinfo(kind).max if np.dtype(kind).kind in "iu" else 1e9
    rising, falling = ordered_rows(5, values, False, None), ordered_rows(5, values, True, None)
    assert values[rising].tolist() == sorted(values.tolist())
    assert values[falling].tolist() == sorted(values.tolist(), reverse=True)
