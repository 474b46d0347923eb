"""Documents of identical text become one: a representative runs on, the others wait in its group."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.result import Groups


def fold_identical(text_hashes: NDArray[np.uint64], takes_part: NDArray[np.bool_]) -> Groups:
    """Groups of documents whose normalised texts are equal, by their 128-bit hashes; O(n log n) for any group size.

    text_hashes : (n, 2) uint64; takes_part : (n,) documents that hold a text. The first row of a group represents it.
    """
    n = takes_part.size
    representative = np.arange(n, dtype=np.int32)
    members = np.flatnonzero(takes_part)
    if members.size == 0:
        return Groups(np.zeros(1, np.int64), np.empty(0, np.int32), representative)
    order = members[_order_by_hash(text_hashes[members])]
    ordered = text_hashes[order]
    begins = np.concatenate([[True], (ordered[1:, 0] != ordered[:-1, 0]) | (ordered[1:, 1] != ordered[:-1, 1])])
    starts = np.flatnonzero(begins)
    sizes = np.diff(np.append(starts, order.size))
    representative[order] = np.repeat(order[starts], sizes)
    twins = np.repeat(sizes > 1, sizes)
    grouped = order[twins]
    # groups in the order of their representatives, rows rising inside
    grouped = grouped[np.lexsort((grouped, representative[grouped]))]
    first = np.flatnonzero(representative[grouped] == grouped)
    return Groups(np.append(first, grouped.size).astype(np.int64), grouped.astype(np.int32), representative)


def _order_by_hash(hashes: NDArray[np.uint64]) -> NDArray[np.int64]:
    """What sorts hashes (m, 2), equal ones as they stand."""
    order = np.argsort(hashes[:, 0])  # not stable, but the fastest there is
    first, second = hashes[order, 0], hashes[order, 1]
    same = first[1:] == first[:-1]
    if not same.any():
        return order
    if np.array_equal(second[1:][same], second[:-1][same]):  # the second halves tell nothing more
        bits = order.size.bit_length()
        runs = np.concatenate([[0], np.cumsum(~same)])
        return np.sort((runs << bits) | order) & ((1 << bits) - 1)
    return np.lexsort((hashes[:, 1], hashes[:, 0])).astype(np.int64)
