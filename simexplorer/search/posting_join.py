"""All pairs of vectors that reach a cosine, or of sets that reach a Jaccard similarity, by the lists of their features.

Each document goes through the lists of its features, in which the documents before it stand, and adds up what it has in
common with every one of them: a product of sparse matrices, row by row (Gustavson 1978, "Two fast algorithms for sparse
matrices"). That takes an addition for every two documents that share a feature, for each such feature: little where
texts are short and few features are in many of them. No bound is used, so that none can be wrong.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, lean_kernel
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.kernel_words import ONE
from simexplorer.search.join_room import PairCount
from simexplorer.search.mapping import Mapper, one_by_one

ROWS = 1024  # that one job joins with all before them
_ROOM = 1 << 16  # pairs that are handed on at once
_MARGIN = 1e-9  # far beyond what rounding takes from a similarity

Found = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]


class _Lists(NamedTuple):
    """Features of each document, and documents of each feature.

    Document ``x`` has the features ``numbers[p]`` with weights ``weights[p]`` for ``p`` in ``offsets[x] ..
    offsets[x + 1] - 1``; feature ``f`` is in ``docs[q]``, rising, with ``back[q]`` for ``q`` in ``starts[f] ..
    starts[f + 1] - 1``. lengths : (n,) Euclidean lengths of vectors, sizes of sets
    """

    offsets: NDArray[np.int64]
    numbers: NDArray[np.int32]
    weights: NDArray[np.float64]
    starts: NDArray[np.int64]
    docs: NDArray[np.int32]
    back: NDArray[np.float64]
    lengths: NDArray[np.float64]


@lean_kernel
def _fill_lists(lists: _Lists, free: NDArray[np.int64]) -> None:
    """Write ``docs`` and ``back``; ``free`` comes as a copy of the starts and moves to the ends."""
    for x in range(lists.offsets.size - 1):
        for p in range(U(lists.offsets[x]), U(lists.offsets[x + 1])):
            number = U(lists.numbers[p])
            lists.docs[free[number]] = x
            lists.back[free[number]] = lists.weights[p]
            free[number] += 1


@lean_kernel
def _meet(
    lists: _Lists,
    of_sets: bool,
    limit: float,
    first: Int,
    stop: Int,
    dots: NDArray[np.float64],
    met: NDArray[np.int32],
    rows: NDArray[np.int32],
    told: NDArray[np.float64],
) -> tuple[Int, Int]:
    """Find the partners before them of the documents ``first .. stop - 1``; (pairs found, where to go on).

    dots : (n,) zeros, left so; met : (n + 1,); rows, told : (2, room) and (room,) get both documents and what they have
    in common. Ends before the first document whose partners might not fit.
    """
    found = 0
    for x in range(first, stop):
        if told.size - found < x:
            return found, x
        count = U(0)
        for p in range(U(lists.offsets[x]), U(lists.offsets[x + 1])):
            number, weight = U(lists.numbers[p]), lists.weights[p]
            for at in range(U(lists.starts[number]), U(lists.starts[number + ONE])):
                y = lists.docs[at]
                if y >= x:
                    break
                met[count] = y
                count += U(dots[y] == 0.0)
                dots[y] += weight * lists.back[at]
        mine = lists.lengths[x]
        for c in range(count):
            y = met[c]
            dot, theirs = dots[y], lists.lengths[y]
            dots[y] = 0.0
            if dot >= limit * (mine + theirs - dot if of_sets else mine * theirs):
                rows[0, found], rows[1, found], told[found] = y, x, dot
                found += 1
    return found, stop


def _numbered(ids: NDArray[np.uint64]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The number of each id, from 0 on as ids rise, and how many ids have lower ones than each number, then all."""
    order = np.argsort(ids)
    ends = _ends(ids[order])
    new = np.zeros(ids.size, np.bool_)
    new[ends[:-1] + 1] = True
    numbers = np.empty(ids.size, np.int32)
    numbers[order] = np.cumsum(new, dtype=np.int32)
    return numbers, np.append(0, ends + 1)


def _ends(ordered: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Where runs of equal ids have their last one."""
    return np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)) if ordered.size else np.empty(0, np.int64)


def additions(ids: NDArray[np.uint64]) -> int:
    """How many a join of documents with these features takes: for each feature the pairs of documents that have it."""
    counts = np.diff(_ends(np.sort(ids)), prepend=-1)
    return int((counts * (counts - 1) // 2).sum())


class PostingJoin(Struct, frozen=True):
    """A collection made ready: its rows are joined on any thread, in any order.

    Memory: 24 bytes a feature of each; while it is made ready 16 beside the features, of which it needs no ids then.
    """

    lists: _Lists
    of_sets: bool

    @classmethod
    def prepare(cls, features: ShingleSets | SparseVectors) -> PostingJoin:
        """Sets are joined by Jaccard similarity, vectors, whose weights are above 0, by their cosine."""
        numbers, starts = _numbered(features.ids)
        of_sets = isinstance(features, ShingleSets)
        if isinstance(features, ShingleSets):
            weights, lengths = np.ones(numbers.size), features.sizes.astype(np.float64)
        else:
            weights, lengths = features.weights, np.sqrt(features.power_sums(2))
        docs, back = np.empty(numbers.size, np.int32), np.empty(numbers.size)
        lists = _Lists(features.offsets, numbers, weights, starts, docs, back, lengths)
        _fill_lists(lists, starts[:-1].copy())
        return cls(lists, of_sets)

    def pairs(self, limit: float, max_pairs: int, each: Mapper = one_by_one) -> Found:
        """(i, j, common) of all pairs ``i < j`` of rows at or above ``limit``, in no order.

        common : dot product of vectors, shared features of sets; of vectors a few just below the limit come too.
        Raises CapacityError where there are more than ``max_pairs``.
        """
        count = PairCount(max_pairs)
        n = self.lists.lengths.size

        def join(first: int) -> list[Found]:
            dots, met, parts = np.zeros(n), np.empty(n + 1, np.int32), []
            x, stop = first, min(first + ROWS, n)
            while x < stop:
                rows, told = np.empty((2, stop + _ROOM), np.int32), np.empty(stop + _ROOM)
                found, x = _meet(self.lists, self.of_sets, limit * (1.0 - _MARGIN), x, stop, dots, met, rows, told)
                parts += count.counted([self._exactly(limit, rows[0, :found], rows[1, :found], told[:found])])
            return parts

        parts = [part for some in each(join, range(0, n, ROWS)) for part in some]
        parts.append((np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0)))
        i, j, common = (np.concatenate(column) for column in zip(*parts, strict=True))
        return i, j, common

    def _exactly(self, limit: float, i: NDArray[np.int32], j: NDArray[np.int32], common: NDArray[np.float64]) -> Found:
        """Copies of those of which the quotient itself reaches the limit, where the pairs are of sets."""
        if not self.of_sets:
            return i.copy(), j.copy(), common.copy()
        sizes = self.lists.lengths
        near = common / (sizes[i] + sizes[j] - common) >= limit
        return i[near], j[near], common[near]
