"""Pairs of documents in and about one cluster: the table twin of its graph and of its matrix."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.pipeline.measure_words import name_of, title_of
from simexplorer.search.finding import place_of_either
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.theme.measured import told

STANDS = ("link", "below the threshold", "weakest link", "just outside", "outside, above the threshold")


class LinkRows(Struct, frozen=True):
    """m pairs: i, j (m,) int32 rows of documents; similarity (m,) float64, nan unknown; stands (m,) of ``STANDS``.

    scale : of the measure whose values are shown, each on its own side of the similarity ``threshold``
    """

    paths: Paths
    i: NDArray[np.int32]
    j: NDArray[np.int32]
    similarity: NDArray[np.float64]
    stands: NDArray[np.uint8]
    scale: MeasureScale = JACCARD
    threshold: float = np.nan


class LinksTable(ArrayTable[LinkRows]):
    """One row a pair."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="first", title="First document", kind=Kind.PATH, width=220, meaning="Path of the one document."),
        Column(name="second", title="Second document", kind=Kind.PATH, width=220, meaning="Path of the other."),
        Column(
            name="similarity",
            title="Similarity",
            kind=Kind.SIMILARITY,
            width=120,
            meaning="Exact similarity of the two, by the measure of the run.",
        ),
        Column(
            name="stands",
            title="Stands",
            kind=Kind.TEXT,
            width=150,
            meaning="Link: at or above the threshold, found and verified; it holds the cluster together.\n"
            "Weakest link: without it the cluster falls apart.\n"
            "Just outside: a verified pair that leads out of the cluster.",
        ),
    )

    def heading(self, section: int) -> Column:
        """A column as its heading tells it, under the measure of the run."""
        column, data = self.columns[section], self._data
        if data is None or section != 2 or not data.scale.is_distance:
            return column
        meaning = f"Exact {name_of(data.scale.measure)} of the two."
        return replace(column, title=title_of(data.scale.measure), meaning=meaning, lowest_first=True)

    @staticmethod
    def size_of(data: Any) -> int:
        """Number of rows."""
        return int(data.i.size)

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        return np.asarray((data.i, data.j, data.scale.value(data.similarity), data.stands)[column])

    def text(self, data: LinkRows, entry: int, column: int) -> str:
        """What a cell says."""
        match column:
            case 0:
                return data.paths.display(int(data.i[entry]))
            case 1:
                return data.paths.display(int(data.j[entry]))
            case 2:
                return told(float(data.similarity[entry]), data.scale, data.threshold)
            case _:
                return STANDS[data.stands[entry]]

    def shade(self, data: LinkRows, entry: int, column: int) -> float | None:
        """Similarity of a cell that draws a bar."""
        value = float(data.similarity[entry]) if column == 2 else float("nan")
        return None if np.isnan(value) else value

    def document_in(self, data: LinkRows, entry: int, column: int) -> tuple[Paths, int] | None:
        """Whose path a cell holds."""
        return (data.paths, int((data.i, data.j)[column][entry])) if column < 2 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """Documents of an entry."""
        return () if self._data is None else (int(self._data.i[entry]), int(self._data.j[entry]))

    def find(self, documents: tuple[int, ...]) -> int | None:
        """The entry about these two."""
        if self._data is None or len(documents) != 2:
            return None
        return place_of_either(self._data.i, self._data.j, documents[0], documents[1])
