"""What became of the documents, pairs and clusters of one run in a later one."""

from __future__ import annotations

import enum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.result import Result

Changes = NDArray[np.uint8]
Rows = NDArray[np.int64]


class Change(enum.IntEnum):
    """What became of a document, pair or cluster.

    A document that MOVED says the same under another path; one that was REVISED nearly the same.
    """

    SAME = 0
    ADDED = 1
    GONE = 2
    CHANGED = 3
    MOVED = 4
    REVISED = 5


CHANGE_WORDS = ("same", "added", "gone", "changed", "renamed", "renamed and changed")  # by the number of the change
_OF_LATER = (Change.ADDED, Change.CHANGED, Change.MOVED, Change.REVISED)


class Comparison(Struct, frozen=True):
    """Columns over the rows of both results; what is GONE stands on the earlier side, what is ADDED on the later.

    documents, pairs, clusters : of the later run; earlier_documents, earlier_pairs, earlier_clusters : of the earlier
    document_of : (n,) row of the earlier run for each later one, -1 where it is new; pair_of, cluster_of : likewise
    Pairs are those at the threshold of their run; one CHANGED where its similarity did. A cluster CHANGED where its
    documents did.
    """

    earlier: Result
    later: Result
    documents: Changes
    earlier_documents: Changes
    document_of: Rows
    pairs: Changes
    earlier_pairs: Changes
    pair_of: Rows
    clusters: Changes
    earlier_clusters: Changes
    cluster_of: Rows

    @property
    def words(self) -> str:
        """The figures in three sentences."""
        parts = []
        for noun, later, earlier in (
            ("documents", self.documents, self.earlier_documents),
            ("pairs", self.pairs, self.earlier_pairs),
            ("clusters", self.clusters, self.earlier_clusters),
        ):
            found = [(int((later == change).sum()), change) for change in _OF_LATER]
            found.append((int((earlier == Change.GONE).sum()), Change.GONE))
            counts = [f"{count:,} {CHANGE_WORDS[change]}" for count, change in found if count]
            parts.append(f"{noun.capitalize()}: {', '.join(counts) or 'nothing new'}.")
        return " ".join(parts)
