"""E1 in bulk: all pairs of documents that share a bucket in at least one band.

Band ``b`` of ``r`` rows is columns ``b r .. b r + r - 1`` of the signatures; two documents are candidates when all
values of one band are equal. (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.4.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, folded_multiply, lean_kernel, mix64
from simexplorer.search.agreement import NO_VALUE, equal_of_pairs, holds_value
from simexplorer.search.bucket_join import Buckets, Join, Joined
from simexplorer.search.mapping import Mapper, one_by_one

__all__ = ["NO_VALUE", "Candidates", "Mapper", "candidates", "equal_of_pairs", "holds_value", "one_by_one"]

_K0, _K1 = U(0x9FB21C651E98DF25), U(0xD6E8FEB86659FD93)
MAX_CHECKS = 400_000_000
MAX_PAIRS = 12_000_000
_LEAST_ROWS = 512  # whose keys are made at once
_WORTH_DIGESTS = (
    8  # meetings a document in all bands: below, it costs less to compare whole signatures than to fold them
)
LEAST_LINKS = 16


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


def link_limit(sizes: NDArray[np.int64], budget: int) -> int:
    """The most links a document for which buckets of these sizes need at most ``budget`` checks together."""
    places = np.bincount(sizes, minlength=2)
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
    Cost: O(n bands) and a check a candidate. In buckets so large that all their pairs would take more than
    ``max_checks`` (or give more than ``max_pairs``) a document is linked with the ``limit`` members before it and with
    the first one, and what that leaves out is counted.
    ``each(function, jobs)`` runs bands and parts of the documents, in parallel if it likes.
    """
    max_checks = MAX_CHECKS if max_checks is None else max_checks
    max_pairs = MAX_PAIRS if max_pairs is None else max_pairs
    n = values.shape[0]
    members = np.arange(n) if members is None else members
    missing = NO_VALUE if infinite is None or not holds_value(values, members, infinite) else np.int64(infinite)
    keys = np.empty((bands, n), np.uint32)
    step = max(_LEAST_ROWS, -(-n // 16))

    def fill_keys(first: int) -> None:
        part = slice(first, first + step)
        of_part = np.empty((values[part].shape[0], bands), np.uint32)
        band_keys(values[part], first, bands, rows, missing, of_part)
        keys[:, part] = of_part.T

    def fill_digests(first: int) -> None:
        np.copyto(digests[first : first + step], values[first : first + step], casting="unsafe")

    each(fill_keys, range(0, n, step))
    buckets = Buckets(keys, members)
    sizes = np.concatenate(each(buckets.list_band, range(bands)))
    worth = int((sizes * (sizes - 1) // 2).sum()) > _WORTH_DIGESTS * n
    digests = np.empty((n if worth else 0, values.shape[1]), np.uint8)
    each(fill_digests, range(0, digests.shape[0], step))
    limit, largest = link_limit(sizes, max_checks), int(sizes.max(initial=0))
    while True:
        if limit < largest - 1:
            buckets.clip(limit, each)
        join = Join(values, digests, buckets, rows, missing, needed, max_pairs if limit > LEAST_LINKS else None)
        found: list[Joined] = each(join.part, range(0, members.size, join.size))
        if limit <= LEAST_LINKS or sum(map(len, found)) <= max_pairs:
            break
        limit = max(LEAST_LINKS, limit // 4)

    def column(number: int) -> NDArray[np.int32]:
        return np.concatenate([pairs[number] for part in found for pairs in part.pairs] or [np.empty(0, np.int32)])

    i, j, equal = each(column, range(3))  # each by itself: who keeps one does not keep the others
    far = np.maximum(0, sizes - limit - 2)  # of each bucket the most pairs that its last document lacks
    left_out = int((far * (far + 1) // 2).sum())
    return Candidates(i, j, equal, sum(part.candidates for part in found), left_out, limit)
