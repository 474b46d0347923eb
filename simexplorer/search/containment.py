"""E8: documents contained in others, exactly: a small text in a large one is never a candidate by Jaccard similarity.

Of two sets the smaller is the inner one; the pair is in the answer if and only if ``common / |inner|`` as a float64 is
at least the threshold. Needed is an overlap of c = ceil(t |inner|), so that among the first |inner| - c + 1 tokens of
the inner set, in rising order of frequency, there is one that the outer set holds: these prefixes are indexed, and
every set probes with all its tokens. (Prefix filter: Chaudhuri, Ganti, Kaushik 2006, "A primitive operator for
similarity joins in data cleaning"; kernels and position filter of ``prefix_index``.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets
from simexplorer.search.banding import Mapper, one_by_one
from simexplorer.search.equal_sets import EqualSets
from simexplorer.search.exact_join import (
    MAX_PAIRS,
    RANGE,
    WAVE,
    ProbeSets,
    checked_threshold,
    members_of,
    require_room,
    twins_of,
)
from simexplorer.search.prefix_index import Probes, build_index, fill_least_sizes
from simexplorer.search.vocabulary import number_ids


@dataclass(frozen=True, slots=True)
class ContainedPairs:
    """Pairs of documents of which one is contained in the other, sorted by inner, then outer.

    inner, outer : (m,) int32 rows; the inner set is the smaller one, or of two equally large ones the lower row
    share : (m,) float64, part of the inner set that the outer holds; back : (m,) the part of the outer in the inner
    """

    inner: NDArray[np.int32]
    outer: NDArray[np.int32]
    share: NDArray[np.float64]
    back: NDArray[np.float64]

    def __len__(self) -> int:
        return self.inner.size

    @classmethod
    def sorted(cls, parts: list[ContainedPairs]) -> ContainedPairs:
        """All parts in one."""
        none = np.empty(0, np.int32)
        inner = np.concatenate([none, *(part.inner for part in parts)])
        outer = np.concatenate([none, *(part.outer for part in parts)])
        order = np.argsort((inner.astype(np.int64) << 32) | outer)
        share = np.concatenate([np.empty(0), *(part.share for part in parts)])
        back = np.concatenate([np.empty(0), *(part.back for part in parts)])
        return cls(inner[order], outer[order], share[order], back[order])


@dataclass(frozen=True, slots=True)
class ContainmentJoin:
    """A collection made ready: probe with any range of its distinct sets, on any thread, in any order."""

    least_size: int
    groups: EqualSets
    ready: ProbeSets

    @classmethod
    def prepare(
        cls, sets: ShingleSets, threshold: float, least_size: int = 1, each: Mapper = one_by_one
    ) -> ContainmentJoin:
        """Fold, number and index; sets of fewer than ``least_size`` ids are no inner ones."""
        threshold = checked_threshold(threshold)
        groups = EqualSets.of(sets)
        vocabulary, tokens = number_ids(sets, groups.leaders, 2, each)
        sizes, kept = tokens.sizes, np.diff(tokens.offsets)
        least = np.empty_like(sizes)
        fill_least_sizes(threshold, sizes, least)
        prefix = np.where(sizes >= least_size, np.maximum(kept - least + 1, 0), 0)
        index = build_index(tokens, prefix, len(vocabulary))
        need = np.empty(int(sizes.max(initial=0)) + 1, np.int64)
        fill_least_sizes(threshold, np.arange(1, need.size), need[1:])
        probes = Probes(kept, np.zeros_like(kept), np.arange(sizes.size), need, True)
        return cls(least_size, groups, ProbeSets(tokens, probes, index, tokens))

    def __len__(self) -> int:
        return len(self.groups)

    def pairs(
        self, first: int, stop: int, distinct: bool = False, max_pairs: int = MAX_PAIRS
    ) -> Iterator[ContainedPairs]:
        """Pairs whose outer set is one of ``first .. stop - 1`` by size; ``distinct``: sets by their first row only."""
        leaders, sizes = self.groups.leaders.astype(np.int32), self.ready.sets.sizes
        twins = twins_of(self.groups, sizes, first, stop)
        twins = twins[:, twins[2] >= (np.iinfo(np.int32).max if distinct else self.least_size)]
        for found in (twins, *self.ready.found(first, stop)):
            if distinct:
                outer, inner, at = leaders[found[0]], leaders[found[1]], np.arange(found.shape[1])
            else:
                outer, inner, at = members_of(self.groups, found, max_pairs)
            large, small, common = sizes[found[0]], sizes[found[1]], found[2].astype(np.int64)
            same = (large == small)[at]
            low, high = np.minimum(inner, outer), np.maximum(inner, outer)
            inner, outer = np.where(same, low, inner), np.where(same, high, outer)
            yield ContainedPairs(inner, outer, (common / small)[at], (common / large)[at])


def contained_pairs(
    sets: ShingleSets,
    threshold: float,
    *,
    least_size: int = 1,
    distinct: bool = False,
    max_pairs: int = MAX_PAIRS,
    each: Mapper = one_by_one,
) -> ContainedPairs:
    """All documents that are contained in others to at least the threshold, exactly; empty sets are in no pair.

    least_size : smaller sets are not looked for in others (a text of one shingle is in half of everything)
    distinct : identical sets are met by their first row only, and not paired with one another
    Raises CapacityError where there are more than ``max_pairs``. ``each(function, jobs)`` may run the jobs in parallel.
    """
    join = ContainmentJoin.prepare(sets, threshold, least_size, each)
    parts: list[ContainedPairs] = []

    def probe(first: int) -> list[ContainedPairs]:
        return list(join.pairs(first, min(first + RANGE, len(join)), distinct, max_pairs))

    for first in range(0, len(join), RANGE * WAVE):
        for found in each(probe, range(first, min(first + RANGE * WAVE, len(join)), RANGE)):
            parts.extend(found)
        require_room(sum(map(len, parts)), max_pairs)
    return ContainedPairs.sorted(parts)
