"""Columns that are told where they are read stand for the arrays that they are told from."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.pipeline import told_column
from simexplorer.pipeline.told_column import ToldColumn, first_of

_NUMBERS = np.arange(10, dtype=np.int32) ** 2


@pytest.fixture(params=[3, 4, 1 << 15])
def column(request, monkeypatch):
    monkeypatch.setattr(told_column, "_AT_ONCE", request.param)
    return ToldColumn(10, np.float64, lambda at: _NUMBERS[at] / 2)


_SLICES = [slice(None), slice(4), slice(2, 9), slice(-3, None), slice(7, 2), slice(None, None, -1), slice(1, 9, 3)]


@pytest.mark.parametrize("places", [*_SLICES, np.array([5, 0, 5]), np.array([], np.int64), _NUMBERS > 20])
def test_it_is_indexed_like_an_array(column, places):
    told, whole = column[places], _NUMBERS / 2
    assert told.dtype == np.float64
    np.testing.assert_array_equal(told, whole[places])


@pytest.mark.parametrize("place", [0, 9, -1, -10, np.int64(4)])
def test_one_place_gives_a_number(column, place):
    assert isinstance(column[place], np.float64)
    assert column[place] == _NUMBERS[place] / 2


@pytest.mark.parametrize("place", [10, -11])
def test_a_place_outside_is_refused(column, place):
    with pytest.raises(IndexError):
        column[place]


def test_its_beginning_is_told_by_the_same_rule(column):
    first = first_of(column, 4)
    assert (len(first), first.size, len(first_of(column, 99))) == (4, 4, 10)
    np.testing.assert_array_equal(first, _NUMBERS[:4] / 2)
    with pytest.raises(IndexError):
        first[4]
    np.testing.assert_array_equal(first[:9], _NUMBERS[:4] / 2)
    np.testing.assert_array_equal(first[np.array([True, False, False, True])], [0.0, 4.5])
    with pytest.raises(IndexError, match="mask"):
        first[_NUMBERS > 20]
    assert first_of(_NUMBERS, 4).base is _NUMBERS


def test_what_it_is_told_from_may_change_meanwhile():
    numbers = np.zeros(3)
    column = ToldColumn(3, np.float64, lambda at: numbers[at])
    numbers[:] = 1.0
    assert np.asarray(column, np.int64).tolist() == [1, 1, 1]
