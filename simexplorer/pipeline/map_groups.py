"""The groups of a threshold on a map that was laid out without it: which patches they fill, what lies just outside."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.offsets import offsets_of
from simexplorer.pipeline.collection_map import CollectionMap, Zone
from simexplorer.pipeline.nested_layout import Floats, cover
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.tally import opened_among
from simexplorer.search.distinct import distinct

Rows = NDArray[np.int32]
_AT_ONCE = 1 << 16  # pairs looked through in one step
MOST_PATCHES = 200  # spans of one group that are outlined one by one


class MapGroups(Struct, frozen=True):
    """The c clusters of a result on a map.

    cluster : (m,) int32 cluster of each place of the map, -1 for none
    order, offsets : the places of cluster ``k``, rising, are ``order[offsets[k]:offsets[k + 1]]``; some may have none
    area : (c,) float64, sum of weights; boxes : (4, c) float64, the rectangle around all of each; nan where empty
    scattered : clusters that lie in more than one piece of the order
    together, near, alone, unread : documents of the map in a cluster; in none, yet with a verified pair or an identical
        text; with neither; empty, skipped or not read
    opened : archives and tables that are no text themselves
    """

    cluster: Rows
    order: NDArray[np.int64]
    offsets: NDArray[np.int64]
    area: Floats
    boxes: Floats
    scattered: int
    together: int
    near: int
    alone: int
    unread: int
    opened: int

    def __len__(self) -> int:
        return self.area.size

    def places(self, cluster: int) -> NDArray[np.int64]:
        """The places of one cluster, rising."""
        return self.order[self.offsets[cluster] : self.offsets[cluster + 1]]

    def patches(self, drawn: CollectionMap, cluster: int) -> Floats:
        """(4, k) boxes that together are the cluster; of one in very many pieces only the first are given."""
        places = self.places(cluster)
        if not places.size:
            return np.empty((4, 0))
        breaks = np.flatnonzero(np.diff(places) > 1)
        begins = places[np.concatenate([[0], breaks + 1])[:MOST_PATCHES]].tolist()
        ends = places[np.append(breaks, places.size - 1)[:MOST_PATCHES]].tolist()
        return np.concatenate(
            [cover(drawn.levels, begin, end + 1) for begin, end in zip(begins, ends, strict=True)], axis=1
        )


def groups_on(drawn: CollectionMap, result: Result) -> MapGroups:
    """Where the clusters of a result are on a map of the same documents. 0.15 s for a million documents."""
    cluster = result.clusters.of[drawn.rows]
    count = len(result.clusters)
    order = np.argsort(cluster, kind="stable")
    order = order[int((cluster < 0).sum()) :]
    sizes = np.bincount(cluster[order], minlength=count)
    offsets = offsets_of(sizes)
    boxes = np.full((4, count), np.nan)
    filled = np.flatnonzero(sizes)
    if filled.size:
        for edge, low in enumerate((np.minimum, np.minimum, np.maximum, np.maximum)):
            boxes[edge, filled] = low.reduceat(drawn.boxes[edge, order], offsets[filled])
    breaks = (np.diff(order) > 1) & (np.diff(cluster[order]) == 0)
    outside = drawn.zone[cluster < 0]
    # these are in no cluster and no pair
    opened = int(np.count_nonzero(opened_among(result.documents, result.shingles)[drawn.rows]))
    return MapGroups(
        cluster=cluster,
        order=order,
        offsets=offsets,
        area=np.bincount(cluster[order], drawn.weight[order], minlength=count).astype(np.float64),
        boxes=boxes,
        scattered=int(distinct(cluster[order][1:][breaks]).size),
        together=int(order.size),
        near=int((outside == Zone.JOINED).sum()),
        alone=int((outside == Zone.ALONE).sum()),
        unread=int((outside == Zone.UNREAD).sum()) - opened,
        opened=opened,
    )


class Bridges(Struct, frozen=True):
    """Pairs whose ends share no cluster; of all that lead from one cluster to another only the most similar.

    first, second : (b,) int32 places of the map; similarity : (b,) float64, exact, falling
    reaches : (b,) bool, at or above the threshold all the same: the linkage keeps the two apart
    """

    first: Rows
    second: Rows
    similarity: Floats
    reaches: NDArray[np.bool_]

    def __len__(self) -> int:
        return self.first.size

    def at(self, chosen: slice | NDArray[np.int64]) -> Bridges:
        """Only these of them."""
        return Bridges(self.first[chosen], self.second[chosen], self.similarity[chosen], self.reaches[chosen])

    def of(self, groups: MapGroups, place: int) -> Bridges:
        """Those that lead out of the cluster at a place, or from its document where it is in none."""
        cluster = int(groups.cluster[place])
        if cluster < 0:
            return self.at(np.flatnonzero((self.first == place) | (self.second == place)))
        return self.at(
            np.flatnonzero((groups.cluster[self.first] == cluster) | (groups.cluster[self.second] == cluster))
        )


def bridges_on(drawn: CollectionMap, result: Result) -> Bridges:
    """All near misses that were verified; a document in no cluster stands for itself. 0.3 s for a million pairs."""
    of, pairs = result.clusters.of, result.pairs
    # a document in no cluster stands for itself; one that is not on the map is in no pair
    labels = np.where(of >= 0, of, len(result.clusters) + np.arange(of.size)).astype(np.int32)
    seen = drawn.place >= 0
    apart = np.flatnonzero((labels[pairs.i] != labels[pairs.j]) & seen[pairs.i] & seen[pairs.j])
    one, other = labels[pairs.i[apart]].astype(np.int64), labels[pairs.j[apart]].astype(np.int64)
    key = np.minimum(one, other) * (len(result.clusters) + of.size) + np.maximum(one, other)
    _, first = np.unique(key, return_index=True)
    kept = apart[np.sort(first)]
    return Bridges(
        first=drawn.place[pairs.i[kept]],
        second=drawn.place[pairs.j[kept]],
        similarity=pairs.ranking[kept],
        reaches=kept < result.at_threshold,
    )


class Nearness(Struct, frozen=True):
    """How far the picture tells who is most similar to whom.

    texts : texts on the map that have a verified partner; touching : of these, how many touch their most similar one
    """

    texts: int
    touching: int


def nearness_of(drawn: CollectionMap, result: Result) -> Nearness:
    """Counted over all texts with a verified partner on the map; corners that meet count as touching."""
    pairs, nearest = result.pairs, np.full(int(drawn.text.max(initial=-1)) + 1, -1, np.int32)
    for first in range(0, len(pairs), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        ends = drawn.place[np.column_stack([pairs.i[part], pairs.j[part]])]
        ends = drawn.text[ends[(ends >= 0).all(axis=1)]].ravel()
        # of each text the first pair it is in is the most similar one
        text, at = np.unique(ends, return_index=True)
        new = nearest[text] < 0
        nearest[text[new]] = ends[at[new] ^ 1]
    joined = np.flatnonzero(nearest >= 0)
    partner = nearest[joined]
    left, top, right, bottom = drawn.levels[-2].boxes if len(drawn.levels) > 1 else np.empty((4, 0))
    touch = (left[joined] <= right[partner]) & (left[partner] <= right[joined])
    touch &= (top[joined] <= bottom[partner]) & (top[partner] <= bottom[joined])
    return Nearness(int(joined.size), int(touch.sum()))
