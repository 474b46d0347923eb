"""Neighbours of one document, by fingerprint and by signature side by side."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.search.finding import place_of
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind, Tells
from simexplorer.ui.models.pair_figures import cell_words, estimate_words
from simexplorer.ui.models.told_under import ESTIMATE, told_under
from simexplorer.ui.theme import numbers

FOUND_BY = ("neither", "SimHash only", "MinHash only", "both")
_NEAR_BY = 20  # rows before and after one: what is seen together


class NeighbourRows(Struct, frozen=True):
    """What is known of a document's neighbours; columns as in the pipeline's ``Neighbours``, nearest first."""

    document: int
    paths: Paths
    rows: NDArray[np.int32]
    hamming: NDArray[np.int16]
    jaccard: NDArray[np.float64]
    estimate: NDArray[np.float64]
    hamming_rank: NDArray[np.int32]
    jaccard_rank: NDArray[np.float64]  # whole numbers, nan where the similarity is not known
    found_by: NDArray[np.uint8]
    error: NDArray[np.float64]  # standard error of the estimate, nan where it is not known
    scale: MeasureScale = JACCARD
    measured: NDArray[np.float64] | None = None
    total: int = 0  # of which these are the nearest

    def __len__(self) -> int:
        return self.rows.size

    @classmethod
    def of(
        cls,
        document: int,
        paths: Paths,
        found: Any,
        errors: NDArray[np.float64] | None = None,
        scale: MeasureScale = JACCARD,
        measured: NDArray[np.float64] | None = None,
    ) -> NeighbourRows:
        """The rows to show of what the pipeline found; ``errors`` are the standard errors of the estimates.

        measured : (m,) values of another measure than Jaccard: then ``jaccard`` holds their similarities and ranks,
            nan where nothing is known
        """
        by = found.by_hamming.astype(np.uint8) + 2 * found.by_minhash.astype(np.uint8)
        similar = found.jaccard if measured is None else scale.similarity(measured)
        place = np.searchsorted(np.sort(-similar), -similar) + 1  # equal ones share the first; nan stands last
        return cls(
            document,
            paths,
            found.rows,
            found.hamming,
            similar,
            found.estimate,
            found.hamming_rank,
            np.where(np.isnan(similar), np.nan, place),
            by,
            np.full(found.rows.size, np.nan) if errors is None else errors,
            scale,
            measured,
            found.total,
        )


class NeighboursTable(ArrayTable[NeighbourRows]):
    """One row a neighbour, nearest by Hamming distance first."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="document", title="Neighbour", kind=Kind.PATH, width=210, meaning="Path of the neighbouring document."
        ),
        Column(
            name="hamming",
            title="Hamming",
            lowest_first=True,
            width=72,
            tells=Tells.BITS,
            meaning="Bits in which the 64-bit SimHash fingerprints of this and the selected document differ.",
        ),
        Column(
            name="hamming_rank",
            title="rank",
            told="Rank by Hamming",
            lowest_first=True,
            width=48,
            gives_way=1,
            meaning="Place by Hamming distance, 1 is nearest; equal distances share a place.",
        ),
        Column(
            name="jaccard",
            title="Jaccard",
            kind=Kind.SIMILARITY,
            width=104,
            tells=Tells.EXACT,
            meaning="Exact Jaccard similarity with the selected document, |A ∩ B| / |A ∪ B|.",
        ),
        Column(
            name="jaccard_rank",
            title="rank",
            told="Rank by Jaccard",
            lowest_first=True,
            tells=Tells.RANK,
            width=48,
            gives_way=1,
            meaning="Place by exact Jaccard similarity, 1 is most similar; equal values share a place.",
        ),
        replace(ESTIMATE, gives_way=2),
        Column(
            name="found_by",
            title="Found by",
            kind=Kind.MARK,
            width=112,
            gives_way=3,
            meaning="Which method finds this neighbour: SimHash, when the fingerprints differ in no more bits than the "
            "radius;\nMinHash, when the two are a verified pair at or above the threshold.\n"
            "One method alone is marked: the other misses this neighbour at the present setting.",
        ),
    )

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        name = NeighboursTable.columns[column].name
        if name == "jaccard" and data.measured is not None:
            return np.asarray(data.measured)
        return np.asarray(data.rows if name == "document" else getattr(data, name))

    def text(self, data: NeighbourRows, entry: int, column: int) -> str:
        """What a cell says."""
        match column:
            case 0:
                return data.paths.display(int(data.rows[entry]))
            case 1:
                return str(data.hamming[entry])
            case 2:
                return _rank(data.hamming_rank[entry])
            case 3:
                if data.measured is not None:
                    return cell_words(float(data.measured[entry]), data.scale)
                return numbers.similarity(data.jaccard[entry])
            case 4:
                return _rank(data.jaccard_rank[entry])
            case 5:
                estimate, error = float(data.estimate[entry]), float(data.error[entry])
                if np.isnan(error):
                    return numbers.decimal(estimate, 2)
                return estimate_words(estimate, error, data.scale)
            case _:
                words = FOUND_BY[data.found_by[entry]]
                return words if data.measured is None else words.replace("MinHash", "index")

    def told_from(self, data: NeighbourRows, entry: int, column: int) -> str:  # noqa: ARG002 - one holds paths
        """A neighbour's path is told from the one whose end is most like its own: the document's or a near row's."""
        path = self.text(data, entry, 0)
        near = [data.document, *data.rows[max(0, entry - _NEAR_BY) : entry + _NEAR_BY].tolist()]
        others = [other for row in near if (other := data.paths.display(int(row))) != path]
        return max(others, key=lambda other: _end_in_common(path, other), default="")

    def heading(self, section: int) -> Column:
        """A column as its heading tells it, under the measure of the run."""
        column, data = self.columns[section], self._data
        if data is None or data.measured is None:
            return column
        told = told_under(column, data.scale)
        return replace(told, meaning=told.meaning.replace("MinHash, when", "the index, when"))

    def shade(self, data: NeighbourRows, entry: int, column: int) -> float | None:
        """Similarity of a cell that draws a bar."""
        value = float(data.jaccard[entry]) if column == 3 else float("nan")
        return None if np.isnan(value) else value

    def one_sided(self, entry: int) -> bool:
        """Whether just one of the two methods finds this neighbour."""
        return self._data is not None and int(self._data.found_by[entry]) in (1, 2)

    def document_in(self, data: NeighbourRows, entry: int, column: int) -> tuple[Paths, int] | None:
        """Whose path a cell holds."""
        return (data.paths, int(data.rows[entry])) if column == 0 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """Documents of an entry."""
        return () if self._data is None else (int(self._data.rows[entry]),)

    def find(self, documents: tuple[int, ...]) -> int | None:
        """The entry about these documents."""
        return None if self._data is None or len(documents) != 1 else place_of(self._data.rows, documents[0])


def _rank(rank: np.int32 | np.float64) -> str:
    return numbers.UNKNOWN if np.isnan(rank) else f"{rank:.0f}."


def _end_in_common(one: str, other: str) -> int:
    """Letters of the end that two paths share."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    return next((at for at, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))
