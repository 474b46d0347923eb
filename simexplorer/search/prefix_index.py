"""Prefix index over token sets, and the probe that finds all sets of a wanted Jaccard similarity through it.

Tokens are ordered by rising frequency. Two sets that share c tokens share one among the first r - c + 1 tokens of
each (prefix filter: Chaudhuri, Ganti, Kaushik 2006); where it stands bounds what they can share at all (position
filter: Xiao, Wang, Lin, Yu 2008, "Efficient similarity joins for near duplicate detection", PPJoin). What is left is
merged, 64 tokens at a time, and given up as soon as it cannot reach what is needed (early termination: Mann, Augsten,
Bouros 2016, "An empirical evaluation of set similarity join techniques").

All bounds are whole numbers: ``need[s]`` is the least overlap c for which c / (s - c), divided as floating point,
reaches the threshold, for two sets of s ids together. So a pair is found if and only if its similarity as a float64 is
at least the threshold.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, kernel, kernel_part
from simexplorer.kernel_words import ONE, popcount
from simexplorer.search.vocabulary import TokenSets

COUNT, WANTED = 0, 1
GIVEN_UP = -1


class PrefixIndex(NamedTuple):
    """Posting lists of prefix tokens: token ``t`` stands in ``docs[starts[t]:starts[t + 1]]``, sets rising.

    rests : tokens of that set from this one on, itself included
    """

    starts: NDArray[np.int64]
    docs: NDArray[np.int32]
    rests: NDArray[np.int32]


class Probes(NamedTuple):
    """For each probing set: tokens of its prefix, and the range ``[low, high)`` of indexed sets that may match.

    need : the least overlap, by the sizes of both sets together
    """

    prefix: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    need: NDArray[np.int64]


@kernel
def fill_needs(threshold: float, need: NDArray[np.int64]) -> None:
    """Write to ``need[s]`` the least overlap of two sets of ``s`` ids together; above s / 2 where none is enough.

    need : (largest s + 1,) output; threshold : Jaccard, in (0, 1]
    """
    if need.size:
        need[0] = 1
    for s in range(1, need.size):
        c: Int = max(1, np.int64(threshold / (1.0 + threshold) * s) - 2)
        while 2 * c <= s and c / (s - c) < threshold:
            c += 1
        need[s] = c


@kernel
def fill_least_sizes(threshold: float, sizes: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    """Write the least size of a set that can be similar enough to one of each size: also the least overlap with it.

    sizes, out : (m,), all sizes above 0. The least c of which ``c / size`` as a float64 reaches the threshold.
    """
    for x in range(sizes.size):
        least: Int = max(1, np.int64(threshold * sizes[x]) - 2)
        while least / sizes[x] < threshold:
            least += 1
        out[x] = least


@kernel
def _count_prefixes(sets: TokenSets, prefix: NDArray[np.int64], starts: NDArray[np.int64]) -> None:
    for x in range(prefix.size):
        for p in range(sets.offsets[x], sets.offsets[x] + prefix[x]):
            starts[sets.tokens[p] + 1] += 1
    for token in range(1, starts.size):
        starts[token] += starts[token - 1]


@kernel
def _fill_postings(sets: TokenSets, prefix: NDArray[np.int64], free: NDArray[np.int64], index: PrefixIndex) -> None:
    """``free`` comes as a copy of the index's starts and moves to the ends."""
    for x in range(prefix.size):
        start, end = sets.offsets[x], sets.offsets[x + 1]
        for p in range(start, start + prefix[x]):
            token = sets.tokens[p]
            index.docs[free[token]], index.rests[free[token]] = x, end - p
            free[token] += 1


def build_index(sets: TokenSets, prefix: NDArray[np.int64], tokens: int) -> PrefixIndex:
    """The index of the first ``prefix[x]`` tokens of every set, of ``tokens`` different ones in all."""
    starts = np.zeros(tokens + 1, np.int64)
    _count_prefixes(sets, prefix, starts)
    docs = np.empty(int(starts[-1]), np.int32)
    index = PrefixIndex(starts, docs, np.empty_like(docs))
    _fill_postings(sets, prefix, starts.copy(), index)
    return index


