"""Documents that are like a text somebody asks about."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.pipeline.result import Result
from simexplorer.ui.models.columns import Column, Kind, Tells
from simexplorer.ui.models.listing_table import Field, Listing, ListingTable, Shape
from simexplorer.ui.models.told_under import ESTIMATE, told_under

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
            tells=Tells.EXACT,
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
        replace(ESTIMATE, gives_way=2),
        Column(
            name="hamming",
            title="Hamming",
            lowest_first=True,
            width=72,
            gives_way=1,
            tells=Tells.BITS,
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
        return told_under(self.columns[section], JACCARD if self._data is None else self._data.fields[1].scale)


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
