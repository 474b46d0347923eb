"""Documents contained in others, exactly: a small text in a large one is never a candidate by Jaccard similarity.

Of two sets the smaller is the inner one; the pair is in the answer if and only if ``common / |inner|`` as a float64 is
at least the threshold. Needed is an overlap of c = ceil(t |inner|), whatever the size of the outer set: the inner one
may lack |inner| - c ids, so that it is met by way of its |inner| - c + 1 rarest ones. (``tile_join``.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets
from simexplorer.search.equal_sets import EqualSets, members_of, twins_of
from simexplorer.search.join_room import MAX_PAIRS, PairCount, checked_threshold
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.numbering import number_sets
from simexplorer.search.prefix_index import fill_least_sizes
from simexplorer.search.tile_join import Needs, TileJoin


class ContainedPairs(Struct, frozen=True):
    """Pairs of documents of which one is contained in the other, sorted by inner, then outer.

    inner, outer : (m,) int32 rows; the inner set is the smaller one, or of two equally large ones the lower row
    common : (m,) int32, ids that both have; sizes : (n,) int64, of all sets of the collection
    """

    inner: NDArray[np.int32]
    outer: NDArray[np.int32]
    common: NDArray[np.int32]
    sizes: NDArray[np.int64]

    def __len__(self) -> int:
        return self.inner.size

    @property
    def share(self) -> NDArray[np.float64]:
        """(m,) part of the inner set that the outer holds."""
        return self._part_of(self.inner)

    @property
    def back(self) -> NDArray[np.float64]:
        """(m,) part of the outer set that is in the inner."""
        return self._part_of(self.outer)

    def _part_of(self, rows: NDArray[np.int32]) -> NDArray[np.float64]:
        shares: NDArray[np.float64] = self.common / self.sizes[rows]
        return shares

    @classmethod
    def sorted(cls, parts: list[tuple[NDArray[np.int32], ...]], sizes: NDArray[np.int64]) -> ContainedPairs:
        """All parts, each of inner, outer and common, in one."""
        none = np.empty(0, np.int32)
        inner, outer, common = (np.concatenate([none, *(part[column] for part in parts)]) for column in range(3))
        order = np.argsort((inner.astype(np.int64) << 32) | outer)
        return cls(inner[order], outer[order], common[order], sizes)


class ContainmentJoin(Struct, frozen=True):
    """A collection made ready, of which no ids are needed any more: its tiles are joined on any thread, in any order.

    sizes : (n,) of all sets; groups : identical sets, in order of size; join : the distinct ones of them
    """

    least_size: int
    sizes: NDArray[np.int64]
    groups: EqualSets
    join: TileJoin

    @classmethod
    def prepare(
        cls,
        sets: ShingleSets,
        threshold: float,
        least_size: int = 1,
        each: Mapper = one_by_one,
        *,
        in_place: bool = False,
    ) -> ContainmentJoin:
        """Fold and number; sets of fewer than ``least_size`` ids are no inner ones (one id is in half of everything).

        in_place : as of ``number_sets``. Raises ParameterError unless the threshold is above 0 and at most 1.
        """
        threshold = checked_threshold(threshold)
        groups = EqualSets.of(sets)
        numbered = number_sets(sets, groups.leaders, each, in_place=in_place)
        least = np.empty(int(numbered.sizes.max(initial=0)) + 1, np.int64)
        least[0] = 1
        fill_least_sizes(threshold, np.arange(1, least.size), least[1:])
        prefix = np.where(numbered.sizes >= least_size, numbered.kept - least[numbered.sizes] + 1, 0)
        ends = np.full(prefix.size, prefix.size)  # an outer set may be of any size
        join = TileJoin(numbered, Needs(least, False), np.maximum(prefix, 0), ends)
        return cls(least_size, sets.sizes, groups, join)

    def pairs(
        self, first: int, max_pairs: int = MAX_PAIRS, heed: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[NDArray[np.int32], ...]]:
        """Parts (inner, outer, common) of the pairs whose inner set is in the tile that begins at ``first``."""
        sizes = self.join.sets.sizes
        for found in self.join.found(first, heed):
            outer, inner, at = members_of(self.groups, found, max_pairs)
            same = (sizes[found[0]] == sizes[found[1]])[at]
            low, high = np.minimum(inner, outer), np.maximum(inner, outer)
            yield np.where(same, low, inner), np.where(same, high, outer), found[2][at]

    def twins(self, max_pairs: int = MAX_PAIRS) -> tuple[NDArray[np.int32], ...]:
        """(inner, outer, common) of all pairs of identical sets."""
        same = twins_of(self.groups, self.join.sets.sizes)
        same = same[:, same[2] >= self.least_size]
        inner, outer, at = members_of(self.groups, same, max_pairs)
        return inner, outer, same[2][at]

    def all_pairs(
        self, max_pairs: int = MAX_PAIRS, each: Mapper = one_by_one, heed: Callable[[], None] = lambda: None
    ) -> ContainedPairs:
        """All sets that are contained in others to at least the threshold, exactly; empty sets are in no pair.

        Raises CapacityError where there are more than ``max_pairs``. ``each(function, jobs)`` may run the jobs in
        parallel; ``heed`` is called all the while by whoever joins, and may raise to end it.
        """
        count = PairCount(max_pairs)
        parts = count.counted([self.twins(max_pairs)])

        def tile(first: int) -> list[tuple[NDArray[np.int32], ...]]:
            return count.counted(self.pairs(first, max_pairs, heed))

        for one in each(tile, self.join.tiles):
            parts.extend(one)
        return ContainedPairs.sorted(parts, self.sizes)
