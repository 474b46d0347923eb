"""Where a cluster may be cut, into what, and which setting of a run does the same."""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.cluster_picture import ClusterPicture
from simexplorer.search.dendrogram import TREE_LINKAGES, Dendrogram, dendrogram
from simexplorer.search.distinct import distinct
from simexplorer.search.linkage import average_labels
from simexplorer.search.linkage_pairs import KnownPairs

_STEP = 1000  # thresholds are offered in thousandths
Rows = NDArray[np.int32]
Matrix = NDArray[np.float64]


class CutOffer(Struct, frozen=True):
    """A setting of the run that takes the cluster apart: only that field of the recipe is to be changed.

    parts : into how many; same : these are just the parts of the cut in view
    """

    field: str
    value: float | str
    parts: int
    same: bool


class Cut(Struct, frozen=True):
    """A cluster cut at a similarity.

    at : merges below this similarity are undone; labels : (m,) int32 part of each text, in the order of the leaves
    sizes : texts of each part; offers : what would do so in a run, the nearest first
    """

    at: float
    labels: Rows
    sizes: tuple[int, ...]
    offers: tuple[CutOffer, ...] = ()

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return len(self.sizes)


def trees_of(picture: ClusterPicture) -> dict[str, Dendrogram]:
    """The tree of a cluster by each linkage, so that one is seen beside the other."""
    return {linkage: dendrogram(picture.linking, linkage) for linkage in TREE_LINKAGES}


def just_above(tree: Dendrogram, merge: int) -> float:
    """Where to cut so that this merge, and none that is closer, is undone."""
    closer = tree.similarity[tree.similarity > tree.similarity[merge]]
    upper = float(closer.min()) if closer.size else 1.0
    lower = float(tree.similarity[merge])
    short = math.floor(lower * _STEP + 1.0) / _STEP
    return short if short <= upper else 0.5 * (lower + upper)


def cut_tree(
    trees: dict[str, Dendrogram], by: str, at: float, linkage: str, threshold: float, linking: Matrix | None = None
) -> Cut:
    """The parts of a cluster cut at ``at`` in the tree of linkage ``by``.

    linkage, threshold : of the run; what it offers differs from them in one field
    linking : (m, m) the similarities that the trees were made of, where a run goes by those at or above its threshold
        alone (see ``Pairs.linking``); None where it goes by all
    """
    labels = trees[by].labels(at)
    sizes = tuple(np.bincount(labels).tolist()) if labels.size else ()
    if len(sizes) < 2:
        return Cut(at, labels, sizes)
    offers = []
    limit = math.ceil(at * _STEP - 1e-9) / _STEP
    if linkage in trees and threshold < limit <= 1.0:
        found = _in_a_run(trees, linkage, limit, linking)
        offers.append(CutOffer("threshold", limit, distinct(found).size, _same_parts(found, labels)))
    for other, tree in trees.items():
        found = tree.labels(threshold)
        parts = int(found.max()) + 1
        if other != linkage and parts > 1:
            offers.append(CutOffer("linkage", other, parts, _same_parts(found, labels)))
    offers.sort(key=lambda offer: not offer.same)
    return Cut(at, labels, sizes, tuple(offers))


def _in_a_run(trees: dict[str, Dendrogram], linkage: str, limit: float, linking: Matrix | None) -> Rows:
    """(m,) the group of each text by a run with this threshold."""
    if linkage != "average" or linking is None:
        return trees[linkage].labels(limit)
    i, j = (side.astype(np.int32) for side in np.nonzero(np.triu(linking >= limit, 1)))
    return average_labels(linking.shape[0], KnownPairs.of(i, j, linking[i, j]), limit)


def as_grouped(of: Rows, at: float) -> Cut:
    """Texts parted as a run groups them at ``at``; of : (m,) the group of each text, below 0 for those in none."""
    apart = np.where(of < 0, -1 - np.arange(of.size), of)
    labels = np.unique(apart, return_inverse=True)[1].astype(np.int32)
    return Cut(at, labels, tuple(np.bincount(labels).tolist()))


def _same_parts(one: Rows, other: Rows) -> bool:
    """Whether two labellings part the texts alike, whatever the numbers."""
    pairs = distinct((one.astype(np.int64) << 32) | other)
    return bool(pairs.size == distinct(one).size == distinct(other).size)
