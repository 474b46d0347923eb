"""Which documents that are gone stand under another name and were changed as well: by their fingerprints.

Those are kept of every run; signatures are dropped of all but the last.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.reading import cut_params
from simexplorer.pipeline.result import Result
from simexplorer.workspace.naming import Rows

MOST_BITS = 10  # of 64: a cosine of about 0.88; unlike texts are some 20 to 40 apart
APART = 6  # bits by which no other document is as near: of texts made from one form nobody knows which became which
MOST = 4_000_000  # twos that are looked at, in 30 ms


def revised(earlier: Result, later: Result, gone: Rows, new: Rows) -> tuple[Rows, Rows]:
    """(new rows, the rows of the earlier run they come from) of documents that nearly say what one did that is gone.

    Each is the other's nearest by far. None where the runs cut their texts otherwise or left other boilerplate out, and
    none of what a document of the earlier run says: that one was copied.
    """
    cut_alike = cut_params(earlier.recipe) == cut_params(later.recipe)
    alike = cut_alike and earlier.recipe.boilerplate == later.recipe.boilerplate
    gone, new = gone[earlier.shingles[gone] > 0], new[later.shingles[new] > 0]
    if not alike or not 0 < gone.size * new.size <= MOST:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    new = new[~np.isin(later.text_hashes[new, 0], earlier.text_hashes[:, 0])]
    bits = np.bitwise_count(earlier.fingerprints[gone][:, None] ^ later.fingerprints[new][None, :])
    near = (bits <= MOST_BITS) & _stands_out(bits, 0) & _stands_out(bits, 1)
    old_place, new_place = np.nonzero(near)
    return new[new_place], gone[old_place]


def _stands_out(bits: NDArray[np.uint8], axis: int) -> NDArray[np.bool_]:
    """(a, b) whether each is nearer than all others along this axis by more than chance brings it."""
    if bits.shape[axis] <= 1:
        return np.ones(bits.shape, np.bool_)
    second = np.take(np.partition(bits, 1, axis=axis), [1], axis)
    found: NDArray[np.bool_] = bits.astype(np.int64) + APART <= second
    return found
