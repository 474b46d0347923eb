"""Verified pairs of documents at or above the threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.result import Pairs, Result
from simexplorer.ui.models import badges
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.theme import numbers
from simexplorer.workspace.standing import Standing


@dataclass(frozen=True, slots=True)
class PairRows:
    """The first ``count`` pairs of a result, those at or above the threshold; ``hashes`` is the signature's length."""

    pairs: Pairs
    paths: Paths
    count: int
    hashes: int
    threshold: float
    standing: Standing | None = None

    @classmethod
    def of(cls, result: Result, threshold: float | None = None, standing: Standing | None = None) -> PairRows:
        """The pairs at or above the result's threshold, or another one not below its floor."""
        count, paths = result.at_threshold, result.documents.paths
        if threshold is None:
            threshold = result.recipe.threshold
        else:
            # pairs stand with the most similar first: looked for from behind, they rise
            count = len(result.pairs) - int(np.searchsorted(result.pairs.jaccard[::-1], threshold, side="left"))
        fits = standing is not None and standing.result is result
        return cls(result.pairs, paths, count, result.signatures.length, threshold, standing if fits else None)


def standard_error(jaccard: float, estimate: float, error_sd: float, hashes: int) -> float:
    """Standard error of an estimate: read off the stated deviation, or sqrt(J (1 - J) / K) where that is zero."""
    if error_sd and math.isfinite(error_sd):
        return abs((estimate - jaccard) / error_sd)
    return math.sqrt(max(0.0, jaccard * (1.0 - jaccard)) / max(1, hashes))


class PairsTable(ArrayTable[PairRows]):
    """One row a pair, most similar first."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="first",
            title="First document",
            kind=Kind.PATH,
            width=200,
            meaning="Path of the first document. Of identical texts only one stands here; Clusters lists them all.",
        ),
        Column(
            name="second",
            title="Second document",
            kind=Kind.PATH,
            width=200,
            meaning="Path of the second document.",
        ),
        Column(
            name="jaccard",
            title="Jaccard",
            kind=Kind.SIMILARITY,
            width=96,
            meaning="Exact Jaccard similarity of the two sets of shingles: shared shingles over all shingles of both,\n"
            "|A ∩ B| / |A ∪ B|. 1 means equal sets, 0 nothing in common. Counted, not estimated.",
        ),
        Column(
            name="estimate",
            title="Estimate",
            width=96,
            meaning="Similarity as the MinHash signatures estimate it: equal positions over all K positions.\n"
            "± is one standard error, sqrt(J (1 − J) / K).",
        ),
        Column(
            name="error_sd",
            title="Error",
            width=56,
            meaning="Estimate minus exact value, in standard errors: (estimate − J) / sqrt(J (1 − J) / K).\n"
            "About 95 of 100 pairs lie between −2 σ and +2 σ.",
        ),
        Column(
            name="i_in_j",
            title="1 in 2",
            width=56,
            meaning="Containment of the first in the second: the share of its shingles that the second holds too,\n"
            "|A ∩ B| / |A|. 1 means that the first is wholly part of the second.",
        ),
        Column(
            name="j_in_i",
            title="2 in 1",
            width=56,
            meaning="Containment of the second in the first: |A ∩ B| / |B|.",
        ),
        Column(
            name="hamming",
            title="Hamming",
            width=84,
            meaning="Bits in which the 64-bit SimHash fingerprints of the two differ.\n"
            "Every occurrence of a shingle counts; the same for every scheme and seed.\n"
            "0 to 3 is usual for near-duplicates, about 32 for unrelated texts.",
        ),
        replace(badges.DECISION, visible=False),  # shown once something is decided: paths need the room
    )

    @staticmethod
    def size_of(data: Any) -> int:
        """Number of rows."""
        return int(data.count)

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        # documents are sorted by path, so their rows sort as their paths do
        name = ("i", "j", *(c.name for c in PairsTable.columns[2:]))[column]
        if name == badges.DECISION.name:
            return badges.pair_keys(data.standing, data.count)
        return np.asarray(getattr(data.pairs, name)[: data.count])

    @staticmethod
    def matches(data: Any, documents: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Rows about any of the marked documents."""
        return np.asarray(documents[data.pairs.i[: data.count]] | documents[data.pairs.j[: data.count]])

    def text(self, data: PairRows, entry: int, column: int) -> str:
        """What a cell says."""
        pairs = data.pairs
        match column:
            case 0:
                return data.paths.display(int(pairs.i[entry]))
            case 1:
                return data.paths.display(int(pairs.j[entry]))
            case 2:
                return numbers.similarity(pairs.jaccard[entry])
            case 3:
                exact, estimate = float(pairs.jaccard[entry]), float(pairs.estimate[entry])
                error = standard_error(exact, estimate, float(pairs.error_sd[entry]), data.hashes)
                return numbers.estimate(estimate, error)
            case 4:
                return numbers.deviations(float(pairs.error_sd[entry]))
            case 5:
                return numbers.similarity(pairs.i_in_j[entry])
            case 6:
                return numbers.similarity(pairs.j_in_i[entry])
            case 7:
                return str(pairs.hamming[entry])
            case _:
                return badges.words_of(self.badges(data, entry))

    def badges(self, data: PairRows, entry: int) -> badges.Badges:
        """What was decided about a pair."""
        return () if data.standing is None else badges.badges_of_pair(data.standing, entry)

    def shade(self, data: PairRows, entry: int, column: int) -> float | None:
        """Similarity of a cell that draws a bar."""
        return float(data.pairs.jaccard[entry]) if column == 2 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """Documents of an entry."""
        if self._data is None:
            return ()
        return int(self._data.pairs.i[entry]), int(self._data.pairs.j[entry])

    def find(self, documents: tuple[int, ...]) -> int | None:
        """The entry about these documents."""
        if self._data is None or len(documents) != 2:
            return None
        low, high = sorted(documents)
        pairs, count = self._data.pairs, self._data.count
        found = np.flatnonzero(pairs.i[:count] == low)
        found = found[pairs.j[found] == high]
        return int(found[0]) if found.size else None
