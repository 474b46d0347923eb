"""Pairs of an inner and an outer set that meet in a band and whose signatures agree in enough positions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, kernel, kernel_part
from simexplorer.kernel_words import KEY_A, folded_multiply
from simexplorer.search.agreement import NO_VALUE
from simexplorer.search.index import equal_band
from simexplorer.search.join_room import require_room

ROUNDING = 1e-9  # so that a limit that is a whole number stays one
_LOW = U(0xFFFFFFFF)


class Probing(NamedTuple):
    """Inner sets: signatures (m, K), sizes (m,), least overlaps (m,), their own rows in the index or -1 (m,)."""

    values: NDArray[Any]
    sizes: NDArray[np.int64]
    least: NDArray[np.int64]
    own: NDArray[np.int64]


class Outer(NamedTuple):
    """Indexed sets: signatures (n, K) and sizes (n,); the value that never collides; deviations an estimate may err."""

    values: NDArray[Any]
    sizes: NDArray[np.int64]
    infinite: int
    sigmas: float


@kernel
def _keyed(
    values: NDArray[Any], members: NDArray[np.int64], first: Int, rows: Int, infinite: Int, out: NDArray[np.uint64]
) -> Int:
    """Write ``hash << 32 | member`` of the band that begins at ``first``, for those finite in it; returns how many."""
    found = 0
    for member in members:
        state, finite = KEY_A, True
        for t in range(first, first + rows):
            state = folded_multiply(state ^ U(values[member, t]), KEY_A) + U(1)
            finite = finite and np.int64(values[member, t]) != infinite
        if finite:
            out[found] = (state & ~_LOW) | U(member)
            found += 1
    return found


@kernel_part
def _sizes_fit(probing: Probing, p: Int, outer: Outer, row: Int) -> Int:
    q, x, own = probing.sizes[p], outer.sizes[row], probing.own[p]
    return x >= probing.least[p] and (own < 0 or x > q or (x == q and row > own))


@kernel_part
def _equal_enough(probing: Probing, p: Int, outer: Outer, row: Int) -> Int:
    """Whether positions are equal at all, and as many as containment leads to, less ``sigmas`` deviations."""
    least, length = probing.least[p], outer.values.shape[1]
    similarity = least / (probing.sizes[p] + outer.sizes[row] - least)
    wanted = length * similarity - outer.sigmas * np.sqrt(length * similarity * (1.0 - similarity))
    mine, theirs = probing.values[p], outer.values[row]
    equal = U32(0)
    for t in range(U(length)):
        equal += U32(mine[t] == theirs[t])
    if outer.infinite != NO_VALUE:
        for t in range(U(length)):
            equal -= U32((mine[t] == theirs[t]) & (np.int64(mine[t]) == outer.infinite))
    return equal >= max(1.0, wanted - ROUNDING)


@kernel
def _join_band(
    mine: NDArray[np.uint64],
    theirs: NDArray[np.uint64],
    probing: Probing,
    outer: Outer,
    band: Int,
    rows: Int,
    most: Int,
    out: NDArray[np.int32],
) -> Int:
    """Pairs of sorted keyed probes and members that first meet in this band and fit, to ``out`` (2, room); how many.

    Beyond ``most`` no more are looked for.
    """
    found, start = 0, 0
    for key in mine:
        if found > most:
            break
        while start < theirs.size and theirs[start] >> U(32) < key >> U(32):
            start += 1
        p, at = np.int64(key & _LOW), start
        while at < theirs.size and theirs[at] >> U(32) == key >> U(32):
            row, b = np.int64(theirs[at] & _LOW), 0
            at += 1
            if not _sizes_fit(probing, p, outer, row):
                continue
            if not equal_band(probing.values, p, outer.values, row, band * rows, rows, outer.infinite):
                continue
            while b < band and not equal_band(probing.values, p, outer.values, row, b * rows, rows, outer.infinite):
                b += 1
            if b < band or not _equal_enough(probing, p, outer, row):
                continue
            if found < out.shape[1]:
                out[0, found], out[1, found] = p, row
            found += 1
    return found


@kernel
def _count_meetings(mine: NDArray[np.uint64], theirs: NDArray[np.uint64]) -> Int:
    """How many pairs of sorted keyed probes and members have equal keys."""
    meetings, start, end = 0, 0, 0
    for key in mine:
        while start < theirs.size and theirs[start] >> U(32) < key >> U(32):
            start += 1
        end = max(start, end)
        while end < theirs.size and theirs[end] >> U(32) == key >> U(32):
            end += 1
        meetings += end - start
    return meetings


@kernel
def _scan(
    fitting: NDArray[np.int64],
    members: NDArray[np.int64],
    probing: Probing,
    outer: Outer,
    most: Int,
    out: NDArray[np.int32],
) -> Int:
    """The pairs of all probes and members that fit, to ``out`` (2, room); how many, as in ``_join_band``."""
    found = 0
    for p in fitting:
        if found > most:
            break
        for row in members:
            if _sizes_fit(probing, p, outer, row) and _equal_enough(probing, p, outer, row):
                if found < out.shape[1]:
                    out[0, found], out[1, found] = p, row
                found += 1
    return found


def _with_room(fill: Callable[[NDArray[np.int32]], int], most: int) -> NDArray[np.int32]:
    """What ``fill`` writes to an array (2, room) that is large enough; CapacityError beyond ``most`` pairs."""
    room = 4096
    while True:
        out = np.empty((2, room), np.int32)
        found = fill(out)
        if found <= room:
            return out[:, :found]
        require_room(found, most)
        room = found


def join_class(
    members: NDArray[np.int64], fitting: NDArray[np.int64], rows: int, probing: Probing, outer: Outer, max_pairs: int
) -> NDArray[np.int32]:
    """(2, m) int32 probes among ``fitting`` and ``members`` that meet in a band of ``rows`` rows, each pair once.

    Where pairs would meet more often than there are pairs, all of them are looked at: that costs less. Raises
    CapacityError beyond ``max_pairs``, before more are looked for.
    """
    parts, meetings, total = [np.empty((2, 0), np.int32)], 0, 0
    for band in range(outer.values.shape[1] // rows):
        mine, theirs = np.empty(fitting.size, np.uint64), np.empty(members.size, np.uint64)
        mine = mine[: _keyed(probing.values, fitting, band * rows, rows, outer.infinite, mine)]
        theirs = theirs[: _keyed(outer.values, members, band * rows, rows, outer.infinite, theirs)]
        mine.sort()
        theirs.sort()
        meetings += _count_meetings(mine, theirs)
        if meetings > fitting.size * members.size:
            return _with_room(partial(_scan, fitting, members, probing, outer, max_pairs), max_pairs)
        parts.append(_with_room(partial(_join_band, mine, theirs, probing, outer, band, rows, max_pairs), max_pairs))
        require_room(total := total + parts[-1].shape[1], max_pairs)
    return np.concatenate(parts, axis=1)
