"""Where two texts differ: what stands between the passages that both hold in one order, as two versions are read.

A phrase that comes again elsewhere, or a paragraph that was moved, is a shared passage and yet stands in no such order:
of all chains of passages that follow each other on both sides the one that holds most characters is kept (the heaviest
chain of Gusfield 1997, "Algorithms on strings, trees, and sequences", section 13.3).
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.search.passages import Passages

MOST_PASSAGES = 5_000  # a quarter of a second; texts that share more are hardly versions that somebody reads
Places = NDArray[np.int64]


class Differences(Struct, frozen=True):
    """(d,) int64 each, rising: where the left text has ``[left_start, left_end)``, the right has the other part."""

    left_start: Places
    left_end: Places
    right_start: Places
    right_end: Places

    def __len__(self) -> int:
        return self.left_start.size


NO_DIFFERENCES = Differences(*np.empty((4, 0), np.int64))


def differences_of(passages: Passages, left: str, right: str) -> Differences:
    """All places where the texts differ in more than blanks and capitals; none where they share too many passages."""
    parts: list[tuple[int, int, int, int]] = []
    if 0 < len(passages) <= MOST_PASSAGES:
        kept = _in_order(passages)
        ends = [np.maximum.accumulate(np.append(0, each[kept])) for each in (passages.left_end, passages.right_end)]
        starts = [
            np.append(each[kept], len(text))
            for each, text in ((passages.left_start, left), (passages.right_start, right))
        ]
        for a, b, c, d in zip(ends[0].tolist(), starts[0].tolist(), ends[1].tolist(), starts[1].tolist(), strict=True):
            if _plain(left[a:b]) != _plain(right[c:d]):
                parts.append((a, max(a, b), c, max(c, d)))
    return Differences(*np.array(parts, np.int64).reshape(-1, 4).T.copy())


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _in_order(passages: Passages) -> NDArray[np.int64]:
    """The heaviest chain of passages, one at least, that begin and end one after another on both sides.

    They may overlap, as two sentences do of which the first was taken out and both begin alike. O(m^2), in columns.
    """
    columns = passages.left_start, passages.left_end, passages.right_start, passages.right_end
    order = np.lexsort((passages.right_start, passages.left_start))
    edges = np.array([column[order] for column in columns])
    heaviest, before = passages.length[order].astype(np.int64), np.full(order.size, -1)
    for place in range(1, order.size):
        fitting = np.flatnonzero((edges[:, :place] < edges[:, place, None]).all(axis=0))
        if fitting.size:
            best = fitting[np.argmax(heaviest[fitting])]
            before[place] = best
            heaviest[place] += heaviest[best]
    last, kept = int(np.argmax(heaviest)), []
    while last >= 0:
        kept.append(last)
        last = int(before[last])
    return order[kept[::-1]]
