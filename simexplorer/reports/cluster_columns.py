"""What reports say of clusters: figures in the units of the run's measure, and what they are by Jaccard."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import MeasureScale, limit_of
from simexplorer.pipeline.result import Result
from simexplorer.reports.table import Column

Floats = NDArray[np.float64]


def cluster_figures(result: Result) -> tuple[Column, ...]:
    """Columns of length c: lowest and mean similarity of the pairs in a cluster, and its weakest link.

    By another measure than Jaccard in its own units, and the Jaccard similarities of the same pairs beside them.
    """
    clusters, measure = result.clusters, result.recipe.measure
    if measure == "jaccard":
        return (
            _in_units(result, "min_jaccard", "Lowest pair", clusters.min_jaccard),
            _in_units(result, "mean_jaccard", "Mean", clusters.mean_jaccard),
            _in_units(result, "weakest_link", "Weakest link", clusters.weakest_link),
        )
    lowest, mean = jaccard_in_clusters(result)
    farthest = "Farthest pair" if MeasureScale.of(result.recipe).is_distance else "Lowest pair"
    of_mean = "Distance of mean similarity" if measure == "euclidean" else "Mean"  # not the mean of the distances
    return (
        _in_units(result, "lowest", farthest, clusters.min_jaccard),
        _in_units(result, "mean", of_mean, clusters.mean_jaccard, between=True),
        _in_units(result, "weakest_link", "Weakest link", clusters.weakest_link),
        Column("min_jaccard", "Lowest Jaccard", "share", lowest),
        Column("mean_jaccard", "Mean Jaccard", "share", mean),
    )


def to_representative(result: Result) -> Column:
    """Column of all members: how similar each is to its cluster's representative, in the units of the run's measure."""
    return _in_units(result, "to_representative", "To representative", result.clusters.to_representative)


def jaccard_in_clusters(result: Result) -> tuple[Floats, Floats]:
    """(c,) lowest and (c,) mean Jaccard similarity of all pairs of distinct texts; nan where some do not count.

    What an earlier, lower threshold left known below the present one is not told: a first run would not know it.
    """
    clusters, pairs = result.clusters, result.pairs.first(result.at_threshold)
    count, of = len(clusters), clusters.of
    inside = np.flatnonzero((of[pairs.i] >= 0) & (of[pairs.i] == of[pairs.j]))
    cluster, jaccard = of[pairs.i[inside]], pairs.jaccard[inside]
    lowest = np.ones(count)
    np.minimum.at(lowest, cluster, jaccard)
    compared = np.bincount(cluster, minlength=count)
    mean = np.bincount(cluster, jaccard, count) / np.maximum(compared, 1)
    mean[compared == 0] = 1.0
    first = result.groups.representative[clusters.rows] == clusters.rows
    texts = np.add.reduceat(first.astype(np.int64), clusters.offsets[:-1]) if count else np.empty(0, np.int64)
    unknown = compared < texts * (texts - 1) // 2
    return np.where(unknown, np.nan, lowest), np.where(unknown, np.nan, mean)


def _in_units(result: Result, name: str, title: str, similarity: Floats, between: bool = False) -> Column:
    """A column of similarities in the units of the run's measure; between : whether bits need not be whole."""
    scale, limit = MeasureScale.of(result.recipe), limit_of(result.recipe)
    if not scale.is_distance:
        return Column(name, title, "share", similarity, limit=limit)
    values = scale.value(similarity)
    if scale.measure == "hamming" and not between:
        return Column(name, title, "whole", np.rint(np.nan_to_num(values, nan=-1.0)).astype(np.int64))
    return Column(name, title, "number", values, limit=limit)
