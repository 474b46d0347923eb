"""Trees of merges: by hand, against merging the nearest two again and again, and against the linkages of the run."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.search.dendrogram import TREE_LINKAGES, dendrogram
from simexplorer.search.linkage import average_labels, complete_labels
from simexplorer.search.linkage_forest import component_labels
from simexplorer.search.linkage_pairs import KnownPairs


def random_similarities(n, seed):
    random = np.random.default_rng(seed)
    upper = np.triu(random.random((n, n)), 1)
    return upper + upper.T + np.eye(n)


def merged_greedily(similarity, linkage):
    """Similarities of the merges by brute force: the nearest two groups, again and again."""
    combine = {"component": max, "complete": min, "average": lambda values: sum(values) / len(values)}[linkage]
    groups = [[i] for i in range(len(similarity))]
    heights = []
    while len(groups) > 1:
        height, a, b = max(
            (combine([similarity[i][j] for i in groups[x] for j in groups[y]]), x, y)
            for x, y in itertools.combinations(range(len(groups)), 2)
        )
        heights.append(height)
        groups[a] += groups.pop(b)
    return heights


@pytest.mark.parametrize("linkage", TREE_LINKAGES)
@given(n=st.integers(1, 14), seed=st.integers(0, 1000))
def test_merges_are_those_of_the_nearest_two_again_and_again(linkage, n, seed):
    similarity = random_similarities(n, seed)
    tree = dendrogram(similarity, linkage)
    assert tree.similarity == pytest.approx(merged_greedily(similarity.tolist(), linkage))
    assert np.all(np.diff(tree.similarity) <= 1e-12)
    assert sorted(tree.order.tolist()) == list(range(n))


@pytest.mark.parametrize("linkage", TREE_LINKAGES)
@pytest.mark.parametrize("steps", [2, 4, 7])
@given(n=st.integers(2, 14), seed=st.integers(0, 1000))
def test_among_equal_similarities_every_merge_joins_groups_that_are_so_similar(linkage, steps, n, seed):
    similarity = np.round(random_similarities(n, seed) * steps) / steps
    tree = dendrogram(similarity, linkage)
    combined = {"component": np.max, "complete": np.min, "average": np.mean}[linkage]
    below = [[leaf] for leaf in range(n)]
    for m in range(n - 1):
        one, other = below[tree.left[m]], below[tree.right[m]]
        assert tree.similarity[m] == pytest.approx(combined(similarity[np.ix_(one, other)]))
        below.append(one + other)
    assert np.all(np.diff(tree.similarity) <= 0.0)


@given(n=st.integers(1, 20), seed=st.integers(0, 1000), threshold=st.floats(0.05, 0.95))
def test_groups_at_a_threshold_are_those_of_the_run(n, seed, threshold):
    similarity = random_similarities(n, seed)
    i, j = np.triu_indices(n, 1)
    pairs = KnownPairs.of(i.astype(np.int32), j.astype(np.int32), similarity[i, j])
    wanted = {
        "component": component_labels(n, pairs.at_least(threshold)),
        "average": average_labels(n, pairs, threshold),
        "complete": complete_labels(n, pairs, threshold),
    }
    for linkage, labels in wanted.items():
        got = dendrogram(similarity, linkage).labels(threshold)
        assert len({*zip(got, labels, strict=True)}) == len(set(got)) == len(set(labels))


@given(n=st.integers(2, 20), seed=st.integers(0, 1000))
def test_branches_do_not_cross(n, seed):
    tree = dendrogram(random_similarities(n, seed))
    below = [{leaf} for leaf in range(n)]
    place = {leaf: at for at, leaf in enumerate(tree.order)}
    for m in range(n - 1):
        below.append(below[tree.left[m]] | below[tree.right[m]])
        places = sorted(place[leaf] for leaf in below[-1])
        assert places == list(range(places[0], places[0] + len(places)))
        assert tree.sizes[m] == len(places)
    spots = tree.positions()
    assert spots[tree.order].tolist() == list(range(n))
    assert spots[-1] == pytest.approx((spots[tree.left[-1]] + spots[tree.right[-1]]) / 2)


def test_a_tree_by_hand():
    # 0 and 1 are 0.9 alike, 2 is 0.6 and 0.4 like them: average (0.6 + 0.4) / 2 = 0.5
    similarity = np.array([[1, 0.9, 0.6], [0.9, 1, 0.4], [0.6, 0.4, 1]])
    tree = dendrogram(similarity)
    assert tree.similarity.tolist() == pytest.approx([0.9, 0.5])
    assert {int(tree.left[0]), int(tree.right[0])} == {0, 1}
    assert {int(tree.left[1]), int(tree.right[1])} == {2, 3}
    assert tree.order.tolist() == [1, 0, 2]  # the leaf that 2 is more alike stands beside it
    assert dendrogram(similarity, "component").similarity.tolist() == [0.9, 0.6]
    assert dendrogram(similarity, "complete").similarity.tolist() == [0.9, 0.4]


def test_what_is_not_known_counts_as_unlike():
    tree = dendrogram(np.array([[1, np.nan], [np.nan, 1]]))
    assert tree.similarity.tolist() == [0.0]


def test_hundreds_of_equal_leaves_are_no_trouble():
    tree = dendrogram(np.ones((400, 400)))
    assert np.all(tree.similarity == 1.0)
    assert len(set(tree.labels(1.0))) == 1


def test_nothing_and_one_leaf_are_trees_too():
    assert len(dendrogram(np.empty((0, 0)))) == 0
    assert dendrogram(np.ones((1, 1))).order.tolist() == [0]


def test_star_linkage_has_no_tree():
    with pytest.raises(ParameterError, match="linkage"):
        dendrogram(np.eye(2), "star")
