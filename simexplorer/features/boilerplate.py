"""Boilerplate: shingles found in more than a share of all documents (navigation, licence headers), found and left out.

Counted exactly in two passes that never hold all shingles (Park, Chen, Yu 1995, see ``document_counts``): the first
counts the documents of each bucket that shingles are hashed to, the second those of the shingles in full buckets alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, kernel
from simexplorer.errors import ParameterError
from simexplorer.features.document_counts import BucketCounts, Count, IdCounts, bits_for, spread
from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import ONE

Share: TypeAlias = float | Fraction
_LEAST_BITS, _MOST_BITS = 10, 22


class Boilerplate(Struct, frozen=True):
    """Shingles in more than a share of the documents: (m,) sorted ids and in how many of ``of`` documents each is."""

    ids: NDArray[np.uint64]
    documents: NDArray[np.int64]
    of: int


def most_documents(share: Share, documents: int) -> int:
    """The largest number of documents that is not more than this share of all, in whole numbers.

    A float stands for the number as it is written: 0.29 is 29/100, so that 29 of 100 documents are not more than it.
    (As binary fractions 0.29 times 100 is below 29.)
    """
    return math.floor((share if isinstance(share, Fraction) else Fraction(str(float(share)))) * documents)


def frequent_ids(documents: ShingleSets, share: Share) -> NDArray[np.uint64]:
    """Sorted ids that are in more than ``share`` of documents at hand."""
    counted = IdCounts()
    counted.count(documents.ids, documents.offsets)
    return counted.more_than(most_documents(share, len(documents)))[0]


def bucket_bits(shingles: float, share: Share) -> int:
    """Bits of a bucket's number such that what falls into it by chance is a small part of the documents looked for.

    shingles : of a document on average. 2^b buckets hold 2^-b of all shingles each: up to 22 bits, less than a
    sixteenth of ``share``, so that next to no bucket without boilerplate is full.
    """
    return bits_for(16.0 * shingles / max(float(share), 1e-9), _LEAST_BITS, _MOST_BITS)


def find_boilerplate(each_part: Callable[[Count], None], share: Share, shingles: float = 1024.0) -> Boilerplate:
    """The shingles in more than ``share`` of all documents, exactly (see ``most_documents``).

    ``each_part(count)`` calls ``count(ids, bounds)`` for some documents at a time, from any thread, until all were
    counted; it is called twice. Order, parts and repeats within a document do not matter. Memory is at most 32 MB and
    the candidates. shingles : of a document, about; it matters to speed alone. Raises ParameterError for other shares.
    """
    if not 0.0 <= share <= 1.0:
        raise ParameterError("boilerplate", share, "between 0 and 1")
    buckets = BucketCounts(bucket_bits(shingles, share))
    each_part(buckets.count)
    limit = most_documents(share, buckets.documents)
    candidates = buckets.above(limit)
    counted = IdCounts(candidates)
    if candidates.words.any():
        each_part(counted.count)
    return Boilerplate(*counted.more_than(limit), buckets.documents)


@kernel
def _mark_others(ids: NDArray[np.uint64], left_out: NDArray[np.uint64], kept: NDArray[np.bool_]) -> None:
    for i in range(U(ids.size)):
        at = np.searchsorted(left_out, ids[i])
        kept[i] = at >= left_out.size or left_out[at] != ids[i]


def others(ids: NDArray[np.uint64], left_out: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """(m,) whether each of ``ids`` is none of the sorted ids ``left_out``; 10 to 50 ns an id."""
    kept = np.empty(ids.size, np.bool_)
    _mark_others(ids, left_out, kept)
    return kept


@kernel
def _fill_slots(ids: NDArray[np.uint64], bits: Int, free: Int, slots: NDArray[np.uint64]) -> None:
    for i in range(ids.size):
        slot = spread(ids[i]) >> (U(64) - U(bits))
        while slots[slot] != free:
            slot = (slot + ONE) & (U(slots.size) - ONE)
        slots[slot] = ids[i]


@kernel
def _keep_others(
    ids: NDArray[np.uint64],
    bounds: NDArray[np.int64],
    slots: NDArray[np.uint64],
    bits: Int,
    free: Int,
    kept: NDArray[np.uint64],
    ends: NDArray[np.int64],
) -> None:
    """Move what is in none of the ``slots`` to the front of ``kept``; about 2 ns an id, no branch where most go."""
    end = U(0)
    for d in range(U(bounds.size - 1)):
        for p in range(U(bounds[d]), U(bounds[d + ONE])):
            slot = spread(ids[p]) >> (U(64) - U(bits))
            while slots[slot] != free and slots[slot] != ids[p]:
                slot = (slot + ONE) & (U(slots.size) - ONE)
            kept[end] = ids[p]
            end += U(slots[slot] == free)
        ends[d + ONE] = np.int64(end)


class LeftOut:
    """Shingles that are left out, in a form in which they are quickly found.

    ids : (m,) sorted, without repeats
    """

    def __init__(self, ids: NDArray[np.uint64]) -> None:
        self.ids = ids
        self._bits = max(4, (4 * ids.size).bit_length())
        unlike = np.flatnonzero(ids != np.arange(ids.size, dtype=np.uint64))
        self._free = U(unlike[0] if unlike.size else ids.size)  # what a free slot holds: the least number that is no id
        self._slots = np.full(2**self._bits, self._free)
        if ids.size:  # every reader begins without any, and a usual run needs no kernel for that
            _fill_slots(ids, self._bits, self._free, self._slots)

    def __len__(self) -> int:
        return self.ids.size

    def taken_from(
        self, ids: NDArray[np.uint64], bounds: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """(ids, bounds) of documents as runs of shingles without these: what bags are made of.

        Do it before ``bags_of``, which gives the repeats of a shingle ids of their own.
        """
        kept, ends = np.empty(int(bounds[-1] - bounds[0]), np.uint64), np.zeros(bounds.size, np.int64)
        _keep_others(ids, bounds, self._slots, self._bits, self._free, kept, ends)
        return kept[: ends[-1]], ends
