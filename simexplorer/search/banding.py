"""E1 in bulk: all pairs of documents that share a bucket in at least one band, found by sorting each band's keys.

Band ``b`` of ``r`` rows is columns ``b r .. b r + r - 1`` of the signatures; two documents are candidates when all
values of one band are equal. (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.4.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, folded_multiply, lean_kernel, mix64

_K0, _K1 = U(0x9FB21C651E98DF25), U(0xD6E8FEB86659FD93)
_LOW = U(0xFFFFFFFF)

MAX_CHECKS = 400_000_000
MAX_PAIRS = 12_000_000
LEAST_LINKS = 16
KEPT_BUCKETS = 4_000_000  # places in buckets, 8 bytes each
NO_VALUE = np.int64(-(2**62))
_BYTES_AT_ONCE = U(128)


@lean_kernel
def band_keys(values: NDArray[Any], first: Int, bands: Int, rows: Int, infinite: Int, keys: NDArray[np.uint32]) -> None:
    """Write 32-bit keys of the bands of ``values`` (m, k) to ``keys`` (m, bands): equal bands have equal keys.

    A band that holds the infinite value gets a key of its own, made from its row number, which begins at ``first``.
    """
    for d in range(values.shape[0]):
        for band in range(bands):
            state = U(band + 1) * _K1
            for t in range(band * rows, band * rows + rows):
                state = folded_multiply(state ^ U(values[d, t]), _K0)
                if infinite != NO_VALUE and np.int64(values[d, t]) == infinite:
                    state = mix64(mix64(U(first + d)) + U(band))
                    break
            keys[d, band] = U32(state >> U(32))


@lean_kernel
def same_band(values: NDArray[Any], i: Int, j: Int, band: Int, rows: Int, infinite: Int) -> bool:
    """Whether two documents have equal values in a band, none of them infinite."""
    a, b = U(i), U(j)
    first = U(band * rows)
    for t in range(first, first + U(rows)):
        if values[a, t] != values[b, t]:
            return False
    if infinite != NO_VALUE:
        for t in range(first, first + U(rows)):
            if np.int64(values[a, t]) == infinite:
                return False
    return True


@lean_kernel
def holds_value(values: NDArray[Any], members: NDArray[np.int64], wanted: Int) -> bool:
    """Whether any value of these rows is ``wanted``."""
    found = False
    for row in members:
        for t in range(values.shape[1]):
            found |= np.int64(values[row, t]) == wanted
    return found


def sorted_buckets(keys: NDArray[np.uint32], members: NDArray[np.int64]) -> NDArray[np.uint64]:
    """(m,) words ``key << 32 | row`` of one band's members, rising: a bucket is a run of equal keys."""
    return np.sort((keys[members].astype(np.uint64) << U(32)) | members.astype(np.uint64))


@lean_kernel
def bucket_sizes(buckets: NDArray[np.uint64], sizes: NDArray[np.int64]) -> Int:
    """Write the sizes of all buckets of two or more to ``sizes`` (n,) and return how many there are."""
    found, start = 0, 0
    for end in range(1, buckets.size + 1):
        if end == buckets.size or buckets[end] >> U(32) != buckets[start] >> U(32):
            if end - start > 1:
                sizes[found] = end - start
                found += 1
            start = end
    return found


@lean_kernel
def equal_positions(values: NDArray[Any], i: Int, j: Int, infinite: Int) -> Int:
    """In how many positions two signatures hold the same, not infinite value."""
    a, b = U(i), U(j)
    equal = U32(0)
    for t in range(U(values.shape[1])):
        equal += U32(values[a, t] == values[b, t])
    if infinite != NO_VALUE:
        for t in range(U(values.shape[1])):
            equal -= U32((values[a, t] == values[b, t]) & (np.int64(values[a, t]) == infinite))
    return np.int64(equal)


