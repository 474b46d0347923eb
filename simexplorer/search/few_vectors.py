"""A few vectors against many that stream by: the few are kept by feature, so that all dot products arise at once.

A feature of a vector that comes by adds its product to each of the few that have it (term at a time: Zobel, Moffat
2006, "Inverted files for text search engines", section 3). Features that none of them has, most of all, end at a bit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U, lean_kernel
from simexplorer.features.sets import SparseVectors
from simexplorer.kernel_words import ONE, mix64
from simexplorer.offsets import offsets_of

Floats = NDArray[np.float64]
_MARGIN = 1e-9  # far beyond what rounding takes


class ByFeature(NamedTuple):
    """Feature ``ids[slot]`` of an open table, if ``numbers[slot]`` is f + 1, has the postings ``starts[f]`` to
    ``starts[f + 1]``: vectors and their weights; marks : a bit for the hash of each feature."""

    marks: NDArray[np.uint64]
    ids: NDArray[np.uint64]
    numbers: NDArray[np.int32]
    starts: NDArray[np.int64]
    rows: NDArray[np.int32]
    weights: Floats


@lean_kernel
def _enter(features: NDArray[np.uint64], few: ByFeature) -> None:
    """Fill in the table and the marks; ``features`` : rising, number f is the f-th."""
    mask, last_mark = U(few.ids.size) - ONE, U(few.marks.size) * U(64) - ONE
    for feature in range(features.size):
        hashed = mix64(features[feature])
        mark, slot = (hashed >> U(32)) & last_mark, hashed & mask
        few.marks[mark >> U(6)] |= ONE << (mark & U(63))
        while few.numbers[slot] != 0:
            slot = (slot + ONE) & mask
        few.ids[slot], few.numbers[slot] = features[feature], feature + 1


@lean_kernel
def _add_products(
    offsets: NDArray[np.int64], ids: NDArray[np.uint64], weights: Floats, few: ByFeature, dots: Floats
) -> None:
    """Add the dot products of these vectors with all of the few to ``dots`` (m, n)."""
    mask, last_mark = U(few.ids.size) - ONE, U(few.marks.size) * U(64) - ONE
    for d in range(offsets.size - 1):
        for p in range(U(offsets[d]), U(offsets[d + 1])):
            hashed = mix64(ids[p])
            mark = (hashed >> U(32)) & last_mark
            if (few.marks[mark >> U(6)] >> (mark & U(63))) & ONE == U(0):
                continue
            slot = hashed & mask
            while few.numbers[slot] != 0 and few.ids[slot] != ids[p]:
                slot = (slot + ONE) & mask
            if few.numbers[slot] != 0:
                feature = U(few.numbers[slot]) - ONE
                for at in range(U(few.starts[feature]), U(few.starts[feature + ONE])):
                    dots[d, few.rows[at]] += weights[p] * few.weights[at]


class FewVectors:
    """``n`` vectors, ready for others; read by any thread. Memory: about 50 bytes a feature of theirs."""

    def __init__(self, vectors: SparseVectors) -> None:
        features, numbers = np.unique(vectors.ids, return_inverse=True)
        order = np.argsort(numbers, kind="stable")
        rows = np.repeat(np.arange(len(vectors), dtype=np.int32), np.diff(vectors.offsets))
        starts = offsets_of(np.bincount(numbers, minlength=features.size))
        slots = 1 << (2 * features.size + 1).bit_length()
        marks, table = np.zeros(max(1, slots // 8), np.uint64), np.zeros(slots, np.uint64)
        self._few = ByFeature(marks, table, np.zeros(slots, np.int32), starts, rows[order], vectors.weights[order])
        _enter(features, self._few)
        self._squares = vectors.power_sums(2)

    def dots(self, others: SparseVectors) -> Floats:
        """(m, n) dot products of ``others`` with the few, as floating point adds them."""
        dots = np.zeros((len(others), self._squares.size))
        _add_products(others.offsets, others.ids, others.weights, self._few, dots)
        return dots

    def near(self, others: SparseVectors, measure: str, limit: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """(m, n) which of ``others`` are surely within the limit of which of the few, and which may or may not be.

        measure : cosine, of ``limit`` or more, or euclidean, of ``limit`` or less
        """
        dots, both = self.dots(others), (others.power_sums(2)[:, None], self._squares)
        if measure == "cosine":
            lengths = np.sqrt(both[0]) * np.sqrt(both[1])
            beyond = np.divide(dots, lengths, out=np.zeros_like(dots), where=lengths > 0.0) - limit
            margin: Floats | float = _MARGIN
        else:
            whole = both[0] + both[1]
            beyond, margin = limit**2 - (whole - 2.0 * dots), _MARGIN * (whole + limit**2)
        return beyond > margin, np.abs(beyond) <= margin
