"""Overlaps that were verified once are never verified again while the shingles stay the same."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.array_cache import Kept
from simexplorer.pipeline.mapped_columns import MappedColumns, let_go_of_all, letting_go
from simexplorer.pipeline.verified import Verified
from simexplorer.search.group_cells import Remembered
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.pair_lookup import Overlaps, look_up

MOST_KNOWN = 1 << 24  # pairs, 12 bytes each: beyond it the oldest are verified again where they are asked for
_AT_ONCE = 1 << 19


class KnownOverlaps:
    """Pairs with their overlaps; only grows, and may be asked by any thread.

    They lie as they came, batch by batch, and are never put in order: whoever asks brings a table.

    sizes : (n,) int32, distinct shingles of each document; 0 where no pair of it is known
    """

    def __init__(self, documents: int = 0) -> None:
        self.sizes = np.zeros(documents, np.int32)
        self._lock = threading.Lock()
        self._batches: tuple[Overlaps, ...] = ()
        self._lying = 0  # so many of the batches, the first ones, lie in a file

    @property
    def batches(self) -> tuple[Overlaps, ...]:
        """All that is known; first what lies in a file, then large ones, each more than twice as large as the next."""
        return self._batches

    def ask(
        self, i: NDArray[np.int32], j: NDArray[np.int32], each: Mapper = one_by_one
    ) -> tuple[Verified, NDArray[np.bool_]]:
        """What is known of these pairs, to be completed; and (m,) which are not known.

        ``each(function, jobs)`` looks them up, in parallel if it likes.
        """
        verified, batches = Verified(np.full(i.size, -1, np.int32), self.sizes), self._batches
        if batches:
            _copy_aligned(i, j, verified.shared, batches[0])
            for first in range(0, i.size, _AT_ONCE):  # a small table stays in the processor's cache
                part = slice(first, first + _AT_ONCE)
                _look_up(i[part], j[part], verified.shared[part], batches, letting_go(each))
        return verified, verified.shared < 0

    def remembered(self, each: Mapper = one_by_one) -> Remembered:
        """All that is known, for whoever looks for many pairs."""
        return Remembered(self._batches, self.sizes, letting_go(each))

    def add(
        self,
        i: NDArray[np.int32],
        j: NDArray[np.int32],
        verified: Verified,
        new: NDArray[np.bool_] | None = None,
        lost: NDArray[np.bool_] | None = None,
    ) -> None:
        """Remember those of the pairs ``new`` (all of them) that are verified; the columns may not change any more.

        A document beside itself is no pair: it would take another's place where pairs of a group are numbered.
        lost : (n,) documents that could not be read again: they read as empty, and their pairs are not remembered
        """
        done = (verified.shared >= 0) & (i != j)
        if new is not None:
            done &= new
        if lost is not None and lost.any():
            done &= ~(lost[i] | lost[j])
        if not done.any():
            return
        if done.all():  # as the first time: columns that are not parts of larger ones are kept as they are
            self.extend(Overlaps(*(one if one.base is None else one.copy() for one in (i, j, verified.shared))))
        else:
            self.extend(Overlaps(i[done], j[done], verified.shared[done]))

    def extend(self, batch: Overlaps) -> None:
        """Remember these pairs, which may not change any more, nor be known yet; ``sizes`` has their documents'."""
        with self._lock:
            lying, batches = self._batches[: self._lying], [*self._batches[self._lying :], batch]
            while len(batches) > 1 and batches[-2].i.size <= 2 * batches[-1].i.size:
                batches[-2:] = [Overlaps(*map(np.concatenate, zip(*batches[-2:], strict=True)))]  # there are never many
            more = sum(one.i.size for one in batches) - MOST_KNOWN
            if more > 0:
                batches[0] = Overlaps(*(column[more:].copy() for column in batches[0]))
            self._batches = (*lying, *batches)

    def lie_in(self, kept: Kept | None, stored: tuple[Overlaps, ...]) -> None:
        """Have the batches that were stored in a file lie there, and in memory no more.

        stored : ``batches`` at the time; what came later stays in memory
        """
        mapped = MappedColumns.of(kept)
        with self._lock:
            pairs = zip(self._batches, stored, strict=False)  # the last ones may have been joined with what came since
            count = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] is pair[1], pairs))
            if mapped is None or not count:
                return
            lying = (Overlaps(*(mapped.column(f"{name}{b}") for name in Overlaps._fields)) for b in range(count))
            self._batches = (*lying, *self._batches[count:])
            self._lying = count

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that is known as it lies, by names, for keeping."""
        named = {
            f"{column}{b}": array for b, one in enumerate(self._batches) for column, array in one._asdict().items()
        }
        return {"sizes": self.sizes, **named}

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]], present: NDArray[np.int64] | None = None) -> KnownOverlaps:
        """What ``arrays`` gave; where ``present`` is given, under other rows and without documents that are gone.

        present : (n,) the row that each document had then, -1 for news
        """
        before, batches = arrays["sizes"], list[Overlaps]()
        while f"i{len(batches)}" in arrays:
            batches.append(Overlaps(*(arrays[f"{column}{len(batches)}"] for column in Overlaps._fields)))
        for one in [Overlaps(before, before, before), *batches]:
            if any(column.dtype != np.int32 or column.shape != (one.i.size,) for column in one):
                raise ValueError("columns of overlaps that are none")
        known = cls(before.size if present is None else present.size)
        if present is None:
            known.sizes[:] = before
            known._batches = tuple(batches)
            return known
        rows = np.flatnonzero(present >= 0)
        known.sizes[rows] = before[present[rows]]
        row_of = np.full(before.size, -1, np.int32)
        row_of[present[rows]] = rows
        known._batches = tuple(one for one in (_renumbered(batch, row_of) for batch in batches) if one.i.size)
        return known

    @classmethod
    def of_keys(cls, keys: NDArray[np.int64], overlaps: NDArray[np.integer], documents: int) -> KnownOverlaps:
        """Of the columns that workspaces held before: ``i << 32 | j``, and (3, m) what both share and their sizes."""
        known = cls(documents)
        i, j = (keys >> 32).astype(np.int32), (keys & 0xFFFFFFFF).astype(np.int32)
        known.sizes[i], known.sizes[j] = overlaps[1], overlaps[2]
        if keys.size:
            known.extend(Overlaps(i, j, overlaps[0].astype(np.int32)))
        return known


def _copy_aligned(i: NDArray[np.int32], j: NDArray[np.int32], shared: NDArray[np.int32], known: Overlaps) -> None:
    """Copy what is known of pairs that stand at the same place there: all, where the same index is joined again."""
    for first in range(0, min(i.size, known.i.size), _AT_ONCE):
        part = slice(first, min(first + _AT_ONCE, i.size, known.i.size))
        same = (i[part] == known.i[part]) & (j[part] == known.j[part])
        np.copyto(shared[part], known.shared[part], where=same)
        let_go_of_all()


def _look_up(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    shared: NDArray[np.int32],
    batches: tuple[Overlaps, ...],
    each: Mapper,
) -> None:
    """Copy what is known of pairs wherever they stand."""
    if (shared < 0).any():
        look_up(Overlaps(i, j, shared), list(batches), each)


def _renumbered(batch: Overlaps, row_of: NDArray[np.int32]) -> Overlaps:
    """The pairs of documents that are still there, under their present rows, ``i < j``."""
    i, j, shared = (np.empty(batch.i.size, np.int32) for _ in Overlaps._fields)
    count = 0
    for first in range(0, batch.i.size, _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        a, b = row_of[batch.i[part]], row_of[batch.j[part]]
        kept = np.flatnonzero((a >= 0) & (b >= 0))
        a, b, to = a[kept], b[kept], slice(count, count + kept.size)
        np.minimum(a, b, out=i[to])
        np.maximum(a, b, out=j[to])
        shared[to] = batch.shared[part][kept]
        count += kept.size
    if count == i.size:
        return Overlaps(i, j, shared)
    return Overlaps(i[:count].copy(), j[:count].copy(), shared[:count].copy())
