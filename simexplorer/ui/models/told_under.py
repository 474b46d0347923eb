"""A column of pairs as its heading tells it under a measure, and which end of it the first press brings up."""

from __future__ import annotations

from msgspec.structs import replace

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.measure_words import title_of
from simexplorer.ui.models.columns import Column, Tells
from simexplorer.ui.models.pair_meanings import (
    ERROR_MEANINGS,
    ESTIMATE_MEANINGS,
    EXACT_MEANINGS,
    PLAIN_MEANING,
    PLAIN_TITLE,
)

ESTIMATE = Column(
    name="estimate", title="Estimate", width=104, tells=Tells.ESTIMATE, meaning=ESTIMATE_MEANINGS["jaccard"]
)


def told_under(column: Column, scale: MeasureScale) -> Column:
    """The column with title, meaning and first order under the measure: of distances the nearest come first."""
    measure = scale.measure
    if measure == "jaccard":
        return column
    match column.tells:
        case Tells.EXACT:
            title, meaning = title_of(measure), EXACT_MEANINGS[measure]
            return replace(column, title=title, meaning=meaning, lowest_first=scale.is_distance)
        case Tells.ESTIMATE:
            title = "Jaccard, est." if measure == "containment" else column.title
            return replace(column, title=title, meaning=ESTIMATE_MEANINGS[measure], lowest_first=scale.is_distance)
        case Tells.ERROR:
            return replace(column, meaning=ERROR_MEANINGS[measure])
        case Tells.RANK:
            return replace(column, meaning="Place by that measure, 1 is most alike; equal values share a place.")
        case Tells.BITS if measure == "hamming":
            return replace(column, title=PLAIN_TITLE, meaning=PLAIN_MEANING)
        case _:
            return column
