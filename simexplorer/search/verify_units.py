"""Candidate pairs in units of work whose documents are read together, each small enough for memory."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel, kernel_part
from simexplorer.search.document_parts import UNLIKE, Likeness, grown_parts

UNIT_SHINGLES = 3_000_000
_LEAST_UNIT, _UNITS = 100_000, 16  # shingles; units that there shall be, for all cores to end at about the same time
_SHINGLES_A_PAIR = 4
_RUNS = 4  # of pairs of the same documents that there shall be at most, were they all the work
_LARGE_TOGETHER = 8  # documents of the largest kind that a part shall hold, while it stays within so many usual ones


class Unit(Struct, frozen=True):
    """Documents to be read together and the candidate pairs among them.

    documents : (m,) int64 rows, each once, similar ones near each other
    begins : (m,) set for a document that is in no pair with one before it in the list
    pairs : (p,) int32 positions in the list of candidates; left, right : (p,) int32 positions in ``documents``; pairs
        that have the left one in common follow each other
    """

    documents: NDArray[np.int64]
    begins: NDArray[np.bool_]
    pairs: NDArray[np.int32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]


@kernel
def order_by_part(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    part: NDArray[np.int32],
    rank: NDArray[np.int32],
    ends: NDArray[np.int64],
    order: NDArray[np.int32],
) -> Int:
    """Write the pairs inside parts to ``order``, by ranks of their second documents, then all others; how many inside.

    Searches give pairs in runs of one second document, which are moved as they are.
    i, j : (m,) documents of each pair; part : (n,) of each document; order : (m,) output
    rank : (n,) place of each document when they stand part after part; ends : (n + 1,) int64, all 0 before, then where
    the pairs of each rank end
    """
    inside, p = 0, 0
    while p < j.size:
        row, before = j[p], inside
        while p < j.size and j[p] == row:
            inside += part[i[p]] == part[row]
            p += 1
        ends[rank[row] + 1] += inside - before
    for place in range(rank.size):
        ends[place + 1] += ends[place]
    outside, p = inside, 0
    while p < j.size:
        row = j[p]
        place = ends[rank[row]]
        while p < j.size and j[p] == row:
            within = part[i[p]] == part[row]
            order[place if within else outside] = p
            place += within
            outside += not within
            p += 1
        ends[rank[row]] = place
    return inside


@kernel
def cut_parts(
    members: NDArray[np.int32],
    part: NDArray[np.int32],
    weights: NDArray[np.int64],
    capacity: Int,
    cuts: NDArray[np.int64],
) -> Int:
    """Write where units end to ``cuts`` (n, 2): places in ``members``, and shingles; returns the number of units.

    members : (n,) all documents, part after part; weights : (n,) at a part's root its shingles. A unit is a run of
    parts of two documents or more (others have no pairs) that stays within ``capacity``.
    """
    count, filled, parts = 0, 0, 0
    for k in range(members.size):
        root = part[members[k]]
        if k + 1 == members.size or part[members[k + 1]] != root or (k > 0 and part[members[k - 1]] == root):
            continue
        if parts > 0 and filled + weights[root] > capacity:
            cuts[count, 0], cuts[count, 1] = k, filled
            count += 1
            filled, parts = 0, 0
        filled, parts = filled + weights[root], parts + 1
    cuts[count, 0], cuts[count, 1] = members.size, filled
    return count + (parts > 0)


@kernel_part
def _added(before: Int, more: Int, most: Int) -> Int:
    """By how much a sum that counts up to ``most`` grows."""
    return min(before + more, most) - min(before, most)


@kernel
def cut_pairs(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    order: NDArray[np.int32],
    strength: NDArray[np.int32],
    jaccard: NDArray[np.float64],
    part: NDArray[np.int32],
    shingles: NDArray[np.int64],
    distinct: NDArray[np.int64],
    capacity: Int,
    most: Int,
    cuts: NDArray[np.int64],
) -> Int:
    """Write where units of pairs between parts end to ``cuts`` (p, 2): places in ``order``, and shingles; how many.

    A unit ends where its documents, each counted once, would exceed ``most`` shingles, or ``capacity`` distinct ones.
    Its largest one does not count: one text of many megabytes is read once for all small ones it is compared with.
    i, j, strength : (m,) documents of each pair, and index into ``jaccard`` as of ``grow_parts``
    part : (n,) root of each document's part; shingles : (n,) of each document
    distinct : (n,) at a part's root, of all its documents
    """
    seen_in = np.full(shingles.size, np.int32(-1))
    of_part, began_in = np.zeros(shingles.size, np.int64), np.full(shingles.size, np.int32(-1))
    count, filled, unlike, largest, k = 0, 0, 0, 0, 0
    while k < order.size:
        more, new, both = 0, 0, (i[order[k]], j[order[k]])
        shared: Int = 0  # which count once: for the one that is there, or for the first
        if jaccard.size > 0:
            alike = jaccard[strength[order[k]]]
            shared = np.int64(alike / (1.0 + alike) * (shingles[both[0]] + shingles[both[1]]))
        there = shared if seen_in[both[1]] == count else 0
        own = (max(shingles[both[0]] - there, 0), max(shingles[both[1]] - shared, 0))
        for side in range(2):
            document = both[side]
            if seen_in[document] != count:
                root = part[document]
                before = of_part[root] if began_in[root] == count else 0
                more += shingles[document]
                new += _added(before, own[side], distinct[root])
        left_out: Int = max(largest, shingles[both[0]], shingles[both[1]])
        if filled > 0 and (filled + more - left_out > most or unlike + new - left_out > capacity):
            cuts[count, 0], cuts[count, 1] = k, filled
            count += 1
            filled, unlike, largest = 0, 0, 0
            continue
        for side in range(2):
            document = both[side]
            if seen_in[document] != count:
                root = part[document]
                of_part[root] = (of_part[root] if began_in[root] == count else 0) + own[side]
                seen_in[document] = began_in[root] = count
        filled, unlike, largest = filled + more, unlike + new, left_out
        k += 1
    cuts[count, 0], cuts[count, 1] = order.size, filled
    return count + (order.size > 0)


@kernel
def lay_out(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    pairs: NDArray[np.int32],
    part: NDArray[np.int32],
    apart: Int,
    documents: NDArray[np.int64],
    begins: NDArray[np.bool_],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
) -> Int:
    """List the documents of some pairs in the order in which they first come; returns their number.

    i, j : (m,) documents of all pairs; pairs : (p,) places of these; part : (n,) of each document
    apart : 1 where each pair lies inside a part and parts follow one another: they are not compared with each other
    documents, begins : (2 p,) output; left, right : (p,) output, places of each pair's second and first document
    """
    place = np.full(part.size, np.int32(-1))
    listed, last = 0, -1
    for k in range(pairs.size):
        a, b = j[pairs[k]], i[pairs[k]]
        begins_here = k == 0 or (apart == 1 and part[a] != last)
        last = part[a]
        if place[a] < 0:
            documents[listed], begins[listed], place[a] = a, begins_here, listed
            listed += 1
        if place[b] < 0:
            documents[listed], begins[listed], place[b] = b, False, listed
            listed += 1
        left[k], right[k] = place[a], place[b]
    return listed


class Share(Struct, frozen=True):
    """The pairs of one unit; who works on it finds out which documents they take, beside others who do the same.

    pairs : (p,) int32 positions in the list of candidates, whose rows are ``i`` and ``j``; shingles : of all documents
    part : (n,) int32, the part of each document; apart : whether all pairs are inside parts
    """

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    part: NDArray[np.int32]
    pairs: NDArray[np.int32]
    shingles: int
    apart: bool

    def unit(self) -> Unit:
        """The documents, and where each pair finds its two among them."""
        most = min(2 * self.pairs.size, self.part.size)
        documents, begins = np.empty(most, np.int64), np.empty(most, np.bool_)
        left, right = np.empty(self.pairs.size, np.int32), np.empty(self.pairs.size, np.int32)
        count = lay_out(self.i, self.j, self.pairs, self.part, int(self.apart), documents, begins, left, right)
        return Unit(documents[:count], begins[:count], self.pairs, left, right)

    @property
    def work(self) -> int:
        """How long it takes, in shingles: counting what a pair shares takes as long as reading and packing a few."""
        return self.shingles + _SHINGLES_A_PAIR * self.pairs.size

    def split(self, all_work: int) -> list[Share]:
        """Itself, or where it is most of all work for the sake of its pairs, these in runs, for several to work on.

        The documents are read for each run again: there are no more than their pairs outweigh.
        """
        worth = _SHINGLES_A_PAIR * self.pairs.size // max(1, self.shingles)
        count = min(-(-_RUNS * self.work // all_work), worth, self.pairs.size)
        return [replace(self, pairs=run) for run in np.array_split(self.pairs, count)] if count > 1 else [self]


def plan_shares(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    shingles: NDArray[np.int64],
    likeness: Likeness | None = None,
    capacity: int = UNIT_SHINGLES,
) -> list[Share]:
    """Shares that cover all pairs, each of at most about ``capacity`` distinct shingles, the most work first.

    Pairs inside a part (see ``grown_parts``) come first, those between two parts after them, so that most documents are
    read once and memory stays bounded whatever the size of a component. A share between parts may hold both of them, or
    each document of one would be read with all of the other. Versions of one text have few distinct shingles together:
    where the similarities are known, many are read together, and each of them a few times in all and not once for each
    few others.
    shingles : (n,) of every document
    """
    if i.size == 0:
        return []
    capacity = max(capacity, _LARGE_TOGETHER * min(capacity, _largest(i, j, shingles, capacity)))
    known = likeness or UNLIKE
    part, weights, distinct = grown_parts(i, j, shingles, known, capacity)
    order = np.empty(i.size, np.int32)
    members = np.argsort(part, kind="stable").astype(np.int32)
    rank = np.empty(part.size, np.int32)
    rank[members] = np.arange(part.size, dtype=np.int32)
    ends = np.zeros(part.size + 1, np.int64)
    inside = order_by_part(i, j, part, rank, ends, order)
    across = order[inside:]
    low, high = np.minimum(part[i[across]], part[j[across]]), np.maximum(part[i[across]], part[j[across]])
    order[inside:] = across[np.argsort((low.astype(np.int64) << 32) | high, kind="stable")]
    in_parts = int(shingles[np.bincount(part, minlength=part.size)[part] > 1].sum())
    cuts = np.empty((part.size, 2), np.int64)
    cuts = cuts[: cut_parts(members, part, weights, min(capacity, max(_LEAST_UNIT, in_parts // _UNITS)), cuts)]
    cuts[:, 0] = ends[cuts[:, 0] - 1]
    shares = _shares(i, j, part, order[:inside], cuts, apart=True)
    cuts = np.empty((across.size + 1, 2), np.int64)
    limits = 2 * capacity, 2 * max(capacity, known.most)
    alike = known.strength, known.jaccard[:0] if known.guessed else known.jaccard
    cuts = cuts[: cut_pairs(i, j, order[inside:], *alike, part, shingles, distinct, *limits, cuts)]
    shares += _shares(i, j, part, order[inside:], cuts, apart=False)
    all_work = sum(share.work for share in shares)
    return sorted((run for share in shares for run in share.split(all_work)), key=lambda one: -one.work)


def _largest(i: NDArray[np.int32], j: NDArray[np.int32], shingles: NDArray[np.int64], capacity: int) -> int:
    """The most shingles of a document in these pairs, where that matters; else of any document."""
    largest = int(shingles.max())
    if _LARGE_TOGETHER * largest <= capacity:
        return largest
    paired = np.zeros(shingles.size, np.bool_)
    paired[i] = paired[j] = True
    return int(shingles[paired].max())


def _shares(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    part: NDArray[np.int32],
    order: NDArray[np.int32],
    cuts: NDArray[np.int64],
    *,
    apart: bool,
) -> list[Share]:
    """The pairs of ``order`` in runs that end at ``cuts`` (u, 2), which tell the shingles of each as well."""
    begins = [0, *cuts[:-1, 0].tolist()]
    runs = zip(begins, cuts.tolist(), strict=False)
    return [Share(i, j, part, order[begin:end], shingles, apart) for begin, (end, shingles) in runs]
