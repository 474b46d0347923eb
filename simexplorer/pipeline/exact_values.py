"""The measure of a run, exactly, for any pairs of its documents."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import OF_VECTORS, MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search import measures

Rows = NDArray[np.int32]
Floats = NDArray[np.float64]
_PAIRS_AT_ONCE = 256


def exact_values(recipe: Recipe, reader: Reader, i: Rows, j: Rows, progress: Progress | None = None) -> Floats:
    """(m,) values of the recipe's measure, in its own units; both documents of every pair are read and cut again.

    reader : cuts as the recipe does; it may leave out other shingles than its own. nan where it has lost one of the
    two. Raises Cancelled where there is a ``progress`` that says so.
    """
    values = np.empty(i.size)
    for first in range(0, i.size, _PAIRS_AT_ONCE):
        if progress is not None:
            progress.check()
        part = slice(first, first + _PAIRS_AT_ONCE)
        rows, places = np.unique(np.concatenate([i[part], j[part]]), return_inverse=True)
        left, right = places[: i[part].size].astype(np.int64), places[i[part].size :].astype(np.int64)
        if recipe.measure in OF_VECTORS:
            values[part] = Yardstick(recipe).exact_of_vectors(reader, rows.astype(np.int64), left, right)
        else:
            measure = measures.overlap if recipe.measure == "containment" else measures.jaccard_similarity
            values[part] = measure(reader.sets(rows.astype(np.int64)), left, right)
    values[~both_there(reader, i, j)] = np.nan
    return values


def both_there(reader: Reader, i: Rows, j: Rows) -> NDArray[np.bool_]:
    """(m,) whether a reader has lost neither document of a pair; to be asked once both were read."""
    there: NDArray[np.bool_] = ~(reader.lost(i) | reader.lost(j))
    return there


def exact_similarities(recipe: Recipe, reader: Reader, i: Rows, j: Rows, progress: Progress) -> Floats:
    """The same as similarities in [0, 1], as pairs are ranked."""
    return MeasureScale.of(recipe).similarity(exact_values(recipe, reader, i, j, progress))
