"""Two settings, A and B, over the same documents: which pairs and clusters one has and the other has not."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_words import counted
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.search.distinct import distinct, stand_in

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis

Rows = NDArray[np.int32]


class Change(IntEnum):
    """What became of a cluster of A in B; NEW ones are of B and hold no document that was in a cluster of A."""

    SAME = 0
    GROWN = 1
    SHRUNK = 2
    MERGED = 3
    SPLIT = 4
    GONE = 5
    NEW = 6
    MIXED = 7


CHANGE_WORDS = (
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
    changes : (clusters of A,) uint8 of ``Change``; into : (clusters of A,) int32 clusters of B that hold a part of each
    new : (k,) int32 clusters of B that hold no document of a cluster of A
    """

    gained: PairColumns
    lost: PairColumns
    kept: PairColumns
    changes: NDArray[np.uint8]
    into: Rows
    new: Rows

    def changed(self, change: Change) -> NDArray[np.int64]:
        """Clusters of A with this fate (of B for NEW)."""
        return self.new.astype(np.int64) if change is Change.NEW else np.flatnonzero(self.changes == change)

    def words(self) -> str:
        """The whole in a sentence."""
        fates = [
            f"{count:,} {CHANGE_WORDS[change].split(':')[0]}"
            for change in Change
            if change is not Change.SAME and (count := self.changed(change).size)
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
    """The difference from A to B. Documents are the same where their paths are; O(pairs log pairs)."""
    row_in_a, n = _rows_in_a(a.documents.paths, b.documents.paths)
    keys_a, similar_a = _pairs_of(a, np.arange(len(a.documents), dtype=np.int64))
    keys_b, similar_b = _pairs_of(b, row_in_a)
    found_a, found_b = keys_a[: a.at_threshold], keys_b[: b.at_threshold]
    both = stand_in(found_a, found_b)
    gained, lost, kept = found_b[~stand_in(found_b, found_a)], found_a[~both], found_a[both]

    def columns(keys: NDArray[np.int64]) -> PairColumns:
        first, second = _looked_up(keys, keys_a, similar_a), _looked_up(keys, keys_b, similar_b)
        return PairColumns((keys >> 32).astype(np.int32), (keys & 0xFFFFFFFF).astype(np.int32), first, second)

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


def _pairs_of(result: Result, row_in_a: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Keys ``i << 32 | j`` of all verified pairs, most similar first, and their similarities."""
    i, j = row_in_a[result.pairs.i], row_in_a[result.pairs.j]
    return (np.minimum(i, j) << 32) | np.maximum(i, j), result.pairs.ranking


def _looked_up(wanted: NDArray[np.int64], keys: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values of these keys; nan where there is none."""
    if not keys.size:
        return np.full(wanted.size, np.nan)
    order = np.argsort(keys)
    at = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), keys.size - 1)]
    return np.where(keys[at] == wanted, values[at], np.nan)


def _fates(of_a: Rows, of_b: Rows, count_a: int, count_b: int) -> tuple[NDArray[np.uint8], Rows, Rows]:
    """Change and number of heirs of every cluster of A, and the clusters of B without forebears."""
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
    changes = np.full(count_a, Change.SAME, np.uint8)
    changes[gains] = Change.GROWN
    changes[left > 0] = Change.SHRUNK
    changes[shares_heir] = Change.MERGED
    changes[heirs > 1] = Change.SPLIT
    changes[(heirs > 1) & shares_heir] = Change.MIXED
    changes[heirs == 0] = Change.GONE
    return changes, heirs.astype(np.int32), np.flatnonzero(parents == 0).astype(np.int32)
