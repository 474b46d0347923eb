"""Pairs whose estimate is far off, and pairs that one method finds and another misses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from simexplorer.documents.listing import Paths
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.listing_table import Field, Listing, ListingTable, Shape

if TYPE_CHECKING:
    from simexplorer.pipeline.calibration import Calibration
    from simexplorer.pipeline.method_table import MethodTable

_FIRST = Column(name="first", title="First document", kind=Kind.PATH, width=160, meaning="Path of the first document.")
_SECOND = Column(
    name="second", title="Second document", kind=Kind.PATH, width=160, meaning="Path of the second document."
)
_EXACT = Column(
    name="exact",
    title="Exact",
    kind=Kind.SIMILARITY,
    width=80,
    meaning="The true value, counted from the shingles of both; of distances as a similarity in [0, 1].",
)


class OutliersTable(ListingTable):
    """The farthest off in standard errors first."""

    shaded: ClassVar[int] = 2
    columns: ClassVar[tuple[Column, ...]] = (
        _FIRST,
        _SECOND,
        _EXACT,
        Column(name="estimate", title="Estimate", width=76, meaning="What the signatures of this method say."),
        Column(name="off", title="Off by", width=72, visible=False, meaning="Estimate minus exact value."),
        Column(
            name="error",
            title="In σ",
            width=72,
            meaning="The same in standard errors of the method at the exact value. Of 1,000 pairs about 3 lie beyond "
            "3 σ, and of a million some beyond 5 σ: these are not faults.",
        ),
    )


class DifferencesTable(ListingTable):
    """Pairs that one method finds and another misses, the most similar first."""

    shaded: ClassVar[int] = 2
    columns: ClassVar[tuple[Column, ...]] = (
        _FIRST,
        _SECOND,
        _EXACT,
        Column(
            name="truth",
            title="True",
            kind=Kind.MARK,
            width=52,
            meaning="Whether the pair is within the limit by the exact measure of the run: then missing it is a fault, "
            "else finding it is.",
        ),
        Column(
            name="found_by",
            title="Found by",
            kind=Kind.TEXT,
            width=160,
            meaning="All methods that find the pair. Index: the run; estimate: the whole signatures; b = 1 …: b-bit "
            "signatures; SimHash: the fingerprints within the radius.",
        ),
    )


def outliers_listed(one: Calibration, paths: Paths) -> Listing:
    """The estimates farthest off; ``paths`` : of the documents that were compared."""
    places = one.farthest
    exact, estimate = one.exact[places], one.estimate[places]
    return Listing(
        paths,
        (
            Field(Shape.DOCUMENT, one.i[places]),
            Field(Shape.DOCUMENT, one.j[places]),
            Field(Shape.SIMILARITY, exact),
            Field(Shape.SIMILARITY, estimate),
            Field(Shape.SIGNED, estimate - exact),
            Field(Shape.DEVIATIONS, one.error_sd),
        ),
    )


def differences_listed(found: MethodTable, finder: str, misser: str, paths: Paths) -> Listing:
    """Pairs that ``finder`` finds and ``misser`` misses; ``paths`` : of the documents that were compared."""
    places = found.only(finder, misser)
    places = places[np.argsort(-np.nan_to_num(found.jaccard[places], nan=-1.0), kind="stable")]
    codes = (found.finds[places].astype(np.int64) << np.arange(len(found.methods))).sum(axis=1)
    seen, words = np.unique(codes, return_inverse=True)
    names = tuple(", ".join(name for bit, name in enumerate(found.methods) if int(code) >> bit & 1) for code in seen)
    truth = np.where(np.isnan(found.jaccard[places]), 2, found.truth[places].astype(np.int64))
    return Listing(
        paths,
        (
            Field(Shape.DOCUMENT, found.i[places]),
            Field(Shape.DOCUMENT, found.j[places]),
            Field(Shape.SIMILARITY, found.jaccard[places]),
            Field(Shape.WORDS, truth, ("no", "yes", "not known")),
            Field(Shape.WORDS, words, names or ("",)),
        ),
    )
