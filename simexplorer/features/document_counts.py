"""In how many documents each shingle is, counted by several threads at once.

Ids are dealt out to SHARDS by their hash, and each shard has a lock of its own. The counter that an id has in its shard
remembers the last document that raised it, so repeats within a document count once and nothing needs to be sorted.

``BucketCounts`` is the first pass of Park, Chen, Yu 1995, "An effective hash-based algorithm for mining association
rules" (PCY; in Leskovec, Rajaraman, Ullman 2020, "Mining of Massive Datasets", section 6.3.1): a counter for each
bucket that ids fall into, never less than what the most frequent of them would need. ``RepeatedBuckets`` is the same
where all that is asked is whether an id comes again, in two bits. ``IdCounts`` is exact.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, inlined, kernel
from simexplorer.kernel_words import GOLD, ONE, load64, prefetch

SHARDS = 16
_SHARD_BITS, _LEAST_BITS = U(4), U(8)
_WORD_BITS, _IN_WORD = U(6), U(63)
_LEAST_REPEATED, _MOST_REPEATED = 10, 31  # bits of a bucket's number: no two shards share a word; 512 MB at most
_AHEAD = U(12)  # ids whose places in a table, which is larger than any cache, are fetched while others are looked at
_BYTE, _HALF, _LOW = U(8), U(32), U(0xFFFFFFFF)
Count: TypeAlias = Callable[[NDArray[np.uint64], NDArray[np.int64]], None]  # takes (ids, bounds) of documents


class Wanted(NamedTuple):
    """Of 2^bits buckets those whose ids are counted: a bit for each, the first in the lowest bit of the first word."""

    words: NDArray[np.uint64]
    bits: int


EVERY = Wanted(np.ones(1, np.uint64), 0)  # one bucket, which all ids fall into


@inlined
def spread(shingle: Int) -> Int:
    """A word whose highest bits depend on all bits of the id."""
    return (shingle ^ (shingle >> _HALF)) * GOLD


@inlined
def _bucket_of(word: Int, bits: Int) -> Int:
    return word >> (U(64) - bits) if bits else U(0)


@inlined
def _word_of(shingle: Int, bits: Int) -> Int:
    """Which word has the bit of an id's bucket."""
    return _bucket_of(spread(shingle), bits) >> _WORD_BITS


@inlined
def _is_wanted(word: Int, wanted: NDArray[np.uint64], bits: Int) -> Int:
    bucket = _bucket_of(word, bits)
    return (wanted[bucket >> _WORD_BITS] >> (bucket & _IN_WORD)) & ONE


@kernel
def _deal_out(
    ids: NDArray[np.uint64],
    bounds: NDArray[np.int64],
    document: Int,
    wanted: NDArray[np.uint64],
    bits: Int,
    ends: NDArray[np.int64],
    out: NDArray[np.uint64],
    documents: NDArray[np.uint32],
) -> None:
    """Write the ids whose bucket is ``wanted`` to ``out``, shard by shard, and the numbers of their documents.

    document : number of the first document. wanted : 2 ** bits bits. ends : (SHARDS + 1,), becomes the shards' bounds.
    """
    for shard in range(SHARDS + 1):
        ends[shard] = 0
    start, last = U(wanted.ctypes.data), U(bounds[-1]) - ONE
    for p in range(U(bounds[0]), U(bounds[-1])):
        prefetch(start + _word_of(ids[min(p + _AHEAD, last)], bits) * U(8))
        word = spread(ids[p])
        ends[(word >> (U(64) - _SHARD_BITS)) + ONE] += np.int64(_is_wanted(word, wanted, bits))
    for shard in range(1, SHARDS):
        ends[shard + 1] += ends[shard]
    places = np.empty(SHARDS, np.int64)
    for shard in range(SHARDS):
        places[shard] = ends[shard]
    for d in range(U(bounds.size - 1)):
        for p in range(U(bounds[d]), U(bounds[d + ONE])):
            prefetch(start + _word_of(ids[min(p + _AHEAD, last)], bits) * U(8))
            word = spread(ids[p])
            if _is_wanted(word, wanted, bits):
                shard = word >> (U(64) - _SHARD_BITS)
                place = U(places[shard])
                places[shard] += 1
                out[place], documents[place] = ids[p], U32(U(document) + d)


@kernel
def _count_buckets(
    ids: NDArray[np.uint64], documents: NDArray[np.uint32], bits: Int, buckets: NDArray[np.uint64]
) -> None:
    """Raise the counter (low half) of each id's bucket, unless the same document (high half) was the last to do so."""
    for p in range(U(ids.size)):
        at = _bucket_of(spread(ids[p]), bits)
        seen, owner = buckets[at], U(documents[p])
        buckets[at] = (owner << _HALF) | ((seen & _LOW) + U(seen >> _HALF != owner))


