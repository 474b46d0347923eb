"""A limit that was tightened leaves the clusters that a run which began there finds, whatever was found before."""

from __future__ import annotations

import os
import random
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.cluster_cutting import as_grouped, cut_tree
from simexplorer.pipeline.cluster_drawing import drawing_of
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace.apart import without_apart

# bands that find all, and no check by the signatures: both runs then find the same pairs
PLAIN = Recipe(shingle_size=5, bands=64, rows=1, hashes=64, sketch_sigmas=100.0, threshold=0.3)
MEASURES = {  # the wide limit, and what tightens it
    "jaccard": (PLAIN, {"threshold": 0.6}),
    "containment": (PLAIN.replace(measure="containment", threshold=0.4), {"threshold": 0.7}),
    "cosine": (PLAIN.replace(measure="cosine", scheme="hyperplane", threshold=0.5), {"threshold": 0.8}),
    "hamming": (PLAIN.replace(measure="hamming", scheme="bit-sampling", max_distance=20.0), {"max_distance": 10.0}),
    "euclidean": (
        PLAIN.replace(measure="euclidean", scheme="random-lines", max_distance=25.0, interval=40.0),
        {"max_distance": 12.0},
    ),
}
LINKAGES = ["component", "average", "complete", "star"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One text, in 24 versions that lie more and less far from it."""
    made, rng = tmp_path_factory.mktemp("tightened"), random.Random(3)
    words = [f"w{number}" for number in range(60)]
    base = rng.choices(words, k=60)
    for version in range(24):
        text = list(base)
        for _ in range(rng.randint(0, 14)):
            text[rng.randrange(60)] = rng.choice(words)
        (made / f"{version:02}.txt").write_text(" ".join(text))
    return made


@pytest.fixture(scope="module", params=MEASURES)
def both(folder, request):
    """An analysis that ran at the wide limit, one that did not, and the tightened recipe."""
    wide, tightening = MEASURES[request.param]
    with (
        closing(Analysis([os.fsencode(folder)], workers=1)) as before,
        closing(Analysis([os.fsencode(folder)], workers=1)) as fresh,
    ):
        loose = before.run(wide, Progress())
        assert loose.at_threshold > before.run(wide.replace(**tightening), Progress()).at_threshold > 2
        yield before, fresh, wide.replace(**tightening)


def ran(both, linkage):
    """The results of both analyses."""
    before, fresh, recipe = both
    tightened, begun = (one.run(recipe.replace(linkage=linkage), Progress()) for one in (before, fresh))
    assert tightened.at_threshold == begun.at_threshold
    assert len(tightened.pairs) > len(begun.pairs)
    return tightened, begun


def assert_same_clusters(one, other):
    for name in one.clusters.__struct_fields__:
        np.testing.assert_array_equal(getattr(one.clusters, name), getattr(other.clusters, name), name)
    assert one.limits == other.limits


def assert_same_trees(one, other):
    for name, tree in other.trees.items():
        for field in tree.__struct_fields__:
            np.testing.assert_array_equal(getattr(one.trees[name], field), getattr(tree, field), field)


def a_little_tighter(drawing):
    """The limit that the least similar pairs of a drawing do not reach, and all others do."""
    recipe = drawing.result.recipe
    value = float(MeasureScale.of(recipe).value(np.unique(drawing.picture.edge_similarity)[1]))
    return {"threshold": value} if recipe.max_distance is None else {"max_distance": value + 1e-9}


@pytest.mark.parametrize("linkage", LINKAGES)
def test_clusters_their_figures_and_notes_are_those_of_a_run_that_began_there(both, linkage):
    tightened, begun = ran(both, linkage)
    assert len(begun.clusters)
    assert_same_clusters(tightened, begun)
    for figure in ("predicted_recall", "predicted_missed", "chance", "left_out", "needed"):
        assert getattr(tightened.audit, figure) == getattr(begun.audit, figure), figure


def test_a_document_that_was_compared_with_itself_changes_no_figure(folder):
    recipe = Recipe(threshold=0.75, shingle_size=5)
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        analysis.run(recipe.replace(threshold=0.95), Progress())
        for row in range(23):
            analysis.exact_jaccard(np.array([row, row], np.int32), np.array([row, row + 1], np.int32))
        asked = analysis.run(recipe, Progress())
    with closing(Analysis([os.fsencode(folder)], workers=1)) as fresh:
        assert_same_clusters(asked, fresh.run(recipe, Progress()))


@pytest.mark.parametrize("linkage", LINKAGES)
def test_so_they_are_where_pairs_are_left_out(both, linkage):
    tightened, begun = (
        without_apart(result, np.arange(len(result.pairs)) % 5 == 3, one.known_overlaps())
        for result, one in zip(ran(both, linkage), both, strict=False)
    )
    # how many are left out is told of all that are known
    assert_same_clusters(*(replace(result, capped=result.capped[1:]) for result in (tightened, begun)))


@pytest.mark.parametrize("linkage", LINKAGES)
def test_the_trees_of_a_cluster_are_those_of_a_run_that_began_there(both, linkage):
    before, fresh, _ = both
    tightened, begun = ran(both, linkage)
    for cluster in range(len(begun.clusters)):
        drawn, made = (
            drawing_of(*one)
            for one in ((begun, cluster, fresh.exact_jaccard), (tightened, cluster, before.exact_jaccard))
        )
        assert_same_trees(made, drawn)


def test_trees_follow_a_limit_that_is_tightened_over_the_same_texts(both):
    before, _, recipe = both
    wide = next(wide for wide, _ in MEASURES.values() if wide.measure == recipe.measure)
    loose = drawing_of(before.run(wide, Progress()), 0, before.exact_jaccard)
    result = before.run(recipe.replace(**a_little_tighter(loose)), Progress())
    made = drawing_of(result, 0, before.exact_jaccard, before=loose)
    assert made.layout is loose.layout, "they are the same texts"
    assert_same_trees(made, drawing_of(result, 0, before.exact_jaccard))


@pytest.mark.parametrize("measure", ["jaccard", "containment", "cosine"])
def test_by_average_linkage_an_offered_threshold_does_in_a_run_what_it_promised(folder, measure):
    recipe = MEASURES[measure][0].replace(linkage="average")
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        made = drawing_of(analysis.run(recipe, Progress()), 0, analysis.exact_jaccard)
        linking = None if measure == "jaccard" else made.picture.linking
        kept = set()
        for at in (0.5, 0.6, 0.7, 0.8):
            cut = cut_tree(made.trees, "average", at, "average", recipe.threshold, linking)
            for offer in cut.offers[:1]:
                assert (offer.field, offer.value) == ("threshold", at)
                of = analysis.run(recipe.replace(threshold=at), Progress()).clusters.of[made.picture.rows]
                parts = as_grouped(of, at).labels
                assert offer.parts == np.unique(parts).size
                assert offer.same == (
                    np.unique(np.column_stack([parts, cut.labels]), axis=0).shape[0] == cut.parts == offer.parts
                )
                kept.add(offer.same)
        assert kept
