"""Verified pairs of documents at or above the threshold."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale, limit_similarity
from simexplorer.pipeline.result import Pairs, Result
from simexplorer.search.finding import place_of_pair, reaching
from simexplorer.ui.models import badges
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind, Tells
from simexplorer.ui.models.ordering import Order
from simexplorer.ui.models.pair_figures import cell_words, error_beside, estimate_words, exact_value
from simexplorer.ui.models.pair_meanings import ERROR_MEANINGS, EXACT_MEANINGS
from simexplorer.ui.models.told_under import ESTIMATE, told_under
from simexplorer.ui.theme import numbers
from simexplorer.workspace.standing import Standing


class PairRows(Struct, frozen=True):
    """The first ``count`` pairs of a result, those at or above the threshold.

    threshold : a similarity in [0, 1]; hashes : the signature's length; scale : of the measure that ranks the pairs
    """

    pairs: Pairs
    paths: Paths
    count: int
    hashes: int
    threshold: float
    standing: Standing | None = None
    scale: MeasureScale = JACCARD

    def __len__(self) -> int:
        return self.count

    @classmethod
    def of(cls, result: Result, threshold: float | None = None, standing: Standing | None = None) -> PairRows:
        """The pairs within the result's limit, or at or above another similarity not below its floor."""
        count, paths = result.at_threshold, result.documents.paths
        if threshold is None:
            threshold = limit_similarity(result.recipe)
        else:
            count = int(reaching(result.pairs.ranking, threshold))
        fits = standing is not None and standing.result is result
        scale = MeasureScale.of(result.recipe)
        return cls(result.pairs, paths, count, result.signatures.length, threshold, standing if fits else None, scale)

    def is_of(self, result: Result) -> bool:
        """Whether these are pairs of this result."""
        return self.pairs is result.pairs

    def lists_as(self, other: object) -> bool:
        """Whether the same pairs are listed, in words of the same limit, whatever was decided about them."""
        return (
            isinstance(other, PairRows)
            and self.pairs is other.pairs
            and self.paths is other.paths
            and (self.count, self.threshold, self.scale) == (other.count, other.threshold, other.scale)
        )


class _Told(NamedTuple):
    """Figures of a pair that are worked out where they are read."""

    estimate: float
    error_sd: float
    i_in_j: float
    j_in_i: float
    hamming: int


