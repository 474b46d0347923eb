"""Pairs of documents in and about one cluster: the table twin of its graph and of its matrix."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.measure_scale import JACCARD, MeasureScale
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.listing_table import Field, Listing, ListingTable, Shape

STANDS = ("link", "below the threshold", "weakest link", "just outside", "outside, above the threshold")


class LinksTable(ListingTable):
    """One row a pair."""

    shaded: ClassVar[int] = 2
    apart: ClassVar[str] = "Exact {0} of the two."
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


def links_listed(
    paths: Paths,
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    similarity: NDArray[np.float64],
    stands: NDArray[np.uint8],
    scale: MeasureScale = JACCARD,
    threshold: float = np.nan,
) -> Listing:
    """m pairs: i, j (m,) rows of documents; similarity (m,), nan unknown; stands (m,) of ``STANDS``.

    scale : of the measure whose values are shown, each on its own side of the similarity ``threshold``
    """
    return Listing(
        paths,
        (
            Field(Shape.DOCUMENT, i),
            Field(Shape.DOCUMENT, j),
            Field(Shape.TOLD, similarity, scale=scale, limit=threshold),
            Field(Shape.WORDS, stands, STANDS),
        ),
    )
