"""E4, its plan: candidate pairs in units of work whose documents are read together, each small enough for memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel
from simexplorer.search.components import find_root

UNIT_SHINGLES = 3_000_000


@dataclass(frozen=True, slots=True)
class Unit:
    """Documents to be read together and the candidate pairs among them.

    documents : (m,) int64 rows, each once, similar ones near each other
    begins : (m,) set for a document that is in no pair with one before it in the list
    pairs : (p,) int64 positions in the list of candidates; left, right : (p,) int32 positions in ``documents``
    """

    documents: NDArray[np.int64]
    begins: NDArray[np.bool_]
    pairs: NDArray[np.int64]
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

    weights : (n,) shingles of each document, overwritten; parent : (n,) int32, itself at first, then each one's root
    """
    for p in order:
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
    rank: NDArray[np.int64],
    order: NDArray[np.int64],
) -> Int:
    """Write the pairs inside parts to ``order``, by the ranks of their first documents, then all others; how many are
    inside.

    rank : (n,) place of each document when they stand part after part
    """
    next_place = np.zeros(rank.size + 1, np.int64)
    inside = 0
    for p in range(i.size):
        within = part[i[p]] == part[j[p]]
        inside += within
        next_place[rank[i[p]] + 1] += within
    for place in range(rank.size):
        next_place[place + 1] += next_place[place]
    outside = inside
    for p in range(i.size):
        if part[i[p]] == part[j[p]]:
            order[next_place[rank[i[p]]]] = p
            next_place[rank[i[p]]] += 1
        else:
            order[outside] = p
            outside += 1
    return inside


@kernel
def lay_out_units(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    order: NDArray[np.int64],
    inside: Int,
    part: NDArray[np.int32],
    weights: NDArray[np.int64],
    capacity: Int,
    documents: NDArray[np.int32],
    begins: NDArray[np.bool_],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    ends: NDArray[np.int64],
) -> Int:
    """Cut the pairs, taken in ``order``, into units and list each unit's documents; returns the number of units.

    A unit ends where its documents, each counted once, would exceed ``capacity`` shingles. The first ``inside`` pairs
    of ``order`` lie inside parts, the others between them.
    part, weights : (n,); documents, begins : (2 m,) output, unit after unit, in the order of their first pair; left,
    right : (m,) output, the pair's places in its unit's list; ends : (m, 2) output, where each unit's pairs and
    documents end
    """
    seen_in, place = np.full(weights.size, np.int32(-1)), np.empty(weights.size, np.int32)
    unit, filled, listed, begin, last = 0, 0, 0, 0, -1
    for k in range(order.size):
        a, b = i[order[k]], j[order[k]]
        more = (seen_in[a] != unit) * weights[a] + (seen_in[b] != unit) * weights[b]
        if (filled > 0 and filled + more > capacity) or (k == inside and k > 0):
            ends[unit, 0], ends[unit, 1] = k, listed
            unit += 1
            filled, begin = 0, listed
        begins[listed] = begin == listed or (k < inside and part[a] != last)
        begins[listed + 1] = False
        last = part[a]
        for document in (a, b):
            if seen_in[document] != unit:
                seen_in[document], place[document] = unit, listed - begin
                documents[listed] = document
                listed += 1
                filled += weights[document]
        left[k], right[k] = place[a], place[b]
    ends[unit, 0], ends[unit, 1] = order.size, listed
    return unit + 1


def plan_units(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    shingles: NDArray[np.int64],
    strength: NDArray[np.int32] | None = None,
    capacity: int = UNIT_SHINGLES,
) -> list[Unit]:
    """Units that cover all pairs, each of about ``capacity`` shingles, the most work first.

    Documents grow together into parts along their strongest links (as Kruskal's trees do, but bounded); pairs inside a
    part come first, those between two parts after them, so that most documents are read once and memory stays bounded
    whatever the size of a component. shingles : (n,) of every document; strength : (m,), larger is more alike.
    """
    m = i.size
    if m == 0:
        return []
    part = np.arange(shingles.size, dtype=np.int32)
    grown = np.arange(m, dtype=np.int32)
    if strength is not None:
        order_by_strength(strength, grown)
    grow_parts(i, j, grown, shingles.copy(), capacity, part)
    order, inside = _pairs_by_part(part, i, j)
    documents, begins = np.empty(2 * m, np.int32), np.empty(2 * m + 1, np.bool_)
    left, right, ends = np.empty(m, np.int32), np.empty(m, np.int32), np.empty((m, 2), np.int64)
    count = lay_out_units(i, j, order, inside, part, shingles, capacity, documents, begins, left, right, ends)
    units, pairs_begin, documents_begin = [], 0, 0
    for pairs_end, documents_end in ends[:count].tolist():
        pairs, listed = slice(pairs_begin, pairs_end), slice(documents_begin, documents_end)
        rows = documents[listed].astype(np.int64)
        units.append(Unit(rows, begins[listed], order[pairs], left[pairs], right[pairs]))
        pairs_begin, documents_begin = pairs_end, documents_end
    return sorted(units, key=lambda one: -int(shingles[one.documents].sum()))


def _pairs_by_part(
    part: NDArray[np.int32], i: NDArray[np.int32], j: NDArray[np.int32]
) -> tuple[NDArray[np.int64], int]:
    """(m,) pairs inside parts, part after part, by their first documents; then the others. And how many are inside."""
    rank = np.empty(part.size, np.int64)
    rank[np.argsort(part, kind="stable")] = np.arange(part.size)
    order = np.empty(i.size, np.int64)
    inside = order_by_part(i, j, part, rank, order)
    across = order[inside:]
    low, high = np.minimum(part[i[across]], part[j[across]]), np.maximum(part[i[across]], part[j[across]])
    order[inside:] = across[np.argsort((low.astype(np.int64) << 32) | high, kind="stable")]
    return order, inside
