"""What remains where one document stays of each cluster: what a collection is without its near-duplicates."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from simexplorer.pipeline.result import Result
from simexplorer.pipeline.sides import of_reference
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.naming import Flags, Rows
from simexplorer.workspace.standing import Standing
from simexplorer.workspace.staying import survivors_of


def left_out(result: Result, standing: Standing | None = None) -> Flags:
    """(n,) documents of clusters that do not stay; a document in no cluster does, whether it was read or not.

    Of each cluster stay those marked to be kept, in a protected folder or in the reference; where there is none its
    representative, or the first that is no duplicate where that is marked as one. So does a document that was said not
    to be a duplicate of all that would stay.
    standing : how everything stands in this result, where something was decided
    """
    of, heads = result.clusters.of, result.clusters.representative.astype(np.int64)
    stays = (of >= 0) & _in_reference(result)
    if standing is not None:
        stays |= (of >= 0) & ((standing.marks == Mark.KEEP) | standing.protected)
        heads = _heads(standing, heads)
    chosen = np.bincount(of[stays], minlength=heads.size) > 0
    stays[heads[~chosen]] = True
    out: Flags = (of >= 0) & ~stays
    if standing is not None:
        out[_on_their_own(standing, out)] = False
    return out


def _in_reference(result: Result) -> Flags:
    """(n,) documents that the others were compared with; none where all were."""
    paths, reference = result.documents.paths, result.recipe.reference
    return np.zeros(len(paths), np.bool_) if reference is None else of_reference(paths, reference)


def _heads(standing: Standing, heads: Rows) -> Rows:
    """(c,) the representative of each cluster; the first document that is no duplicate where that is marked as one."""
    clusters, marked = standing.result.clusters, standing.duplicates
    if marked[heads].any():
        rows = clusters.rows
        order = np.lexsort([rows, rows != heads[clusters.of[rows]], marked[rows], clusters.of[rows]])
        heads = rows[order[clusters.offsets[:-1]]].astype(np.int64)
    return heads


def _on_their_own(standing: Standing, out: Flags) -> Rows:
    """Of what is left out, one document of each text of which nothing would stay in a cluster."""
    if not standing.apart_sets.text.size:
        return np.empty(0, np.int64)
    rows = np.flatnonzero(out)
    lost = rows[survivors_of(replace(standing, duplicates=out), rows, np.zeros(out.size, np.bool_)) < 0]
    _, first = np.unique(standing.result.groups.representative[lost], return_index=True)
    return lost[first]
