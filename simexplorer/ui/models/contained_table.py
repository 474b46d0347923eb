"""Documents that are contained in others."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from simexplorer.pipeline.result import Result
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.decided_listing import SHOWN_WHEN_DECIDED, DecidedListing, DecidedRows
from simexplorer.ui.models.listing_table import Field, Shape

if TYPE_CHECKING:
    from simexplorer.pipeline.contained import Contained


class ContainedTable(DecidedListing):
    """One row a pair of an inner and an outer document, the most contained first."""

    shaded: ClassVar[int] = 2
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="inner",
            title="Document",
            kind=Kind.PATH,
            width=200,
            meaning="The document that is contained. Of identical texts only one is listed here.",
        ),
        Column(name="outer", title="Contained in", kind=Kind.PATH, width=200, meaning="The document that holds it."),
        Column(
            name="share",
            title="Held",
            kind=Kind.SIMILARITY,
            width=92,
            meaning="Containment: the share of the document's shingles that the other holds too, |A ∩ B| / |A|.\n"
            "1 means that it is wholly part of the other. Counted, not estimated.",
        ),
        Column(
            name="back",
            title="Of the other",
            width=88,
            gives_way=3,
            meaning="The share of the other's shingles that this document makes up, |A ∩ B| / |B|.",
        ),
        Column(
            name="jaccard",
            title="Jaccard",
            width=64,
            gives_way=2,
            meaning="|A ∩ B| / |A ∪ B|: low where the other is much larger, which is why similarity does not find it.",
        ),
        Column(
            name="inner_size",
            title="Shingles",
            width=84,
            gives_way=1,
            meaning="Shingles of the document, repeats counted. The shares go by different shingles.",
        ),
        Column(
            name="outer_size",
            title="The other's",
            width=84,
            gives_way=1,
            meaning="Shingles of the other, repeats counted. The shares go by different shingles.",
        ),
        SHOWN_WHEN_DECIDED,
    )


def listed(found: Contained, result: Result) -> DecidedRows:
    """The rows to show."""
    return DecidedRows(
        result.documents.paths,
        (
            Field(Shape.DOCUMENT, found.inner),
            Field(Shape.DOCUMENT, found.outer),
            Field(Shape.SIMILARITY, found.share),
            Field(Shape.SIMILARITY, found.back),
            Field(Shape.SIMILARITY, found.jaccard),
            Field(Shape.COUNT, result.shingles, at=found.inner),
            Field(Shape.COUNT, result.shingles, at=found.outer),
        ),
    )
