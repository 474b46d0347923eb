"""A cluster in full: every similarity, the link that holds it, the halves it would fall into."""

from __future__ import annotations

import os
from contextlib import closing

import numpy as np
import pytest

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.cluster_picture import picture_of
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from tests.pipeline.collection import write_collection

RECIPE = Recipe(threshold=0.6, shingle_size=5)


@pytest.fixture(scope="module")
def analysis(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictured")
    write_collection(folder, seed=8, families=6, versions=6)
    with closing(Analysis([os.fsencode(folder)], workers=1)) as made:
        made.run(RECIPE, Progress())
        yield made


@pytest.mark.parametrize("linkage", ["component", "average", "complete", "star"])
def test_everything_in_a_cluster_is_there_and_exact(analysis, linkage):
    result = analysis.run(RECIPE.replace(linkage=linkage), Progress())
    assert len(result.clusters)
    for cluster in range(len(result.clusters)):
        made = picture_of(result, cluster, analysis.exact_jaccard)
        members = result.clusters.members(cluster)
        assert made.copies.sum() == members.size
        assert set(made.rows) == set(result.groups.representative[members])
        assert made.rows[0] == result.groups.representative[result.clusters.representative[cluster]]
        m = len(made)
        i, j = (side.ravel().astype(np.int32) for side in np.indices((m, m)))
        different = i != j
        exact = analysis.exact_jaccard(made.rows[i[different]], made.rows[j[different]])
        np.testing.assert_allclose(made.similarity[i[different], j[different]], exact)
        assert made.lowest == pytest.approx(result.clusters.min_jaccard[cluster])
        assert made.chain == (result.clusters.min_jaccard[cluster] < RECIPE.threshold)
        assert np.all(made.edge_similarity >= RECIPE.threshold)
        linked = np.triu(made.similarity >= RECIPE.threshold, 1).sum()
        assert made.edge_i.size <= linked
        assert len(made.tree) == m
        if m > 1:
            weakest = made.weakest
            assert weakest.similarity == pytest.approx(result.clusters.weakest_link[cluster])
            assert weakest.similarity == made.similarity[weakest.i, weakest.j]


def test_of_too_large_a_cluster_the_texts_nearest_to_the_representative_are_shown(analysis):
    result = analysis.run(RECIPE, Progress())
    sizes = [len(picture_of(result, c, analysis.exact_jaccard)) for c in range(len(result.clusters))]
    cluster = int(np.argmax(sizes))
    whole = picture_of(result, cluster, analysis.exact_jaccard)
    part = picture_of(result, cluster, analysis.exact_jaccard, most=3)
    assert len(part) == 3
    assert part.left_out == len(whole) - 3
    assert part.rows[0] == whole.rows[0]
    place = np.flatnonzero(np.isin(whole.rows, part.rows))
    rest = np.setdiff1d(np.arange(len(whole)), place)
    assert whole.similarity[0, place].min() >= whole.similarity[0, rest].max()


def test_a_cluster_of_copies_is_one_text(analysis):
    result = analysis.run(RECIPE, Progress())
    names = result.documents.paths.display
    row = next(r for r in range(len(result.documents)) if names(r) == "short.txt")
    made = picture_of(result, int(result.clusters.of[row]), analysis.exact_jaccard)
    assert (len(made), made.copies.tolist(), made.weakest, made.chain) == (1, [2], None, False)