@inlined
def _first_from(docs: NDArray[np.int32], at: Int, end: Int, low: Int) -> Int:
    """First place of a posting list whose set is ``low`` or later."""
    while end - at > 8:
        middle = (at + end) // 2
        if docs[middle] < low:
            at = middle
        else:
            end = middle
    while at < end and docs[at] < low:
        at += 1
    return at


@kernel_part
def _collect(
    x: Int,
    sets: TokenSets,
    probes: Probes,
    index: PrefixIndex,
    indexed: TokenSets,
    state: NDArray[np.int32],
    touched: NDArray[np.int32],
) -> Int:
    """Count in ``state`` how many prefix tokens set ``x`` shares with each indexed one that can still reach its need.

    state : (m, 2) int32, zeros but for the sets that come back in ``touched``; returns their number.
    """
    found, low, high = 0, probes.low[x], probes.high[x]
    start, end = sets.offsets[x], sets.offsets[x + 1]
    for p in range(start, start + probes.prefix[x]):
        token, rest = sets.tokens[p], end - p
        stop = index.starts[token + 1]
        for at in range(_first_from(index.docs, index.starts[token], stop, low), stop):
            y = index.docs[at]
            if y >= high:
                break
            bound = min(rest, index.rests[at])
            if state[y, COUNT] == 0:
                wanted = probes.need[sets.sizes[x] + indexed.sizes[y]]
                if bound < wanted:
                    continue
                state[y, WANTED] = wanted
                touched[found] = y
                found += 1
            elif state[y, COUNT] < 0:
                continue
            elif state[y, COUNT] + bound < state[y, WANTED]:
                state[y, COUNT] = GIVEN_UP
                continue
            state[y, COUNT] += 1
    return found


@kernel
def overlap(sets: TokenSets, x: Int, others: TokenSets, y: Int, wanted: Int) -> Int:
    """How many tokens two sets share, or GIVEN_UP as soon as that cannot reach ``wanted``: a merge of their blocks."""
    common, least = U(0), U(wanted)
    a, a_end, b, b_end = U(sets.edges[x]), U(sets.edges[x + 1]), U(others.edges[y]), U(others.edges[y + 1])
    a_rest, b_rest = U(sets.offsets[x + 1] - sets.offsets[x]), U(others.offsets[y + 1] - others.offsets[y])
    while a < a_end and b < b_end:
        left, right = sets.blocks[a], others.blocks[b]
        mine, theirs = sets.words[a], others.words[b]
        if left == right:
            common += popcount(mine & theirs)
        if left <= right:
            a_rest -= popcount(mine)
            a += ONE
        if right <= left:
            b_rest -= popcount(theirs)
            b += ONE
        if common + min(a_rest, b_rest) < least:
            return GIVEN_UP
    return np.int64(common) if common >= least else GIVEN_UP


@kernel
def probe_from(
    sets: TokenSets,
    probes: Probes,
    index: PrefixIndex,
    indexed: TokenSets,
    first: Int,
    state: NDArray[np.int32],
    touched: NDArray[np.int32],
    out: NDArray[np.int32],
) -> tuple[Int, Int]:
    """Find the indexed partners of probing sets ``first`` and later; (pairs found, where to go on).

    out : (3, room) int32 gets probing set, indexed set, overlap; room is at least the number of indexed sets. Ends
    before the first set whose partners might not fit. state : (m, 2) int32 zeros, left so; touched : (m,) int32.
    """
    found = 0
    for x in range(first, sets.sizes.size):
        if out.shape[1] - found < probes.high[x] - probes.low[x]:
            return found, x
        for c in range(_collect(x, sets, probes, index, indexed, state, touched)):
            y = touched[c]
            if state[y, COUNT] > 0:
                common = overlap(sets, x, indexed, y, state[y, WANTED])
                if common != GIVEN_UP:
                    out[0, found], out[1, found], out[2, found] = x, y, common
                    found += 1
            state[y, COUNT] = 0
    return found, sets.sizes.size
