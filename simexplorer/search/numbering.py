"""Ids of all sets as small numbers and their bits, the rare ones first: what the exact joins of a collection work on.

Sets are sorted, so that the ids of one range stand together in each of them: ranges are numbered apart, side by side,
each with a hash table that stays in the processor's cache. Ids that only one set has can never be shared: they get no
number, only the sets' sizes remember them. Numbers take the place of the lower halves of ids, by which no range ends:
so the sets stay sorted as far as ranges go, and beside them nothing as large is needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, kernel, kernel_part, lean_kernel
from simexplorer.features.sets import ShingleSets, in_one
from simexplorer.kernel_words import GOLD, ONE, popcount, trailing_zeros
from simexplorer.offsets import offsets_of
from simexplorer.search.mapping import Mapper, one_by_one
from simexplorer.search.vocabulary import alike_together

PIECE_IDS = 1 << 18  # of one range, in all sets together
_IDS_A_SET = 32  # that a range shall have, or going from set to set takes longer than numbering
_MOST_IDS = 1 << 22  # of a range, whatever that takes: 0.2 GB
_RUNS = 32  # of ranges, numbered side by side
_DRAWN = 1 << 16  # ids that tell where ranges end
_CHUNK_IDS = 1 << 21  # of sets whose bits are written at once
_HALF, _LOW = U(32), U(0xFFFFFFFF)
_ALONE = U32(0xFFFFFFFF)


class NumberedSets(NamedTuple):
    """Set ``x`` had ``sizes[x]`` ids; ``kept[x]`` of them have a number, as some other set has them too.

    ``words[e]`` has a bit for each of the 64 numbers from ``64 * blocks[e]`` on, for the entries ``e`` in ``edges[x] ..
    edges[x + 1] - 1``; blocks : int32, rising in a set; words : uint64, not 0. Numbers rise with the number of sets
    that have the id, by powers of two; among those of one power ids of the same sets stand together, so that a set
    fills few words. numbers : how many numbers there are
    """

    sizes: NDArray[np.int64]
    kept: NDArray[np.int64]
    edges: NDArray[np.int64]
    blocks: NDArray[np.int32]
    words: NDArray[np.uint64]
    numbers: int


class _Rows(NamedTuple):
    """Rows of a collection: ``ids[offsets[row]:offsets[row + 1]]``, sorted, of each of ``rows``."""

    offsets: NDArray[np.int64]
    ids: NDArray[np.uint64]
    rows: NDArray[np.int64]


class _Tally(NamedTuple):
    """Of each number of a range: its id, how many sets have it, and the first and the last of them."""

    id_of: NDArray[np.uint64]
    owners: NDArray[np.int32]
    first: NDArray[np.int32]
    last: NDArray[np.int32]


class _Layout(NamedTuple):
    """Where a number is told: of the ids up to ``ends[k]`` number ``n`` becomes ``rank[bases[k] + n]``."""

    ends: NDArray[np.uint64]
    bases: NDArray[np.int64]
    rank: NDArray[np.int32]


@kernel_part
def _first_beyond(ids: NDArray[np.uint64], most: Int, low: Int, high: Int) -> Int:
    """The first place from ``low`` on, of ``high`` at most, whose id is greater than ``most``; they rise."""
    while low < high:
        middle = (low + high) // 2
        if ids[middle] <= most:
            low = middle + 1
        else:
            high = middle
    return low


@lean_kernel
def _seek(sets: _Rows, above: Int, places: NDArray[np.int64]) -> None:
    """Write where the ids greater than ``above`` begin in each set to ``places``."""
    for x in range(sets.rows.size):
        row = sets.rows[x]
        places[x] = _first_beyond(sets.ids, above, sets.offsets[row], sets.offsets[row + 1])


@lean_kernel
def _find_ends(sets: _Rows, most: Int, places: NDArray[np.int64], ranges: Int, ends: NDArray[np.int64]) -> Int:
    """Write where the ids up to ``most`` end, from ``places`` on, in each set; returns how many there are in all.

    ranges : of about equally many ids, which tells where to look
    """
    total = 0
    for x in range(sets.rows.size):
        low, end = places[x], sets.offsets[sets.rows[x] + 1]
        step = 1 + (end - sets.offsets[sets.rows[x]]) // ranges
        high = min(low + step, end)
        while high < end and sets.ids[high] <= most:
            low = high
            high = min(low + step, end)
        ends[x] = _first_beyond(sets.ids, most, low, high)
        total += ends[x] - places[x]
    return total


@lean_kernel
def _number_range(
    sets: _Rows,
    places: NDArray[np.int64],
    ends: NDArray[np.int64],
    table: NDArray[np.uint32],
    tally: _Tally,
) -> Int:
    """Number the ids at ``places .. ends - 1`` of each set as they first appear; returns how many numbers there are.

    table : zeros, a power of two of slots, for number + 1. Similar sets share long runs of ids: after number x mostly
    comes x + 1, and one look at ``id_of`` says so.
    """
    known, number, last_slot = U(0), U(0), U(table.size - 1)
    for x in range(sets.rows.size):
        for p in range(U(places[x]), U(ends[x])):
            wanted = sets.ids[p]
            number += ONE
            if number >= known or tally.id_of[number] != wanted:
                slot = ((wanted * GOLD) >> U(20)) & last_slot
                while table[slot] != 0 and tally.id_of[U(table[slot]) - ONE] != wanted:
                    slot = (slot + ONE) & last_slot
                if table[slot] == 0:
                    tally.id_of[known], tally.owners[known], tally.first[known] = wanted, 0, x
                    known += ONE
                    table[slot] = known
                number = U(table[slot]) - ONE
            tally.owners[number] += 1
            tally.last[number] = x
            sets.ids[p] = (wanted & ~_LOW) | number
    return known


@kernel
def _keep_shared(
    places: NDArray[np.int64], ends: NDArray[np.int64], known: Int, tally: _Tally, ids: NDArray[np.uint64]
) -> Int:
    """Number those of the ``known`` ids anew that two sets or more have, _ALONE the others; how many are kept."""
    kept = 0
    renumbered = np.empty(known, np.uint32)
    for number in range(known):
        renumbered[number] = _ALONE
        if tally.owners[number] > 1:
            tally.owners[kept], tally.first[kept] = tally.owners[number], tally.first[number]
            tally.last[kept] = tally.last[number]
            renumbered[number] = kept
            kept += 1
    for x in range(places.size):
        for p in range(U(places[x]), U(ends[x])):
            ids[p] = (ids[p] & ~_LOW) | U(renumbered[ids[p] & _LOW])
    return kept


@kernel
def _write_bits(
    sets: _Rows,
    layout: _Layout,
    bits: NDArray[np.uint64],
    kept: NDArray[np.int64],
    filled: NDArray[np.int64],
    blocks: NDArray[np.int32],
    words: NDArray[np.uint64],
) -> Int:
    """Write the numbers of each set as words; numbers kept and words filled of each; returns the words of all."""
    used = np.zeros((bits.size >> 6) + 1, np.uint64)
    used_of_used = np.zeros((used.size >> 6) + 1, np.uint64)
    written = U(0)
    for x in range(sets.rows.size):
        begin, size, k = written, U(0), 0
        for p in range(U(sets.offsets[sets.rows[x]]), U(sets.offsets[sets.rows[x] + 1])):
            while sets.ids[p] > layout.ends[k]:
                k += 1
            number = sets.ids[p] & _LOW
            if number != U(_ALONE):
                number = U(layout.rank[U(layout.bases[k]) + number])
                bits[number >> U(6)] |= ONE << (number & U(63))
                used[number >> U(12)] |= ONE << ((number >> U(6)) & U(63))
                used_of_used[number >> U(18)] |= ONE << ((number >> U(12)) & U(63))
        for most in range(U(used_of_used.size)):
            while used_of_used[most] != U(0):
                part = (most << U(6)) | trailing_zeros(used_of_used[most])
                used_of_used[most] &= used_of_used[most] - ONE
                while used[part] != U(0):
                    block = (part << U(6)) | trailing_zeros(used[part])
                    used[part] &= used[part] - ONE
                    blocks[written], words[written] = np.int32(block), bits[block]
                    size += popcount(bits[block])
                    bits[block] = U(0)
                    written += ONE
        kept[x], filled[x] = np.int64(size), np.int64(written - begin)
    return written


def number_sets(
    sets: ShingleSets, rows: NDArray[np.int64], each: Mapper = one_by_one, *, in_place: bool = False
) -> NumberedSets:
    """The sets of these rows by numbers, in the order of ``rows``.

    ``each(function, jobs)`` may run the jobs in parallel. in_place : the ids are of no use afterwards
    Memory: 12 bytes a word, and unless ``in_place`` 8 bytes an id of ``sets``.
    """
    sizes = sets.sizes[rows]
    ids = sets.ids if in_place else sets.ids.copy()
    if ids.size and not (ids[sets.offsets[1:] - 1] >> _HALF).any():  # of each set the greatest, or that of another one
        ids <<= _HALF
    parts, count = _parts(_Rows(sets.offsets, ids, rows), np.cumsum(sizes), each)
    kept, filled, blocks, words = ([*columns] for columns in zip(*parts, strict=True))
    del parts
    edges = offsets_of(np.concatenate(filled))
    return NumberedSets(sizes, np.concatenate(kept), edges, in_one(blocks), in_one(words), count)


def _parts(
    sets: _Rows, total: NDArray[np.int64], each: Mapper
) -> tuple[list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.uint64]]], int]:
    """The words of some rows after the other, and how many numbers there are; total : (m,) ids up to each row."""
    most = int(total[-1]) if total.size else 0
    ends = _range_ends(sets, most)
    runs = np.array_split(np.arange(ends.size), min(_RUNS, ends.size))
    by_run = each(lambda run: _number_run(sets, ends, runs[run]), range(len(runs)))
    told = [columns for run in by_run for columns in run]
    owners, first, last = (np.concatenate(columns) for columns in zip(*told, strict=True))
    bases = offsets_of([columns[0].size for columns in told])
    rank = np.empty(owners.size, np.int32)
    rank[alike_together(owners, first, last, sets.rows.size)] = np.arange(owners.size, dtype=np.int32)
    layout = _Layout(ends, bases, rank)
    chunks = np.split(sets.rows, np.unique(np.searchsorted(total, np.arange(_CHUNK_IDS, most, _CHUNK_IDS))))
    words = each(lambda chunk: _words_of(sets, chunks[chunk], layout), range(len(chunks)))
    return words, owners.size


def _range_ends(sets: _Rows, total: int) -> NDArray[np.uint64]:
    """(r,) greatest upper halves of ranges that hold about equally many ids, told by a few, with all bits below."""
    ranges = max(1, min(total // PIECE_IDS, total // (_IDS_A_SET * max(1, sets.rows.size))), total // _MOST_IDS)
    drawn = np.sort(sets.ids[np.random.default_rng(0).integers(0, max(1, sets.ids.size), _DRAWN if ranges > 1 else 0)])
    ends = np.append(drawn[np.arange(1, ranges) * drawn.size // ranges], np.iinfo(np.uint64).max)
    return np.unique(ends.astype(np.uint64) | _LOW)


def _number_run(sets: _Rows, ends: NDArray[np.uint64], run: NDArray[np.int64]) -> list[tuple[NDArray[np.int32], ...]]:
    """Number the ids of some ranges that follow one another; of each owners, first and last of the tally."""
    places, stops = sets.offsets[sets.rows], np.empty(sets.rows.size, np.int64)
    if run[0] > 0:
        _seek(sets, ends[run[0] - 1], places)
    told = []
    for most in ends[run]:
        total = _find_ends(sets, most, places, ends.size, stops)
        tally = _Tally(np.empty(total, np.uint64), *(np.empty(total, np.int32) for _ in range(3)))
        table = np.zeros(1 << (2 * total).bit_length(), np.uint32)
        known = _number_range(sets, places, stops, table, tally)
        kept = _keep_shared(places, stops, known, tally, sets.ids)
        told.append(tuple(column[:kept].copy() for column in (tally.owners, tally.first, tally.last)))
        places, stops = stops, places
    return told


def _words_of(
    sets: _Rows, rows: NDArray[np.int64], layout: _Layout
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32], NDArray[np.uint64]]:
    """Numbers kept and words filled of these rows, and the blocks and words of all."""
    part = _Rows(sets.offsets, sets.ids, rows)
    most = int((sets.offsets[rows + 1] - sets.offsets[rows]).sum())
    kept, filled = np.empty(rows.size, np.int64), np.empty(rows.size, np.int64)
    blocks, words = np.empty(most, np.int32), np.empty(most, np.uint64)
    bits = np.zeros((layout.rank.size >> 6) + 1, np.uint64)
    written = _write_bits(part, layout, bits, kept, filled, blocks, words)
    return kept, filled, blocks[:written].copy(), words[:written].copy()
