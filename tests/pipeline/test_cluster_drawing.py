"""A cluster ready to be drawn, and cut: what is drawn is there, what is offered does what it says."""

from __future__ import annotations

import os
from contextlib import closing
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec import Struct

from simexplorer.pipeline import cluster_drawing
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.cluster_cutting import cut_tree, just_above, trees_of
from simexplorer.pipeline.cluster_drawing import drawing_of
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.dendrogram import dendrogram
from tests.pipeline.collection import write_collection

RECIPE = Recipe(threshold=0.6, shingle_size=5)


@pytest.fixture(scope="module")
def analysis(tmp_path_factory):
    folder = tmp_path_factory.mktemp("drawn")
    write_collection(folder, seed=8, families=6, versions=6)
    with closing(Analysis([os.fsencode(folder)], workers=1, headroom=0.3)) as made:
        made.run(RECIPE, Progress())
        yield made


def largest(analysis, **options):
    result = analysis.run(RECIPE.replace(**options), Progress())
    drawings = [drawing_of(result, c, analysis.exact_jaccard) for c in range(len(result.clusters))]
    return max(drawings, key=lambda d: len(d.picture))


def test_every_link_is_drawn_where_there_are_few(analysis):
    made = largest(analysis)
    np.testing.assert_array_equal(made.edges, np.arange(made.picture.edge_i.size))
    assert made.layout.places.shape == (len(made.picture), 2)
    assert set(made.trees) == {"component", "average", "complete"}


@pytest.mark.parametrize("linkage", ["component", "average", "complete", "star"])
def test_a_drawing_at_another_threshold_is_the_same_with_what_an_earlier_one_knew(analysis, linkage):
    before, kept = None, 0
    for threshold in (0.9, 0.62, 0.6, 0.5, 0.45, 0.47, 0.43):
        result = analysis.run(RECIPE.replace(threshold=threshold, linkage=linkage), Progress())
        made = drawing_of(result, 0, analysis.exact_jaccard, before=before)
        assert_same(made, drawing_of(result, 0, analysis.exact_jaccard))
        kept += before is not None and made.layout is before.layout
        before = made
    assert kept, "what was known was of use"


def assert_same(one, other):
    """All that is drawn, field by field."""
    if one is other:
        return
    if isinstance(one, Struct):
        for name in one.__struct_fields__:
            assert_same(getattr(one, name), getattr(other, name))
    elif isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            assert_same(one[name], other[name])
    elif isinstance(one, np.ndarray):
        np.testing.assert_array_equal(one, other)
    else:
        assert one == other


def test_of_too_many_links_those_are_drawn_that_hold_the_cluster_together(analysis, monkeypatch):
    m = len(largest(analysis).picture)
    monkeypatch.setattr(cluster_drawing, "MOST_EDGES", m)
    made = largest(analysis)
    assert made.edges.size <= m < made.picture.edge_i.size
    linked = np.eye(m, dtype=bool)
    linked[made.picture.edge_i[made.edges], made.picture.edge_j[made.edges]] = True
    reached = np.linalg.matrix_power((linked | linked.T).astype(float), m) > 0
    assert reached.all()


def test_near_misses_stand_outside_each_once_by_its_nearest_member(analysis):
    made = largest(analysis, threshold=0.85)
    near, members = made.near, made.layout.places
    assert near.rows.size
    assert np.unique(near.rows).size == near.rows.size
    assert not np.isin(near.rows, made.picture.rows).any()
    ring = np.sqrt((members**2).sum(axis=1)).max()
    assert (np.sqrt((near.places**2).sum(axis=1)) > ring).all()
    for k, row in enumerate(near.rows.tolist()):
        of_row = near.all.similarity[near.all.outside == row]
        assert near.similarity[k] == of_row.max()


def test_texts_beside_one_member_fan_out_from_the_ray_through_it():
    layout = SimpleNamespace(places=np.array([[0.0, 2.0], [0.0, -2.0]]))
    picture = SimpleNamespace(similarity=np.array([0.8]))
    places = cluster_drawing._beside(np.array([0, 0, 1, 0, 0]), np.full(5, 0.7), picture, layout)
    up, fan = np.pi / 2, cluster_drawing._FAN
    assert np.arctan2(places[:, 1], places[:, 0]) == pytest.approx([up, up + fan, -up, up - fan, up + 2 * fan])


# three texts: 0 and 1 at 0.9, 2 nearest to 1 at 0.7 and 0.5 to 0
CHAIN = np.array([[1.0, 0.9, 0.5], [0.9, 1.0, 0.7], [0.5, 0.7, 1.0]])


class Picture:
    linking = CHAIN


def test_a_cut_just_above_a_merge_undoes_that_merge_and_no_closer_one():
    tree = dendrogram(CHAIN, "component")  # merges at 0.9 and 0.7
    assert just_above(tree, 1) == pytest.approx(0.701)
    assert just_above(tree, 0) == pytest.approx(0.901)
    close = dendrogram(np.array([[1, 0.7002, 0.1], [0.7002, 1, 0.7001], [0.1, 0.7001, 1]]), "component")
    assert 0.7001 < just_above(close, 1) < 0.7002


def test_offers_say_what_a_run_would_make_of_the_cluster():
    trees = trees_of(Picture)
    # average linkage joins 2 at (0.5 + 0.7) / 2 = 0.6, complete at 0.5: both fall apart at a threshold of 0.65
    cut = cut_tree(trees, "component", 0.8, "component", 0.65)
    assert cut.sizes == (2, 1)
    offers = {(offer.field, offer.value): (offer.parts, offer.same) for offer in cut.offers}
    assert offers == {
        ("threshold", 0.8): (2, True),
        ("linkage", "average"): (2, True),
        ("linkage", "complete"): (2, True),
    }
    apart = cut_tree(trees, "component", 0.95, "component", 0.65)
    assert apart.parts == 3
    assert [(o.field, o.same) for o in apart.offers] == [("threshold", True), ("linkage", False), ("linkage", False)]


def test_a_cut_below_everything_leaves_one_piece_and_offers_nothing():
    cut = cut_tree(trees_of(Picture), "complete", 0.2, "component", 0.65)
    assert (cut.parts, cut.offers) == (1, ())
    assert cut_tree(trees_of(Picture), "average", 0.6, "star", 0.5).parts == 1


def test_an_offered_threshold_does_in_a_run_what_it_promised(analysis):
    made = largest(analysis)
    tree = made.trees["component"]
    cut = cut_tree(made.trees, "component", just_above(tree, tree.similarity.size - 1), "component", RECIPE.threshold)
    (offer,) = [offer for offer in cut.offers if offer.field == "threshold"]
    result = analysis.run(RECIPE.replace(threshold=float(offer.value)), Progress())
    of = result.clusters.of[made.picture.rows]
    for part in range(cut.parts):
        inside = of[cut.labels == part]
        assert np.unique(inside).size == 1
    assert np.unique(of[of >= 0]).size == sum(size > 1 for size in cut.sizes)
