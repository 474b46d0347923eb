"""Which decided set of texts, the latest that does, holds a whole pair or cluster: answered for all in columns.

Marks are sets of one document each, so that a document's row stands where a text's stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.result import Clusters, Groups
from simexplorer.search.distinct import distinct, pair_keys, rows_of_keys, stand_in
from simexplorer.workspace.entry import Entry, Kind
from simexplorer.workspace.naming import Flags, Names, Rows

_NONE = np.empty(0, np.int64)
_AT_ONCE = 1 << 21  # sets of one text of a pair that are looked through at a time


class TextSets(Struct, frozen=True):
    """Sets of texts in the order they were decided; a text is its representative's row in one result.

    number, text : (e,) int64, text ``text[p]`` is in set ``number[p]``; sorted by text, then by set, no double
    size : (s,) int64, distinct texts of each set, those included that no document says any more
    value : (s,) uint8, what the set was decided to be
    two, of_two : (k,) int64, keys of the pairs that sets of two texts are, and their sets; sorted by key, then by set
    """

    number: Rows
    text: Rows
    size: Rows
    value: NDArray[np.uint8]
    two: Rows
    of_two: Rows

    @classmethod
    def of(cls, entries: Sequence[Entry], names: Names) -> TextSets:
        """All sets of these entries of one kind, the oldest first."""
        if not entries:
            return cls.holding(_NONE, _NONE, _NONE.astype(np.uint8))
        marks = entries[0].kind == Kind.MARK
        sizes = [np.ones(entry.values.size, np.int64) if marks else np.diff(entry.offsets) for entry in entries]
        text = (names.document_rows if marks else names.text_rows)(np.concatenate([entry.keys for entry in entries]))
        return cls.holding(np.concatenate(sizes), text, np.concatenate([entry.values for entry in entries]))

    @classmethod
    def holding(cls, size: Rows, text: Rows, value: NDArray[np.uint8]) -> TextSets:
        """Sets of so many texts each, that stand one after another; -1 is a text that is gone."""
        number, there = np.repeat(np.arange(size.size), size), text >= 0
        width = max(1, size.size)
        both = distinct(text[there] * width + number[there])
        twos = np.flatnonzero(size == 2)
        first = (np.cumsum(size) - size)[twos]
        one, other = text[first], text[first + 1]
        whole = (one >= 0) & (other >= 0) & (one != other)
        keys = pair_keys(one[whole], other[whole])
        order = np.argsort(keys, kind="stable")
        return cls(both % width, both // width, size, value, keys[order], twos[whole][order])

    def followed_by(self, later: TextSets) -> TextSets:
        """These sets and later ones."""
        count = self.size.size
        text, two = (np.searchsorted(*both, side="right") for both in ((self.text, later.text), (self.two, later.two)))
        return TextSets(
            np.insert(self.number, text, later.number + count),
            np.insert(self.text, text, later.text),
            np.append(self.size, later.size),
            np.append(self.value, later.value),
            np.insert(self.two, two, later.two),
            np.insert(self.of_two, two, later.of_two + count),
        )

    def first(self, count: int) -> TextSets:
        """The oldest sets, so many of them."""
        kept, two = self.number < count, self.of_two < count
        own = self.number[kept], self.text[kept], self.size[:count], self.value[:count]
        return TextSets(*own, self.two[two], self.of_two[two])

    def among(self, texts: Flags) -> TextSets:
        """Of the sets only what they hold of these texts (n,), of which it answers as all do."""
        held = texts[self.text]
        return replace(self, number=self.number[held], text=self.text[held])

    def say_yes(self, latest: Rows) -> Flags:
        """(m,) whether sets of these numbers say so; where it is -1, none does."""
        if self.value.size == 0:
            return np.zeros(latest.size, np.bool_)
        return (latest >= 0) & (self.value[latest] > 0)

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
        latest, wanted = np.full(left.size, -1), pair_keys(left, right)
        place = np.searchsorted(self.two, wanted, side="right") - 1  # of equal pairs the last set is the last
        found = np.flatnonzero(place >= 0)
        found = found[self.two[place[found]] == wanted[found]]
        latest[found] = self.of_two[place[found]]
        return latest

    @property
    def twos(self) -> Rows:
        """(k, 2) each two texts, the lower row first, that a set of two holds: by pairs, no double."""
        return np.column_stack(rows_of_keys(distinct(self.two)))

    def latest_of_clusters(self, clusters: Clusters, groups: Groups) -> Rows:
        """(c,) the last set that holds all texts of each cluster; -1 where none does."""
        latest = np.full(len(clusters), -1)
        if not latest.size:
            return latest
        needed = np.bincount(clusters.of[texts_of_clusters(clusters, groups)], minlength=len(clusters))
        cluster = clusters.of[self.text].astype(np.int64)  # twins share their cluster
        inside = (cluster >= 0) & (self.size[self.number] >= needed[cluster])
        if not inside.any():
            return latest
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
