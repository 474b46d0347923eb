"""Runs in which an exact join stands in for the index find what brute force finds, and say so."""

from __future__ import annotations

import math
import os
from contextlib import closing

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.pipeline import joining
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.reports.summary import index_words
from simexplorer.search import banding
from tests.pipeline.collection import found_pairs, true_pairs, write_collection

JOINED = "all documents were joined exactly"


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    folder = tmp_path_factory.mktemp("joined")
    return folder, write_collection(folder, seed=17, families=8, versions=4)


@pytest.fixture
def always(monkeypatch):
    """An index that seems to take long, and a join that takes nothing."""
    monkeypatch.setattr(banding, "_WORTH_JOINING", 0)
    monkeypatch.setattr(joining, "_SHINGLE_TAKES", 0.0)
    monkeypatch.setattr(joining, "_ADDITION_TAKES", 0.0)


def run(folder, recipe, **options):
    with closing(Analysis([os.fsencode(folder)], workers=2, **options)) as analysis:
        return analysis.run(recipe, Progress())


@pytest.mark.parametrize("many", [0, 1 << 60], ids=["prefixes", "postings"])
@pytest.mark.parametrize("recipe", [Recipe(threshold=0.3), Recipe(threshold=0.4, scheme="first-rows", bag=True)])
def test_all_pairs_of_sets_are_found(collection, always, monkeypatch, many, recipe):
    folder, texts = collection
    monkeypatch.setattr(joining, "_MANY", many - 1)
    result = run(folder, recipe, headroom=0.1)
    if not recipe.bag:
        assert found_pairs(result) == pytest.approx(true_pairs(texts, recipe))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(banding, "_WORTH_JOINING", 1 << 60)
        other = run(folder, recipe.replace(scheme="minhash", hashes=512, recall=0.999999), headroom=0.1)
    assert found_pairs(result) == found_pairs(other)
    assert (result.audit.joined, other.audit.joined) == (True, False)
    assert (result.audit.predicted_recall, result.audit.gaps, result.capped) == (1.0, 0.0, ())
    assert JOINED in index_words(result)
    assert JOINED not in index_words(other)


@pytest.mark.parametrize("weights", ["tf", "tfidf", "binary"])
def test_all_pairs_of_vectors_are_found(collection, always, monkeypatch, weights):
    folder, _ = collection
    recipe = Recipe(measure="cosine", scheme="hyperplane", threshold=0.6, weights=weights)
    result = run(folder, recipe)
    monkeypatch.setattr(banding, "_WORTH_JOINING", 1 << 60)
    other = run(folder, recipe.replace(hashes=1024, recall=0.999999))
    assert result.audit.joined
    assert len(other.pairs) > 20
    assert found_pairs(result) == found_pairs(other)
    np.testing.assert_array_equal(result.pairs.similarity, other.pairs.similarity)


@pytest.mark.parametrize(
    ("name", "value"),
    [("_SHINGLE_TAKES", 1e12), ("_ADDITION_TAKES", 1e12), ("MOST_SHINGLES", 0), ("MAX_PAIRS", 3)],
)
def test_the_index_is_taken_where_a_join_would_cost_more_or_has_no_room(collection, always, monkeypatch, name, value):
    folder, texts = collection
    monkeypatch.setattr(joining, name, value)
    recipe = Recipe(threshold=0.5)
    result = run(folder, recipe)
    assert not result.audit.joined
    assert found_pairs(result) == pytest.approx(true_pairs(texts, recipe))


def test_prefixes_join_what_takes_too_many_additions_unless_they_meet_too_often(collection, always, monkeypatch):
    folder, texts = collection
    recipe = Recipe(threshold=0.5)
    monkeypatch.setattr(joining, "_ADDITION_TAKES", 1e12)
    monkeypatch.setattr(joining, "_MANY", -1)
    monkeypatch.setattr(joining, "_MEETING_TAKES", 0.0)
    result = run(folder, recipe)
    monkeypatch.setattr(joining, "_MEETING_TAKES", 1e12)
    other = run(folder, recipe)
    assert (result.audit.joined, other.audit.joined) == (True, False)
    assert found_pairs(result) == found_pairs(other) == pytest.approx(true_pairs(texts, recipe))


def test_meetings_of_prefixes_worked_by_hand():
    # owners: 1, 2, 3 have one, 4 two, 8 four; at 0.5 a set of four may lack 4 / 3, so that 1.25 (4 / 3 + 1) = 2.9 are
    # looked at: three of {1, 2, 4, 8}: 1 + 1 + 2, of {3, 4, 8} 1.25 (1 + 1) = 2.5, all three: 1 + 2 + 4; of {8}, 1.25
    # (1 / 3 + 1) = 1.7, it itself: 4, twice; 19 in all, of which half are those of larger sets
    sets = ShingleSets.from_lists([{1, 2, 4, 8}, {3, 4, 8}, {8}, {8}])
    assert joining.prefix_meetings(sets, 0.5) == 19 // 2
    assert joining.prefix_meetings(ShingleSets.from_lists([]), 0.5) == 0


@pytest.mark.parametrize("limit", [0.05, 0.3, 0.8, 1.0])
def test_meetings_of_prefixes_are_those_of_the_rarest_ids(limit, monkeypatch):
    monkeypatch.setattr(joining, "_SETS_AT_ONCE", 7)
    rng = np.random.default_rng(7)
    lists = [set(rng.zipf(1.3, size).clip(max=500).tolist()) for size in rng.integers(0, 60, 80).tolist()]
    owners = {number: sum(number in one for one in lists) for number in set().union(*lists)}
    rarest = [sorted(owners[number] for number in one) for one in lists]
    looked = [math.ceil(1.25 * (len(one) * (1.0 - limit) / (1.0 + limit) + 1.0)) for one in lists]
    expected = sum(sum(counts[:most]) for counts, most in zip(rarest, looked, strict=True)) // 2
    assert joining.prefix_meetings(ShingleSets.from_lists(lists), limit) == expected
