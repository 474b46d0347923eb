"""The merges of a cluster's tree, most similar first: the table twin of its dendrogram."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.pipeline.measure_words import name_of, title_of
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.measured import told


class MergeRows(Struct, frozen=True):
    """m merges: similarity (m,) falling; sizes (m,) texts; left, right (m,) int32 a document of either part.

    scale : of the measure whose values are shown
    """

    paths: Paths
    similarity: NDArray[np.float64]
    sizes: NDArray[np.int32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    scale: MeasureScale = JACCARD


class MergesTable(ArrayTable[MergeRows]):
    """One row a merge."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="similarity",
            title="At",
            kind=Kind.SIMILARITY,
            width=120,
            meaning="Similarity at which the two parts become one: of their nearest texts (component linkage), on "
            "average, or of their farthest (complete).",
        ),
        Column(name="sizes", title="Texts", width=64, meaning="Different texts in what the merge makes."),
        Column(name="left", title="Joins", kind=Kind.PATH, width=220, meaning="First text of the one part."),
        Column(name="right", title="With", kind=Kind.PATH, width=220, meaning="First text of the other part."),
    )

    def heading(self, section: int) -> Column:
        """A column as its heading tells it, under the measure of the run."""
        column, data = self.columns[section], self._data
        if data is None or section != 0 or not data.scale.is_distance:
            return column
        measure = data.scale.measure
        meaning = column.meaning.replace("Similarity", name_of(measure)[:1].upper() + name_of(measure)[1:], 1)
        return replace(column, title=title_of(measure), meaning=meaning, lowest_first=True)

    @staticmethod
    def size_of(data: Any) -> int:
        """Number of rows."""
        return int(data.sizes.size)

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        return np.asarray((data.scale.value(data.similarity), data.sizes, data.left, data.right)[column])

    def text(self, data: MergeRows, entry: int, column: int) -> str:
        """What a cell says."""
        match column:
            case 0:
                return told(float(data.similarity[entry]), data.scale)
            case 1:
                return numbers.count(int(data.sizes[entry]))
            case 2:
                return data.paths.display(int(data.left[entry]))
            case _:
                return data.paths.display(int(data.right[entry]))

    def shade(self, data: MergeRows, entry: int, column: int) -> float | None:
        """Similarity of a cell that draws a bar."""
        return float(data.similarity[entry]) if column == 0 else None

    def document_in(self, data: MergeRows, entry: int, column: int) -> tuple[Paths, int] | None:
        """Whose path a cell holds."""
        return (data.paths, int((data.left, data.right)[column - 2][entry])) if column >= 2 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """A text of either part."""
        return () if self._data is None else (int(self._data.left[entry]), int(self._data.right[entry]))
