"""The fast join: all pairs of sets whose Jaccard similarity reaches a threshold, exactly; the oracle for recall.

A pair is in the answer if and only if ``common / union`` as a float64 is at least the threshold. Identical sets are
folded first; ids that one set alone has leave; a collection is joined with itself by tiles of counted prefixes and bits
(``tile_join``), with others by prefixes, positions and merges that give up early (PPJoin: Xiao, Wang, Lin, Yu 2008; see
``prefix_index``). Cost grows as the threshold falls: prefixes hold about (1 - t) of a set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets
from simexplorer.search.equal_sets import EqualSets, members_of, twins_of
from simexplorer.search.join_room import MAX_PAIRS, PairCount, checked_threshold, require_room
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.numbering import number_sets
from simexplorer.search.prefix_index import (
    PrefixIndex,
    Probes,
    build_index,
    fill_least_sizes,
    fill_needs,
    probe_from,
)
from simexplorer.search.tile_join import Needs, TileJoin
from simexplorer.search.vocabulary import TokenSets, number_ids

AT_ONCE = 4096  # sets that are probed with between two looks at the size of the answer
ROOM = 1 << 18

Pairs = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]


class ProbeSets(Struct, frozen=True):
    """Probing sets against an index of others: everything that ``probe_from`` reads, nothing that it writes."""

    sets: TokenSets
    probes: Probes
    index: PrefixIndex
    indexed: TokenSets

    def found(self) -> Iterator[NDArray[np.int32]]:
        """Parts (3, m): probing set, indexed set, overlap."""
        first, m = 0, self.indexed.sizes.size
        state, touched = np.zeros((m, 2), np.int32), np.empty(m, np.int32)
        args = (self.sets, self.probes, self.index, self.indexed)
        while first < self.sets.sizes.size:
            out = np.empty((3, m + ROOM), np.int32)
            count, first = probe_from(*args, first, state, touched, out)
            yield out[:, :count].copy()

    def jaccard(self, found: NDArray[np.int32]) -> NDArray[np.float64]:
        """(m,) similarities of found pairs."""
        x, y, common = found.astype(np.int64)
        shares: NDArray[np.float64] = common / (self.sets.sizes[x] + self.indexed.sizes[y] - common)
        return shares


class SelfJoin(Struct, frozen=True):
    """A collection made ready, of which no ids are needed any more: its tiles are joined on any thread, in any order.

    groups : identical sets, in order of size; set number ``g`` of the join stands for group ``g``
    """

    groups: EqualSets
    join: TileJoin

    @classmethod
    def prepare(
        cls, sets: ShingleSets, threshold: float, each: Mapper = one_by_one, *, in_place: bool = False
    ) -> SelfJoin:
        """Fold and number the sets; in_place, and memory : as of ``number_sets``."""
        threshold = checked_threshold(threshold)
        groups = EqualSets.of(sets)
        numbered = number_sets(sets, groups.leaders, each, in_place=in_place)
        sizes = numbered.sizes
        need = _needs(threshold, 2 * int(sizes.max(initial=0)))
        least = np.empty_like(sizes)
        fill_least_sizes(threshold, sizes, least)
        # a set is the smaller one only of those as large as itself or larger, so that it needs no less than of its like
        prefix = np.maximum(numbered.kept - need[2 * sizes] + 1, 0)
        ends = np.searchsorted(least, sizes, side="right")  # beyond, a larger set asks for more than it has
        return cls(groups, TileJoin(numbered, Needs(need, True), prefix, ends))

    def pairs(self, first: int, max_pairs: int = MAX_PAIRS, heed: Callable[[], None] = lambda: None) -> Iterator[Pairs]:
        """(i, j, jaccard) of all rows, ``i < j``, whose smaller set is in the tile that begins at ``first``.

        Raises CapacityError before a part of more than ``max_pairs`` is written out.
        """
        for found in self.join.found(first, heed):
            yield self._rows(found, max_pairs)

    def twins(self, max_pairs: int = MAX_PAIRS) -> Pairs:
        """All pairs of identical sets."""
        return self._rows(twins_of(self.groups, self.join.sets.sizes), max_pairs)

    def all_pairs(
        self, max_pairs: int = MAX_PAIRS, each: Mapper = one_by_one, heed: Callable[[], None] = lambda: None
    ) -> Pairs:
        """The answer of ``exact_pairs``."""
        count = PairCount(max_pairs)
        parts = count.counted([self.twins(max_pairs)])

        def tile(first: int) -> list[Pairs]:
            return count.counted(self.pairs(first, max_pairs, heed))

        for found in each(tile, self.join.tiles):
            parts.extend(found)
        return _sorted(parts)

    def _rows(self, found: NDArray[np.int32], max_pairs: int) -> Pairs:
        x, y, at = members_of(self.groups, found, max_pairs)
        larger, smaller, common = self.join.sets.sizes[found[0]], self.join.sets.sizes[found[1]], found[2]
        jaccard = common / (larger + smaller - common)
        return np.minimum(x, y), np.maximum(x, y), jaccard[at]


def _needs(threshold: float, largest: int) -> NDArray[np.int64]:
    need = np.empty(largest + 1, np.int64)
    fill_needs(threshold, need)
    return need


def exact_pairs(
    sets: ShingleSets,
    threshold: float,
    *,
    max_pairs: int = MAX_PAIRS,
    each: Mapper = one_by_one,
    heed: Callable[[], None] = lambda: None,
    in_place: bool = False,
) -> Pairs:
    """All (i, j, jaccard) with ``i < j`` and a similarity of at least the threshold, sorted by i, then j.

    Raises CapacityError where there are more than ``max_pairs``. ``each(function, jobs)`` may run the jobs in parallel;
    ``heed`` is called all the while by whoever joins, and may raise to end it. in_place : as of ``number_sets``
    """
    return SelfJoin.prepare(sets, threshold, each, in_place=in_place).all_pairs(max_pairs, each, heed)


def _sorted(parts: list[Pairs]) -> Pairs:
    parts = [(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0)), *parts]
    i, j, jaccard = (np.concatenate([part[column] for part in parts]) for column in range(3))
    order = np.argsort((i.astype(np.int64) << 32) | j)
    return i[order], j[order], jaccard[order]


def partners_of(sets: ShingleSets, others: ShingleSets, threshold: float) -> Pairs:
    """All (row of ``sets``, row of ``others``, jaccard) at or above the threshold, sorted: the R-S join.

    ``sets`` are indexed, ``others`` stream by: make the few ones ``sets``. Empty sets have no partner.
    Raises CapacityError where there are more than MAX_PAIRS.
    """
    threshold = checked_threshold(threshold)
    order = np.argsort(sets.sizes, kind="stable")
    order = order[sets.sizes[order] > 0]
    vocabulary, indexed = number_ids(sets, order)
    least = np.empty_like(indexed.sizes)
    fill_least_sizes(threshold, indexed.sizes, least)
    index = build_index(indexed, indexed.sizes - least + 1, len(vocabulary))
    need = _needs(threshold, int(indexed.sizes.max(initial=0)) + int(others.sizes.max(initial=0)))
    rows = np.flatnonzero(others.sizes > 0)
    parts: list[Pairs] = []
    for first in range(0, rows.size, AT_ONCE):
        probing = rows[first : first + AT_ONCE]
        tokens = vocabulary.tokens(others, probing)
        smallest = np.empty_like(tokens.sizes)
        fill_least_sizes(threshold, tokens.sizes, smallest)
        prefix = np.maximum(np.diff(tokens.offsets) - smallest + 1, 0)
        # an indexed set is too large where the probing one is smaller than its least size
        window = np.searchsorted(indexed.sizes, smallest), np.searchsorted(least, tokens.sizes, side="right")
        ready = ProbeSets(tokens, Probes(prefix, *window, need), index, indexed)
        for found in ready.found():
            probed, partner, _ = found
            parts.append((order[partner].astype(np.int32), probing[probed].astype(np.int32), ready.jaccard(found)))
        require_room(sum(part[0].size for part in parts), MAX_PAIRS)
    return _sorted(parts)
