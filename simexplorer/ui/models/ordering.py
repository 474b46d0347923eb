"""Sorting and filtering millions of rows: index arrays by numpy, which lets other threads run meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Order = NDArray[np.int32]

_SIGN = 1 << 63
_ROOM = 63  # bits of a whole number that is sorted, its sign apart
_BLOCK = 1 << 15
_SMALL = 2  # bytes: numpy sorts places by such numbers in no time
_GLANCE, _FEW_TURNS = 1 << 16, 1 << 6  # of the first numbers so many turns at most: what is in order, numpy merges


def ordered_rows(key: NDArray[Any] | None, descending: bool, mask: NDArray[np.bool_] | None) -> Order | None:
    """Rows to show, in order: those in ``mask``, by ``key`` (equal ones as they were); None is "all, as they are".

    ``key`` of None keeps the first order. Values that are nan come last either way.
    """
    rows = None if mask is None else np.flatnonzero(mask).astype(np.int32)
    if key is None:
        return rows
    order = _order(key if rows is None else key[rows], descending)
    return order.astype(np.int32) if rows is None else rows[order]


def _order(values: NDArray[Any], descending: bool) -> NDArray[np.int64]:
    if values.dtype.kind != "f" and values.dtype.itemsize <= _SMALL:
        return np.argsort(np.invert(values) if descending else values, kind="stable")
    words = _words(values, descending)
    first = words[:_GLANCE]
    up, down = np.count_nonzero(first[1:] > first[:-1]), np.count_nonzero(first[1:] < first[:-1])
    in_order = min(up, down) <= min(_FEW_TURNS, first.size // _FEW_TURNS)
    return np.argsort(words, kind="stable") if in_order else _rising(words, values, descending)


def _words(values: NDArray[Any], descending: bool) -> NDArray[np.uint64]:
    """(m,) whole numbers that rise as values do, or as they fall; nan is the greatest."""
    words = np.empty(values.size, np.uint64)
    for part in _blocks(values.size):
        words[part] = _words_of(values[part], descending)
    return words


def _words_of(values: NDArray[Any], descending: bool) -> NDArray[np.uint64]:
    if values.dtype.kind == "f":
        real = values.astype(np.float64)
        if descending:
            np.negative(real, out=real)
        real += 0.0  # of both zeros one
        real[np.isnan(real)] = np.nan  # without a sign
        bits = real.view(np.int64)
        bits ^= (bits >> 63) & (_SIGN - 1)  # negative ones rise as their bits fall
        return bits.view(np.uint64) ^ np.uint64(_SIGN)
    words = values.astype(np.uint64)
    if values.dtype.kind == "i":
        words ^= np.uint64(_SIGN)
    return np.invert(words, out=words) if descending else words


def _rising(words: NDArray[np.uint64], values: NDArray[Any], descending: bool) -> NDArray[np.int64]:
    """(m,) what sorts the words of some values, equal ones as they stand; it takes their place in memory.

    Numbers that hold the first bits of a word and its place are sorted by vector instructions, which is a few times
    as fast as places by words; what those bits do not tell apart is put in order after that.
    """
    bits, least = words.size.bit_length(), words.min()
    lost = max(0, int(words.max() - least).bit_length() + bits - _ROOM)
    places = words.view(np.int64)
    for part in _blocks(words.size):
        places[part] = ((words[part] - least) >> np.uint64(lost)).view(np.int64) << bits
        places[part] |= np.arange(part.start, part.stop)
    places.sort()
    places &= (1 << bits) - 1
    parts = (values[places[part.start : part.stop + 1]] for part in _blocks(places.size)) if lost else ()
    if any(_falls(_words_of(part, descending)) for part in parts):
        places = places[np.argsort(_words(values[places], descending), kind="stable")]
    return places


def _falls(words: NDArray[np.uint64]) -> bool:
    return bool(np.any(words[1:] < words[:-1]))


def _blocks(size: int) -> Iterator[slice]:
    """All places in order, so many at a time that what is worked out of them on the way stays small."""
    return (slice(start, min(start + _BLOCK, size)) for start in range(0, size, _BLOCK))
