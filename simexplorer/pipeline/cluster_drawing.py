"""A cluster made ready to be drawn as graph, matrix and dendrogram: all of it that takes time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.cluster_cutting import trees_of
from simexplorer.pipeline.cluster_layout import ClusterLayout, layout_of
from simexplorer.pipeline.cluster_picture import ClusterPicture, picture_of
from simexplorer.pipeline.near_misses import NearMisses, near_misses
from simexplorer.pipeline.result import Result
from simexplorer.search.dendrogram import Dendrogram
from simexplorer.search.linkage_forest import Forest
from simexplorer.search.linkage_pairs import Exact, KnownPairs

MOST_EDGES = 2_000
MOST_NEAR = 12
_FAN = 0.45  # radians between texts outside that stand beside one member
_GAP, _FARTHER = 0.16, 0.1  # beyond the members: of the nearest text, and more for each span of the cluster's values
Rows = NDArray[np.int32]


class NearTexts(Struct, frozen=True):
    """Documents just outside a cluster, nearest first; each once, by its nearest member.

    rows : (k,) int32; inside : (k,) int32 place of the member; similarity : (k,) float64 exact
    places : (k, 2) beside the members' places; all : every pair from inside to outside that was verified
    """

    rows: Rows
    inside: Rows
    similarity: NDArray[np.float64]
    places: NDArray[np.float64]
    all: NearMisses


class ClusterDrawing(Struct, frozen=True):
    """One cluster, ready to be drawn.

    trees : by linkage; edges : (e,) int64 places in ``picture.edge_i`` that are drawn: what holds the cluster together,
        then the most similar, at most MOST_EDGES
    """

    result: Result
    picture: ClusterPicture
    layout: ClusterLayout
    trees: dict[str, Dendrogram]
    edges: NDArray[np.int64]
    near: NearTexts

    def is_like(self, result: Result) -> bool:
        """Whether the result is of the same table of pairs, and linked in the same way."""
        return self.result.pairs is result.pairs and self.result.recipe.linkage == result.recipe.linkage


def drawing_of(
    result: Result,
    cluster: int,
    exact: Exact,
    check: Callable[[], None] = lambda: None,
    before: ClusterDrawing | None = None,
) -> ClusterDrawing:
    """Everything that is drawn of a cluster; ``check`` may raise to stop. 400 texts take about a second.

    before : an earlier drawing: if it is of the same texts at another threshold, their places and trees stay
    """
    if before is not None and not before.is_like(result):
        before = None
    picture = picture_of(result, cluster, exact, before=None if before is None else before.picture)
    check()
    if before is not None and picture.similarity is before.picture.similarity:
        layout, near = before.layout, before.near
        trees = before.trees if picture.linking is picture.similarity else trees_of(picture)
    else:
        layout, trees = layout_of(picture.similarity, check), trees_of(picture)
        near = _near_texts(result, cluster, picture, layout)
    return ClusterDrawing(
        result=result,
        picture=picture,
        layout=layout,
        trees=trees,
        edges=_edges_drawn(picture),
        near=near,
    )


def _edges_drawn(picture: ClusterPicture) -> NDArray[np.int64]:
    """What is drawn of the edges, which stand with the most similar first."""
    count = picture.edge_i.size
    if count <= MOST_EDGES:
        return np.arange(count)
    pairs = KnownPairs(picture.edge_i, picture.edge_j, picture.edge_similarity)
    forest = Forest.of(len(picture), pairs).pairs
    m = len(picture)
    holds = np.isin(pairs.i.astype(np.int64) * m + pairs.j, forest.i.astype(np.int64) * m + forest.j)
    others = np.flatnonzero(~holds)[: MOST_EDGES - int(holds.sum())]
    return np.sort(np.concatenate([np.flatnonzero(holds), others]))


def _near_texts(result: Result, cluster: int, picture: ClusterPicture, layout: ClusterLayout) -> NearTexts:
    """The nearest documents outside, each beside its nearest member and away from the middle."""
    found = near_misses(result, cluster)
    place = np.full(len(result.documents), -1, np.int32)
    place[picture.rows] = np.arange(len(picture), dtype=np.int32)
    known = np.flatnonzero(place[found.inside] >= 0)
    _, first = np.unique(found.outside[known], return_index=True)
    chosen = known[np.sort(first)][:MOST_NEAR]
    inside, similarity = place[found.inside[chosen]], found.similarity[chosen]
    return NearTexts(found.outside[chosen], inside, similarity, _beside(inside, similarity, picture, layout), found)


def _beside(
    inside: Rows, similarity: NDArray[np.float64], picture: ClusterPicture, layout: ClusterLayout
) -> NDArray[np.float64]:
    """(k, 2) places outside: away from the middle, fanned out where several stand beside one member."""
    members = layout.places
    ring = float(np.sqrt((members**2).sum(axis=1)).max()) if len(members) else 0.0
    lowest = float(np.nanmin(picture.similarity))
    places = np.empty((inside.size, 2))
    used: dict[int, int] = {}
    for k, (member, value) in enumerate(zip(inside.tolist(), similarity.tolist(), strict=True)):
        turn = used.get(member, 0)
        used[member] = turn + 1
        away = np.arctan2(members[member, 1], members[member, 0]) if ring > 1e-9 else 0.0
        angle = away + _FAN * ((turn + 1) // 2) * (1 if turn % 2 else -1)
        reach = ring + _GAP + _FARTHER * min((1.0 - value) / max(1.0 - lowest, 1e-9), 2.0)
        places[k] = reach * np.cos(angle), reach * np.sin(angle)
    return places
