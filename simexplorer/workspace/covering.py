"""Which of many sets of texts, the later the weightier, hold a whole pair or cluster: answered in columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.result import Clusters, Groups
from simexplorer.search.distinct import distinct, pair_keys, rows_of_keys, stand_in
from simexplorer.workspace.entry import Entry
from simexplorer.workspace.naming import Names

Rows = NDArray[np.int64]
_AT_ONCE = 1 << 21  # sets of one text of a pair that are looked through at a time


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
        latest = self._latest_of_twos(left, right)
        larger = self.size[self.number] != 2
        text, number, width = self.text[larger], self.number[larger], self.size.size
        if text.size == 0 or left.size == 0:
            return latest
        held = np.bincount(text, minlength=int(max(left.max(), right.max())) + 1)
        count = np.where((held[right] > 0) & (left != right), held[left], 0)
        begin, total = np.cumsum(held) - held, np.cumsum(count)
        first = 0
        while first < left.size:  # in parts: a text may be in thousands of sets, and in thousands of pairs
            stop = max(first + 1, int(np.searchsorted(total, total[first] - count[first] + _AT_ONCE, side="right")))
            times = count[first:stop]
            pair = np.repeat(np.arange(first, stop), times)
            place = np.repeat(begin[left[first:stop]] - np.cumsum(times) + times, times) + np.arange(pair.size)
            member = stand_in(right[pair] * width + number[place], text * width + number)
            np.maximum.at(latest, pair[member], number[place][member])
            first = stop
        return latest

    def _latest_of_twos(self, left: Rows, right: Rows) -> Rows:
        """The same for sets of two texts alone, which are looked up as pairs: decisions on pairs make many of them."""
        latest = np.full(left.size, -1)
        keys, number = self._twos()
        if keys.size == 0 or left.size == 0:
            return latest
        order = np.argsort(keys, kind="stable")  # of equal pairs the last set is the last
        keys, number = keys[order], number[order]
        wanted = pair_keys(left, right)
        place = np.searchsorted(keys, wanted, side="right") - 1
        found = (place >= 0) & (keys[place] == wanted)
        latest[found] = number[place[found]]
        return latest

    @property
    def twos(self) -> Rows:
        """(k, 2) each two texts, the lower row first, that a set of two holds: by pairs, no double."""
        return np.column_stack(rows_of_keys(distinct(self._twos()[0])))

    def _twos(self) -> tuple[Rows, Rows]:
        """(k,) keys of the pairs that sets of two texts are, both of them still there, and the numbers of these."""
        twos = np.flatnonzero(self.size[self.number] == 2)
        twos = twos[np.argsort(self.number[twos], kind="stable")]
        whole = np.flatnonzero(self.number[twos][1:] == self.number[twos][:-1])
        return pair_keys(self.text[twos[whole]], self.text[twos[whole + 1]]), self.number[twos[whole]]

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
