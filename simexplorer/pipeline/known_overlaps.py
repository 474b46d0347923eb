"""Overlaps that were verified once are never verified again while the shingles stay the same."""

from __future__ import annotations

import threading
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.pairing import Verified

# keys of pairs, shared shingles, sizes of the first and of the second documents
_Run: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def pair_keys(i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.int64]:
    """One int64 a pair of rows, in the order of (i, j)."""
    return (i.astype(np.int64) << 32) | j.astype(np.int64)


class KnownOverlaps:
    """Pairs with their overlaps; only grows, and may be asked by any thread.

    They lie in a few runs, each sorted by pair and at most half as long as the one before it: what is added is sorted
    when somebody asks and merged with runs of its own size, so that a few more pairs never stir the millions.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: list[_Run] = []
        self._pending: list[_Run] = []

    def fill(self, i: NDArray[np.int32], j: NDArray[np.int32], verified: Verified) -> NDArray[np.bool_]:
        """Copy what is known of these pairs into ``verified``, the others stay at -1; (m,) which were known."""
        known = np.zeros(i.size, np.bool_)
        if i.size == 0:
            return known
        keys = pair_keys(i, j)
        for known_keys, shared, sizes_i, sizes_j in self._sorted_runs():
            place = np.minimum(np.searchsorted(known_keys, keys), known_keys.size - 1)
            hits = np.flatnonzero(known_keys[place] == keys)
            place = place[hits]
            verified.shared[hits] = shared[place]
            verified.sizes_i[hits], verified.sizes_j[hits] = sizes_i[place], sizes_j[place]
            known[hits] = True
        return known

    def add(
        self,
        i: NDArray[np.int32],
        j: NDArray[np.int32],
        verified: Verified,
        known: NDArray[np.bool_] | None = None,
    ) -> None:
        """Remember the pairs that are verified, but for those that ``fill`` called known; put in order later."""
        new = verified.shared >= 0
        done = np.flatnonzero(new if known is None else new & ~known)
        if done.size == 0:
            return
        columns = (verified.shared[done], verified.sizes_i[done], verified.sizes_j[done])
        with self._lock:
            self._pending.append((pair_keys(i[done], j[done]), *columns))

    def columns(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(pair_keys (m,) rising, shared shingles and both sizes (3, m)) of all that is known, for keeping."""
        runs = self._sorted_runs(in_one=True)
        return (runs[0][0], np.stack(runs[0][1:])) if runs else (np.empty(0, np.int64), np.empty((3, 0), np.int64))

    @classmethod
    def of_columns(cls, keys: NDArray[np.int64], overlaps: NDArray[np.int64]) -> KnownOverlaps:
        """What ``columns`` gave."""
        known = cls()
        known._runs = [(keys, overlaps[0], overlaps[1], overlaps[2])] if keys.size else []
        return known

    def _sorted_runs(self, in_one: bool = False) -> list[_Run]:
        """All that is known, in few runs or in one."""
        with self._lock:
            for run in self._pending:
                self._runs.append(_sorted_run(run))
                while len(self._runs) > 1 and self._runs[-2][0].size < 2 * self._runs[-1][0].size:
                    self._runs[-2:] = [_merged(self._runs[-2:])]
            self._pending = []
            if in_one and len(self._runs) > 1:
                self._runs = [_merged(self._runs)]
            return list(self._runs)


def _merged(runs: list[_Run]) -> _Run:
    keys, shared, sizes_i, sizes_j = (np.concatenate(columns) for columns in zip(*runs, strict=True))
    return _sorted_run((keys, shared, sizes_i, sizes_j))


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
