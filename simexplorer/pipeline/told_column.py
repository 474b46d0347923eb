"""Columns of pairs that are computed from others each time they are read, so that they take no memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

_AT_ONCE = 1 << 15

Tell = Callable[[Any], NDArray[Any]]  # a slice or an array of places -> the numbers there


class ToldColumn:
    """A column of ``size`` numbers that is indexed like an array and computes what it is asked for, each time anew.

    tell : gives the numbers at places, a slice or an array of them; any thread may call it. It gets no masks, as it may
        know of more numbers than the column has
    """

    def __init__(self, size: int, dtype: DTypeLike, tell: Tell) -> None:
        self.size, self.dtype, self.tell = size, np.dtype(dtype), tell

    def __len__(self) -> int:
        return self.size

    @property
    def shape(self) -> tuple[int, ...]:
        """As of an array."""
        return (self.size,)

    def __getitem__(self, places: Any) -> Any:
        if isinstance(places, int | np.integer):
            place = range(self.size)[int(places)]
            return self.dtype.type(self.tell(slice(place, place + 1))[0])
        if not isinstance(places, slice):
            chosen = np.asarray(places)
            if chosen.dtype == np.bool_:
                if chosen.shape != self.shape:
                    raise IndexError(f"a mask of {chosen.size:,} for {self.size:,} numbers")
                chosen = np.flatnonzero(chosen)
            return self.tell(chosen).astype(self.dtype, copy=False)
        start, stop, step = places.indices(self.size)
        if step != 1:
            return self[:][places]
        told = np.empty(max(0, stop - start), self.dtype)
        for first in range(0, told.size, _AT_ONCE):  # what is worked out on the way stays small
            at = slice(start + first, min(stop, start + first + _AT_ONCE))
            told[first : first + _AT_ONCE] = self.tell(at)
        return told

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.asarray(self[:], dtype)


Numbers = TypeVar("Numbers", NDArray[Any], ToldColumn)


def first_of(column: Numbers, count: int) -> Numbers:
    """The first ``count`` numbers of a column, without a copy: a view of an array, told as before of others."""
    if isinstance(column, ToldColumn):
        return ToldColumn(min(count, column.size), column.dtype, column.tell)
    return column[:count]
