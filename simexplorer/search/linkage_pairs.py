"""Pairs whose exact similarity is known, and the pairs that groups lack: what every linkage works on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import lean_kernel
from simexplorer.search.falling_order import falling_order
from simexplorer.search.finding import reaching
from simexplorer.search.group_cells import ALL_PAIRS, NO_CELLS, Lacking, Remembered, lacking_pairs

Rows: TypeAlias = NDArray[np.int32]
Exact: TypeAlias = Callable[[Rows, Rows], NDArray[np.float64]]
_AT_ONCE = 1 << 16


class Columns(NamedTuple):
    """The columns of ``KnownPairs``."""

    i: Rows
    j: Rows
    jaccard: NDArray[np.float64]


class KnownPairs(Struct, frozen=True):
    """Pairs of rows with their exact Jaccard similarity, most similar first; no pair twice.

    i, j : (m,) int32, ``i < j``; jaccard : (m,) float64
    """

    i: Rows
    j: Rows
    jaccard: NDArray[np.float64]

    @classmethod
    def none(cls) -> KnownPairs:
        """No pairs at all."""
        return cls(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0))

    @classmethod
    def of(cls, i: Rows, j: Rows, jaccard: NDArray[np.float64]) -> KnownPairs:
        """These pairs in whatever order and direction they come; sorted only where they are not."""
        if np.any(j < i):
            i, j = np.minimum(i, j), np.maximum(i, j)
        if np.any(jaccard[1:] > jaccard[:-1]):
            order = falling_order(jaccard)
            i, j, jaccard = i[order], j[order], jaccard[order]
        return cls(i, j, jaccard)

    def __len__(self) -> int:
        return self.i.size

    @property
    def columns(self) -> Columns:
        """As kernels take them."""
        return Columns(self.i, self.j, self.jaccard)

    def at_least(self, threshold: float) -> KnownPairs:
        """The pairs at or above the threshold, as views."""
        end = int(reaching(self.jaccard, threshold))
        return KnownPairs(self.i[:end], self.j[:end], self.jaccard[:end])

    def within(self, label: Rows) -> KnownPairs:
        """The pairs whose two rows have the same label."""
        counts = np.zeros(label.size, np.int64)
        count_inside(self.i, self.j, label, counts)
        if (count := int(counts.sum())) == len(self):
            return self
        rows, values = np.empty((2, count), np.int32), np.empty(count)
        end = 0
        for first in range(0, len(self), _AT_ONCE):  # no column of labels is made
            part = slice(first, first + _AT_ONCE)
            i, j = self.i[part], self.j[part]
            inside = np.flatnonzero(label[i] == label[j])
            to = slice(end, end := end + inside.size)
            rows[0, to], rows[1, to], values[to] = i[inside], j[inside], self.jaccard[part][inside]
        return KnownPairs(rows[0], rows[1], values)

    def joined(self, late: KnownPairs) -> KnownPairs:
        """These pairs and others; no pair may be in both.

        Of others that are known late most are below all that were known before: few of them go in between.
        """
        if not len(late):
            return self
        count, lowest = len(self), self.jaccard[-1] if len(self) else np.inf
        first = int(np.count_nonzero(late.jaccard > lowest))  # those that are not below
        between = count - np.searchsorted(self.jaccard[::-1], late.jaccard[:first], side="left") + np.arange(first)
        old = np.ones(count + first, np.bool_)
        old[between] = False
        rows, values = np.empty((2, count + len(late)), np.int32), np.empty(count + len(late))
        columns = (self.i, late.i, rows[0]), (self.j, late.j, rows[1]), (self.jaccard, late.jaccard, values)
        for known, added, out in columns:
            above, below = np.split(out, [old.size])
            above[old], above[between], below[:] = known, added[:first], added[first:]
        return KnownPairs(rows[0], rows[1], values)


@lean_kernel
def count_inside(i: Rows, j: Rows, label: Rows, counts: NDArray[np.int64]) -> None:
    """Add to ``counts`` (n,) at every label the pairs whose two rows have it."""
    for p in range(i.size):
        counts[label[i[p]]] += label[i[p]] == label[j[p]]


class Budget(Struct, frozen=True, kw_only=True):
    """How much is computed exactly for the answer to be whole.

    texts : most different texts of a group whose missing pairs are computed
    pairs : most exact similarities computed for one answer; the groups that lack fewest come first
    """

    texts: int = 1_000
    pairs: int = 2_000_000


class Filled(Struct, frozen=True):
    """What groups lacked, as far as the budget covered it.

    known, late : the pairs that were known, and those that are known now; no pair is in both
    missing : (n,) int64, the pairs that each group still lacks
    around : pairs of texts with the centre of their group where that lacks others
    """

    known: KnownPairs
    late: KnownPairs
    missing: NDArray[np.int64]
    around: KnownPairs


class Filler:
    """Computes what groups lack, within one budget for all its calls.

    exact : (i, j) arrays of rows, ``i < j`` -> (m,) float64 similarities; None: only what is remembered is known
    remembered : overlaps that need not be computed, though they count against the budget
    """

    def __init__(
        self, exact: Exact | None = None, budget: Budget | None = None, remembered: Remembered | None = None
    ) -> None:
        self.budget = budget or Budget()
        self._exact, self._remembered = exact, remembered or Remembered()
        self._left = self.budget.pairs if exact is not None or self._remembered.batches else 0

    @property
    def computes(self) -> bool:
        """Whether only the budget sets a limit."""
        return self._exact is not None

    def fill(self, label: Rows, texts: Rows, known: KnownPairs, centres: Callable[[], Rows] | None = None) -> Filled:
        """What ``known`` lacks of the groups that the budget covers.

        label : (n,) int32, group of every row, named by its lowest row; texts : the rows that count, rising
        centres : gives a row at every label; the pairs with it of groups that are not covered are asked for too
        """
        sizes = np.bincount(label[texts], minlength=label.size)
        held = np.zeros(label.size, np.int64)
        count_inside(known.i, known.j, label, held)
        missing = sizes * (sizes - 1) // 2 - held
        groups = np.flatnonzero((missing > 0) & (sizes <= self.budget.texts))
        groups = groups[np.argsort(missing[groups], kind="stable")]
        groups = groups[: np.searchsorted(np.cumsum(missing[groups]), self._left, side="right")]
        kinds, room = np.full(label.size, NO_CELLS, np.int32), int(missing[groups].sum())
        if centres is not None and self._left > room and np.count_nonzero(missing) > groups.size:
            np.copyto(kinds, centres(), where=missing > 0)
        elif not groups.size:
            return Filled(known, KnownPairs.none(), missing, KnownPairs.none())
        kinds[groups], missing[groups] = ALL_PAIRS, 0
        lacking = lacking_pairs(texts, label, kinds, (known.i, known.j), room, self._remembered)
        i, j, jaccard = self._computed(lacking)
        if not self.computes:
            told = ~np.isnan(jaccard)
            missing += np.bincount(label[i[:room][~told[:room]]], minlength=label.size)
            room = int(np.count_nonzero(told[:room]))
            i, j, jaccard = i[told], j[told], jaccard[told]
        late, around = (KnownPairs.of(i[part], j[part], jaccard[part]) for part in (slice(room), slice(room, None)))
        return Filled(known, late, missing, around)

    def _computed(self, lacking: Lacking) -> tuple[Rows, Rows, NDArray[np.float64]]:
        """As many of these pairs as the budget still covers, from the first; nan where nothing tells the similarity."""
        count = min(lacking.i.size, self._left)
        self._left -= count
        i, j, jaccard = lacking.i[:count], lacking.j[:count], lacking.jaccard[:count]
        new = lacking.new[: np.searchsorted(lacking.new, count)]
        if new.size:
            jaccard[new] = np.nan if self._exact is None else self._exact(i[new], j[new])
        return i, j, jaccard