@kernel
def _mark_repeats(ids: NDArray[np.uint64], bits: Int, seen: NDArray[np.uint64], again: NDArray[np.uint64]) -> None:
    """Set the bit of each id's bucket in ``seen``, and where it is set already in ``again``."""
    start, last = U(seen.ctypes.data), U(ids.size) - ONE
    for p in range(U(ids.size)):
        prefetch(start + _word_of(ids[min(p + _AHEAD, last)], bits) * U(8))
        bucket = _bucket_of(spread(ids[p]), bits)
        at, bit = bucket >> _WORD_BITS, ONE << (bucket & _IN_WORD)
        if seen[at] & bit:
            again[at] |= bit
        seen[at] |= bit


@inlined
def _first_place(word: Int, bits: Int) -> Int:
    """Where in a shard's table an id of this ``spread`` is looked for first."""
    return (word << _SHARD_BITS) >> (U(64) - bits)


@inlined
def _place_of(table: NDArray[np.uint64], bits: Int, shingle: Int) -> Int:
    """Where an id and its counter stand in a shard's table, or the free place for them."""
    place = _first_place(spread(shingle), bits)
    while table[(place << ONE) | ONE] and table[place << ONE] != shingle:
        place = (place + ONE) & ((ONE << bits) - ONE)
    return place << ONE


@kernel
def _count_ids(
    ids: NDArray[np.uint64], documents: NDArray[np.uint32], first: Int, table: NDArray[np.uint64], bits: Int, held: Int
) -> tuple[Int, Int]:
    """Count ids from ``first`` on; (the first that is not counted since the table is half full, ids in the table)."""
    most, start, last = ONE << (bits - ONE), U(table.ctypes.data), U(ids.size) - ONE
    for p in range(U(first), U(ids.size)):
        prefetch(start + _first_place(spread(ids[min(p + _AHEAD, last)]), bits) * U(16))
        at = _place_of(table, bits, ids[p])
        seen, owner = table[at | ONE], U(documents[p])
        if not seen:
            if U(held) >= most:
                return np.int64(p), np.int64(held)
            held += 1
            table[at] = ids[p]
        table[at | ONE] = (owner << _HALF) | ((seen & _LOW) + U(seen >> _HALF != owner))
    return ids.size, np.int64(held)


@kernel
def _move(table: NDArray[np.uint64], larger: NDArray[np.uint64], bits: Int) -> None:
    for p in range(U(0), U(table.size), U(2)):
        if table[p | ONE]:
            at = _place_of(larger, bits, table[p])
            larger[at], larger[at | ONE] = table[p], table[p | ONE]


@kernel
def _look_up(
    ids: NDArray[np.uint64], tables: NDArray[np.uint64], bits: NDArray[np.uint64], out: NDArray[np.int64]
) -> None:
    """Write the counter of every id to ``out``; tables : (SHARDS,) their addresses."""
    last = U(ids.size) - ONE
    for p in range(U(ids.size)):
        word = spread(ids[min(p + _AHEAD, last)])
        shard = word >> (U(64) - _SHARD_BITS)
        prefetch(tables[shard] + _first_place(word, bits[shard]) * U(16))
        shingle = ids[p]
        word = spread(shingle)
        shard = word >> (U(64) - _SHARD_BITS)
        table, shard_bits = tables[shard], bits[shard]
        place = _first_place(word, shard_bits)
        count = load64(table + place * U(16) + _BYTE)
        while count and load64(table + place * U(16)) != shingle:
            place = (place + ONE) & ((ONE << shard_bits) - ONE)
            count = load64(table + place * U(16) + _BYTE)
        out[p] = np.int64(count & _LOW)


@kernel
def _more_than(limit: Int, table: NDArray[np.uint64], ids: NDArray[np.uint64], counts: NDArray[np.int64]) -> Int:
    """Write the ids in more than ``limit`` documents and their counts; how many there are, if not all fit."""
    found = U(0)
    for p in range(U(0), U(table.size), U(2)):
        count = np.int64(table[p | ONE] & _LOW)
        if table[p | ONE] and count > limit:
            if found < U(ids.size):
                ids[found], counts[found] = table[p], count
            found += ONE
    return np.int64(found)


def _zeros(size: int) -> NDArray[np.uint64]:
    """(size,) zeros in huge pages, which numpy asks for where it does not clear: random access misses fewer of them."""
    words = np.empty(size, np.uint64)
    words.fill(0)
    return words


