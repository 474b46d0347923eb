"""Average, complete and star linkage over pairs of known similarity; a pair that is not known counts as 0.

Labels of rows come out: a group is named by its lowest row, a row in no group by itself. Ties go to the lower row, so
neither the order of the pairs nor their direction matters.

Average and complete linkage merge reciprocal nearest neighbours along a chain, which gives what merging the nearest
two again and again gives (Murtagh 1983, "A survey of recent advances in hierarchical clustering algorithms"; Müllner
2011). They stop at the threshold. Star: Aslam, Pelekhov, Rus 2004, "The star clustering algorithm", made a partition.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel, kernel_part, lean_kernel
from simexplorer.offsets import offsets_of
from simexplorer.search.components import find_root
from simexplorer.search.linkage_pairs import KnownPairs, Rows

# Similarities are summed as whole numbers of 2^-36: sums then do not depend on the order of their terms. 2^27 pairs of
# similarity 1 between two groups still fit.
_ONE = 2.0**36


def average_labels(n: int, pairs: KnownPairs, threshold: float) -> Rows:
    """(n,) int32 groups by average linkage: no two of them are joined by a mean similarity at or above the threshold.

    pairs : every known pair, also those below the threshold. A mean within 2^-36 of the threshold reaches it.
    """
    return _agglomerated(n, pairs, np.rint(pairs.jaccard * _ONE).astype(np.int64), float(round(threshold * _ONE)), 0)


def complete_labels(n: int, pairs: KnownPairs, threshold: float) -> Rows:
    """(n,) int32 groups by complete linkage: all pairs in a group are known to be at or above the threshold."""
    pairs = pairs.at_least(threshold)
    lower = np.cumsum(pairs.jaccard[1:] < pairs.jaccard[:-1])
    ranks = np.ones(len(pairs), np.int64)  # 1 for the least similarity: only which of two is less will count
    ranks[1:] -= lower
    ranks += int(lower[-1]) if lower.size else 0
    return _agglomerated(n, pairs, ranks, 1.0, 1)


def _agglomerated(n: int, pairs: KnownPairs, values: NDArray[np.int64], threshold: float, complete: int) -> Rows:
    offsets = _row_offsets(n, pairs)
    sums, entries = np.empty(2 * len(pairs), np.int64), np.empty((2 * len(pairs), 3), np.int32)
    _enlist(pairs.i, pairs.j, values, offsets[:-1].copy(), sums, entries)
    last = (offsets[1:] - 1).astype(np.int32)
    empty = offsets[1:] == offsets[:-1]
    links = np.stack([np.where(empty, -1, offsets[:-1]).astype(np.int32), np.where(empty, -1, last)])
    entries[last[~empty], 2] = -1
    parent, size = np.arange(n, dtype=np.int32), np.ones(n, np.int64)
    _merge_chains(threshold, complete, links, sums, entries, parent, size)
    labels = np.empty_like(parent)
    _find_roots(parent, labels)
    return labels


def _row_offsets(n: int, pairs: KnownPairs) -> NDArray[np.int64]:
    """(n + 1,) where each row's entries begin when every pair is entered under both its rows."""
    return offsets_of(np.bincount(pairs.i, minlength=n) + np.bincount(pairs.j, minlength=n))


@kernel
def _enlist(
    i: Rows,
    j: Rows,
    values: NDArray[np.int64],
    place: NDArray[np.int64],
    sums: NDArray[np.int64],
    entries: Rows,
) -> None:
    """Enter every pair under both its rows: lists that later grow together, and begin as runs of neighbouring entries.

    place : (n,) where the next entry of each row goes; sums : (2 m,) value of each entry
    entries : (2 m, 3) the row it leads to, how many pairs it stands for, and the entry after it (-1: none)
    """
    for pair in range(i.size):
        for turn in range(2):
            row, other = (i[pair], j[pair]) if turn else (j[pair], i[pair])
            entry = place[row]
            place[row] += 1
            sums[entry] = values[pair]
            entries[entry, 0], entries[entry, 1], entries[entry, 2] = other, 1, entry + 1


@kernel
def _gather(
    group: Int, complete: Int, links: Rows, sums: NDArray[np.int64], entries: Rows, parent: Rows, met: Rows
) -> None:
    """Make the list of a group hold one entry a neighbouring group, and none that leads into itself.

    Entries into one neighbour add up, or (complete) keep the least. met : (n,) int32 scratch, all -1 before and after
    """
    last = -1
    entry = links[0, group]
    while entry >= 0:
        after = entries[entry, 2]
        other = find_root(parent, entries[entry, 0])
        first = met[other]
        if other != group and first >= 0:
            sums[first] = min(sums[first], sums[entry]) if complete else sums[first] + sums[entry]
            entries[first, 1] += entries[entry, 1]
        elif other != group:
            met[other] = entry
            entries[entry, 0] = other
            if last < 0:
                links[0, group] = entry
            else:
                entries[last, 2] = entry
            last = entry
        entry = after
    links[1, group] = last
    if last < 0:
        links[0, group] = -1
        return
    entries[last, 2] = -1
    entry = links[0, group]
    while entry >= 0:
        met[entries[entry, 0]] = -1
        entry = entries[entry, 2]


