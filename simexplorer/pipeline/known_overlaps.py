"""Overlaps that were verified once are never verified again while the shingles stay the same."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.pairing import Verified


def pair_keys(i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.int64]:
    """One int64 a pair of rows, in the order of (i, j)."""
    return (i.astype(np.int64) << 32) | j.astype(np.int64)


class KnownOverlaps:
    """A sorted column of pairs with their overlaps; only grows, and may be asked by any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._columns = (np.empty(0, np.int64), np.empty((3, 0), np.int64))
        self._pending: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []

    def fill(self, i: NDArray[np.int32], j: NDArray[np.int32], verified: Verified) -> None:
        """Copy what is known of these pairs into ``verified``; the others stay at -1."""
        known_keys, overlaps = self._merged()
        if known_keys.size == 0 or i.size == 0:
            return
        keys = pair_keys(i, j)
        place = np.minimum(np.searchsorted(known_keys, keys), known_keys.size - 1)
        known = known_keys[place] == keys
        verified.shared[known], verified.sizes_i[known], verified.sizes_j[known] = overlaps[:, place[known]]

    def add(self, i: NDArray[np.int32], j: NDArray[np.int32], verified: Verified) -> None:
        """Remember the pairs that are verified; they are put in order when somebody asks."""
        done = verified.shared >= 0
        columns = np.stack([verified.shared[done], verified.sizes_i[done], verified.sizes_j[done]])
        with self._lock:
            self._pending.append((pair_keys(i[done], j[done]), columns))

    def columns(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(pair_keys (m,) rising, shared shingles and both sizes (3, m)) of all that is known, for keeping."""
        return self._merged()

    @classmethod
    def of_columns(cls, keys: NDArray[np.int64], overlaps: NDArray[np.int64]) -> KnownOverlaps:
        """What ``columns`` gave."""
        known = cls()
        known._columns = (keys, overlaps)
        return known

    def _merged(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        with self._lock:
            if self._pending:
                parts = [self._columns, *self._pending]
                keys, first = np.unique(np.concatenate([part[0] for part in parts]), return_index=True)
                self._columns = (keys, np.concatenate([part[1] for part in parts], axis=1)[:, first])
                self._pending = []
            return self._columns
