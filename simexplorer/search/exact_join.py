"""E5, the fast engine: all pairs of sets whose Jaccard similarity reaches a threshold, exactly; the oracle for recall.

A pair is in the answer if and only if ``common / union`` as a float64 is at least the threshold. Identical sets are
folded first; singletons of the vocabulary leave; then a prefix and position filter with merges that give up early
(PPJoin: Xiao, Wang, Lin, Yu 2008; see ``prefix_index``). Cost grows as the threshold falls: prefixes hold about
(1 - t) of a set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import kernel
from simexplorer.errors import CapacityError, ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.search.banding import Mapper, one_by_one
from simexplorer.search.equal_sets import EqualSets
from simexplorer.search.prefix_index import (
    PrefixIndex,
    Probes,
    build_index,
    fill_least_sizes,
    fill_needs,
    probe_range,
)
from simexplorer.search.vocabulary import TokenSets, number_ids

MAX_PAIRS = 50_000_000
RANGE = 256  # sets that one job probes with: some 10 ms
WAVE = 64  # jobs between two looks at the size of the answer
ROOM = 1 << 18

Pairs = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]


def checked_threshold(threshold: float) -> float:
    """The threshold, or ParameterError unless it is above 0 and at most 1."""
    if not 0 < threshold <= 1:
        raise ParameterError("threshold", threshold, "above 0 and at most 1")
    return float(threshold)


@dataclass(frozen=True, slots=True)
class ProbeSets:
    """Probing sets against an index of others: everything that ``probe_range`` reads, nothing that it writes."""

    sets: TokenSets
    probes: Probes
    index: PrefixIndex
    indexed: TokenSets

    def found(self, first: int, stop: int) -> Iterator[NDArray[np.int32]]:
        """Parts (3, m): probing set, indexed set, overlap; of the probing sets ``first .. stop - 1``."""
        m = self.indexed.sizes.size
        state, touched = np.zeros((m, 2), np.int32), np.empty(m, np.int32)
        args = (self.sets, self.probes, self.index, self.indexed)
        while first < stop:
            out = np.empty((3, m + ROOM), np.int32)
            count, first, _ = probe_range(*args, first, stop, state, touched, out)
            yield out[:, :count].copy()

    def jaccard(self, found: NDArray[np.int32]) -> NDArray[np.float64]:
        """(m,) similarities of found pairs."""
        x, y, common = found.astype(np.int64)
        shares: NDArray[np.float64] = common / (self.sets.sizes[x] + self.indexed.sizes[y] - common)
        return shares


@dataclass(frozen=True, slots=True)
class SelfJoin:
    """A collection made ready: probe with any range of its distinct sets, on any thread, in any order.

    groups : identical sets, in order of size; set number ``g`` below stands for group ``g``
    """

    threshold: float
    groups: EqualSets
    ready: ProbeSets

    @classmethod
    def prepare(cls, sets: ShingleSets, threshold: float, each: Mapper = one_by_one) -> SelfJoin:
        """Fold, count, number and index the sets. Memory: about 16 bytes an id, beside the sets."""
        threshold = checked_threshold(threshold)
        groups = EqualSets.of(sets)
        vocabulary, tokens = number_ids(sets, groups.leaders, 2, each)
        sizes, kept = tokens.sizes, np.diff(tokens.offsets)
        need = _needs(threshold, 2 * int(sizes.max(initial=0)))
        least = np.empty_like(sizes)
        fill_least_sizes(threshold, sizes, least)
        # the index meets only sets as large as its own or larger, so that its prefixes may be shorter
        index = build_index(tokens, np.maximum(kept - need[2 * sizes] + 1, 0), len(vocabulary))
        low = np.searchsorted(sizes, least)
        probes = Probes(np.maximum(kept - least + 1, 0), low, np.arange(sizes.size), need)
        return cls(threshold, groups, ProbeSets(tokens, probes, index, tokens))

    def __len__(self) -> int:
        return len(self.groups)

    def distinct_pairs(self, first: int, stop: int) -> Iterator[Pairs]:
        """(i, j, jaccard) of distinct sets, each by its first row; the larger one is in ``first .. stop - 1``."""
        leaders = self.groups.leaders.astype(np.int32)
        for found in self.ready.found(first, stop):
            a, b = leaders[found[0]], leaders[found[1]]
            yield np.minimum(a, b), np.maximum(a, b), self.ready.jaccard(found)

    def pairs(self, first: int, stop: int, max_pairs: int = MAX_PAIRS) -> Iterator[Pairs]:
        """(i, j, jaccard) of all rows, ``i < j``: every member of a group stands for it, and meets the others with 1.0.

        Raises CapacityError before a part of more than ``max_pairs`` is written out.
        """
        for found in (twins_of(self.groups, self.ready.sets.sizes, first, stop), *self.ready.found(first, stop)):
            x, y, at = members_of(self.groups, found, max_pairs)
            yield np.minimum(x, y), np.maximum(x, y), self.ready.jaccard(found)[at]


def twins_of(groups: EqualSets, sizes: NDArray[np.int64], first: int, stop: int) -> NDArray[np.int32]:
    """(3, m) groups of two rows or more, paired with themselves, and their sets' size as the overlap."""
    same = np.arange(first, stop)[groups.sizes[first:stop] > 1]
    return np.stack((same, same, sizes[same])).astype(np.int32)


