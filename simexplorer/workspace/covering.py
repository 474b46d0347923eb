"""Which of many sets of texts, the later the weightier, hold a whole pair or cluster: answered in columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.result import Clusters, Groups
from simexplorer.search.distinct import distinct, stand_in
from simexplorer.workspace.entry import Entry
from simexplorer.workspace.naming import Names

Rows = NDArray[np.int64]


class TextSets(Struct, frozen=True):
    """Sets of texts in the order they were decided; a text is its representative's row in one result.

    number, text : (e,) int64, text ``text[p]`` is in set ``number[p]``; sorted by text, then by set, no double
    size : (s,) int64, distinct texts of each set, those included that no document says any more
    value : (s,) uint8, what the set was decided to be
    """

    number: Rows
    text: Rows
    size: Rows
    value: NDArray[np.uint8]

    @classmethod
    def of(cls, entries: Sequence[Entry], names: Names) -> TextSets:
        """All sets of these entries, the oldest first."""
        sizes = [np.diff(entry.offsets) for entry in entries]
        size = np.concatenate(sizes) if sizes else np.empty(0, np.int64)
        value = np.concatenate([entry.values for entry in entries]) if entries else np.empty(0, np.uint8)
        keys = np.concatenate([entry.keys for entry in entries]) if entries else np.empty((0, 2), np.uint64)
        number, text = np.repeat(np.arange(size.size), size), names.text_rows(keys)
        there = text >= 0
        width = max(1, size.size)
        both = distinct(text[there] * width + number[there])
        return cls(both % width, both // width, size, value)

    def latest_of_texts(self, texts: Rows) -> Rows:
        """(m,) the last set that holds each text; -1 where none does."""
        if self.text.size == 0:
            return np.full(texts.size, -1)
        after = np.searchsorted(self.text, texts, side="right")
        before = np.searchsorted(self.text, texts, side="left")
        return np.where(after > before, self.number[np.maximum(after - 1, 0)], -1)

    def latest_of_pairs(self, left: Rows, right: Rows) -> Rows:
        """(m,) the last set that holds both texts of each pair; -1 where none does. Equal texts: none."""
        latest = np.full(left.size, -1)
        if self.text.size == 0:
            return latest
        if left.size == 0:
            return latest
        of_text = np.bincount(self.text, minlength=int(max(left.max(), right.max())) + 1)
        start, count = (np.cumsum(of_text) - of_text)[left], of_text[left]
        count[(of_text[right] == 0) | (left == right)] = 0
        pair = np.repeat(np.arange(left.size), count)
        place = np.repeat(start - np.cumsum(count) + count, count) + np.arange(pair.size)
        number = self.number[place]
        width = self.size.size
        member = stand_in(right[pair] * width + number, self.text * width + self.number)
        np.maximum.at(latest, pair[member], number[member])
        return latest

    def latest_of_clusters(self, clusters: Clusters, groups: Groups) -> Rows:
        """(c,) the last set that holds all texts of each cluster; -1 where none does."""
        latest = np.full(len(clusters), -1)
        cluster = clusters.of[self.text].astype(np.int64)  # twins share their cluster
        inside = cluster >= 0
        if not inside.any():
            return latest
        texts = texts_of_clusters(clusters, groups)
        needed = np.bincount(clusters.of[texts], minlength=len(clusters))
        width = self.size.size
        both, count = np.unique(cluster[inside] * width + self.number[inside], return_counts=True)
        whole = count == needed[both // width]
        np.maximum.at(latest, both[whole] // width, both[whole] % width)
        return latest


def texts_of_clusters(clusters: Clusters, groups: Groups) -> Rows:
    """Representative's rows of all texts that stand in some cluster, rising."""
    rows = np.flatnonzero(clusters.of >= 0)
    texts: Rows = rows[groups.representative[rows] == rows]
    return texts
