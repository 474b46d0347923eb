"""Linkages against merging by hand and by brute force; ties, chains, order of input, size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.linkage import average_labels, complete_labels, star_labels
from simexplorer.search.linkage_forest import Forest, component_labels
from simexplorer.search.linkage_pairs import Budget, Filler, KnownPairs
from tests import oracles_search as oracle


def known(similar):
    i, j = np.array(list(similar), np.int32).reshape(-1, 2).T
    return KnownPairs.of(i, j, np.array(list(similar.values()), np.float64))


def groups(label):
    return {frozenset(np.flatnonzero(label == name).tolist()) for name in np.unique(label)}


def by_linkage(n, similar, threshold, linkage):
    pairs = known(similar)
    if linkage == "component":
        return component_labels(n, pairs.at_least(threshold))
    if linkage == "star":
        return star_labels(n, pairs, threshold)[0]
    return (average_labels if linkage == "average" else complete_labels)(n, pairs, threshold)


@st.composite
def graphs(draw, ties=False):
    """(n, similarities of some pairs): dense or sparse, in clumps or not."""
    n = draw(st.integers(1, 11))
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    centre = rng.integers(0, max(1, n // 3), n)
    density = rng.choice([0.3, 0.7, 1.0])
    similar = {}
    for a in range(n):
        for b in range(a + 1, n):
            if rng.random() < density:
                value = 0.5 * rng.random() + (0.45 if centre[a] == centre[b] else 0.1)
                similar[a, b] = round(value, 1) if ties else value
    return n, similar


CHAIN = {(0, 1): 0.9, (1, 2): 0.9, (2, 3): 0.9, (0, 2): 0.5, (1, 3): 0.5}


@pytest.mark.parametrize(
    ("linkage", "wanted"),
    [
        # 0-1-2-3 is a chain of 0.9; ends two steps apart share 0.5, the outer two 0
        ("component", {frozenset({0, 1, 2, 3})}),
        # 0 and 1 merge; 2 joins them with (0.9 + 0.5) / 2 = 0.7 < 0.8, so it merges with 3
        ("average", {frozenset({0, 1}), frozenset({2, 3})}),
        ("complete", {frozenset({0, 1}), frozenset({2, 3})}),
        # 1 and 2 weigh 1.8: 1 is the first centre and takes 0 and 2, 3 stays alone
        ("star", {frozenset({0, 1, 2}), frozenset({3})}),
    ],
)
def test_a_chain_is_held_together_as_each_linkage_says(linkage, wanted):
    assert groups(by_linkage(4, CHAIN, 0.8, linkage)) == wanted


def test_average_linkage_takes_the_mean_over_all_pairs():
    # {0, 1} and 2: (0.9 + 0.7) / 2 = 0.8 reaches 0.8, which complete linkage (0.7) refuses
    similar = {(0, 1): 0.95, (0, 2): 0.9, (1, 2): 0.7}
    assert groups(by_linkage(3, similar, 0.8, "average")) == {frozenset({0, 1, 2})}
    assert groups(by_linkage(3, similar, 0.81, "average")) == {frozenset({0, 1}), frozenset({2})}
    assert groups(by_linkage(3, similar, 0.8, "complete")) == {frozenset({0, 1}), frozenset({2})}


@given(graphs(), st.floats(0.3, 0.95), st.sampled_from(["average", "complete"]))
def test_merging_along_chains_gives_what_merging_the_nearest_gives(graph, threshold, linkage):
    n, similar = graph
    wanted = oracle.agglomerated(list(range(n)), similar, threshold, linkage)
    assert groups(by_linkage(n, similar, threshold, linkage)) == wanted


@given(graphs(ties=True), st.sampled_from([0.3, 0.5, 0.6, 0.8]), st.sampled_from(["average", "complete"]))
def test_with_ties_groups_are_whole_and_none_could_merge(graph, threshold, linkage):
    n, similar = graph
    got = groups(by_linkage(n, similar, threshold, linkage))
    assert sorted(row for group in got for row in group) == list(range(n))
    again = oracle.agglomerated(sorted(map(min, got)), _between(got, similar, linkage), threshold, linkage)
    assert all(len(group) == 1 for group in again)
    if linkage == "complete":
        inner = [similar.get((a, b), 0.0) for group in got for a in group for b in group if a < b]
        assert all(value >= threshold for value in inner)


def _between(got, similar, linkage):
    """Similarities of the groups, by their lowest rows, a hair lowered as means are rounded."""
    found = {}
    for a in got:
        for b in got:
            if min(a) < min(b):
                values = [similar.get((min(x, y), max(x, y)), 0.0) for x in a for y in b]
                value = min(values) if linkage == "complete" else sum(values) / len(values) - 1e-9
                found[min(a), min(b)] = value
    return found


@given(graphs(ties=True), st.sampled_from([0.3, 0.5, 0.6, 0.8]))
def test_components_and_stars_equal_their_definitions(graph, threshold):
    n, similar = graph
    assert groups(by_linkage(n, similar, threshold, "component")) == oracle.components(
        list(range(n)), similar, threshold
    )


@given(graphs(), st.floats(0.3, 0.95))
def test_stars_equal_their_definition(graph, threshold):
    n, similar = graph
    label, centre = star_labels(n, known(similar), threshold)
    wanted = oracle.stars(list(range(n)), similar, threshold)
    assert centre.tolist() == [wanted[row] for row in range(n)]
    assert groups(label) == groups(centre)
    assert all(label[row] == np.flatnonzero(centre == centre[row]).min() for row in range(n))


@given(graphs(ties=True), st.randoms(use_true_random=False))
@pytest.mark.parametrize("linkage", ["component", "average", "complete", "star"])
def test_order_and_direction_of_pairs_change_nothing(linkage, graph, random):
    n, similar = graph
    shuffled = list(similar.items())
    random.shuffle(shuffled)
    turned = {(pair if random.random() < 0.5 else pair[::-1]): value for pair, value in shuffled}
    first = by_linkage(n, similar, 0.5, linkage)
    np.testing.assert_array_equal(first, by_linkage(n, turned, 0.5, linkage))
    assert all(first[name] == name for name in first)  # a group is named by its lowest row
    assert all(name <= row for row, name in enumerate(first))


@given(graphs(ties=True), st.floats(0.0, 1.0))
def test_single_link_groups_at_any_threshold_are_a_prefix_of_the_forest(graph, threshold):
    n, similar = graph
    forest = Forest.of(n, known(similar))
    assert len(forest.pairs) <= n - 1
    np.testing.assert_array_equal(forest.labels(threshold), component_labels(n, known(similar).at_least(threshold)))


def test_known_pairs_are_sorted_and_turned_only_where_they_are_not():
    pairs = KnownPairs.of(np.array([5, 1], np.int32), np.array([2, 3], np.int32), np.array([0.3, 0.9]))
    assert pairs.i.tolist() == [1, 2]
    assert pairs.j.tolist() == [3, 5]
    assert pairs.jaccard.tolist() == [0.9, 0.3]
    assert KnownPairs.of(pairs.i, pairs.j, pairs.jaccard).i is pairs.i
    assert len(pairs.at_least(0.9)) == 1
    assert len(pairs.at_least(0.91)) == 0
    assert len(pairs.at_least(0.3)) == 2


def asked(label, inside, budget):
    seen = []

    def exact(i, j):
        seen.extend(zip(i.tolist(), j.tolist(), strict=True))
        return np.full(i.size, 0.25)

    texts = np.arange(label.size, dtype=np.int32)
    filled = Filler(exact, budget).fill(label, texts, inside)
    return seen, filled.known.joined(filled.late), filled.missing


def test_a_filler_asks_for_exactly_what_groups_lack_smallest_lack_first():
    label = np.array([0, 0, 0, 3, 3, 3, 3, 7], np.int32)
    inside = known({(0, 1): 0.9, (1, 2): 0.8, (3, 4): 0.7})
    seen, pairs, missing = asked(label, inside, Budget())
    assert sorted(seen) == [(0, 2), (3, 5), (3, 6), (4, 5), (4, 6), (5, 6)]
    assert len(pairs) == 9
    assert not missing.any()
    assert np.all(np.diff(pairs.jaccard) <= 0)
    seen, _, missing = asked(label, inside, Budget(pairs=5))  # the second group lacks 5, both together 6
    assert seen == [(0, 2)]
    assert missing.nonzero()[0].tolist() == [3]
    seen, _, missing = asked(label, inside, Budget(texts=3))
    assert seen == [(0, 2)]
    assert missing[3] == 5


def test_average_linkage_of_a_large_clique_and_of_long_chains_ends():
    n = 400
    i, j = (part.astype(np.int32) for part in np.triu_indices(n, 1))
    rng = np.random.default_rng(1)
    clique = KnownPairs.of(i, j, 0.8 + 0.2 * rng.random(i.size))
    assert np.unique(average_labels(n, clique, 0.8)).size == 1
    assert np.unique(complete_labels(n, clique, 0.8)).size == 1
    n = 200_000
    chain = KnownPairs.of(
        np.arange(n - 1, dtype=np.int32), np.arange(1, n, dtype=np.int32), np.linspace(0.9, 0.8, n - 1)
    )
    # ever less similar along the chain: 0-1 merge, 2 joins with less than half, so 2-3 merge, and so on
    assert np.unique(average_labels(n, chain, 0.8)).size == n // 2
    assert np.unique(component_labels(n, chain)).size == 1
    rising = KnownPairs.of(chain.i, chain.j, chain.jaccard[::-1].copy())
    assert np.unique(average_labels(n, rising, 0.8)).size == n // 2