@lean_kernel
def _equal_bytes(digests: NDArray[np.uint8], i: Int, j: Int) -> Int:
    """In how many positions the lowest bytes of two signatures agree: never fewer than the values themselves do."""
    a, b, length = U(i), U(j), U(digests.shape[1])
    total, first = U(0), U(0)
    while first + _BYTES_AT_ONCE <= length:
        equal = np.uint8(0)  # the sum is a byte too: 128 positions are a few vector operations, 5 ns
        for t in range(first, first + _BYTES_AT_ONCE):
            equal = np.uint8(equal + np.uint8(digests[a, t] == digests[b, t]))
        total += U(equal)
        first += _BYTES_AT_ONCE
    for t in range(first, length):
        total += U(digests[a, t] == digests[b, t])
    return np.int64(total)


@lean_kernel
def equal_of_pairs(
    values: NDArray[Any], i: NDArray[np.int64], j: NDArray[np.int64], infinite: Int, out: NDArray[np.int32]
) -> None:
    """Write ``equal_positions`` of every pair to ``out`` (m,) int32."""
    for p in range(i.size):
        out[p] = equal_positions(values, i[p], j[p], infinite)


@lean_kernel
def _met_before(keys: NDArray[np.uint32], i: Int, j: Int, band: Int) -> bool:
    """Whether two documents share the key of an earlier band; unlike bands do so with a chance of 2^-32."""
    a, b = U(i), U(j)
    met = False
    for t in range(U(band)):
        met |= keys[a, t] == keys[b, t]
    return met


@lean_kernel
def join_band(
    values: NDArray[Any],
    digests: NDArray[np.uint8],
    keys: NDArray[np.uint32],
    buckets: NDArray[np.uint64],
    band: Int,
    rows: Int,
    infinite: Int,
    limit: Int,
    needed: Int,
    first: Int,
    out: NDArray[np.int32],
) -> tuple[Int, Int, Int, Int]:
    """Pairs that meet in this band and in no earlier one; (next, pairs kept, candidates, pairs left out by ``limit``).

    A document is linked with the ``limit`` members of its bucket before it and with the bucket's first member. Of the
    candidates those with at least ``needed`` equal positions are kept: ``out`` (3, room) int32 gets i, j and that
    number. It begins with place ``first`` of the buckets and stops at ``next`` where the room may not do: go on there.
    digests : (n, k) uint8, the lowest byte of every value: a quarter of the memory to go through for most candidates.
    Candidates are counted by their keys, so that unlike bands count with a chance of 2^-32; none is kept.
    """
    kept, candidates, left_out = 0, 0, 0
    start = max(0, first - 1)
    while start > 0 and buckets[start - 1] >> U(32) == buckets[start] >> U(32):
        start -= 1
    for a in range(max(1, first), buckets.size):
        if kept + min(a - start, limit + 1) > out.shape[1]:
            return a, kept, candidates, left_out
        if buckets[a] >> U(32) != buckets[start] >> U(32):
            start = a
            continue
        j = np.int64(buckets[a] & _LOW)
        nearest = max(start, a - limit)
        left_out += max(0, nearest - start - 1)
        for b in range(nearest - (nearest > start), a):
            i = np.int64(buckets[start if b < nearest else b] & _LOW)
            if _met_before(keys, i, j, band):
                continue
            candidates += 1
            if _equal_bytes(digests, i, j) < needed:
                continue
            equal = equal_positions(values, i, j, infinite)
            if equal >= needed and same_band(values, i, j, band, rows, infinite):
                out[0, kept], out[1, kept], out[2, kept] = i, j, equal
                kept += 1
    return buckets.size, kept, candidates, left_out


@dataclass(frozen=True, slots=True)
class Candidates:
    """Pairs ``i < j`` that share a bucket and pass the check of their signatures, in no order.

    equal : (m,) int32, positions in which the two signatures are equal; candidates : pairs that shared a bucket;
    left_out : pairs of buckets too large to be linked fully, an upper bound; limit : links a document in such a bucket
    """

    i: NDArray[np.int32]
    j: NDArray[np.int32]
    equal: NDArray[np.int32]
    candidates: int
    left_out: int
    limit: int

    @classmethod
    def none(cls) -> Candidates:
        """No pair at all, as before the index was built."""
        return cls(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, np.int32), 0, 0, 0)


Mapper = Callable[[Callable[[int], Any], Iterable[int]], list[Any]]


