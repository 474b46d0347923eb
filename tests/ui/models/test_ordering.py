"""Sorting and filtering by index arrays equal sorting and filtering a list."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.ui.models import ordering
from simexplorer.ui.models.ordering import ordered_rows

NEAR = st.integers(0, 9).map(lambda step: 0.7 + step * 2**-53)  # alike in all bits that fit beside a place
FLOATS = st.one_of(st.floats(-5, 5), NEAR, st.sampled_from([0.0, -0.0, 1.0, math.nan, -math.nan, math.inf, -math.inf]))
KEYS = st.lists(FLOATS, max_size=40)
WHOLE = {np.int64: st.integers(-(2**63), 2**63 - 1), np.uint64: st.integers(0, 2**64 - 1), np.int32: st.integers(-3, 3)}


def by_list(key: list[float], descending: bool, mask: list[bool]) -> list[int]:
    """Rows of the mask, real values in order, nan last, equals as they were."""
    rows = [row for row, kept in enumerate(mask) if kept]
    real = sorted((r for r in rows if not math.isnan(key[r])), key=lambda r: -key[r] if descending else key[r])
    return real + [r for r in rows if math.isnan(key[r])]


def test_the_order_of_five_values_checked_by_hand() -> None:
    key = np.array([0.3, 0.1, 0.3, np.nan, 0.2])
    assert ordered_rows(key, False, None).tolist() == [1, 4, 0, 2, 3]
    assert ordered_rows(key, True, None).tolist() == [0, 2, 4, 1, 3]
    assert ordered_rows(key, True, np.array([1, 1, 0, 1, 0], bool)).tolist() == [0, 1, 3]
    assert ordered_rows(None, False, np.array([0, 1, 0, 1, 0], bool)).tolist() == [1, 3]
    assert ordered_rows(None, False, None) is None


@given(KEYS, st.booleans(), st.data())
def test_any_order_equals_that_of_a_list(key: list[float], descending: bool, data: st.DataObject) -> None:
    mask = data.draw(st.lists(st.booleans(), min_size=len(key), max_size=len(key)))
    got = ordered_rows(np.array(key), descending, np.array(mask, bool))
    assert got.tolist() == by_list(key, descending, mask)


@given(KEYS, st.booleans())
def test_what_is_worked_out_block_by_block_is_the_same_order(key: list[float], descending: bool) -> None:
    with pytest.MonkeyPatch.context() as small:
        small.setattr(ordering, "_BLOCK", 3)
        got = ordered_rows(np.array(key), descending, None)
    assert got.tolist() == by_list(key, descending, [True] * len(key))


@pytest.mark.parametrize("kind", WHOLE)
@given(data=st.data(), descending=st.booleans())
def test_any_order_of_whole_numbers_equals_that_of_a_list(kind: type, data: st.DataObject, descending: bool) -> None:
    values = data.draw(st.lists(WHOLE[kind], max_size=40))
    rows = sorted(range(len(values)), key=lambda row: -values[row] if descending else values[row])
    assert ordered_rows(np.array(values, kind), descending, None).tolist() == rows


@pytest.mark.parametrize("descending", [False, True])
def test_many_numbers_in_no_order_are_sorted_with_their_places_which_vector_instructions_do(
    monkeypatch: pytest.MonkeyPatch, descending: bool
) -> None:
    monkeypatch.setattr(np, "argsort", lambda *_args, **_kind: pytest.fail("places are sorted by values"))
    similar, documents = np.array([4, 1, 3, 1, 2]) / 5, np.array([40_000, 7, 7, 90_000, 8])
    for key, rising in ((similar, [1, 3, 4, 2, 0]), (documents.astype(np.int32), [1, 2, 4, 0, 3])):
        found = ordered_rows(key, descending, None).tolist()
        assert found == (sorted(rising, key=lambda row, key=key: -key[row]) if descending else rising)


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.uint8, np.uint64, np.bool_, np.float64])
def test_every_kind_of_column_sorts_both_ways(kind: type) -> None:
    values = np.array([0, 1, 0, 1, 1]).astype(kind)
    if kind is not np.bool_:
        values[1] = np.iinfo(kind).max if np.dtype(kind).kind in "iu" else 1e9
    rising, falling = ordered_rows(values, False, None), ordered_rows(values, True, None)
    assert values[rising].tolist() == sorted(values.tolist())
    assert values[falling].tolist() == sorted(values.tolist(), reverse=True)
