"""The join of a banding index: every document meets those before it in any of its buckets, each of them once.

A bucket is a run of a band's documents, sorted by key and then by row. To go document by document and not band by band
spares a look at all earlier bands for every pair that meets again: similar documents meet in most of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, kernel_part, lean_kernel
from simexplorer.kernel_words import prefetch
from simexplorer.search.agreement import equal_bytes, equal_positions, same_band
from simexplorer.search.found_pairs import Found, Room
from simexplorer.search.mapping import Mapper

_LOW, _BAND_AT = U(0xFFFFFFFF), U(32)
_SLOTS = 4  # a document, up to twice as many: few documents share one by chance
_ROOM = 1 << 16  # pairs
_PARTS = 64  # of the documents: several a core, so that no core ends long before the others
_LEAST_PART = 512  # documents
_LINE = U(64)  # bytes that memory gives at once
_AHEAD = 24  # candidates: so far ahead memory is asked for their digests


class BucketLinks(NamedTuple):
    """Where every document finds those before it in its buckets.

    rows : (bands n,), n for each band; starts : (n, bands), -1 for the first of a bucket
    heads : (n, bands) the first of each bucket, or empty where none is clipped
    """

    rows: NDArray[np.uint32]
    starts: NDArray[np.int32]
    heads: NDArray[np.int32]


@lean_kernel
def gather_crowded(
    keys: NDArray[np.uint32],
    members: NDArray[np.int64],
    shift: Int,
    once: NDArray[np.uint64],
    twice: NDArray[np.uint64],
    words: NDArray[np.uint64],
) -> Int:
    """Write ``key << 32 | row`` of the members that may share a bucket to ``words`` (m,); returns how many there are.

    Most documents of most collections are alone in most bands: a bit for the slot of their key says so, at less than
    sorting takes. keys : (n,), of all documents; once, twice : 64 slots a word, of 2^(32 - shift), all 0
    """
    low_shift = U32(shift)
    for row in members:
        slot = U(keys[row] >> low_shift)
        word, bit = slot >> U(6), U(1) << (slot & U(63))
        twice[word] |= once[word] & bit
        once[word] |= bit
    count = U(0)
    for row in members:
        slot = U(keys[row] >> low_shift)
        words[count] = (U(keys[row]) << U(32)) | U(row)
        count += (twice[slot >> U(6)] >> (slot & U(63))) & U(1)
    return np.int64(count)


@lean_kernel
def list_buckets(
    sorted_keys: NDArray[np.uint64],
    band: Int,
    rows: NDArray[np.uint32],
    starts: NDArray[np.int32],
    sizes: NDArray[np.int64],
) -> Int:
    """Write a band's documents to ``rows`` (m,) and where the bucket of each starts to ``starts`` (n, bands).

    sorted_keys : (m,) words ``key << 32 | row``, rising. The first of a bucket keeps the -1 that stands in ``starts``:
    there is nobody before it.
    sizes : (m,) output, the sizes of all buckets of two or more; returns how many there are
    """
    found, start = 0, 0
    for place in range(sorted_keys.size):
        word = sorted_keys[place]
        if word >> U(32) != sorted_keys[start] >> U(32):
            sizes[found] = place - start
            found += place - start > 1
            start = place
        rows[place] = word & _LOW
        if start < place:
            starts[word & _LOW, band] = start
    if sorted_keys.size - start > 1:
        sizes[found] = sorted_keys.size - start
        found += 1
    return found


@lean_kernel
def clip_buckets(
    rows: NDArray[np.uint32], band: Int, limit: Int, starts: NDArray[np.int32], heads: NDArray[np.int32]
) -> None:
    """Move ``starts`` up to at most ``limit`` places before each document, and write the bucket's first to ``heads``.

    rows : as ``list_buckets`` wrote them; starts, heads : (n, bands)
    """
    head = 0
    for place in range(rows.size):
        row = rows[place]
        if starts[row, band] < 0:
            head = row
        else:
            starts[row, band] = max(starts[row, band], place - limit)
        heads[row, band] = head


@kernel_part
def gather_met(j: Int, links: BucketLinks, seen: NDArray[np.int32], met: NDArray[np.uint64]) -> Int:
    """Write ``band << 32 | row`` of those before ``j`` in its buckets to ``met``, each once; returns their number.

    seen : (n,), holds no ``j + 1`` before
    """
    rows, starts, heads = links
    count, mark = U(0), np.int32(j + 1)
    for band in range(U(starts.shape[1])):
        if starts[j, band] < 0:
            continue
        place, of_band = band * U(starts.shape[0]) + U(starts[j, band]), U(band) << _BAND_AT
        if heads.size > 0:
            head = U(heads[j, band])
            met[count] = of_band | head
            count += U(seen[head] != mark)
            seen[head] = mark
        while True:
            i = U(rows[place])
            if i == U(j):
                break
            met[count] = of_band | i
            count += U(seen[i] != mark)
            seen[i] = mark
            place += U(1)
    return np.int64(count)


@kernel_part
def _share_band(values: NDArray[Any], i: Int, j: Int, first: Int, bands: Int, band_rows: Int, infinite: Int) -> bool:
    """Whether two documents are equal in some band; ``first`` is looked at first: their keys are equal there."""
    if same_band(values, i, j, first, band_rows, infinite):
        return True
    band = 0
    while band < bands and not same_band(values, i, j, band, band_rows, infinite):
        band += 1
    return bool(band < bands)


@kernel_part
def drop_far(digests: NDArray[np.uint8], j: Int, needed: Int, met: NDArray[np.uint64], count: Int) -> Int:
    """Move those of the ``count`` documents met whose digests may agree enough with those of ``j`` to the front."""
    near, origin, size = 0, U(digests.ctypes.data), U(digests.shape[1])
    for t in range(count):
        ahead = origin + (met[min(t + _AHEAD, count - 1)] & _LOW) * size
        for line in range((size + _LINE - U(1)) // _LINE):
            prefetch(ahead + line * _LINE)
        met[near] = met[t]
        near += equal_bytes(digests, met[t] & _LOW, j) >= needed
    return near


@lean_kernel
def join_documents(
    documents: NDArray[np.int64],
    first: Int,
    values: NDArray[Any],
    digests: NDArray[np.uint8],
    links: BucketLinks,
    band_rows: Int,
    infinite: Int,
    needed: Int,
    seen: NDArray[np.int32],
    met: NDArray[np.uint64],
    bar: Int,
    counts: NDArray[np.int64],
    out: NDArray[np.int32],
) -> tuple[Int, Int, Int]:
    """Pairs of these documents, from place ``first`` on, with those before them in a bucket; (next, kept, candidates).

    Those with at least ``needed`` equal positions are counted by that number in ``counts`` (k + 1,), those with ``bar``
    and more kept: ``out`` (3, room) int32 gets i, j and the number. It stops at ``next`` where the room may not do: go
    on there.
    values : (n, k)
    digests : (n, k) uint8, the lowest byte of every value: a quarter of the memory to go through for most candidates;
    or empty where there are few
    Candidates are counted by their keys, so that unlike bands count with a chance of 2^-32; none is kept.
    seen, met : (n + 1,) scratch
    """
    kept, candidates, bands = 0, 0, links.starts.shape[1]
    for d in range(first, documents.size):
        j = documents[d]
        count = gather_met(j, links, seen, met)
        if kept + count > out.shape[1]:
            for t in range(count):  # they are met again
                seen[met[t] & _LOW] = 0
            return d, kept, candidates
        candidates += count
        near = drop_far(digests, j, needed, met, count) if digests.size else count
        for t in range(near):
            i, band = met[t] & _LOW, met[t] >> _BAND_AT
            equal = equal_positions(values, i, j, infinite)
            if equal >= needed and _share_band(values, i, j, band, bands, band_rows, infinite):
                out[0, kept], out[1, kept], out[2, kept] = i, j, equal
                counts[equal] += 1
                kept += equal >= bar
    return documents.size, kept, candidates


class Buckets:
    """The buckets of all bands. Memory: 8 bytes a document and band, the keys' own included; 4 more where clipped.

    keys : (bands, n) uint32, used up; members : (m,) rising rows that take part
    """

    def __init__(self, keys: NDArray[np.uint32], members: NDArray[np.int64]) -> None:
        self._keys, self.members = keys, members
        self._listed = np.zeros(keys.shape[0], np.int64)  # how many rows of each band
        rows = keys.reshape(-1)  # a band's rows take the place of its keys
        starts = np.full((keys.shape[1], keys.shape[0]), -1, np.int32)
        self.links = BucketLinks(rows, starts, np.empty((0, 0), np.int32))

    def list_band(self, band: int) -> NDArray[np.int64]:
        """Make the buckets of one band; (m,) sizes of those of two or more. To be called once for every band."""
        bits = max(6, min(32, (_SLOTS * self.members.size).bit_length()))
        once, twice = np.zeros((2, 1 << bits >> 6), np.uint64)
        words = np.empty(self.members.size, np.uint64)
        words = words[: gather_crowded(self._keys[band], self.members, 32 - bits, once, twice, words)]
        words.sort()
        self._listed[band] = words.size
        sizes = np.empty(words.size, np.int64)
        return sizes[: list_buckets(words, band, self._rows(band), self.links.starts, sizes)].copy()

    def clip(self, limit: int, each: Mapper) -> None:
        """Link every document with at most ``limit`` members before it and the first of its bucket from now on."""
        if not self.links.heads.size:
            self.links = self.links._replace(heads=np.empty_like(self.links.starts))

        def clip_band(band: int) -> None:
            clip_buckets(self._rows(band), band, limit, self.links.starts, self.links.heads)

        each(clip_band, range(self._listed.size))

    def _rows(self, band: int) -> NDArray[np.uint32]:
        return self._keys[band, : self._listed[band]]


class Scratches:
    """What parts of a join of n documents work in, one after another: memory that is in use already costs no more."""

    def __init__(self, n: int) -> None:
        self._n, self._idle = n, list[tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32]]]()

    @contextmanager
    def one(self) -> Iterator[tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32]]]:
        """``seen``, of zeros, and ``met``, both as of ``gather_met``, and (3, room) for what is found."""
        n = self._n
        try:
            scratch = self._idle.pop()
        except IndexError:  # as many threads as there are of these are at work
            found = np.empty((3, max(_ROOM, n)), np.int32)
            scratch = np.empty(n + 1, np.int32), np.empty(n + 1, np.uint64), found
        scratch[0][:] = 0
        yield scratch
        self._idle.append(scratch)


class Join:
    """One join of all documents, for parts of them side by side: ``part(first)`` for every ``first`` of ``jobs``.

    length : positions of a signature
    """

    def __init__(
        self,
        values: NDArray[Any],
        digests: NDArray[np.uint8],
        buckets: Buckets,
        band_rows: int,
        infinite: np.int64,
    ) -> None:
        self._values, self._digests, self._buckets = values, digests, buckets
        self._band_rows, self._infinite = band_rows, infinite
        self._scratches = Scratches(values.shape[0])
        self._size = max(_LEAST_PART, -(-buckets.members.size // _PARTS))
        self.jobs, self.length = range(0, buckets.members.size, self._size), values.shape[1]

    def part(self, first: int, needed: int, bar: int, room: Room) -> Found:
        """The pairs of some members from the first-th on, each with those before it."""
        documents, links = self._buckets.members[first : first + self._size], self._buckets.links
        counts = np.zeros(self.length + 1, np.int64)
        place, candidates = 0, 0
        pairs: list[NDArray[np.int32]] = []
        with self._scratches.one() as (seen, met, out):
            while place < documents.size:
                least = bar if room.is_left else self.length + 1
                place, kept, met_here = join_documents(
                    documents, place, self._values, self._digests, links, self._band_rows, self._infinite, needed,
                    seen, met, least, counts, out,
                )  # fmt: skip
                pairs.append(room.taken(out[:, :kept]))
                candidates += met_here
        return Found(pairs, candidates, counts)
