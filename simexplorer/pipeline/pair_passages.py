"""The passages that two documents share, without what the run left out as boilerplate."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import InputError
from simexplorer.features.traced_text import TracedText
from simexplorer.offsets import runs_where, within_runs
from simexplorer.pipeline.cut_text import cut_text
from simexplorer.pipeline.measure_words import percent_words
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.distinct import stand_in
from simexplorer.search.passages import LEAST, Passages, passages_of, shared_passages, suitable_least

Ids: TypeAlias = NDArray[np.uint64]
NO_IDS: Ids = np.empty(0, np.uint64)


def left_out_ids(recipe: Recipe, reader: Callable[[], Reader]) -> Ids:
    """Sorted ids of the shingles that stand in no passage; none where nobody knows where they stand.

    That is with stop words and stems, which lead nowhere back, and where the run has not come to them, or was that of
    another version.
    """
    if recipe.boilerplate >= 1.0 or recipe.stop_words or recipe.stemming:
        return NO_IDS
    try:
        return reader().left_out
    except InputError:
        return NO_IDS


def left_out_words(recipe: Recipe, left_out: Ids) -> str:
    """What passages lack, as a part of a sentence; empty where they lack nothing."""
    share = percent_words(recipe.boilerplate)
    return f"without what more than {share} of the documents hold" if left_out.size else ""


def pair_passages(left: str, right: str, recipe: Recipe, left_out: Ids = NO_IDS) -> Passages:
    """What both texts hold, but for boilerplate of a passage's length."""
    least = suitable_least(recipe.shingle_kind, recipe.shingle_size, min(len(left), len(right)))
    if not left_out.size:
        return shared_passages(left, right, recipe.normalise, least)
    here, without_here = _cut(left, recipe, left_out)
    there, without_there = _cut(right, recipe, left_out)
    return passages_of(here, there, least, (without_here, without_there))


def _cut(text: str, recipe: Recipe, left_out: Ids) -> tuple[TracedText, NDArray[np.bool_]]:
    """A normalised text, and which of its characters are boilerplate: runs of a passage's length of nothing else.

    Frequent turns of phrase, which lie in shingles that count as well, part no passage.
    """
    cut = cut_text(text, recipe)
    first, behind = runs_where(stand_in(cut.ids, left_out)).T
    begins, ends = cut.first[first], cut.last[behind - 1]
    size = 1 if recipe.shingle_kind == "item" else recipe.shingle_size
    long = (ends - begins >= LEAST) & (behind - first >= size)
    return cut.normal, within_runs(begins[long], ends[long], len(cut.normal))
