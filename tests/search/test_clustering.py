"""Clusters: every figure against brute force, copies, budgets said in words, order of input, linear cost for copies."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.search.clustering import cluster
from simexplorer.search.linkage_pairs import Budget, Filler, KnownPairs
from tests import oracles_search as oracle

LINKAGES = ["component", "average", "complete", "star"]


def columns(similar):
    i, j = np.array(list(similar), np.int32).reshape(-1, 2).T
    return i, j, np.array(list(similar.values()), np.float64)


def clusters_of(n, similar, threshold, linkage, text_of=None, exact=None, budget=None, present=None):
    text_of = np.arange(n, dtype=np.int32) if text_of is None else np.asarray(text_of, np.int32)
    present = np.ones(n, np.bool_) if present is None else present
    known = KnownPairs.of(*columns(similar))
    return cluster(known, threshold, linkage, text_of, present, Filler(exact, budget))


def members(clusters):
    return [sorted(clusters.members(c).tolist()) for c in range(len(clusters))]


@st.composite
def collections(draw):
    """Documents, some copies of others, whose texts have similarities; what is below 0.4 is known to ``exact`` only."""
    n = draw(st.integers(1, 12))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    text_of = np.arange(n, dtype=np.int32)
    for row in range(1, n):
        if rng.random() < 0.25:
            text_of[row] = text_of[rng.integers(row)]
    clump = rng.integers(0, max(1, n // 4), n)
    texts = np.unique(text_of).tolist()
    similar = {
        (a, b): 0.5 * rng.random() + (0.45 if clump[a] == clump[b] else 0.1) for a in texts for b in texts if a < b
    }
    known = {pair: value for pair, value in similar.items() if value >= 0.4}

    def exact(i, j):
        return np.array([similar[pair] for pair in zip(i.tolist(), j.tolist(), strict=True)])

    return n, text_of, similar, known, exact


@given(collections(), st.floats(0.4, 0.95), st.sampled_from(LINKAGES))
def test_every_figure_equals_its_definition(collection, threshold, linkage):
    n, text_of, similar, known, exact = collection
    got, notes = clusters_of(n, known, threshold, linkage, text_of, exact)
    assert notes == ()
    texts = sorted(set(text_of.tolist()))
    centre = oracle.stars(texts, similar, threshold)
    if linkage == "component":
        groups = oracle.components(texts, similar, threshold)
    elif linkage == "star":
        groups = {frozenset(t for t in texts if centre[t] == c) for c in centre.values()}
    else:
        groups = oracle.agglomerated(texts, similar, threshold, linkage)
    wanted = {}
    for group in groups:
        documents = [row for row in range(n) if text_of[row] in group]
        if len(documents) > 1:
            wanted[tuple(documents)] = group
    assert sorted(map(tuple, members(got))) == sorted(wanted)
    for c in range(len(got)):
        rows = got.members(c).tolist()
        group = wanted[tuple(sorted(rows))]
        inner = [similar[a, b] for a in group for b in group if a < b]
        chosen = centre[min(group)] if linkage == "star" else oracle.medoid(group, similar)
        assert got.representative[c] == rows[0] == chosen
        assert rows[1:] == sorted(rows[1:])
        assert got.min_jaccard[c] == min(inner, default=1.0)
        assert got.mean_jaccard[c] == pytest.approx(math.fsum(inner) / len(inner) if inner else 1.0, rel=1e-12)
        assert got.weakest_link[c] == oracle.weakest_link(group, similar)
        near = {t: 1.0 if t == chosen else similar[min(t, chosen), max(t, chosen)] for t in group}
        assert got.to_representative[got.offsets[c] : got.offsets[c + 1]].tolist() == [near[text_of[r]] for r in rows]
        assert np.all(got.of[rows] == c)
    assert np.count_nonzero(got.of >= 0) == got.rows.size


@given(collections(), st.floats(0.4, 0.95), st.sampled_from(LINKAGES), st.randoms(use_true_random=False))
def test_the_order_of_pairs_changes_nothing(collection, threshold, linkage, random):
    n, text_of, _, known, exact = collection
    shuffled = list(known.items())
    random.shuffle(shuffled)
    turned = {(pair if random.random() < 0.5 else pair[::-1]): value for pair, value in shuffled}
    first, first_notes = clusters_of(n, known, threshold, linkage, text_of, exact, Budget(texts=4, pairs=9))
    again, again_notes = clusters_of(n, turned, threshold, linkage, text_of, exact, Budget(texts=4, pairs=9))
    assert first_notes == again_notes
    for field in first.__slots__:
        np.testing.assert_array_equal(getattr(first, field), getattr(again, field))


@given(collections(), st.floats(0.4, 0.95), st.sampled_from(LINKAGES), st.randoms(use_true_random=False))
def test_another_order_of_documents_gives_the_same_groups(collection, threshold, linkage, random):
    n, text_of, similar, _, _ = collection
    place = list(range(n))
    random.shuffle(place)  # row -> its new row
    moved_text_of = np.empty(n, np.int32)
    for row in range(n):
        moved_text_of[place[row]] = min(place[other] for other in range(n) if text_of[other] == text_of[row])
    first_row = {int(t): int(moved_text_of[place[t]]) for t in text_of}
    moved = {tuple(sorted((first_row[a], first_row[b]))): value for (a, b), value in similar.items()}
    first, _ = clusters_of(n, similar, threshold, linkage, text_of)
    again, _ = clusters_of(n, moved, threshold, linkage, moved_text_of)
    assert sorted(sorted(place[row] for row in rows) for rows in members(first)) == sorted(members(again))
    # of two texts alone both are equally central: there the first by path is chosen, else the same text
    for c in range(len(first)):
        if np.unique(text_of[first.members(c)]).size > 2:
            same = again.of[place[first.members(c)[0]]]
            assert moved_text_of[again.representative[same]] == first_row[int(first.representative[c])]


@given(collections(), st.floats(0.4, 0.95), st.sampled_from(LINKAGES))
def test_a_copy_of_a_file_changes_no_group_of_texts(collection, threshold, linkage):
    n, text_of, similar, _, _ = collection
    first, _ = clusters_of(n, similar, threshold, linkage, text_of)
    again, _ = clusters_of(n + 1, similar, threshold, linkage, [*text_of, text_of[0]])
    theirs = {tuple(row for row in rows if row < n) for rows in map(tuple, members(again))}
    assert {tuple(rows) for rows in members(first)} == {rows for rows in theirs if len(rows) > 1}
    for c in range(len(first)):
        assert again.representative[again.of[first.representative[c]]] == first.representative[c]


def test_clusters_come_largest_first_then_tightest_then_by_row():
    similar = {(0, 1): 0.85, (2, 3): 0.95, (4, 5): 0.9, (4, 6): 0.9, (5, 6): 0.9, (7, 8): 0.85}
    got, _ = clusters_of(9, similar, 0.8, "component")
    assert members(got) == [[4, 5, 6], [2, 3], [0, 1], [7, 8]]
    assert got.offsets.tolist() == [0, 3, 5, 7, 9]
    assert got.mean_jaccard.tolist() == [0.9, 0.95, 0.85, 0.85]


def test_a_chain_shows_its_weakest_link_and_its_lowest_pair():
    # 0-1-2 at 0.9 and 0.85; the ends share 0.3: the chain holds at 0.85, its lowest pair is 0.3, 1 is in the middle
    asked = []

    def exact(i, j):
        asked.append((i.tolist(), j.tolist()))
        return np.full(i.size, 0.3)

    got, notes = clusters_of(3, {(0, 1): 0.9, (1, 2): 0.85}, 0.8, "component", exact=exact)
    assert asked == [([0], [2])]
    assert notes == ()
    assert got.weakest_link.tolist() == [0.85]
    assert got.min_jaccard.tolist() == [0.3]
    assert got.mean_jaccard[0] == pytest.approx((0.9 + 0.85 + 0.3) / 3)
    assert got.members(0).tolist() == [1, 0, 2]
    assert got.to_representative.tolist() == [1.0, 0.9, 0.85]


def test_identical_texts_alone_are_a_cluster_and_empty_documents_none():
    present = np.array([True, True, False, False, True])
    got, notes = clusters_of(5, {}, 0.8, "component", [0, 0, 2, 2, 4], present=present)
    assert notes == ()
    assert members(got) == [[0, 1]]
    assert got.min_jaccard.tolist() == got.mean_jaccard.tolist() == got.weakest_link.tolist() == [1.0]
    assert got.to_representative.tolist() == [1.0, 1.0]
    assert got.of.tolist() == [0, 0, -1, -1, -1]


def test_nothing_gives_no_clusters():
    for n in (0, 1, 7):
        for linkage in LINKAGES:
            got, notes = clusters_of(n, {}, 0.8, linkage)
            assert len(got) == 0
            assert notes == ()
            assert got.of.tolist() == [-1] * n


@pytest.mark.parametrize("linkage", LINKAGES)
def test_a_hundred_thousand_copies_are_one_cluster_with_no_pair_looked_at(linkage):
    n = 100_000

    def exact(i, j):
        raise AssertionError("nothing is missing")

    got, notes = clusters_of(n, {}, 0.8, linkage, np.zeros(n, np.int32), exact)
    assert notes == ()
    assert len(got) == 1
    assert got.rows.size == n


def star_of_texts(n):
    """0 is linked with all others, which exact knows to share 0.1."""
    return {(0, row): 0.9 for row in range(1, n)}, lambda i, j: np.full(i.size, 0.1)


def test_what_the_budget_leaves_out_is_nan_and_said():
    similar, exact = star_of_texts(6)
    got, notes = clusters_of(6, similar, 0.8, "component", exact=exact, budget=Budget(texts=5))
    assert np.isnan(got.min_jaccard[0])
    assert np.isnan(got.mean_jaccard[0])
    assert got.weakest_link[0] == 0.9
    assert got.to_representative.tolist() == [1.0] + [0.9] * 5
    assert len(notes) == 1
    assert "lowest and mean similarity of 1 cluster were not computed" in notes[0]
    assert "6 different texts" in notes[0]
    got, notes = clusters_of(6, similar, 0.8, "component", exact=exact)
    assert got.min_jaccard[0] == 0.1
    assert notes == ()


def test_average_linkage_says_where_it_took_unknown_pairs_as_0():
    similar, exact = star_of_texts(6)
    _, notes = clusters_of(6, similar, 0.5, "average", exact=exact, budget=Budget(texts=5))
    assert "took 10 similarities that were not computed to be 0" in notes[0]
    few, between = star_of_texts(3)
    _, (note,) = clusters_of(3, few, 0.5, "average", exact=between, budget=Budget(texts=2))
    assert "took 1 similarity that was not computed to be 0, in 1 chain of similar documents" in note
    whole, notes = clusters_of(6, similar, 0.5, "average", exact=exact)
    assert notes == ()
    assert members(whole) == [[0, 1, 2]]  # (0.9 + 0.1) / 2 = 0.5 holds, (0.9 + 0.1 + 0.1) / 3 = 0.37 does not


def test_a_chain_too_large_to_fill_still_knows_its_members_distance_to_the_representative():
    n = 30
    similar = {(row, row + 1): 0.9 for row in range(n - 1)}
    budget = Budget(texts=10, pairs=27)
    got, notes = clusters_of(n, similar, 0.8, "component", exact=lambda i, j: np.full(i.size, 0.2), budget=budget)
    # 1 has two neighbours and is the first such; 27 of 27 others are asked for
    assert got.representative.tolist() == [1]
    assert sorted(got.to_representative.tolist()) == [0.2] * 27 + [0.9] * 2 + [1.0]
    assert len(notes) == 1
    got, notes = clusters_of(n, similar, 0.8, "component", exact=None, budget=budget)
    assert np.isnan(got.to_representative).sum() == 27
    assert "similarity of 27 different texts to the cluster's representative was not computed" in notes[1]


def test_an_unknown_linkage_is_refused():
    with pytest.raises(ParameterError, match="linkage must be one of"):
        clusters_of(2, {}, 0.8, "ward")


@pytest.mark.parametrize("budget", [Budget(), Budget(texts=1)])
def test_groups_that_lack_pairs_take_memory_of_documents_and_not_of_pairs(budget):
    n, known = 200, ~np.eye(200, k=2, dtype=np.bool_)  # each text lacks the next one of its group
    i, j = (rows.astype(np.int32) for rows in np.nonzero(np.triu(known, 1)))
    alike = i % 2 == j % 2  # two groups, and as many pairs between them below the threshold
    pairs = KnownPairs.of(i, j, np.where(alike, 0.9, 0.1))
    rows, there = np.arange(n, dtype=np.int32), np.ones(n, np.bool_)

    def found():
        return cluster(pairs, 0.5, "component", rows, there, Filler(lambda a, b: np.zeros(a.size), budget))

    assert members(found()[0]) == [[*range(0, n, 2)], [*range(1, n, 2)]]
    tracemalloc.start()
    try:
        found()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * len(pairs)
