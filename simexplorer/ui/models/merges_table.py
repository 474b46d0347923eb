"""The merges of a cluster's tree, most similar first: the table twin of its dendrogram."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.listing_table import Field, Listing, ListingTable, Shape

_AT = (
    "{1} at which the two parts become one: of their nearest texts (component linkage), on average, or of their "
    "farthest (complete)."
)


class MergesTable(ListingTable):
    """One row a merge, about a text of either part."""

    shaded: ClassVar[int] = 0
    apart: ClassVar[str] = _AT
    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="similarity", title="At", kind=Kind.SIMILARITY, width=120, meaning=_AT.format("", "Similarity")),
        Column(name="sizes", title="Texts", width=64, meaning="Different texts in what the merge makes."),
        Column(name="left", title="Joins", kind=Kind.PATH, width=220, meaning="First text of the one part."),
        Column(name="right", title="With", kind=Kind.PATH, width=220, meaning="First text of the other part."),
    )

    def find(self, documents: tuple[int, ...]) -> int | None:  # noqa: ARG002 - for none of them
        """None: a merge is of parts, of which two texts stand for no more than the first ones."""
        return None


def merges_listed(
    paths: Paths,
    similarity: NDArray[np.float64],
    sizes: NDArray[np.int32],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    scale: MeasureScale = JACCARD,
) -> Listing:
    """m merges: similarity (m,) falling; sizes (m,) texts; left, right (m,) a document of either part.

    scale : of the measure whose values are shown
    """
    return Listing(
        paths,
        (
            Field(Shape.TOLD, similarity, scale=scale),
            Field(Shape.COUNT, sizes),
            Field(Shape.DOCUMENT, left),
            Field(Shape.DOCUMENT, right),
        ),
    )
