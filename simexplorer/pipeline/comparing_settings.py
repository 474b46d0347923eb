"""Two settings, A and B, over the same documents: which pairs and clusters one has and the other has not."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.counted_nouns import counted
from simexplorer.documents.listing import Paths
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.sides import of_reference
from simexplorer.search.distinct import distinct, pair_keys, rows_of_keys, stand_in

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis

Rows = NDArray[np.int32]


class Fate(IntEnum):
    """What became of a cluster of A in B; NEW ones are of B and hold no document that was in a cluster of A."""

    SAME = 0
    GROWN = 1
    SHRUNK = 2
    MERGED = 3
    SPLIT = 4
    GONE = 5
    NEW = 6
    MIXED = 7


FATE_WORDS = (
    "as before",
    "grown by documents that had no cluster",
    "shrunk: some of its documents have no cluster now",
    "joined with another cluster",
    "split into several clusters",
    "gone: none of its documents has a cluster",
    "new",
    "split and joined with others",
)


class PairColumns(Struct, frozen=True):
    """Pairs that only one setting, or both, find; rows are those of A.

    i, j : (m,) int32, ``i < j``; a, b : (m,) float64 similarity under A and under B, nan where it is not known there
    """

    i: Rows
    j: Rows
    a: NDArray[np.float64]
    b: NDArray[np.float64]

    def __len__(self) -> int:
        return self.i.size


class SettingsComparison(Struct, frozen=True):
    """What B would change.

    gained, lost, kept : pairs at or above the threshold in B alone, in A alone, in both; most similar first
    changes : (clusters of A,) uint8 of ``Fate``; into : (clusters of A,) int32 clusters of B that hold a part of each
    new : (k,) int32 clusters of B that hold no document of a cluster of A
    """

    gained: PairColumns
    lost: PairColumns
    kept: PairColumns
    changes: NDArray[np.uint8]
    into: Rows
    new: Rows

    def changed(self, fate: Fate) -> NDArray[np.int64]:
        """Clusters of A with this fate (of B for NEW)."""
        return self.new.astype(np.int64) if fate is Fate.NEW else np.flatnonzero(self.changes == fate)

    def words(self) -> str:
        """The whole in a sentence."""
        fates = [
            f"{count:,} {FATE_WORDS[fate].split(':')[0]}"
            for fate in Fate
            if fate is not Fate.SAME and (count := self.changed(fate).size)
        ]
        clusters = "; clusters: " + ", ".join(fates) if fates else "; the clusters stay as they are"
        gained = counted(len(self.gained), "pair")
        return f"{gained} gained, {len(self.lost):,} lost, {len(self.kept):,} in both{clusters}."


def try_out(analysis: Analysis, recipe: Recipe, progress: Progress) -> Result:
    """What another recipe would find, while the analysis and its result stay what they are.

    Where only light fields differ the signatures at hand serve, and what was verified is remembered for later. Other
    recipes run over the same sources apart, as long as a first run takes, and leave nothing behind. A cancelled run
    returns what was done, as ``Analysis.run`` does.
    """
    from simexplorer.pipeline.analysis import Analysis

    present = analysis.result
    if present is None or present.partial or not light_difference(recipe, present.recipe):
        other = Analysis(analysis.sources, workers=analysis.engine.workers, headroom=analysis.headroom)
        try:
            return other.run(recipe, progress)
        finally:
            other.close()
    return analysis.try_out(recipe, progress)


def light_difference(a: Recipe, b: Recipe) -> bool:
    """Whether going from one to the other needs no document to be read again."""
    return a.heavy_key() == b.heavy_key()


def compare(a: Result, b: Result) -> SettingsComparison:
    """The difference from A to B. Documents are the same where their paths are; O(pairs log pairs).

    A setting holds a pair where it finds the two at or above its threshold, or the first documents of their texts, or
    where both have one text. Compared are the pairs that A or B lists; texts that one alone makes identical count as
    pairs of the first document of the text with each of the others.
    """
    row_in_a, n = _rows_in_a(a.documents.paths, b.documents.paths)
    one, other = _Held.of(a, np.arange(len(a.documents), dtype=np.int64), n), _Held.of(b, row_in_a, n)
    found_a, found_b = one.keys[: one.found], other.keys[: other.found]
    in_b, in_a = other.holds(found_a), one.holds(found_b)
    lost = np.concatenate([one.identical[~other.holds(one.identical)], found_a[~in_b]])
    gained = np.concatenate([other.identical[~one.holds(other.identical)], found_b[~in_a]])
    kept = distinct(np.concatenate([found_a[in_b], found_b[in_a]]))
    kept = kept[np.argsort(-one.similarity_of(kept), kind="stable")]

    def columns(keys: NDArray[np.int64]) -> PairColumns:
        i, j = (rows.astype(np.int32) for rows in rows_of_keys(keys))
        return PairColumns(i, j, one.similarity_of(keys), other.similarity_of(keys))

    of_a, of_b = np.full(n, -1, np.int32), np.full(n, -1, np.int32)
    of_a[: len(a.documents)] = a.clusters.of
    of_b[row_in_a] = b.clusters.of
    changes, into, new = _fates(of_a, of_b, len(a.clusters), len(b.clusters))
    return SettingsComparison(columns(gained), columns(lost), columns(kept), changes, into, new)


def _rows_in_a(a: Paths, b: Paths) -> tuple[NDArray[np.int64], int]:
    """(rows of B,) their rows in A, new ones numbered behind those of A; and how many documents there are together."""
    if a is b or (a.names == b.names and np.array_equal(a.offsets, b.offsets)):
        return np.arange(len(b)), len(a)
    known = {a.raw(row): row for row in range(len(a))}
    rows = np.empty(len(b), np.int64)
    total = len(a)
    for row in range(len(b)):
        name = b.raw(row)
        if (at := known.get(name)) is None:
            at, total = total, total + 1
        rows[row] = at
    return rows, total


class _Held(Struct, frozen=True):
    """The pairs of a result, by the n rows of both results together.

    first : (n,) int64, the first document of the same text, itself where the result has none
    keys : (m,) of all verified pairs, most similar first; similarity : (m,); found : at or above the threshold
    identical : (k,) keys of the first document of a text with each of the others; across the sides of a reference
    """

    first: NDArray[np.int64]
    keys: NDArray[np.int64]
    similarity: NDArray[np.float64]
    found: int
    identical: NDArray[np.int64]

    @staticmethod
    def of(result: Result, row_in_a: NDArray[np.int64], n: int) -> _Held:
        representative, pairs = result.groups.representative, result.pairs
        first = np.arange(n)
        first[row_in_a] = row_in_a[representative]
        others = np.flatnonzero(representative != np.arange(representative.size))
        if result.recipe.reference is not None:
            inside = of_reference(result.documents.paths, result.recipe.reference)
            others = others[inside[others] != inside[representative[others]]]
        identical = pair_keys(row_in_a[representative[others]], row_in_a[others])
        keys = pair_keys(row_in_a[pairs.i], row_in_a[pairs.j])
        return _Held(first, keys, pairs.ranking, result.at_threshold, identical)

    def holds(self, keys: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of these pairs are found, by the first documents of their texts, or have one text."""
        i, j = (self.first[rows] for rows in rows_of_keys(keys))
        held: NDArray[np.bool_] = (i == j) | stand_in(pair_keys(i, j), self.keys[: self.found])
        return held

    def similarity_of(self, keys: NDArray[np.int64]) -> NDArray[np.float64]:
        """What is known of these pairs, 1 for those of one text; nan where nothing is."""
        i, j = (self.first[rows] for rows in rows_of_keys(keys))
        return np.where(i == j, 1.0, _looked_up(pair_keys(i, j), self.keys, self.similarity))