@kernel_part
def _nearest(
    group: Int, before: Int, complete: Int, links: Rows, sums: NDArray[np.int64], entries: Rows, size: NDArray[np.int64]
) -> tuple[Int, float]:
    """The most similar neighbour in a gathered list and its similarity; (-1, 0) where there is none.

    Ties go to ``before``, the group that the chain comes from (so that it ends), then to the lower row.
    """
    best, highest = -1, 0.0
    entry = links[0, group]
    while entry >= 0:
        other = entries[entry, 0]
        pairs = size[group] * size[other]
        similarity = sums[entry] / pairs
        if complete:
            similarity = sums[entry] / 1 if entries[entry, 1] == pairs else 0.0
        tie = similarity == highest and best != before and (other == before or other < best)
        if best < 0 or similarity > highest or tie:
            best, highest = other, similarity
        entry = entries[entry, 2]
    return best, highest


@kernel
def _merge_chains(
    threshold: float,
    complete: Int,
    links: Rows,
    sums: NDArray[np.int64],
    entries: Rows,
    parent: Rows,
    size: NDArray[np.int64],
) -> None:
    """Merge reciprocal nearest neighbours down to the threshold: ``parent`` gets the trees, roots being lowest rows."""
    n = parent.size
    met, chain = np.full(n, -1, np.int32), np.empty(n, np.int32)
    slack = 0.0 if complete else 1.0
    for start in range(n):
        length = 0
        if parent[start] == start and links[0, start] >= 0:
            chain[0], length = start, 1
        while length > 0:
            group = chain[length - 1]
            before = chain[length - 2] if length > 1 else -1
            _gather(group, complete, links, sums, entries, parent, met)
            best, highest = _nearest(group, before, complete, links, sums, entries, size)
            if best < 0 or highest + slack < threshold:
                length -= 1  # nothing merges with it any more
            elif best == before:
                length -= 2
                low, high = min(group, before), max(group, before)
                parent[high] = low
                size[low] += size[high]
                entries[links[1, low], 2] = links[0, high]
                links[1, low] = links[1, high]
                if length == 0:
                    chain[0], length = low, 1
            else:
                chain[length] = best
                length += 1


@kernel
def _find_roots(parent: Rows, labels: Rows) -> None:
    for row in range(parent.size):
        labels[row] = find_root(parent, row)


def star_labels(n: int, pairs: KnownPairs, threshold: float) -> tuple[Rows, Rows]:
    """(n,) int32 groups by star linkage, and the (n,) int32 centre of each row: itself, if it has no neighbour.

    Centres are taken by falling sum of the similarities to all neighbours (rows at or above the threshold), a row that
    has a centre as neighbour is none; every other row joins its most similar centre. So each member of a group is at
    least as similar to its centre as the threshold, and no two centres are.
    """
    pairs = pairs.at_least(threshold)
    weight = row_sums(pairs, np.zeros(n, np.int32))
    ranked = np.lexsort((np.arange(n), -weight)).astype(np.int32)
    offsets = _row_offsets(n, pairs)
    neighbours = np.empty(2 * len(pairs), np.int32)
    _adjacency(pairs.i, pairs.j, offsets[:-1].copy(), neighbours)
    centre = np.full(n, -1, np.int32)
    _choose_centres(ranked, offsets, neighbours, np.zeros(n, np.bool_), centre)
    _join_centres(pairs.i, pairs.j, pairs.jaccard, np.zeros(n), centre)
    lowest = np.full(n, n, np.int32)
    np.minimum.at(lowest, centre, np.arange(n, dtype=np.int32))
    return lowest[centre], centre


def row_sums(pairs: KnownPairs, label: Rows) -> NDArray[np.float64]:
    """(n,) sum of the similarities of every row's pairs inside its label, (n,) int32.

    Added from the highest down: the same in any order of ties.
    """
    sums = np.zeros(label.size)
    _add_up(pairs.i, pairs.j, pairs.jaccard, label, sums)
    return sums


@lean_kernel
def _add_up(i: Rows, j: Rows, jaccard: NDArray[np.float64], label: Rows, sums: NDArray[np.float64]) -> None:
    for pair in range(i.size):
        if label[i[pair]] == label[j[pair]]:
            sums[i[pair]] += jaccard[pair]
            sums[j[pair]] += jaccard[pair]


@kernel
def _adjacency(i: Rows, j: Rows, place: NDArray[np.int64], neighbours: Rows) -> None:
    """Write the neighbours of every row from ``place[row]`` on; moves the places to the rows' ends."""
    for pair in range(i.size):
        a, b = i[pair], j[pair]
        neighbours[place[a]], neighbours[place[b]] = b, a
        place[a] += 1
        place[b] += 1


@kernel
def _choose_centres(
    ranked: Rows, offsets: NDArray[np.int64], neighbours: Rows, covered: NDArray[np.bool_], centre: Rows
) -> None:
    """Make each row of ``ranked`` its own centre unless an earlier centre is its neighbour."""
    for row in ranked:
        if not covered[row]:
            centre[row] = row
            for place in range(offsets[row], offsets[row + 1]):
                covered[neighbours[place]] = True


@kernel
def _join_centres(
    i: Rows, j: Rows, jaccard: NDArray[np.float64], similarity: NDArray[np.float64], centre: Rows
) -> None:
    """Give every row that is no centre its most similar one, of equals the lowest row.

    similarity : (n,) float64 scratch, all 0; pairs of similarity 0 join nothing that has another centre
    """
    for pair in range(i.size):
        for turn in range(2):
            row, other = (i[pair], j[pair]) if turn else (j[pair], i[pair])
            if centre[other] != other or centre[row] == row:
                continue
            better = centre[row] < 0 or jaccard[pair] > similarity[row]
            if better or (jaccard[pair] == similarity[row] and other < centre[row]):
                centre[row], similarity[row] = other, jaccard[pair]