class _Shards:
    """Numbers documents and deals their ids out; threads take the shards in turns, so that they seldom meet."""

    def __init__(self) -> None:
        self.documents = 0
        self._locks = [threading.Lock() for _ in range(SHARDS)]
        self._numbering = threading.Lock()

    def _dealt(
        self, ids: NDArray[np.uint64], bounds: NDArray[np.int64], wanted: Wanted = EVERY
    ) -> Iterator[tuple[int, NDArray[np.uint64], NDArray[np.uint32]]]:
        """(shard, ids, documents) of what falls into the ``wanted`` buckets, while the shard is this thread's alone."""
        count = bounds.size - 1
        with self._numbering:
            first = self.documents + 1  # nobody's number is 0
            self.documents += count
        room = int(bounds[-1] - bounds[0])
        ends = np.zeros(SHARDS + 1, np.int64)
        dealt, documents = np.empty(room, np.uint64), np.empty(room, np.uint32)
        _deal_out(ids, bounds, first, *wanted, ends, dealt, documents)
        for step in range(SHARDS):
            shard = (first + step) % SHARDS
            part = slice(ends[shard], ends[shard + 1])
            if part.stop > part.start:
                with self._locks[shard]:
                    yield shard, dealt[part], documents[part]


def bits_for(buckets: float, least: int, most: int) -> int:
    """Bits of the number of a bucket where there are so many of them, within bounds."""
    return min(max(math.ceil(math.log2(max(1.0, buckets))), least), most)


class BucketCounts(_Shards):
    """At most how many documents have an id: those that have any id of its bucket, of 2^bits. 8 bytes a bucket.

    Each shard has buckets of its own, so there are as many as shards at least.
    """

    def __init__(self, bits: int) -> None:
        super().__init__()
        self._bits = max(bits, int(_WORD_BITS))
        self._buckets = _zeros(2**self._bits)

    def count(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> None:
        """Count these documents in: ``ids[bounds[d]:bounds[d + 1]]``, in any order, with repeats or without."""
        for _, dealt, documents in self._dealt(ids, bounds):
            _count_buckets(dealt, documents, self._bits, self._buckets)

    def above(self, limit: int) -> Wanted:
        """The buckets whose ids may be in more than ``limit`` documents."""
        full = (self._buckets & _LOW) > U(limit)
        return Wanted(np.packbits(full, bitorder="little").view("<u8"), self._bits)


class RepeatedBuckets(_Shards):
    """Which buckets ids fell into more than once: what falls into others is in one document at most. 2 bits a bucket.

    shingles : of all documents, about: of eight buckets for each, as far as 2^31 go, few hold two by chance
    """

    def __init__(self, shingles: float) -> None:
        super().__init__()
        self._bits = bits_for(8.0 * shingles, _LEAST_REPEATED, _MOST_REPEATED)
        self._seen, self._again = (_zeros(2**self._bits >> int(_WORD_BITS)) for _ in range(2))

    def count(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> None:
        """Look at these documents: ``ids[bounds[d]:bounds[d + 1]]``, in any order, with repeats or without."""
        for _, dealt, _ in self._dealt(ids, bounds):
            _mark_repeats(dealt, self._bits, self._seen, self._again)

    def repeated(self) -> Wanted:
        """The buckets whose ids may be in more than one document."""
        return Wanted(self._again, self._bits)


class IdCounts(_Shards):
    """In how many documents each id is, exactly: 16 bytes an id in tables that are a quarter to half full."""

    def __init__(self, wanted: Wanted = EVERY) -> None:
        """``wanted`` : ids of other buckets are not counted."""
        super().__init__()
        self._wanted = wanted
        self._bits = [int(_LEAST_BITS)] * SHARDS
        self._tables = [_zeros(2 << bits) for bits in self._bits]
        self._held = [0] * SHARDS

    def count(self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]) -> None:
        """Count these documents in: ``ids[bounds[d]:bounds[d + 1]]``, in any order, with repeats or without."""
        for shard, dealt, documents in self._dealt(ids, bounds, self._wanted):
            done = 0
            while done < dealt.size:
                done, self._held[shard] = _count_ids(
                    dealt, documents, done, self._tables[shard], self._bits[shard], self._held[shard]
                )
                if done < dealt.size:
                    self._grow(shard)

    def _grow(self, shard: int) -> None:
        self._bits[shard] += 1
        larger = _zeros(2 << self._bits[shard])
        _move(self._tables[shard], larger, self._bits[shard])
        self._tables[shard] = larger

    def of(self, ids: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Number of documents that have each of ``ids``; 0 for one never counted. To be asked when all are counted."""
        counts = np.empty(ids.size, np.int64)
        tables = np.array([table.ctypes.data for table in self._tables], np.uint64)
        _look_up(ids, tables, np.array(self._bits, np.uint64), counts)
        return counts

    def more_than(self, limit: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """(m,) sorted ids in more than ``limit`` documents, and (m,) in how many each is."""
        found = [_frequent(table, limit) for table in self._tables]
        ids, counts = (np.concatenate(columns) for columns in zip(*found, strict=True))
        order = np.argsort(ids)
        return ids[order], counts[order]


def _frequent(table: NDArray[np.uint64], limit: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    room = _more_than(limit, table, np.empty(0, np.uint64), np.empty(0, np.int64))
    ids, counts = np.empty(room, np.uint64), np.empty(room, np.int64)
    _more_than(limit, table, ids, counts)
    return ids, counts
