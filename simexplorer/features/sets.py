"""The one container of sets and sparse vectors: offsets and ids, no Python object per document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.offsets import offsets_of

_ROWS_AT_ONCE = 8192


class ShingleSets(Struct, frozen=True):
    """Sets of 64-bit ids in rows: set ``i`` is ``ids[offsets[i]:offsets[i + 1]]``, sorted, without repeats.

    What only signs, sketches or counts sets also takes rows that are unsorted and have repeats; measures and joins do
    not.
    offsets : (n + 1,) int64, rising from 0
    ids : (nnz,) uint64
    """

    offsets: NDArray[np.int64]
    ids: NDArray[np.uint64]

    @classmethod
    def from_lists(cls, lists: Iterable[Iterable[int]]) -> ShingleSets:
        """Sets of the given ids; for tests, the lab and small inputs (one Python object per id)."""
        rows = [np.unique(np.fromiter(row, np.uint64)) for row in lists]
        return cls(offsets_of([row.size for row in rows]), np.concatenate(rows) if rows else np.empty(0, np.uint64))

    def __len__(self) -> int:
        return self.offsets.size - 1

    def __getitem__(self, row: int) -> NDArray[np.uint64]:
        """The ids of one set, as a view."""
        return self.ids[self.offsets[row] : self.offsets[row + 1]]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """(n,) number of ids of every set."""
        return np.diff(self.offsets)

    def take(self, rows: NDArray[np.int64]) -> ShingleSets:
        """The sets of these rows, in this order."""
        sizes = self.sizes[rows]
        offsets = offsets_of(sizes)
        source = np.repeat(self.offsets[:-1][rows] - offsets[:-1], sizes) + np.arange(offsets[-1])
        return ShingleSets(offsets, self.ids[source])


class SparseVectors(Struct, frozen=True):
    """Weighted features in rows, laid out as ``ShingleSets``: ``weights[p]`` belongs to ``ids[p]``.

    weights : (nnz,) float64, finite; may be negative
    """

    offsets: NDArray[np.int64]
    ids: NDArray[np.uint64]
    weights: NDArray[np.float64]

    def __len__(self) -> int:
        return self.offsets.size - 1

    def power_sums(self, power: int) -> NDArray[np.float64]:
        """(n,) the sum of each vector's weights, raised to this power."""
        sums = np.empty(len(self))
        for first in range(0, len(self), _ROWS_AT_ONCE):
            bounds = self.offsets[first : first + _ROWS_AT_ONCE + 1]
            row_of = np.repeat(np.arange(bounds.size - 1), np.diff(bounds))
            powers = self.weights[bounds[0] : bounds[-1]] ** power
            sums[first : first + _ROWS_AT_ONCE] = np.bincount(row_of, powers, minlength=bounds.size - 1)
        return sums


def in_one(parts: list[NDArray[Any]]) -> NDArray[Any]:
    """All parts, one or more, one after the other; the list loses them, so that memory holds them once."""
    end = sum(part.size for part in parts)
    whole = np.empty(end, parts[0].dtype)
    while parts:
        part = parts.pop()
        whole[end - part.size : end] = part
        end -= part.size
    return whole
