"""Joins through the lists of features against brute force, at the limit itself and whatever the room."""

from __future__ import annotations

import itertools
import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import CapacityError
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.search import posting_join
from simexplorer.search.posting_join import PostingJoin, additions

documents = st.lists(st.dictionaries(st.integers(0, 12), st.integers(1, 5), max_size=8), max_size=20)
limits = st.sampled_from([0.2, 1 / 3, 0.5, 0.75, 1.0])


def sets_of(given_documents: list[dict[int, int]]) -> ShingleSets:
    return ShingleSets.from_lists(given_documents)


def vectors_of(given_documents: list[dict[int, int]]) -> SparseVectors:
    sets = sets_of(given_documents)
    weights = [float(document[feature]) for document in given_documents for feature in sorted(document)]
    return SparseVectors(sets.offsets, sets.ids, np.array(weights))


def joined(features: ShingleSets | SparseVectors, limit: float) -> dict[tuple[int, int], float]:
    i, j, common = PostingJoin.prepare(features).pairs(limit, 10_000)
    found = dict(zip(zip(i.tolist(), j.tolist(), strict=True), common.tolist(), strict=True))
    assert len(found) == i.size, "each pair once"
    return found


@given(documents, limits)
def test_sets_that_reach_a_jaccard_similarity_are_found_exactly(given_documents, limit):
    true = {}
    for (i, a), (j, b) in itertools.combinations(enumerate(given_documents), 2):
        shared = len(a.keys() & b.keys())
        if shared and shared / len(a.keys() | b.keys()) >= limit:
            true[i, j] = shared
    assert joined(sets_of(given_documents), limit) == true


@given(documents, limits)
def test_vectors_that_reach_a_cosine_are_found_and_none_far_below(given_documents, limit):
    found = joined(vectors_of(given_documents), limit)
    for (i, a), (j, b) in itertools.combinations(enumerate(given_documents), 2):
        dot = sum(a[feature] * b[feature] for feature in a.keys() & b.keys())
        cosine = dot / math.sqrt(max(1, sum(w * w for w in a.values())) * max(1, sum(w * w for w in b.values())))
        if dot and cosine >= limit + 1e-12:
            assert found[i, j] == dot
        elif cosine < limit - 1e-6:
            assert (i, j) not in found


def test_little_room_and_many_jobs_change_nothing(monkeypatch):
    draw = np.random.default_rng(1)
    lists = [dict.fromkeys(draw.integers(0, 60, 12).tolist(), 1) for _ in range(300)]
    whole = joined(sets_of(lists), 0.2)
    monkeypatch.setattr(posting_join, "ROWS", 7)
    monkeypatch.setattr(posting_join, "_ROOM", 0)
    assert joined(sets_of(lists), 0.2) == whole
    assert len(whole) > 1000


def test_more_pairs_than_there_is_room_for_are_refused():
    with pytest.raises(CapacityError, match="more than the 9 that are kept"):
        PostingJoin.prepare(sets_of([{1: 1}] * 5)).pairs(1.0, 9)


def test_additions_are_counted_before_any_is_made():
    assert additions(sets_of([{1: 1, 2: 1}, {2: 1, 3: 1}, {2: 1, 3: 1}, {}]).ids) == 3 + 1
    assert additions(np.empty(0, np.uint64)) == 0


def test_a_join_is_made_ready_in_thirty_bytes_a_feature_beside_the_features():
    ids = np.sort(np.random.default_rng(0).integers(0, 2**64, 1000, np.uint64))
    features = ShingleSets(np.arange(0, 200_001, 1000), np.tile(ids, 200))
    PostingJoin.prepare(sets_of([{1: 1}]))
    tracemalloc.start()
    try:
        PostingJoin.prepare(features)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 30 * features.ids.size
