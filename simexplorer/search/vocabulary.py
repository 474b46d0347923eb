"""Sets of 64-bit ids as sets of small token numbers, the rare ones first: for the join of some sets with others.

Ids that no two sets can share leave the sets: only the sets' sizes remember them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel
from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import ONE
from simexplorer.search.leading_bits import fill_starts

_LOW = U(0xFFFFFFFF)
CHUNK_IDS = 8_000_000  # looked up at once: 64 MB of sort keys
PIECE_BITS = 18  # ids of the vocabulary that are looked up together, so that they stay in the processor's cache


class TokenSets(NamedTuple):
    """Set ``x`` is ``tokens[offsets[x]:offsets[x + 1]]``, rising, of a set that had ``sizes[x]`` ids.

    offsets : (m + 1,) int64; tokens : int32; sizes : (m,) int64
    The same as bits: ``words[p]`` has a bit for each of the 64 tokens from ``64 * blocks[p]`` on, for the places
    ``p`` in ``edges[x] .. edges[x + 1] - 1``; blocks : int32, rising in a set; words : uint64, not 0
    """

    offsets: NDArray[np.int64]
    tokens: NDArray[np.int32]
    sizes: NDArray[np.int64]
    edges: NDArray[np.int64]
    blocks: NDArray[np.int32]
    words: NDArray[np.uint64]


@kernel
def _gather(
    offsets: NDArray[np.int64], ids: NDArray[np.uint64], rows: NDArray[np.int64], out: NDArray[np.uint64]
) -> None:
    """Write the ids of these rows to ``out``, one row behind the other."""
    at = 0
    for row in rows:
        for p in range(offsets[row], offsets[row + 1]):
            out[at] = ids[p]
            at += 1


@kernel
def _count_runs(ids: NDArray[np.uint64], counts: NDArray[np.int64]) -> Int:
    """Keep each sorted id once, in front, how often it came beside; returns how many."""
    kept, start = 0, 0
    for end in range(1, ids.size + 1):
        if end == ids.size or ids[end] != ids[start]:
            ids[kept], counts[kept] = ids[start], end - start
            kept += 1
            start = end
    return kept


@kernel
def _find_places(
    offsets: NDArray[np.int64],
    ids: NDArray[np.uint64],
    rows: NDArray[np.int64],
    known: NDArray[np.uint64],
    shift: Int,
    starts: NDArray[np.int32],
    cursors: NDArray[np.int64],
    out: NDArray[np.uint64],
) -> Int:
    """Write ``position in rows << 32 | place in known`` of every known id to ``out``, in no order; how many there are.

    The vocabulary is walked in pieces that stay in the processor's cache, and all sets along with it: both are sorted.
    cursors : (rows,) working memory
    """
    found = U(0)
    for x in range(rows.size):
        cursors[x] = offsets[rows[x]]
    pieces = max(1, known.size >> PIECE_BITS)
    step = -(-(starts.size - 1) // pieces)
    for piece in range(pieces):
        limit = U(min((piece + 1) * step, starts.size - 1))
        for x in range(rows.size):
            p, end = U(cursors[x]), U(offsets[rows[x] + 1])
            while p < end and ids[p] >> U(shift) < limit:
                wanted = ids[p]
                low, high = U(starts[wanted >> U(shift)]), U(starts[(wanted >> U(shift)) + ONE])
                while high - low > U(8):
                    middle = (low + high) >> ONE
                    if known[middle] <= wanted:
                        low = middle
                    else:
                        high = middle
                place: Int = high
                for near in range(low, high):
                    place = near if known[near] == wanted else place
                if place < high:
                    out[found] = (U(x) << U(32)) | place
                    found += ONE
                p += ONE
            cursors[x] = p
    return found


@kernel
def _note_sets(keys: NDArray[np.uint64], base: Int, first: NDArray[np.int64], last: NDArray[np.int64]) -> None:
    """Keep in ``first`` and ``last`` the least and the greatest set that has the id at each place."""
    for key in keys:
        place, x = key & _LOW, base + np.int64(key >> U(32))
        first[place] = min(first[place], x)
        last[place] = max(last[place], x)


@kernel
def _to_tokens(keys: NDArray[np.uint64], token_of: NDArray[np.int32]) -> None:
    """Put the token number in the place of the place."""
    for p in range(U(keys.size)):
        keys[p] = (keys[p] & ~_LOW) | U(token_of[keys[p] & _LOW])


@kernel
def _pack(
    keys: NDArray[np.uint64],
    counts: NDArray[np.int64],
    edges: NDArray[np.int64],
    blocks: NDArray[np.int32],
    words: NDArray[np.uint64],
) -> Int:
    """Sorted keys as bits: tokens of every set to ``counts``, its blocks to ``edges``; returns the blocks of all."""
    filled = 0
    at = U(0)
    for x in range(counts.size):
        start, edge = at, filled
        while at < U(keys.size) and keys[at] >> U(32) == U(x):
            block = np.int32((keys[at] & _LOW) >> U(6))
            if filled == edge or blocks[filled - 1] != block:
                blocks[filled], words[filled] = block, U(0)
                filled += 1
            words[filled - 1] |= U(1) << (keys[at] & U(63))
            at += U(1)
        counts[x], edges[x] = at - start, filled - edge
    return filled


Keys = list[NDArray[np.uint64]]


class Vocabulary(Struct, frozen=True):
    """Ids that are known, and their token numbers.

    ids : (u,) sorted; token_of : (u,) int32; starts, shift : where the ids of equal leading bits begin
    """

    ids: NDArray[np.uint64]
    token_of: NDArray[np.int32]
    starts: NDArray[np.int32]
    shift: int

    def __len__(self) -> int:
        return self.ids.size

    def tokens(self, sets: ShingleSets, rows: NDArray[np.int64]) -> TokenSets:
        """The known ids of these rows as tokens, in the order of ``rows``."""
        return self._packed(sets.sizes[rows], self._keys(sets, rows))

    def _keys(self, sets: ShingleSets, rows: NDArray[np.int64]) -> Keys:
        """Places of all known ids of each chunk of rows."""
        chunks = _chunks(sets.sizes[rows])

        def find(c: int) -> NDArray[np.uint64]:
            part = rows[chunks[c] : chunks[c + 1]]
            keys = np.empty(int(sets.sizes[part].sum()), np.uint64)
            cursors = np.empty(part.size, np.int64)
            found = _find_places(sets.offsets, sets.ids, part, self.ids, self.shift, self.starts, cursors, keys)
            return keys[:found]

        return [find(c) for c in range(len(chunks) - 1)]

    def _packed(self, sizes: NDArray[np.int64], keys: Keys) -> TokenSets:
        chunks = _chunks(sizes)

        def pack(c: int) -> tuple[NDArray[Any], ...]:
            mine = keys[c]
            _to_tokens(mine, self.token_of)
            mine.sort()
            count = chunks[c + 1] - chunks[c]
            counts, edges = np.empty(count, np.int64), np.empty(count, np.int64)
            blocks, words = np.empty(mine.size, np.int32), np.empty(mine.size, np.uint64)
            filled = _pack(mine, counts, edges, blocks, words)
            return counts, mine.astype(np.uint32).view(np.int32), edges, blocks[:filled].copy(), words[:filled].copy()

        none = np.zeros(1, np.int64), np.empty(0, np.int32), np.zeros(1, np.int64), np.empty(0, np.int32)
        parts = zip((*none, np.empty(0, np.uint64)), *map(pack, range(len(chunks) - 1)), strict=True)
        counts, tokens, edges, blocks, words = (np.concatenate(columns) for columns in parts)
        return TokenSets(np.cumsum(counts), tokens, sizes, np.cumsum(edges), blocks, words)


def number_ids(sets: ShingleSets, rows: NDArray[np.int64]) -> tuple[Vocabulary, TokenSets]:
    """The vocabulary of the ids that these rows have, and the rows' tokens.

    Tokens rise with the number of sets that have the id, by powers of two; among those of one power ids of the
    same sets stand together, so that a set fills few blocks of 64. Memory: 16 bytes an id of the rows.
    """
    ids = np.empty(int(sets.sizes[rows].sum()), np.uint64)
    _gather(sets.offsets, sets.ids, rows, ids)
    ids.sort()
    counts = np.empty(ids.size, np.int64)
    kept = _count_runs(ids, counts)
    ids, counts = ids[:kept].copy(), counts[:kept].copy()
    bits = max(1, kept.bit_length())
    starts = np.empty((1 << bits) + 1, np.int32)
    fill_starts(ids, 64 - bits, starts)
    token_of = np.empty(kept, np.int32)
    vocabulary = Vocabulary(ids, token_of, starts, 64 - bits)
    keys = vocabulary._keys(sets, rows)
    first, last = np.full(kept, rows.size), np.zeros(kept, np.int64)
    for base, part in zip(_chunks(sets.sizes[rows]), keys, strict=False):
        _note_sets(part, base, first, last)
    order = alike_together(counts, first, last, int(rows.size))
    token_of[order] = np.arange(kept, dtype=np.int32)
    return vocabulary, vocabulary._packed(sets.sizes[rows], keys)


def alike_together(
    counts: NDArray[np.int64], first: NDArray[np.int64], last: NDArray[np.int64], sets: int
) -> NDArray[np.int64]:
    """(u,) places by power of two of their count, then last set, then first set as far as one sort key has room."""
    of_place, of_set = counts.size.bit_length(), sets.bit_length()
    room = max(0, 58 - of_place - of_set)
    key = (np.log2(counts).astype(np.int64) << of_set) | last
    key = (key << room) | (first >> max(0, of_set - room))
    key = (key << of_place) | np.arange(counts.size)
    key.sort()
    return key & ((1 << of_place) - 1)


def _chunks(sizes: NDArray[np.int64]) -> list[int]:
    """Where chunks of about CHUNK_IDS ids begin, and the end of the last."""
    total = np.cumsum(sizes)
    edges = [0]
    while edges[-1] < sizes.size:
        before = total[edges[-1] - 1] if edges[-1] else 0
        edges.append(max(edges[-1] + 1, int(np.searchsorted(total, before + CHUNK_IDS, side="right"))))
    return edges
