"""Documents that are like a text somebody asks about."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.measure_words import ESTIMATE_TITLES, title_of
from simexplorer.pipeline.result import Result
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.listing_table import Field, Listing, ListingTable, Shape
from simexplorer.ui.models.pair_meanings import ESTIMATE_MEANINGS, EXACT_MEANINGS, PLAIN_MEANING, PLAIN_TITLE

if TYPE_CHECKING:
    from simexplorer.pipeline.asking import Answers

MEETS = ("signature only", "index", "same text", "reading all")


class AnswersTable(ListingTable):
    """One row a document, the most similar by the measure of the run first."""

    shaded: ClassVar[int] = 1
    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="document", title="Document", kind=Kind.PATH, width=260, meaning="Path of the document."),
        Column(
            name="jaccard",
            title="Jaccard",
            kind=Kind.SIMILARITY,
            width=96,
            meaning="Exact Jaccard similarity of the text and the document, |A ∩ B| / |A ∪ B|. Counted, not estimated.",
        ),
        Column(
            name="text_held",
            title="Text held",
            width=80,
            meaning="Containment: the share of the text's shingles that the document holds. 1: the text is part of it.",
        ),
        Column(
            name="document_held",
            title="Document held",
            width=104,
            gives_way=3,
            meaning="The share of the document's shingles that the text holds. 1: the document is part of the text.",
        ),
        Column(
            name="estimate",
            title="Estimate",
            width=104,
            gives_way=2,
            meaning=ESTIMATE_MEANINGS["jaccard"],
        ),
        Column(
            name="hamming",
            title="Hamming",
            lowest_first=True,
            width=72,
            gives_way=1,
            meaning="Bits in which the 64-bit SimHash fingerprints differ. A dash: not computed.",
        ),
        Column(
            name="meets",
            title="Found by",
            kind=Kind.MARK,
            width=112,
            meaning="Index: the signatures meet in at least one band, so a run with this text would have compared the "
            "two.\nSignature only: near enough by the whole signature, but in no band together.\nSame text: equal "
            "after normalisation.\nReading all: found only inside the document, by reading every one.",
        ),
    )

    def heading(self, section: int) -> Column:
        """A column as its heading tells it, under the measure of the run."""
        column, data = self.columns[section], self._data
        measure = "jaccard" if data is None else data.fields[1].scale.measure
        if measure == "jaccard":
            return column
        if column.name == "jaccard":
            return replace(column, title=title_of(measure), meaning=EXACT_MEANINGS[measure])
        if column.name == "estimate":
            title = ESTIMATE_TITLES.get(measure, "Jaccard, est.").replace("Estimated", "Est.")
            return replace(column, title=title, meaning=ESTIMATE_MEANINGS[measure])
        if column.name == "hamming" and measure == "hamming":
            return replace(column, title=PLAIN_TITLE, meaning=PLAIN_MEANING)
        return column


def listed(found: Answers, result: Result, errors: NDArray[np.float64] | None = None) -> Listing:
    """The rows to show; ``errors`` are the standard errors of the estimates, nan for unknown ones."""
    by = np.where(found.identical, 2, np.where(found.meets < 0, 3, (found.meets > 0).astype(np.int64)))
    scale = MeasureScale.of(result.recipe)
    return Listing(
        result.documents.paths,
        (
            Field(Shape.DOCUMENT, found.rows),
            Field(Shape.VALUE, found.value, scale=scale),
            Field(Shape.SIMILARITY, found.text_in_document),
            Field(Shape.SIMILARITY, found.document_in_text),
            Field(Shape.ESTIMATE, found.estimate, errors=errors, scale=scale),
            Field(Shape.COUNT, found.hamming.astype(np.int64)),
            Field(Shape.WORDS, by, MEETS),
        ),
    )
