"""E4, its plan: candidate pairs in units of work whose documents are read together, each small enough for memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel
from simexplorer.search.components import find_root

UNIT_SHINGLES = 3_000_000
_LEAST_UNIT, _UNITS = 100_000, 16  # shingles; units that there shall be, for all cores to end at about the same time
_SHINGLES_A_PAIR = 4
_LARGE_TOGETHER = 8  # documents of the largest kind that a part shall hold, while it stays within so many usual ones


@dataclass(frozen=True, slots=True)
class Unit:
    """Documents to be read together and the candidate pairs among them.

    documents : (m,) int64 rows, each once, similar ones near each other
    begins : (m,) set for a document that is in no pair with one before it in the list
    pairs : (p,) int32 positions in the list of candidates; left, right : (p,) int32 positions in ``documents``
    """

    documents: NDArray[np.int64]
    begins: NDArray[np.bool_]
    pairs: NDArray[np.int32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]


@kernel
def order_by_strength(strength: NDArray[np.int32], order: NDArray[np.int32]) -> None:
    """Write all places of ``strength`` (none below 0) to ``order``, the strongest first, equal ones as they stand."""
    most = 0
    for value in strength:
        most = max(most, value)
    next_place = np.zeros(most + 2, np.int64)
    for value in strength:
        next_place[most - value + 1] += 1
    for value in range(most + 1):
        next_place[value + 1] += next_place[value]
    for p in range(strength.size):
        order[next_place[most - strength[p]]] = p
        next_place[most - strength[p]] += 1


@kernel
def grow_parts(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    order: NDArray[np.int32],
    weights: NDArray[np.int64],
    capacity: Int,
    parent: NDArray[np.int32],
) -> None:
    """Unite documents along the pairs, in this order, while a part stays within ``capacity`` shingles.

    weights : (n,) shingles of each document; at a root those of its part in the end
    parent : (n,) int32, itself at first, then each one's root
    """
    for p in order:
        if parent[i[p]] == parent[j[p]]:  # as of most pairs
            continue
        a, b = find_root(parent, i[p]), find_root(parent, j[p])
        if a != b and weights[a] + weights[b] <= capacity:
            parent[b] = a
            weights[a] += weights[b]
    for node in range(parent.size):
        parent[node] = find_root(parent, node)


@kernel
def order_by_part(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    part: NDArray[np.int32],
    rank: NDArray[np.int32],
    ends: NDArray[np.int64],
    order: NDArray[np.int32],
) -> Int:
    """Write the pairs inside parts to ``order``, by the ranks of their first documents, then all others; how many are
    inside.

    rank : (n,) place of each document when they stand part after part; ends : (n + 1,) int64, all 0 before, then where
    the pairs of each rank end
    """
    inside = 0
    for p in range(i.size):
        within = part[i[p]] == part[j[p]]
        inside += within
        ends[rank[i[p]] + 1] += within
    for place in range(rank.size):
        ends[place + 1] += ends[place]
    outside = inside
    for p in range(i.size):
        if part[i[p]] == part[j[p]]:
            order[ends[rank[i[p]]]] = p
            ends[rank[i[p]]] += 1
        else:
            order[outside] = p
            outside += 1
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
    count, filled = 0, 0
    for k in range(members.size):
        root = part[members[k]]
        if k + 1 == members.size or part[members[k + 1]] != root or (k > 0 and part[members[k - 1]] == root):
            continue
        if filled > 0 and filled + weights[root] > capacity:
            cuts[count, 0], cuts[count, 1] = k, filled
            count += 1
            filled = 0
        filled += weights[root]
    cuts[count, 0], cuts[count, 1] = members.size, filled
    return count + (filled > 0)


@kernel
def cut_pairs(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    order: NDArray[np.int32],
    weights: NDArray[np.int64],
    capacity: Int,
    cuts: NDArray[np.int64],
) -> Int:
    """Write where units of pairs between parts end to ``cuts`` (p, 2): places in ``order``, and shingles; how many.

    A unit ends where its documents, each counted once, would exceed ``capacity`` shingles. Its largest one does not
    count: one text of many megabytes is read once for all small ones it is compared with. weights : (n,)
    """
    seen_in = np.full(weights.size, np.int32(-1))
    count, filled, largest = 0, 0, 0
    for k in range(order.size):
        a, b = i[order[k]], j[order[k]]
        more = (seen_in[a] != count) * weights[a] + (seen_in[b] != count) * weights[b]
        heavier = max(weights[a], weights[b])
        if filled > 0 and filled + more - max(largest, heavier) > capacity:
            cuts[count, 0], cuts[count, 1] = k, filled
            count += 1
            filled, largest, more = 0, 0, weights[a] + weights[b]
        seen_in[a] = seen_in[b] = count
        filled, largest = filled + more, max(largest, heavier)
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

    apart : 1 where each pair lies inside a part and parts follow one another: they are not compared with each other
    documents, begins : (2 p,) output; left, right : (p,) output, each pair's places in the list
    """
    place = np.full(part.size, np.int32(-1))
    listed, last = 0, -1
    for k in range(pairs.size):
        a, b = i[pairs[k]], j[pairs[k]]
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


@dataclass(frozen=True, slots=True)
class Share:
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


def plan_shares(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    shingles: NDArray[np.int64],
    strength: NDArray[np.int32] | None = None,
    capacity: int = UNIT_SHINGLES,
) -> list[Share]:
    """Shares that cover all pairs, each of at most about ``capacity`` shingles, the most work first.

    Documents grow together into parts along their strongest links (as Kruskal's trees do, but bounded); pairs inside a
    part come first, those between two parts after them, so that most documents are read once and memory stays bounded
    whatever the size of a component. A share between parts may hold both of them, or each document of one would be
    read with all of the other. shingles : (n,) of every document; strength : (m,), larger is more alike.
    """
    if i.size == 0:
        return []
    largest = max(int(shingles[i].max()), int(shingles[j].max()))
    capacity = max(capacity, _LARGE_TOGETHER * min(capacity, largest))
    part, weights = np.arange(shingles.size, dtype=np.int32), shingles.copy()
    order = np.arange(i.size, dtype=np.int32)
    if strength is not None:
        order_by_strength(strength, order)
    grow_parts(i, j, order, weights, capacity, part)
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
    cuts = cuts[: cut_pairs(i, j, order[inside:], shingles, 2 * capacity, cuts)]
    shares += _shares(i, j, part, order[inside:], cuts, apart=False)
    return sorted(shares, key=lambda one: -one.work)


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


def plan_units(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    shingles: NDArray[np.int64],
    strength: NDArray[np.int32] | None = None,
    capacity: int = UNIT_SHINGLES,
) -> list[Unit]:
    """What ``plan_shares`` plans for the same arguments, with every unit laid out at once."""
    return [share.unit() for share in plan_shares(i, j, shingles, strength, capacity)]
