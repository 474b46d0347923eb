"""A cell for every pair of texts in some groups: what is known of a pair is found by its place, not by a search.

Groups lack pairs by the hundred thousand, most of them known from before: to enter those into a table with a cell for
every pair takes two look-ups each, a fifth of what sorting or hashing them takes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel_part, lean_kernel
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.pair_lookup import Overlaps

Rows = NDArray[np.int32]
Floats = NDArray[np.float64]
NO_CELLS, ALL_PAIRS = -2, -1  # of a group; else the text whose pairs with the others have cells
_UNKNOWN, _HELD = -1, -2  # in a cell; else how many shingles the two share
_AT_ONCE = 1 << 17  # pairs
_NONE = np.empty(0, np.int32)


class Remembered(Struct, frozen=True):
    """Overlaps that were counted before.

    batches : pairs ``i < j``; sizes : (n,) int32, distinct shingles of each document of such a pair
    each : runs through parts of them, in parallel if it likes
    """

    batches: tuple[Overlaps, ...] = ()
    sizes: Rows = _NONE
    each: Mapper = one_by_one


class Lacking(NamedTuple):
    """Pairs that groups lack, first those of groups with cells for all pairs, then those with a centre.

    i, j : (m,) int32, ``i < j``; jaccard : (m,) float64; new : places of those whose similarity is not known
    inner : so many of them are of the first kind
    """

    i: Rows
    j: Rows
    jaccard: Floats
    new: Rows
    inner: int


class _Cells(NamedTuple):
    """Where the cell of a pair is.

    label : (n,) the group of each text; kinds : (n,) at a label, which of its pairs have cells
    place : (n,) of each text in its group; first : (n,) int64 where its cells begin, less what ``place`` adds
    cells : one for each pair
    """

    label: Rows
    kinds: Rows
    place: Rows
    first: NDArray[np.int64]
    cells: Rows

    @classmethod
    def of(cls, members: Rows, label: Rows, kinds: Rows) -> _Cells:
        place, first = np.empty(label.size, np.int32), np.empty(label.size, np.int64)
        count = _lay_out(members, label, kinds, place, first)
        return cls(label, kinds, place, first, np.full(count, _UNKNOWN, np.int32))

    def enter(self, i: Rows, j: Rows, shared: Rows, each: Mapper) -> None:
        """Enter what these pairs share, or that they are held, if ``shared`` has no entry."""

        def enter(start: int) -> None:
            part = slice(start, start + _AT_ONCE)
            _enter(i[part], j[part], shared[part], self)

        each(enter, range(0, i.size, _AT_ONCE))


def lacking_pairs(
    texts: Rows, label: Rows, kinds: Rows, held: tuple[Rows, Rows], room: int, remembered: Remembered
) -> Lacking:
    """The pairs of groups with cells that are not held.

    texts : rising; label : (n,) the group of each; kinds : (n,) at a label NO_CELLS, ALL_PAIRS or its centre
    held : i, j of pairs ``i < j``; room : that many pairs of groups with ALL_PAIRS are not held
    """
    taking_part = texts[kinds[label[texts]] != NO_CELLS]
    members = np.sort((label[taking_part].astype(np.int64) << 32) | taking_part).astype(np.int32)  # the lower half
    around = taking_part[kinds[label[taking_part]] != ALL_PAIRS]
    table = _Cells.of(members, label, kinds)
    table.enter(*held, _NONE, remembered.each)
    for one in remembered.batches:
        table.enter(*one, remembered.each)
    i, j = np.empty((2, room + around.size), np.int32)
    jaccard, new = np.empty(i.size), np.empty(i.size, np.int32)
    sizes = remembered.sizes if remembered.batches else label  # of none is asked then
    out = Lacking(i, j, jaccard, new, 0)
    inner, most = _list_all(members, table, sizes, out)
    count, most = _list_around(around, table, sizes, inner, most, out)
    return Lacking(i[:count], j[:count], jaccard[:count], new[:most], inner)


@lean_kernel
def _lay_out(members: Rows, label: Rows, kinds: Rows, place: Rows, first: NDArray[np.int64]) -> Int:
    """Write ``place`` and ``first`` of all members, which stand group by group, rising; how many cells there are.

    The cells of a group of s: for its text at place p those of its pairs with the s - p - 1 after it, from p = 0 on.
    """
    cells, start = 0, 0
    while start < members.size:
        head, end = label[members[start]], start
        while end < members.size and label[members[end]] == head:
            end += 1
        size = end - start
        for at in range(size):
            row = members[start + at]
            place[row] = at
            first[row] = cells + (at * (2 * size - at - 1) // 2 - at - 1 if kinds[head] == ALL_PAIRS else at)
        cells += size * (size - 1) // 2 if kinds[head] == ALL_PAIRS else size
        start = end
    return cells


@lean_kernel
def _enter(i: Rows, j: Rows, shared: Rows, table: _Cells) -> None:
    """As ``_Cells.enter``; what is held stays so."""
    label, kinds, place, first, cells = table
    for p in range(i.size):
        a, b = i[p], j[p]
        head = label[a]
        if head != label[b] or kinds[head] == NO_CELLS:
            continue
        centre = kinds[head]
        if centre == ALL_PAIRS:
            cell = first[a] + place[b]
        elif centre in (a, b):
            cell = first[a + b - centre]
        else:
            continue
        if shared.size == 0:
            cells[cell] = _HELD
        elif cells[cell] == _UNKNOWN:
            cells[cell] = shared[p]


@kernel_part
def _write(a: Int, b: Int, shared: Int, sizes: Rows, at: Int, most: Int, jaccard: Floats, new: Rows) -> Int:
    """Write the similarity of the lacking pair ``at``, or that it is new: how many are, then."""
    if shared == _UNKNOWN:
        new[most] = at
        return most + 1
    union: Int = max(np.int64(sizes[a]) + np.int64(sizes[b]) - np.int64(shared), 1)
    jaccard[at] = np.float64(shared) / np.float64(union)
    return most


@lean_kernel
def _list_all(members: Rows, table: _Cells, sizes: Rows, out: Lacking) -> tuple[Int, Int]:
    """Write the pairs that groups with ALL_PAIRS lack, group by group; how many, and how many of them are new."""
    label, kinds, place, first, cells = table
    i, j, jaccard, new, _ = out
    count, most = 0, 0
    for k in range(members.size):
        a = members[k]
        if kinds[label[a]] != ALL_PAIRS:
            continue
        cell, other = first[a] + place[a] + 1, k + 1
        while other < members.size and label[members[other]] == label[a]:
            if cells[cell] != _HELD:
                i[count], j[count] = a, members[other]
                most = _write(a, members[other], cells[cell], sizes, count, most, jaccard, new)
                count += 1
            cell += 1
            other += 1
    return count, most


@lean_kernel
def _list_around(around: Rows, table: _Cells, sizes: Rows, count: Int, most: Int, out: Lacking) -> tuple[Int, Int]:
    """Write the pairs with their centres that these texts lack after ``count`` others, ``most`` of them new."""
    label, kinds, _, first, cells = table
    i, j, jaccard, new, _ = out
    for row in around:
        centre = kinds[label[row]]
        if row != centre and cells[first[row]] != _HELD:
            i[count], j[count] = min(row, centre), max(row, centre)
            most = _write(row, centre, cells[first[row]], sizes, count, most, jaccard, new)
            count += 1
    return count, most
