"""Documents of identical text become one: a representative runs on, the others wait in its group."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.result import Groups
from simexplorer.search.equal_words import first_equal


def fold_identical(text_hashes: NDArray[np.uint64], takes_part: NDArray[np.bool_]) -> Groups:
    """Groups of documents whose normalised texts are equal, by their 128-bit hashes; O(n log n) for any group size.

    text_hashes : (n, 2) uint64; takes_part : (n,) documents that say something. The first row of a group represents it.
    """
    representative = first_equal(text_hashes, takes_part)
    members = np.flatnonzero(takes_part).astype(np.int32)
    sizes = np.bincount(representative[members], minlength=representative.size)
    grouped = members[sizes[representative[members]] > 1]
    # groups in the order of their representatives, rows rising inside
    order = np.sort((representative[grouped].astype(np.int64) << 32) | grouped)
    grouped = order.astype(np.int32)  # the lower half
    first = np.flatnonzero(representative[grouped] == grouped)
    return Groups(np.append(first, grouped.size).astype(np.int64), grouped, representative)