def one_by_one(function: Callable[[int], Any], jobs: Iterable[int]) -> list[Any]:
    """Run the jobs in this thread, in order."""
    return [function(job) for job in jobs]


def link_limit(sizes: NDArray[np.int64], budget: int) -> int:
    """The most links a document for which buckets of these sizes need at most ``budget`` checks together."""
    places = np.zeros(int(sizes.max(initial=1)) + 1, np.int64)
    np.add.at(places, sizes, 1)
    longer = np.cumsum(places[::-1])[::-1]  # buckets of this size or larger
    linked = np.cumsum(longer[::-1])[::-1][2:]  # documents with at least 1, 2, ... others before them in their bucket
    cost = np.cumsum(linked)
    return max(LEAST_LINKS, int(np.searchsorted(cost, budget, side="right")))


def candidates(
    values: NDArray[Any],
    bands: int,
    rows: int,
    *,
    members: NDArray[np.int64] | None = None,
    infinite: int | None = None,
    needed: int = 0,
    max_checks: int | None = None,
    max_pairs: int | None = None,
    each: Mapper = one_by_one,
) -> Candidates:
    """All pairs of rows that collide in at least one band and have at least ``needed`` equal positions.

    values : (n, k) of any integer dtype, ``bands * rows <= k``; members : rising rows that take part (all of them)
    Cost: O(n bands) and a check a candidate. Buckets so large that all their pairs would take more than ``max_checks``
    (or give more than ``max_pairs``) are linked as chains, and what that leaves out is counted.
    ``each(function, jobs)`` runs the bands, in parallel if it likes.
    """
    max_checks = MAX_CHECKS if max_checks is None else max_checks
    max_pairs = MAX_PAIRS if max_pairs is None else max_pairs
    n = values.shape[0]
    members = np.arange(n) if members is None else members
    missing = NO_VALUE if infinite is None or not holds_value(values, members, infinite) else np.int64(infinite)
    keys, digests = np.empty((n, bands), np.uint32), np.empty((n, values.shape[1]), np.uint8)
    step = max(1, -(-n // 16))

    def fill(first: int) -> None:
        part = slice(first, first + step)
        band_keys(values[part], first, bands, rows, missing, keys[part])
        np.copyto(digests[part], values[part], casting="unsafe")

    each(fill, range(0, n, step))

    kept_buckets: dict[int, NDArray[np.uint64]] = {}  # of a collection for which they are small

    def buckets_of(band: int) -> NDArray[np.uint64]:
        if band in kept_buckets:
            return kept_buckets[band]
        buckets = sorted_buckets(keys[:, band], members)
        if members.size * bands <= KEPT_BUCKETS:
            kept_buckets[band] = buckets
        return buckets

    def sizes_of(band: int) -> NDArray[np.int64]:
        sizes = np.empty(members.size, np.int64)
        return sizes[: bucket_sizes(buckets_of(band), sizes)]

    def joined(band: int, limit: int) -> list[tuple[NDArray[np.int32], int, int]]:
        buckets = buckets_of(band)
        parts, place, total = [], 0, 0
        out = np.empty((3, max(1 << 16, min(limit, buckets.size) + 2)), np.int32)
        while place < buckets.size and total <= max_pairs:
            place, kept, met, left = join_band(
                values, digests, keys, buckets, band, rows, missing, limit, needed, place, out
            )
            parts.append((out[:, :kept].copy(), met, left))
            total += kept
        return parts

    limit = link_limit(np.concatenate(each(sizes_of, range(bands))), max_checks)
    while True:
        bands_found = each(lambda band, most=limit: joined(band, most), range(bands))  # type: ignore[misc]
        found = [part for parts in bands_found for part in parts]
        if limit <= LEAST_LINKS or sum(part[0].shape[1] for part in found) <= max_pairs:
            break
        limit = max(LEAST_LINKS, limit // 4)

    def column(number: int) -> NDArray[np.int32]:
        return np.concatenate([part[0][number] for part in found] or [np.empty(0, np.int32)])

    i, j, equal = each(column, range(3))  # each by itself: who keeps one does not keep the others
    return Candidates(i, j, equal, sum(part[1] for part in found), sum(part[2] for part in found), limit)
