"""Overlaps that were verified once are never verified again while the shingles stay the same."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.pairing import Verified, order_by_rows
from simexplorer.search.pair_lookup import Overlaps, look_up
from simexplorer.search.verify import Whole


def pair_keys(i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.int64]:
    """One int64 a pair of rows, in the order of (i, j)."""
    return (i.astype(np.int64) << 32) | j.astype(np.int64)


class KnownOverlaps:
    """Pairs with their overlaps; only grows, and may be asked by any thread.

    They lie as they came, batch by batch, and are put in order only to be kept: whoever asks brings a table.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._batches: list[Overlaps] = []

    def fill(self, i: NDArray[np.int32], j: NDArray[np.int32], verified: Verified) -> NDArray[np.int64]:
        """Copy what is known of these pairs into ``verified``; the positions of the others, which stay at -1."""
        with self._lock:
            batches = list(self._batches)
        look_up(Overlaps(i, j, verified.shared, verified.sizes_i, verified.sizes_j), batches)
        return np.flatnonzero(verified.shared < 0)

    def add(
        self,
        i: NDArray[np.int32],
        j: NDArray[np.int32],
        verified: Verified,
        new: NDArray[np.int64] | None = None,
    ) -> None:
        """Remember those of the pairs ``new`` (all of them) that are verified; the columns may not change any more."""
        done = np.flatnonzero(verified.shared >= 0) if new is None else new[verified.shared[new] >= 0]
        if done.size == 0:
            return
        batch = Overlaps(i, j, verified.shared, verified.sizes_i, verified.sizes_j)
        if done.size < i.size:
            batch = Overlaps(i[done], j[done], batch.shared[done], batch.sizes_i[done], batch.sizes_j[done])
        with self._lock:
            self._batches.append(batch)
            while len(self._batches) > 1 and self._batches[-2].i.size <= 2 * self._batches[-1].i.size:
                self._batches[-2:] = [_joined(self._batches[-2:])]  # there are never many

    def columns(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """(pair_keys (m,) rising, shared shingles and both sizes (3, m)) of all that is known, for keeping."""
        with self._lock:
            if not self._batches:
                return np.empty(0, np.int64), np.empty((3, 0), np.int32)
            self._batches = [_joined(self._batches)]
            known = self._batches[0]
        order = order_by_rows(known.i, known.j)
        keys = pair_keys(known.i, known.j)[order]
        # of a pair that came twice either will do, both are exact
        first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        return keys[first], np.stack([column[order[first]] for column in known[2:]])

    @classmethod
    def of_columns(cls, keys: NDArray[np.int64], overlaps: Whole) -> KnownOverlaps:
        """What ``columns`` gave."""
        known = cls()
        if keys.size:
            i, j = (keys >> 32).astype(np.int32), (keys & 0xFFFFFFFF).astype(np.int32)
            known._batches = [Overlaps(i, j, *(column.astype(np.int32) for column in overlaps))]
        return known


def _joined(batches: list[Overlaps]) -> Overlaps:
    return batches[0] if len(batches) == 1 else Overlaps(*map(np.concatenate, zip(*batches, strict=True)))
