"""E4, its plan: candidate pairs in units of work whose documents are read together, each small enough for memory."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel, kernel_part
from simexplorer.search.components import find_root

UNIT_SHINGLES = 3_000_000
_LEAST_UNIT, _UNITS = 100_000, 16  # shingles; units that there shall be, for all cores to end at about the same time
_SHINGLES_A_PAIR = 4
_RUNS = 4  # of pairs of the same documents that there shall be at most, were they all the work
_LARGE_TOGETHER = 8  # documents of the largest kind that a part shall hold, while it stays within so many usual ones
_MOST_ALIKE = 512_000_000  # shingles of a part of similar documents, few of them distinct: about 0.3 bytes each
_MOST_GUESSED = 64_000_000  # of one whose documents are similar by a guess: all may be distinct, at 12 bytes each
_NOTHING_KNOWN = np.empty(0)


class Links(NamedTuple):
    """Pairs of which it is known how alike they are: columns of rows and strengths."""

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    strength: NDArray[np.int32]


class Likeness(NamedTuple):
    """How alike the documents of pairs are, as far as it is known.

    strength : (m,) int32, 0 or more; jaccard : (s,) the similarity that each strength speaks of; empty if of no such
    links : other pairs of these documents, which are not to be compared, but tell what to read together
    guessed : whether jaccard follows from another measure, whose weights may mislead
    """

    strength: NDArray[np.int32]
    jaccard: NDArray[np.float64] = _NOTHING_KNOWN
    links: Links | None = None
    guessed: bool = False

    @property
    def most(self) -> int:
        """Shingles that similar documents may have together, distinct or not; 0 where no similarity is known."""
        if not self.jaccard.size:
            return 0
        return _MOST_GUESSED if self.guessed else _MOST_ALIKE

    def at(self, places: NDArray[np.int64]) -> Likeness:
        """The same of these pairs only."""
        return self._replace(strength=self.strength[places])


class Unit(Struct, frozen=True):
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
    strength: NDArray[np.int32],
    jaccard: NDArray[np.float64],
    shingles: NDArray[np.int64],
    capacity: Int,
    most: Int,
    parent: NDArray[np.int32],
    weights: NDArray[np.int64],
    distinct: NDArray[np.int64],
) -> None:
    """Unite documents along the pairs, in this order, while a part has ``capacity`` distinct shingles, ``most`` in all.

    strength : (m,) index into ``jaccard``, the similarity that it speaks of; or both empty: all shingles are distinct
    shingles : (n,) of each document; weights, distinct : (n,) the same at first, then at a root those of its part, the
    latter at most: a union is no larger than its two sides less what two of their documents share
    parent : (n,) int32, itself at first, then each one's root
    """
    for p in order:
        if parent[i[p]] == parent[j[p]]:  # as of most pairs
            continue
        a, b = find_root(parent, i[p]), find_root(parent, j[p])
        if a == b or weights[a] + weights[b] > most:
            continue
        union = distinct[a] + distinct[b]
        if jaccard.size > 0:
            alike = jaccard[strength[p]]
            union -= np.int64(alike / (1.0 + alike) * (shingles[i[p]] + shingles[j[p]]))
        union = max(union, distinct[a], distinct[b])
        if union <= capacity:
            parent[b] = a
            weights[a] += weights[b]
            distinct[a] = union
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


@kernel_part
def _added(before: Int, more: Int, most: Int) -> Int:
    """By how much a sum that counts up to ``most`` grows."""
    return min(before + more, most) - min(before, most)


@kernel
def cut_pairs(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    order: NDArray[np.int32],
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
    shingles : (n,) of each document; distinct : (n,) at a part's root, of all its documents
    """
    seen_in = np.full(shingles.size, np.int32(-1))
    of_part, began_in = np.zeros(shingles.size, np.int64), np.full(shingles.size, np.int32(-1))
    count, filled, unlike, largest, k = 0, 0, 0, 0, 0
    while k < order.size:
        more, new, both = 0, 0, (i[order[k]], j[order[k]])
        for document in both:
            if seen_in[document] != count:
                root = part[document]
                before = of_part[root] if began_in[root] == count else 0
                more += shingles[document]
                new += _added(before, shingles[document], distinct[root])
        left_out: Int = max(largest, shingles[both[0]], shingles[both[1]])
        if filled > 0 and (filled + more - left_out > most or unlike + new - left_out > capacity):
            cuts[count, 0], cuts[count, 1] = k, filled
            count += 1
            filled, unlike, largest = 0, 0, 0
            continue
        for document in both:
            if seen_in[document] != count:
                root = part[document]
                of_part[root] = (of_part[root] if began_in[root] == count else 0) + shingles[document]
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
        count = min(-(-_RUNS * self.work // all_work), _SHINGLES_A_PAIR * self.pairs.size // max(1, self.shingles))
        return [replace(self, pairs=run) for run in np.array_split(self.pairs, count)] if count > 1 else [self]


def plan_shares(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    shingles: NDArray[np.int64],
    likeness: Likeness | None = None,
    capacity: int = UNIT_SHINGLES,
) -> list[Share]:
    """Shares that cover all pairs, each of at most about ``capacity`` distinct shingles, the most work first.

    Documents grow together into parts along their strongest links (as Kruskal's trees do, but bounded); pairs inside a
    part come first, those between two parts after them, so that most documents are read once and memory stays bounded
    whatever the size of a component. A share between parts may hold both of them, or each document of one would be
    read with all of the other. Versions of one text have few distinct shingles together: where the similarities are
    known, many are read together, and each of them a few times in all and not once for each few others.
    shingles : (n,) of every document
    """
    if i.size == 0:
        return []
    largest = max(int(shingles[i].max()), int(shingles[j].max()))
    capacity = max(capacity, _LARGE_TOGETHER * min(capacity, largest))
    part, weights, distinct = np.arange(shingles.size, dtype=np.int32), shingles.copy(), shingles.copy()
    order = np.arange(i.size, dtype=np.int32)
    known = likeness or Likeness(order[:0])
    most = max(capacity, known.most)

    def grow(i: NDArray[np.int32], j: NDArray[np.int32], order: NDArray[np.int32], strength: NDArray[np.int32]) -> None:
        if likeness is not None:
            order_by_strength(strength, order)
        grow_parts(i, j, order, strength, known.jaccard, shingles, capacity, most, part, weights, distinct)

    if known.links is not None:
        grow(known.links.i, known.links.j, np.arange(known.links.i.size, dtype=np.int32), known.links.strength)
    grow(i, j, order, known.strength)
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
    cuts = cuts[: cut_pairs(i, j, order[inside:], part, shingles, distinct, 2 * capacity, 2 * most, cuts)]
    shares += _shares(i, j, part, order[inside:], cuts, apart=False)
    all_work = sum(share.work for share in shares)
    return sorted((run for share in shares for run in share.split(all_work)), key=lambda one: -one.work)


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
    likeness: Likeness | None = None,
    capacity: int = UNIT_SHINGLES,
) -> list[Unit]:
    """What ``plan_shares`` plans for the same arguments, with every unit laid out at once."""
    return [share.unit() for share in plan_shares(i, j, shingles, likeness, capacity)]
