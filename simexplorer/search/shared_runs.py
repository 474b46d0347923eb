"""Runs of characters that two texts share, found by hashed windows and grown to their full length.

Every window of the one text that stands anywhere in the other is covered by a run. Windows of the other text are
sorted by hash and place; each window of the first is looked up, a few of its places are compared character by
character, and the longest run is taken. What is compared more than once is at most a window a step, so that time is
linear in the texts, whatever they hold.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel, kernel_part
from simexplorer.kernel_words import GOLD, ONE, mix64
from simexplorer.search.leading_bits import fill_starts

LONGEST_WINDOW = 64


class WindowIndex(NamedTuple):
    """Places of all windows of a text.

    keys : (m,) uint64 rising, the window's hash in the high bits, its place in the low ``place_bits``
    starts : (2^t + 1,) int32, where keys with each value of their leading t bits begin; shift : 64 - t
    """

    points: NDArray[np.uint32]
    window: int
    keys: NDArray[np.uint64]
    place_bits: int
    starts: NDArray[np.int32]
    shift: int


@kernel_part
def window_hash(points: NDArray[np.uint32], place: Int, window: Int) -> Int:
    """Hash of ``points[place:place + window]``, code points, before it is mixed."""
    state = U(0)
    for t in range(place, place + window):
        state = state * GOLD + U(points[t]) + ONE
    return state


@kernel
def fill_keys(points: NDArray[np.uint32], window: Int, place_bits: Int, keys: NDArray[np.uint64]) -> None:
    """Write the key of every window of ``points`` (n,) to ``keys`` (n - window + 1,), in the order of the text."""
    if keys.size == 0:
        return
    leaving = ONE
    for _ in range(window):
        leaving *= GOLD
    bits = U(place_bits)
    state = window_hash(points, 0, window)
    for p in range(keys.size):
        keys[p] = ((mix64(state) >> bits) << bits) | U(p)
        if p + 1 < keys.size:
            state = state * GOLD + U(points[p + window]) + ONE - (U(points[p]) + ONE) * leaving


def index_windows(points: NDArray[np.uint32], window: int) -> WindowIndex:
    """The index of all windows of a text: O(n log n), 8 to 16 bytes a character."""
    count = max(0, points.size - window + 1)
    place_bits = max(1, points.size.bit_length())
    keys = np.empty(count, np.uint64)
    fill_keys(points, window, place_bits, keys)
    keys.sort()
    leading_bits = min(max(1, count.bit_length()), 64 - place_bits)
    starts = np.empty((1 << leading_bits) + 1, np.int32)
    fill_starts(keys, 64 - leading_bits, starts)
    return WindowIndex(points, window, keys, place_bits, starts, 64 - leading_bits)


@kernel_part
def lower_bound(index: WindowIndex, key: Int) -> Int:
    """The first place in ``index.keys`` whose key is ``key`` or more."""
    leading = np.int64(key >> U(index.shift))
    low, high = index.starts[leading], index.starts[leading + 1]
    while low < high:
        middle = (low + high) >> 1
        if index.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@kernel_part
def _run_length(a: NDArray[np.uint32], p: Int, b: NDArray[np.uint32], q: Int) -> Int:
    most = min(a.size - p, b.size - q)
    length = 0
    while length < most and a[p + length] == b[q + length]:
        length += 1
    return length


@kernel_part
def longest_run(points: NDArray[np.uint32], place: Int, state: Int, index: WindowIndex, near: Int) -> tuple[Int, Int]:
    """(length, place there) of the longest of a few runs that begin with this window; (0, 0) if it stands nowhere.

    points : (n,) code points of the text in hand, ``place`` in it, ``state`` : ``window_hash`` there.

    Tried are the places just after and before ``near``, which win where runs are equally long, the first and the last.
    """
    bits = U(index.place_bits)
    hashed = (mix64(state) >> bits) << bits
    first = lower_bound(index, hashed)
    if first >= index.keys.size or (index.keys[first] >> bits) << bits != hashed:
        return 0, 0
    last = lower_bound(index, hashed | ((ONE << bits) - ONE))
    if last == index.keys.size or (index.keys[last] >> bits) << bits != hashed:
        last -= 1
    after = lower_bound(index, hashed | U(min(max(near, 0), index.points.size - 1)))
    best: Int = 0
    there: Int = 0
    tried: Int = -1
    for turn in range(5):
        at = (
            after if turn == 0 else after - 1 if turn == 1 else after + 1 if turn == 2 else first if turn == 3 else last
        )
        if first <= at <= last and at != tried:
            tried = at
            q = np.int64(index.keys[at] & ((ONE << bits) - ONE))
            length = _run_length(points, place, index.points, q)
            if length > best:
                best, there = length, q
    return (best, there) if best >= index.window else (0, 0)


@kernel
def find_runs(points: NDArray[np.uint32], index: WindowIndex, at: NDArray[np.int64], out: NDArray[np.int64]) -> Int:
    """Write runs (place, place there, length) from the cursor on to ``out`` (room, 3); returns how many, 0 at the end.

    at : (2,) the cursor, all 0 at first: place in ``points``, and where the last run ended there
    Runs may overlap by up to a window: each begins where the first window begins that the one before does not cover.
    """
    found = 0
    p, near = at[0], at[1]
    window = index.window
    leaving = ONE
    for _ in range(window):
        leaving *= GOLD
    state, of = U(0), np.int64(-1)
    while p + window <= points.size and found < out.shape[0]:
        if of >= 0 and of == p - 1:
            state = state * GOLD + U(points[p + window - 1]) + ONE - (U(points[p - 1]) + ONE) * leaving
        else:
            state = window_hash(points, p, window)
        of = p
        length, q = longest_run(points, p, state, index, near)
        if length:
            out[found, 0], out[found, 1], out[found, 2] = p, q, length
            found += 1
            near = q + length - window + 1
            p += length - window + 1
        else:
            p += 1
    at[0], at[1] = p, near
    return found


@kernel
def cut_runs(
    runs: NDArray[np.int64],
    inner: NDArray[np.bool_],
    inner_there: NDArray[np.bool_],
    blank: NDArray[np.bool_],
    covered: NDArray[np.bool_],
    out: NDArray[np.int64],
) -> Int:
    """Cut runs to the parts that are not ``covered`` yet, at whole characters and without blanks at their ends.

    runs : (r, 3) as of ``find_runs``; inner, inner_there : (n + 1,) where a character of either text must not begin
    blank : (n,) white space; covered : (n,) grows; out : (room, 3), and no part needs more room than characters
    """
    written = 0
    for r in range(runs.shape[0]):
        p, end = runs[r, 0], runs[r, 0] + runs[r, 2]
        shift = runs[r, 1] - runs[r, 0]
        while p < end:
            while p < end and covered[p]:
                p += 1
            stop = p
            while stop < end and not covered[stop]:
                stop += 1
            first, last = p, stop
            while first < last and (blank[first] or inner[first] or inner_there[first + shift]):
                first += 1
            while first < last and (blank[last - 1] or inner[last] or inner_there[last + shift]):
                last -= 1
            if first < last:
                out[written, 0], out[written, 1], out[written, 2] = first, first + shift, last - first
                written += 1
            for t in range(p, stop):
                covered[t] = True
            p = stop
    return written
