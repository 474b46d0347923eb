"""Bags of shingles as sets: the second, third, ... occurrence of a shingle is an element of its own.

The Jaccard similarity of the sets of (shingle, occurrence) elements is that of the bags, sum of minima over sum of
maxima, so every scheme for sets serves bags. (Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets",
section 3.1.3, here with the maxima in the denominator, so that equal bags have similarity 1.)
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, kernel
from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import GOLD, ONE, mix64

_HALF, _LOW = U(32), U(0xFFFFFFFF)
LONG = 1 << 15  # shingles: to sort more of them takes less than to look them up in a table that large


@inlined
def occurrence_id(shingle: Int, occurrence: Int) -> Int:
    """Id of the (shingle, occurrence) element, occurrences counted from 0; the first one keeps the shingle's own id."""
    return mix64(shingle + occurrence * GOLD) if occurrence else shingle


def sort_rows(ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A copy of ``ids[bounds[0]:bounds[-1]]``, every row ``ids[bounds[d]:bounds[d + 1]]`` in rising order.

    numpy's sort runs in vector registers: row by row from Python it is ten times faster than a compiled sort.
    """
    rows = ids[bounds[0] : bounds[-1]].copy()
    ends = (bounds - bounds[0]).tolist()
    for start, end in itertools.pairwise(ends):
        rows[start:end].sort()
    return rows


@inlined
def _slot_bits(count: Int) -> Int:
    """Bits of a slot's number in a table that ``count`` ids fill to a quarter at most."""
    bits = U(4)
    while (ONE << bits) < U(4) * U(count):
        bits += ONE
    return bits


@inlined
def _number_sorted(elements: NDArray[np.uint64], begin: Int, end: Int) -> None:
    """Make elements of the sorted shingles ``elements[begin:end]``."""
    last, occurrence = U(0), U(0)
    for p in range(begin, end):
        shingle = elements[p]
        occurrence = occurrence + ONE if p > begin and shingle == last else U(0)
        elements[p] = occurrence_id(shingle, occurrence)
        last = shingle


@kernel
def _number_occurrences(
    ids: NDArray[np.uint64], bounds: NDArray[np.int64], table: NDArray[np.uint64], out: NDArray[np.uint64]
) -> None:
    """Write the id of every (shingle, occurrence) element to ``out``, in the order of ``ids``; about 5 ns an id.

    Occurrences are counted in an open table (linear probing). A slot is two words: a shingle, and the number of the
    document that it stands for with its occurrences so far; so nothing is cleared between documents, and a short one
    stays in the first part of the table, which stays in the processor's cache.

    table : (32 or more,) zeros; eight times the shingles of the longest document that is not LONG, rounded up to a
        power of two
    out : of LONG documents, the sorted shingles
    """
    first = U(bounds[0])
    for d in range(U(bounds.size - 1)):
        if bounds[d + ONE] - bounds[d] > LONG:
            _number_sorted(out, U(bounds[d]) - first, U(bounds[d + ONE]) - first)
            continue
        owner, bits = d + ONE, _slot_bits(bounds[d + ONE] - bounds[d])
        for p in range(U(bounds[d]), U(bounds[d + ONE])):
            shingle = ids[p]
            slot = (shingle * GOLD) >> (U(64) - bits)
            mark = table[(slot << ONE) | ONE]
            while mark >> _HALF == owner and table[slot << ONE] != shingle:
                slot = (slot + ONE) & ((ONE << bits) - ONE)
                mark = table[(slot << ONE) | ONE]
            occurrence = mark & _LOW if mark >> _HALF == owner else U(0)
            table[slot << ONE] = shingle
            table[(slot << ONE) | ONE] = (owner << _HALF) | (occurrence + ONE)
            out[p - first] = occurrence_id(shingle, occurrence)


@kernel
def _drop_repeats(bounds: NDArray[np.int64], ids: NDArray[np.uint64], offsets: NDArray[np.int64]) -> None:
    """Move the distinct ids of sorted rows to the front of ``ids`` and write their ``offsets``."""
    end = 0
    for d in range(bounds.size - 1):
        start = end
        for p in range(bounds[d], bounds[d + 1]):
            if end == start or ids[end - 1] != ids[p]:
                ids[end] = ids[p]
                end += 1
        offsets[d + 1] = end


def sets_of(ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> ShingleSets:
    """The set of every document whose shingles are ``ids[bounds[d]:bounds[d + 1]]``, in any order, repeats kept."""
    rows = sort_rows(ids, bounds)
    offsets = np.zeros(bounds.size, np.int64)
    _drop_repeats(bounds - bounds[0], rows, offsets)
    return ShingleSets(offsets, rows[: offsets[-1]])


def numbered(ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """(ids, bounds) of the (shingle, occurrence) elements of documents: no repeats.

    They come in the order of their shingles, those of a LONG document in the rising order of them.
    """
    elements = np.empty(int(bounds[-1] - bounds[0]), np.uint64)
    sizes = np.diff(bounds)
    for d in np.flatnonzero(sizes > LONG):
        row = elements[bounds[d] - bounds[0] : bounds[d + 1] - bounds[0]]
        row[:] = ids[bounds[d] : bounds[d + 1]]
        row.sort()
    longest = int(sizes[sizes <= LONG].max(initial=0))
    table = np.empty(2 * max(16, 1 << (4 * longest - 1).bit_length()), np.uint64)  # in huge pages, unlike np.zeros
    table.fill(0)
    _number_occurrences(ids, bounds, table, elements)
    return elements, bounds - bounds[0]


def bags_of(ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> ShingleSets:
    """The same documents as bags: sets of (shingle, occurrence) elements, as many as the document has shingles.

    Two elements that differ share an id with probability 2^-64, as shingles do.
    """
    return sets_of(*numbered(ids, bounds))