def _looked_up(wanted: NDArray[np.int64], keys: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values of these keys; nan where there is none."""
    if not keys.size:
        return np.full(wanted.size, np.nan)
    order = np.argsort(keys)
    at = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), keys.size - 1)]
    return np.where(keys[at] == wanted, values[at], np.nan)


def _fates(of_a: Rows, of_b: Rows, count_a: int, count_b: int) -> tuple[NDArray[np.uint8], Rows, Rows]:
    """Fate and number of heirs of every cluster of A, and the clusters of B without forebears."""
    both = np.flatnonzero((of_a >= 0) & (of_b >= 0))
    links = distinct((of_a[both].astype(np.int64) << 32) | of_b[both])
    parent, heir = links >> 32, links & 0xFFFFFFFF
    heirs = np.bincount(parent, minlength=count_a)
    parents = np.bincount(heir, minlength=count_b)
    left = np.bincount(of_a[(of_a >= 0) & (of_b < 0)], minlength=count_a)
    joined = np.bincount(of_b[(of_b >= 0) & (of_a < 0)], minlength=count_b)
    shares_heir, gains = np.zeros(count_a, np.bool_), np.zeros(count_a, np.bool_)
    shares_heir[parent[parents[heir] > 1]] = True
    gains[parent[joined[heir] > 0]] = True
    changes = np.full(count_a, Fate.SAME, np.uint8)
    changes[gains] = Fate.GROWN
    changes[left > 0] = Fate.SHRUNK
    changes[shares_heir] = Fate.MERGED
    changes[heirs > 1] = Fate.SPLIT
    changes[(heirs > 1) & shares_heir] = Fate.MIXED
    changes[heirs == 0] = Fate.GONE
    return changes, heirs.astype(np.int32), np.flatnonzero(parents == 0).astype(np.int32)
