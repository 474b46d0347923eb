"""One cluster in full, to be drawn: every similarity in it, what holds it together, where it would come apart."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.result import Result
from simexplorer.search.dendrogram import TREE_LINKAGES, Dendrogram, dendrogram
from simexplorer.search.linkage_forest import Forest
from simexplorer.search.linkage_pairs import Exact, KnownPairs

MOST_TEXTS = 400
Rows = NDArray[np.int32]


class WeakestLink(Struct, frozen=True):
    """The link whose loss takes a cluster apart most easily: the lowest of its maximum spanning tree.

    i, j : its texts (places in the picture); similarity : of the two
    """

    i: int
    j: int
    similarity: float


class ClusterPicture(Struct, frozen=True):
    """m different texts of one cluster, the representative first, then by path.

    rows : (m,) int32, the first document of each text; copies : (m,) int32 documents that hold it
    verified : rising places in the table of pairs of the verified pairs of these texts
    similarity : (m, m) float64, exact, 1 on the diagonal, nan where it is not known (of measures other than Jaccard
        only what was verified is); edge_i, edge_j : (e,) int32 places of pairs that the run
        links (at or above the threshold); edge_similarity : (e,)
    linking : (m, m) the similarities that the run's clusters go by, else nan: all of Jaccard, of other measures those
        at or above the threshold (see ``Pairs.linking``)
    tree : of merges, by the run's linkage (star: average); weakest : None where there is one text
    lowest : the least similarity known; chain : it is below the threshold: some texts are together through others only
    left_out : texts of the cluster that are not in the picture, being more than MOST_TEXTS: those least like the
        representative
    """

    rows: Rows
    copies: Rows
    verified: NDArray[np.int64]
    similarity: NDArray[np.float64]
    edge_i: Rows
    edge_j: Rows
    edge_similarity: NDArray[np.float64]
    linking: NDArray[np.float64]
    tree: Dendrogram
    weakest: WeakestLink | None
    lowest: float
    chain: bool
    left_out: int

    def __len__(self) -> int:
        return self.rows.size

    def is_of(self, rows: Rows, copies: Rows) -> bool:
        """Whether these texts, in as many documents each, are all that the cluster holds."""
        return not self.left_out and np.array_equal(self.rows, rows) and np.array_equal(self.copies, copies)


def picture_of(
    result: Result, cluster: int, exact_jaccard: Exact, most: int = MOST_TEXTS, before: ClusterPicture | None = None
) -> ClusterPicture:
    """The picture of a cluster; what the run did not verify is computed now (400 texts: up to 79,800 pairs).

    before : a picture by the same linkage from the same table of pairs; if it is of the same texts, what the threshold
        leaves as it is comes from there
    """
    rows, copies, left_out = _texts(result, cluster, most)
    m, linkage = rows.size, result.recipe.linkage
    place = np.full(len(result.documents), -1, np.int32)
    place[rows] = np.arange(m, dtype=np.int32)
    if before is not None and not left_out and before.is_of(rows, copies):
        verified, similarity, tree = before.verified, before.similarity, before.tree
    else:
        verified, similarity = _similarities(result, rows, place, exact_jaccard)
        before = None
    pairs, limit = result.pairs, limit_similarity(result.recipe)
    linking = similarity if pairs.similarity is None else np.where(similarity >= limit, similarity, np.nan)
    if before is None or linking is not similarity:
        tree = dendrogram(linking, linkage if linkage in TREE_LINKAGES else "average")
    linked = verified[: np.searchsorted(verified, result.at_threshold)]
    edges = KnownPairs.of(place[pairs.i[linked]], place[pairs.j[linked]], pairs.ranking[linked])
    lowest = float(np.nanmin(similarity)) if m else 1.0
    return ClusterPicture(
        rows=rows,
        copies=copies,
        verified=verified,
        similarity=similarity,
        edge_i=edges.i,
        edge_j=edges.j,
        edge_similarity=edges.jaccard,
        linking=linking,
        tree=tree,
        weakest=_weakest(m, edges),
        lowest=lowest,
        chain=lowest < limit - 1e-12,
        left_out=left_out,
    )


def _similarities(
    result: Result, rows: Rows, place: Rows, exact_jaccard: Exact
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Where the verified pairs of these texts stand in the table of pairs, and the (m, m) similarities."""
    m, pairs = rows.size, result.pairs
    inside = np.flatnonzero((place[pairs.i] >= 0) & (place[pairs.j] >= 0))
    a, b = place[pairs.i[inside]], place[pairs.j[inside]]
    similarity = np.full((m, m), np.nan)
    similarity[a, b] = similarity[b, a] = pairs.ranking[inside]
    np.fill_diagonal(similarity, 1.0)
    i, j = (side.astype(np.int32) for side in np.nonzero(np.triu(np.isnan(similarity), 1)))
    if i.size and pairs.similarity is None:
        similarity[i, j] = similarity[j, i] = exact_jaccard(rows[i], rows[j])
    return inside, similarity


def _texts(result: Result, cluster: int, most: int) -> tuple[Rows, Rows, int]:
    """Rows of the different texts, how many documents hold each, and how many texts there are beyond ``most``."""
    members = result.clusters.members(cluster)
    twin = result.groups.representative[members]
    first = int(result.groups.representative[result.clusters.representative[cluster]])
    rows, counts = np.unique(twin, return_counts=True)
    order = np.lexsort((rows, rows != first))
    rows, copies = rows[order].astype(np.int32), counts[order].astype(np.int32)
    if rows.size <= most:
        return rows, copies, 0
    start = result.clusters.offsets[cluster]
    near = np.zeros(len(result.documents))
    near[twin] = np.nan_to_num(result.clusters.to_representative[start : start + members.size], nan=-1.0)
    near[first] = 2.0
    kept = np.sort(np.argsort(-near[rows], kind="stable")[:most])
    return rows[kept], copies[kept], int(rows.size - most)


def _weakest(m: int, edges: KnownPairs) -> WeakestLink | None:
    """The last pair of the maximum spanning forest."""
    forest = Forest.of(m, edges).pairs
    if not len(forest):
        return None
    return WeakestLink(int(forest.i[-1]), int(forest.j[-1]), float(forest.jaccard[-1]))