class PairsTable(ArrayTable[PairRows]):
    """One row a pair, most similar first."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="first",
            title="First document",
            kind=Kind.PATH,
            width=200,
            meaning="Path of the first document. Of identical texts only one is listed here; Clusters lists them all.",
        ),
        Column(
            name="second", title="Second document", kind=Kind.PATH, width=200, meaning="Path of the second document."
        ),
        Column(
            name="measure",
            title="Jaccard",
            kind=Kind.SIMILARITY,
            width=92,
            tells=Tells.EXACT,
            meaning=EXACT_MEANINGS["jaccard"],
        ),
        replace(ESTIMATE, gives_way=4),
        Column(
            name="error_sd", title="Error", width=54, gives_way=1, tells=Tells.ERROR, meaning=ERROR_MEANINGS["jaccard"]
        ),
        Column(
            name="i_in_j",
            title="1 in 2",
            width=52,
            gives_way=3,
            meaning="Containment of the first in the second: the share of its shingles that the second holds too,\n"
            "|A ∩ B| / |A|. 1 means that the first is wholly part of the second.",
        ),
        Column(
            name="j_in_i",
            title="2 in 1",
            width=52,
            gives_way=3,
            meaning="Containment of the second in the first: |A ∩ B| / |B|.",
        ),
        Column(
            name="hamming",
            title="Hamming",
            lowest_first=True,
            width=74,
            gives_way=2,
            tells=Tells.BITS,
            meaning="Bits in which the 64-bit SimHash fingerprints of the two differ.\n"
            "Every occurrence of a shingle counts; the same for every scheme and seed.\n"
            "Of equal proportions at Jaccard 0.99 about 2, at 0.9 about 7, at 0.8 about 10; unrelated texts about 32.",
        ),
        replace(badges.DECISION, visible=False),  # shown once something is decided: paths need the room
        Column(
            name="jaccard",
            title="Jaccard",
            told="Jaccard beside another measure",
            width=72,
            visible=False,
            meaning=EXACT_MEANINGS["jaccard"],
        ),
    )

    def __init__(self) -> None:
        super().__init__()
        self._told_of: Pairs | None = None
        self._told: dict[int, _Told] = {}  # what was foreseen of those, by entry

    def heading(self, section: int) -> Column:
        """A column as its heading tells it, under the measure of the run."""
        return told_under(self.columns[section], JACCARD if self._data is None else self._data.scale)

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        # documents are sorted by path, so their rows sort as their paths do
        name = ("i", "j", "measure", *(c.name for c in PairsTable.columns[3:]))[column]
        if name == badges.DECISION.name:
            return badges.pair_keys(data.standing, data.count)
        if name == "measure":
            return np.asarray(data.scale.values_of(data.pairs)[: data.count])
        return np.asarray(getattr(data.pairs, name)[: data.count])

    @staticmethod
    def matches(data: Any, documents: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Rows about any of the marked documents."""
        return np.asarray(documents[data.pairs.i[: data.count]] | documents[data.pairs.j[: data.count]])

    def show(self, data: PairRows | None, order: Order | None = None) -> None:
        """Show these pairs in this order; of others nothing is kept."""
        self._told_of, self._told = None, {}
        super().show(data, order)

    def foresee(self, data: PairRows, entries: list[int]) -> None:
        """Of some pairs the figures take no longer than those of one."""
        pairs, at = data.pairs, np.array(entries, np.int64)
        columns = (getattr(pairs, name)[at].tolist() for name in _Told._fields)
        self._told_of, self._told = pairs, dict(zip(entries, map(_Told, *columns), strict=True))

    def _figures(self, data: PairRows, entry: int) -> _Told:
        if self._told_of is not data.pairs or entry not in self._told:
            self.foresee(data, [entry])
        return self._told[entry]

    def text(self, data: PairRows, entry: int, column: int) -> str:
        """What a cell says."""
        pairs = data.pairs
        match column:
            case 0:
                return data.paths.display(int(pairs.i[entry]))
            case 1:
                return data.paths.display(int(pairs.j[entry]))
            case 2:
                return cell_words(exact_value(pairs, entry, data.scale), data.scale)
            case 3:
                told = self._figures(data, entry)
                error = error_beside(pairs, entry, told.estimate, told.error_sd, data.scale, data.hashes)
                return estimate_words(told.estimate, error, data.scale)
            case 4:
                return numbers.deviations(self._figures(data, entry).error_sd)
            case 5:
                return numbers.similarity(self._figures(data, entry).i_in_j)
            case 6:
                return numbers.similarity(self._figures(data, entry).j_in_i)
            case 7:
                return str(self._figures(data, entry).hamming)
            case 8:
                return badges.words_of(self.badges(data, entry))
            case _:
                return numbers.similarity(pairs.jaccard[entry])

    def cell_tooltip(self, data: PairRows, entry: int, column: int) -> str | None:
        """What hovering a cell says beyond its text."""
        if column == 2 and data.scale.measure == "cosine" and data.pairs.distance is not None:
            return f"An angle of {numbers.decimal(float(data.pairs.distance[entry]), 2)}°."
        if column == 8:
            return badges.tooltip_of(self.badges(data, entry))
        return super().cell_tooltip(data, entry, column)

    def badges(self, data: PairRows, entry: int) -> badges.Badges:
        """What was decided about a pair."""
        return () if data.standing is None else badges.badges_of_pair(data.standing, entry)

    def shade(self, data: PairRows, entry: int, column: int) -> float | None:
        """Similarity of a cell that draws a bar."""
        return float(data.pairs.ranking[entry]) if column == 2 else None

    def document_in(self, data: PairRows, entry: int, column: int) -> tuple[Paths, int] | None:
        """Whose path a cell holds."""
        return (data.paths, int((data.pairs.i, data.pairs.j)[column][entry])) if column < 2 else None

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
        return place_of_pair(pairs.i[:count], pairs.j[:count], low, high)
