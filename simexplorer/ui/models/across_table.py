"""What stands in a reference folder and outside it: pairs that lead across, and what of the outside is known inside."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.between_folders import BetweenFolders
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.result import Result
from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.models.decided_listing import SHOWN_WHEN_DECIDED, DecidedListing, DecidedRows
from simexplorer.ui.models.listing_table import Field, Shape

STATES = ("new", "known", "same text")


class AcrossTable(DecidedListing):
    """One row a pair, or a document outside that has no partner."""

    shaded: ClassVar[int] = 2
    apart: ClassVar[str] = "Exact {0} of the two; 0 also for the same text."
    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="outside", title="Outside the reference", kind=Kind.PATH, width=220, meaning="A document outside it."
        ),
        Column(
            name="inside",
            title="In the reference",
            kind=Kind.PATH,
            width=220,
            meaning="The document of the reference folder that it is like; empty where there is none.",
        ),
        Column(
            name="similarity",
            title="Similarity",
            kind=Kind.SIMILARITY,
            width=96,
            meaning="Exact similarity of the two (Jaccard, or the measure of the run). 1 also for the same text.",
        ),
        Column(
            name="state",
            title="State",
            kind=Kind.MARK,
            width=96,
            gives_way=1,
            meaning="Known: the reference holds a document at or above the threshold. Same text: equal after "
            "normalisation.\nNew: it holds none that the index found.",
        ),
        SHOWN_WHEN_DECIDED,
    )


def pairs_listed(found: BetweenFolders, result: Result) -> DecidedRows:
    """All pairs that lead across, of identical texts the first on each side."""
    state = np.where(found.pair < 0, 2, 1)
    return _listing(found.other, found.reference, found.similarity, state, result)


def outsiders_listed(found: BetweenFolders, inside: NDArray[np.bool_], result: Result, known: bool) -> DecidedRows:
    """Every document outside with its nearest one inside, or those that have none."""
    outside = np.flatnonzero(~inside & result.present & ((found.best >= 0) == known)).astype(np.int32)
    best = found.best[outside]
    representative = result.groups.representative
    same = (best >= 0) & (representative[outside] == representative[np.maximum(best, 0)])
    state = np.where(same, 2, (best >= 0).astype(np.int64))
    similarity = np.where(best >= 0, found.best_similarity[outside], np.nan)
    return _listing(outside, best, similarity, state, result)


def _listing(
    outside: NDArray[np.int32],
    inside: NDArray[np.int32],
    similarity: NDArray[np.float64],
    state: NDArray[np.int64],
    result: Result,
) -> DecidedRows:
    scale = MeasureScale.of(result.recipe)
    shown = Field(Shape.SIMILARITY, similarity)
    if scale.is_distance:
        shown = Field(Shape.VALUE, np.round(scale.value(similarity), 9), scale=scale)
    return DecidedRows(
        result.documents.paths,
        (Field(Shape.DOCUMENT, outside), Field(Shape.DOCUMENT, inside), shown, Field(Shape.WORDS, state, STATES)),
    )