def members_of(
    groups: EqualSets, found: NDArray[np.int32], max_pairs: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """All pairs of rows of (3, m) found pairs of groups, and which of these each comes from; of a twin pair x < y."""
    x, y = groups.sizes[found[0]], groups.sizes[found[1]]
    total = int(np.where(found[0] == found[1], x * (x - 1) // 2, x * y).sum())
    require_room(total, max_pairs)
    out = np.empty((2, total), np.int32)
    at = np.empty(total, np.int64)
    _expand(groups.offsets, groups.rows, found, out, at)
    return out[0], out[1], at


@kernel
def _expand(
    offsets: NDArray[np.int64],
    rows: NDArray[np.int32],
    found: NDArray[np.int32],
    out: NDArray[np.int32],
    at: NDArray[np.int64],
) -> None:
    place = 0
    for p in range(found.shape[1]):
        x, y = found[0, p], found[1, p]
        for a in range(offsets[x], offsets[x + 1]):
            for b in range(a + 1 if x == y else offsets[y], offsets[y + 1]):
                out[0, place], out[1, place], at[place] = rows[a], rows[b], p
                place += 1


def _needs(threshold: float, largest: int) -> NDArray[np.int64]:
    need = np.empty(largest + 1, np.int64)
    fill_needs(threshold, need)
    return need


def require_room(pairs: int, limit: int) -> None:
    """Raise CapacityError where an answer has more pairs than may be kept."""
    if pairs > limit:
        raise CapacityError(
            f"At this threshold there are at least {pairs:,} pairs, more than the {limit:,} that are kept. "
            "Choose a higher threshold, or a smaller collection."
        )


def exact_pairs(
    sets: ShingleSets,
    threshold: float,
    *,
    distinct: bool = False,
    max_pairs: int = MAX_PAIRS,
    each: Mapper = one_by_one,
) -> Pairs:
    """All (i, j, jaccard) with ``i < j`` and a similarity of at least the threshold, sorted by i, then j.

    distinct : identical sets are met by their first row only, and not paired with one another
    Raises CapacityError where there are more than ``max_pairs``. ``each(function, jobs)`` may run the jobs in parallel.
    """
    join = SelfJoin.prepare(sets, threshold, each)
    parts: list[Pairs] = []
    total = 0

    def probe(first: int) -> list[Pairs]:
        stop = min(first + RANGE, len(join))
        return list(join.distinct_pairs(first, stop) if distinct else join.pairs(first, stop, max_pairs))

    for first in range(0, len(join), RANGE * WAVE):
        for found in each(probe, range(first, min(first + RANGE * WAVE, len(join)), RANGE)):
            parts.extend(found)
            total += sum(part[0].size for part in found)
        require_room(total, max_pairs)
    return _sorted(parts)


def _sorted(parts: list[Pairs]) -> Pairs:
    parts = [(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0)), *parts]
    i, j, jaccard = (np.concatenate([part[column] for part in parts]) for column in range(3))
    order = np.argsort((i.astype(np.int64) << 32) | j)
    return i[order], j[order], jaccard[order]


def partners_of(
    sets: ShingleSets, others: ShingleSets, threshold: float, *, max_pairs: int = MAX_PAIRS, each: Mapper = one_by_one
) -> Pairs:
    """All (row of ``sets``, row of ``others``, jaccard) at or above the threshold, sorted: the R-S join.

    ``sets`` are indexed, ``others`` stream by: make the few ones ``sets``. Empty sets have no partner.
    """
    threshold = checked_threshold(threshold)
    order = np.argsort(sets.sizes, kind="stable")
    order = order[sets.sizes[order] > 0]
    vocabulary, indexed = number_ids(sets, order, 1, each)
    least = np.empty_like(indexed.sizes)
    fill_least_sizes(threshold, indexed.sizes, least)
    index = build_index(indexed, indexed.sizes - least + 1, len(vocabulary))
    need = _needs(threshold, int(indexed.sizes.max(initial=0)) + int(others.sizes.max(initial=0)))
    rows = np.flatnonzero(others.sizes > 0)

    def stream(first: int) -> list[Pairs]:
        probing = rows[first : first + RANGE * 16]
        tokens = vocabulary.tokens(others, probing)
        smallest = np.empty_like(tokens.sizes)
        fill_least_sizes(threshold, tokens.sizes, smallest)
        prefix = np.maximum(np.diff(tokens.offsets) - smallest + 1, 0)
        # an indexed set is too large where the probing one is smaller than its least size
        window = np.searchsorted(indexed.sizes, smallest), np.searchsorted(least, tokens.sizes, side="right")
        ready = ProbeSets(tokens, Probes(prefix, *window, need), index, indexed)
        found = list(ready.found(0, probing.size))
        return [(order[f[1]].astype(np.int32), probing[f[0]].astype(np.int32), ready.jaccard(f)) for f in found]

    parts: list[Pairs] = []
    jobs = range(0, rows.size, RANGE * 16)
    for wave in range(0, len(jobs), WAVE):
        for found in each(stream, jobs[wave : wave + WAVE]):
            parts.extend(found)
        require_room(sum(part[0].size for part in parts), max_pairs)
    return _sorted(parts)


def partners(
    sets: ShingleSets,
    rows: NDArray[np.int64],
    threshold: float,
    *,
    max_pairs: int = MAX_PAIRS,
    each: Mapper = one_by_one,
) -> Pairs:
    """All (probe row, partner row, jaccard) of the given rows within their own collection, sorted, themselves left out.

    For a recall measured by a sample: every pair of a sampled document, found without the pairs of the others.
    """
    rows = np.asarray(rows, np.int64)
    i, j, jaccard = partners_of(sets.take(rows), sets, threshold, max_pairs=max_pairs + rows.size, each=each)
    probe = rows[i].astype(np.int32)
    other = probe != j
    return _sorted([(probe[other], j[other], jaccard[other])])
