"""A drawn cluster parted as another run groups its texts."""

from __future__ import annotations

import numpy as np

from simexplorer.pipeline.cluster_cutting import as_grouped, cut_tree
from simexplorer.search.dendrogram import TREE_LINKAGES, dendrogram


def test_texts_of_one_group_are_one_part_and_texts_in_none_stand_alone():
    cut = as_grouped(np.array([7, -1, 7, 3, -1, 3], np.int32), 0.9)
    # 7 holds two texts, 3 two, and the two that are in no group make a part each
    assert sorted(cut.sizes) == [1, 1, 2, 2]
    assert cut.labels[0] == cut.labels[2]
    assert cut.labels[3] == cut.labels[5]
    assert cut.labels[1] != cut.labels[4]
    assert cut.at == 0.9
    assert cut.offers == ()


def test_a_threshold_is_offered_where_it_is_above_that_of_the_run_whose_linkage_has_a_tree():
    linking = np.array([[1.0, 0.9, 0.3], [0.9, 1.0, 0.5], [0.3, 0.5, 1.0]])
    trees = {linkage: dendrogram(linking, linkage) for linkage in TREE_LINKAGES}

    def offered(linkage, threshold):
        # the third text joins the others at 0.5, at (0.5 + 0.3) / 2 = 0.4, or at 0.3: at 0.4 complete linkage has two
        cut = cut_tree(trees, "complete", 0.4, linkage, threshold)
        assert cut.sizes == (2, 1)
        return [(offer.field, offer.value, offer.parts, offer.same) for offer in cut.offers]

    assert offered("complete", 0.3) == [("threshold", 0.4, 2, True)]
    others = [("linkage", "average", 2, True), ("linkage", "complete", 2, True)]
    assert offered("component", 0.45) == others
    assert offered("component", 0.4) == [("linkage", "complete", 2, True)]
    assert offered("star", 0.3) == []
    assert offered("star", 0.45) == others
