"""Overlaps that were verified once are never verified again while the shingles stay the same."""

from __future__ import annotations

import threading
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.pairing import Verified

MOST_RUNS = 6

# keys of pairs, shared shingles, sizes of the first and of the second documents
_Run: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def pair_keys(i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.int64]:
    """One int64 a pair of rows, in the order of (i, j)."""
    return (i.astype(np.int64) << 32) | j.astype(np.int64)


class KnownOverlaps:
    """Pairs with their overlaps; only grows, and may be asked by any thread.

    They lie in a few runs, each sorted by pair: what is added is sorted when somebody asks, and the runs are merged
    when there are many of them.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: list[_Run] = []
        self._pending: list[_Run] = []

    def fill(self, i: NDArray[np.int32], j: NDArray[np.int32], verified: Verified) -> None:
        """Copy what is known of these pairs into ``verified``; the others stay at -1."""
        if i.size == 0:
            return
        keys = pair_keys(i, j)
        for known_keys, shared, sizes_i, sizes_j in self._sorted_runs(MOST_RUNS):
            place = np.minimum(np.searchsorted(known_keys, keys), known_keys.size - 1)
            hits = np.flatnonzero(known_keys[place] == keys)
            place = place[hits]
            verified.shared[hits] = shared[place]
            verified.sizes_i[hits], verified.sizes_j[hits] = sizes_i[place], sizes_j[place]

    def add(self, i: NDArray[np.int32], j: NDArray[np.int32], verified: Verified) -> None:
        """Remember the pairs that are verified; they are put in order when somebody asks."""
        done = np.flatnonzero(verified.shared >= 0)
        if done.size == 0:
            return
        columns = (verified.shared[done], verified.sizes_i[done], verified.sizes_j[done])
        with self._lock:
            self._pending.append((pair_keys(i[done], j[done]), *columns))

    def columns(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(pair_keys (m,) rising, shared shingles and both sizes (3, m)) of all that is known, for keeping."""
        runs = self._sorted_runs(1)
        return (runs[0][0], np.stack(runs[0][1:])) if runs else (np.empty(0, np.int64), np.empty((3, 0), np.int64))

    @classmethod
    def of_columns(cls, keys: NDArray[np.int64], overlaps: NDArray[np.int64]) -> KnownOverlaps:
        """What ``columns`` gave."""
        known = cls()
        known._runs = [(keys, overlaps[0], overlaps[1], overlaps[2])] if keys.size else []
        return known

    def _sorted_runs(self, most: int) -> list[_Run]:
        """All that is known, in at most so many runs."""
        with self._lock:
            self._runs += [_sorted_run(run) for run in self._pending]
            self._pending = []
            if len(self._runs) > most:
                merged = [np.concatenate(columns) for columns in zip(*self._runs, strict=True)]
                self._runs = [_sorted_run((merged[0], merged[1], merged[2], merged[3]))]
            return list(self._runs)


def _sorted_run(run: _Run) -> _Run:
    """Sorted by pair, each pair once: of one that came twice either will do, both are exact."""
    order = _order_of(run[0])
    keys, shared, sizes_i, sizes_j = (column[order] for column in run)
    again = np.flatnonzero(keys[1:] == keys[:-1])
    if again.size:
        keys, shared, sizes_i, sizes_j = (np.delete(column, again) for column in (keys, shared, sizes_i, sizes_j))
    return keys, shared, sizes_i, sizes_j


def _order_of(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """What sorts the keys: a sort of keys with their places behind them, where 64 bits hold both, is faster."""
    i, j = keys >> 32, keys & 0xFFFFFFFF
    bits_i, bits_j, bits = (int(column.max(initial=0)).bit_length() for column in (i, j, np.array([keys.size])))
    if bits_i + bits_j + bits > 63:
        return np.argsort(keys)
    places = np.sort((((i << bits_j) | j) << bits) | np.arange(keys.size))
    return places & ((1 << bits) - 1)
