"""Pairs whose exact similarity is known, and the pairs that groups lack: what every linkage works on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel
from simexplorer.search.falling_order import falling_order, order_of_words

Rows: TypeAlias = NDArray[np.int32]
Exact: TypeAlias = Callable[[Rows, Rows], NDArray[np.float64]]


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

    def at_least(self, threshold: float) -> KnownPairs:
        """The pairs at or above the threshold, as views."""
        end = self.i.size - int(np.searchsorted(self.jaccard[::-1], threshold, side="left"))
        return KnownPairs(self.i[:end], self.j[:end], self.jaccard[:end])

    def within(self, label: Rows) -> KnownPairs:
        """The pairs whose two rows have the same label."""
        same = label[self.i] == label[self.j]
        if same.all():
            return self
        inside = np.flatnonzero(same)
        return KnownPairs(self.i[inside], self.j[inside], self.jaccard[inside])

    def joined(self, other: KnownPairs) -> KnownPairs:
        """Both together; no pair may be in both."""
        if not len(other):
            return self
        return KnownPairs.of(
            np.concatenate([self.i, other.i]),
            np.concatenate([self.j, other.j]),
            np.concatenate([self.jaccard, other.jaccard]),
        )


class Budget(Struct, frozen=True, kw_only=True):
    """How much is computed exactly for the answer to be whole.

    texts : most different texts of a group whose missing pairs are computed
    pairs : most exact similarities computed for one answer; the groups that lack fewest come first
    """

    texts: int = 1_000
    pairs: int = 2_000_000


class Filler:
    """Computes what groups lack, within one budget for all its calls.

    exact : (i, j) arrays of rows, ``i < j`` -> (m,) float64 similarities; None: nothing can be computed
    """

    def __init__(self, exact: Exact | None = None, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self._exact = exact
        self._left = 0 if exact is None else self.budget.pairs

    def fill(self, label: Rows, texts: Rows, inside: KnownPairs) -> tuple[KnownPairs, NDArray[np.int64]]:
        """``inside`` and what it lacks of the groups that the budget covers; and the (n,) pairs that each still lacks.

        label : (n,) int32, group of every row, named by its lowest row; texts : the rows that count
        """
        sizes = np.bincount(label[texts], minlength=label.size)
        missing = sizes * (sizes - 1) // 2 - np.bincount(label[inside.i], minlength=label.size)
        groups = np.flatnonzero((missing > 0) & (sizes <= self.budget.texts))
        groups = groups[np.argsort(missing[groups], kind="stable")]
        groups = groups[: np.searchsorted(np.cumsum(missing[groups]), self._left, side="right")]
        if not groups.size:
            return inside, missing
        i, j = missing_pairs(label, texts, inside, np.sort(groups), int(missing[groups].sum()))
        missing[groups] = 0
        return inside.joined(self.ask(i, j)), missing

    def ask(self, i: Rows, j: Rows) -> KnownPairs:
        """As many of these similarities as the budget still covers, from the first."""
        count = min(i.size, self._left)
        if not count or self._exact is None:
            return KnownPairs.none()
        self._left -= count
        return KnownPairs.of(i[:count], j[:count], self._exact(i[:count], j[:count]))


def missing_pairs(
    label: Rows, texts: Rows, inside: KnownPairs, groups: NDArray[np.int64], room: int
) -> tuple[Rows, Rows]:
    """The pairs of these groups (rising) that ``inside`` lacks, group by group, at most ``room`` of them."""
    number = np.full(label.size, -1, np.int32)
    number[groups] = np.arange(groups.size, dtype=np.int32)
    members = texts[number[label[texts]] >= 0]
    members = members[np.argsort(number[label[members]], kind="stable")]
    offsets = np.zeros(groups.size + 1, np.int64)
    np.cumsum(np.bincount(number[label[members]], minlength=groups.size), out=offsets[1:])
    place = np.zeros(label.size, np.int32)
    place[members] = np.arange(members.size) - np.repeat(offsets[:-1], np.diff(offsets))
    of_pair = number[label[inside.i]]
    chosen = np.flatnonzero(of_pair >= 0)
    chosen = chosen[order_of_words(of_pair[chosen].astype(np.int64), chosen.size.bit_length())]
    pair_offsets = np.zeros(groups.size + 1, np.int64)
    np.cumsum(np.bincount(of_pair[chosen], minlength=groups.size), out=pair_offsets[1:])
    i, j = np.empty(room, np.int32), np.empty(room, np.int32)
    seen = np.empty(int(np.diff(offsets).max(initial=0)) ** 2, np.bool_)
    count = _list_missing(offsets, members, pair_offsets, place[inside.i[chosen]], place[inside.j[chosen]], seen, i, j)
    return i[:count], j[:count]


@kernel
def _list_missing(
    offsets: NDArray[np.int64],
    members: Rows,
    pair_offsets: NDArray[np.int64],
    first: Rows,
    second: Rows,
    seen: NDArray[np.bool_],
    i: Rows,
    j: Rows,
) -> Int:
    """Write the pairs of members that are not known (``first``, ``second``: places in the group) to ``i``, ``j``."""
    count = 0
    for group in range(offsets.size - 1):
        start, size = offsets[group], offsets[group + 1] - offsets[group]
        seen[: size * size] = False
        for pair in range(pair_offsets[group], pair_offsets[group + 1]):
            seen[first[pair] * size + second[pair]] = True
        for a in range(size):
            for b in range(a + 1, size):
                if not seen[a * size + b] and count < i.size:
                    i[count], j[count] = members[start + a], members[start + b]
                    count += 1
    return count
