"""A list whose columns are given with its data: documents, numbers and words over arrays."""

from __future__ import annotations

import enum
from typing import Any, ClassVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.pipeline.measure_words import name_of, title_of
from simexplorer.pipeline.told_column import ToldColumn
from simexplorer.search.distinct import distinct
from simexplorer.search.finding import place_of, place_of_either
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column
from simexplorer.ui.models.pair_figures import cell_words, estimate_words
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.measured import told


class Shape(enum.Enum):
    """What the values of a field are, and so how they are written."""

    DOCUMENT = "rows of documents, written as paths"
    SIMILARITY = "in [0, 1], three decimals"
    VALUE = "of a measure, in its own units"
    TOLD = "similarities, told as values of a measure"
    ESTIMATE = "of a measure, with as many digits as its standard error lets stand"
    COUNT = "whole numbers, -1 for unknown"
    SIGNED = "differences, with their sign"
    DEVIATIONS = "errors in standard deviations"
    WORDS = "places in a list of words"


class Field(Struct, frozen=True):
    """The values of one column, all of equal length; ``words`` is what those of WORDS point into.

    at : (m,) where each row's value stands among ``values``, which need no copy then; None where they are in order
    errors : (m,) float64 standard errors of an ESTIMATE, nan where they are not known; scale : of its measure
    limit : a similarity, on whose side those of TOLD and SIMILARITY are told
    """

    shape: Shape
    values: NDArray[Any] | ToldColumn
    words: tuple[str, ...] = ()
    errors: NDArray[np.float64] | None = None
    scale: MeasureScale = JACCARD
    at: NDArray[np.int32] | None = None
    limit: float = np.nan

    def value(self, entry: int) -> Any:
        """Of one row."""
        return self.values[entry if self.at is None else self.at[entry]]

    def text(self, entry: int, paths: Paths) -> str:
        """What a cell says."""
        value = self.value(entry)
        if self.shape is Shape.DOCUMENT:
            return paths.display(int(value)) if value >= 0 else ""
        if self.shape is Shape.SIMILARITY:
            return numbers.similarity(float(value), self.limit)
        if self.shape is Shape.VALUE:
            return cell_words(float(value), self.scale)
        if self.shape is Shape.TOLD:
            return told(float(value), self.scale, self.limit)
        if self.shape is Shape.ESTIMATE:
            error = np.nan if self.errors is None else float(self.errors[entry])
            if self.scale.is_distance:
                if np.isfinite(error):
                    return estimate_words(float(value), error, self.scale)
                return numbers.decimal(float(value), 1) if np.isfinite(value) else numbers.UNKNOWN
            return numbers.similarity(float(value)) if np.isnan(error) else numbers.estimate(float(value), error)
        if self.shape is Shape.COUNT:
            return numbers.count(int(value)) if value >= 0 else numbers.UNKNOWN
        if self.shape is Shape.SIGNED:
            return signed(float(value))
        if self.shape is Shape.DEVIATIONS:
            return numbers.deviations(float(value))
        return self.words[int(value)]


def signed(value: float) -> str:
    """A difference of similarities: ``+0.012``, ``−0.130``; a dash where there is none."""
    if np.isnan(value):
        return numbers.UNKNOWN
    sign = "" if abs(value) < 0.0005 else "−" if value < 0 else "+"
    return f"{sign}{numbers.decimal(abs(value), 3)}"


class Listing(Struct, frozen=True):
    """Fields in the order of a table's columns, and the paths that rows of documents lead to."""

    paths: Paths
    fields: tuple[Field, ...]

    def __len__(self) -> int:
        return self.fields[0].values.size

    @property
    def documents(self) -> tuple[NDArray[Any], ...]:
        """The columns that hold documents."""
        return tuple(np.asarray(field.values) for field in self.fields if field.shape is Shape.DOCUMENT)


class ListingTable(ArrayTable[Listing]):
    """One row an entry of a ``Listing``; subclasses say what the columns mean."""

    columns: ClassVar[tuple[Column, ...]] = ()
    shaded: ClassVar[int] = -1  # the column with a bar
    apart: ClassVar[str] = ""  # what that one means where it holds distances, {0} or {1} those

    def heading(self, section: int) -> Column:
        """A column as its heading tells it, under the measure of the run."""
        column, data = self.columns[section], self._data
        if data is None or not self.apart or section != self.shaded or not data.fields[section].scale.is_distance:
            return column
        measure = data.fields[section].scale.measure
        name = name_of(measure)
        meaning = self.apart.format(name, name[:1].upper() + name[1:])
        return replace(column, title=title_of(measure), meaning=meaning, lowest_first=True)

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        field: Field = data.fields[column]
        values = np.asarray(field.values) if field.at is None else np.asarray(field.values[field.at])
        return np.asarray(field.scale.value(values)) if field.shape is Shape.TOLD else values

    @staticmethod
    def matches(data: Any, documents: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Rows about any of the marked documents."""
        found = np.zeros(len(data), np.bool_)
        for rows in data.documents:
            found |= (rows >= 0) & documents[np.maximum(rows, 0)]
        return found

    def text(self, data: Listing, entry: int, column: int) -> str:
        """What a cell says."""
        return data.fields[column].text(entry, data.paths)

    def shade(self, data: Listing, entry: int, column: int) -> float | None:
        """Similarity of a cell that draws a bar."""
        if column != self.shaded:
            return None
        field = data.fields[column]
        told_so = field.shape is Shape.TOLD
        value = float(field.value(entry) if told_so else field.scale.similarity(field.value(entry)))
        return None if np.isnan(value) else value

    def document_in(self, data: Listing, entry: int, column: int) -> tuple[Paths, int] | None:
        """Whose path a cell holds."""
        field = data.fields[column]
        row = int(field.value(entry)) if field.shape is Shape.DOCUMENT else -1
        return (data.paths, row) if row >= 0 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """Documents of an entry, at most two."""
        if self._data is None:
            return ()
        return tuple(int(rows[entry]) for rows in self._data.documents[:2] if rows[entry] >= 0)

    def documents_of_all(self, entries: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows of the documents of these entries."""
        columns = () if self._data is None else self._data.documents[:2]
        rows = distinct(np.concatenate([np.empty(0, np.int64), *(column[entries] for column in columns)]))
        return rows[rows >= 0]

    def find(self, documents: tuple[int, ...]) -> int | None:
        """The entry about these documents, in either order."""
        columns = () if self._data is None else self._data.documents[:2]
        if len(documents) != len(columns) or not columns:
            return None
        if len(columns) == 1:
            return place_of(columns[0], documents[0])
        return place_of_either(columns[0], columns[1], documents[0], documents[1])
