"""Which documents are read together to verify pairs: parts that grow along the pairs to be compared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel
from simexplorer.search.components import find_root

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


class Parts(NamedTuple):
    """Documents in parts, columns of length n: ``root`` of each one's part, and at a root what the part has.

    weights : all its shingles; distinct : those that are distinct, at most
    """

    root: NDArray[np.int32]
    weights: NDArray[np.int64]
    distinct: NDArray[np.int64]

    @classmethod
    def alone(cls, shingles: NDArray[np.int64]) -> Parts:
        """Every document a part of its own."""
        return cls(np.arange(shingles.size, dtype=np.int32), shingles.copy(), shingles.copy())


UNLIKE, _AS_THEY_STAND = Likeness(np.empty(0, np.int32)), np.empty(0, np.int32)


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
    pairs: Links,
    order: NDArray[np.int32],
    jaccard: NDArray[np.float64],
    shingles: NDArray[np.int64],
    capacity: Int,
    most: Int,
    parts: Parts,
    all_or_none: bool,
) -> bool:
    """Unite documents along the pairs while a part has ``capacity`` distinct shingles, ``most`` in all; do all fit?

    order : (m,) places of the pairs in turn; empty: as they stand. all_or_none : stop where a pair does not fit
    jaccard : (s,) the similarity that each strength of a pair speaks of; where both are empty all shingles are distinct
    shingles : (n,) of each document
    parts : of ``Parts.alone``, or what was made of it. A union has no more distinct shingles than its two sides less
    what two of their documents share
    """
    i, j, strength = pairs
    parent, weights, distinct = parts
    fit = True
    for k in range(i.size):
        p = order[k] if order.size > 0 else k
        if parent[i[p]] == parent[j[p]]:  # as of most pairs
            continue
        a, b = find_root(parent, i[p]), find_root(parent, j[p])
        if a == b:
            continue
        union = distinct[a] + distinct[b]
        if jaccard.size > 0:
            alike = jaccard[strength[p]]
            union -= np.int64(alike / (1.0 + alike) * (shingles[i[p]] + shingles[j[p]]))
        union = max(union, distinct[a], distinct[b])
        if union <= capacity and weights[a] + weights[b] <= most:
            parent[b] = a
            weights[a] += weights[b]
            distinct[a] = union
            continue
        fit = False
        if all_or_none:
            break
    for node in range(parent.size):
        parent[node] = find_root(parent, node)
    return fit


def grown_parts(
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    shingles: NDArray[np.int64],
    known: Likeness,
    capacity: int,
) -> Parts:
    """The parts of all documents.

    As the pairs stand; if not all fit and it is told how alike they are, anew: along what is known, then along the
    strongest pairs first, as Kruskal's trees grow. Versions of a text that fit into twice as much stay one part: for
    the pairs between two parts both would be read once more, and together.
    """
    most, nothing_told, pairs = max(capacity, known.most), known is UNLIKE, Links(i, j, known.strength)
    for times in (1, 2) if known.jaccard.size else (1,):
        parts, limits = Parts.alone(shingles), (known.jaccard, shingles, times * capacity, times * most)
        if grow_parts(pairs, _AS_THEY_STAND, *limits, parts, not nothing_told) or nothing_told:
            return parts
    limits = known.jaccard, shingles, capacity, most
    parts, order = Parts.alone(shingles), np.empty(i.size, np.int32)
    if known.links is not None:
        grow_parts(known.links, _AS_THEY_STAND, *limits, parts, False)
    order_by_strength(known.strength, order)
    grow_parts(pairs, order, *limits, parts, False)
    return parts
