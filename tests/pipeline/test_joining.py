"""Runs in which an exact join stands in for the index find what brute force finds, and say so."""

from __future__ import annotations

import os
from contextlib import closing

import numpy as np
import pytest

from simexplorer.pipeline import joining, narrowing, rare_joining, sets_in_memory
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
    for takes in ("_SHINGLE_TAKES", "_ADDITION_TAKES", "_WORD_TAKES", "_MEETING_TAKES"):
        monkeypatch.setattr(joining, takes, 0.0)


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
    result = run(folder, recipe)
    assert result.audit.joined
    assert found_pairs(result) == pytest.approx(true_pairs(texts, recipe))
    for takes in ("_MEETING_TAKES", "_WORD_TAKES"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(joining, takes, 1e12)
            other = run(folder, recipe)
        assert not other.audit.joined
        assert found_pairs(result) == found_pairs(other)


@pytest.mark.parametrize(("measure", "joins"), [("jaccard", True), ("cosine", False)])
def test_more_shingles_than_lists_have_room_for_are_joined_by_prefixes_if_at_all(
    collection, always, monkeypatch, measure, joins
):
    folder, _ = collection
    monkeypatch.setattr(joining, "_FEW", 0)
    recipe = Recipe(threshold=0.6, measure=measure, scheme="hyperplane" if measure == "cosine" else "fss")
    assert run(folder, recipe).audit.joined == joins


@pytest.mark.parametrize("headroom", [0.0, 0.02, 0.2])
def test_a_recall_that_no_bands_have_is_had_by_a_join_that_is_worth_it(collection, monkeypatch, headroom):
    folder, texts = collection
    recipe = Recipe(threshold=0.1, hashes=16)
    result = run(folder, recipe, headroom=headroom)
    assert found_pairs(result) == pytest.approx(true_pairs(texts, recipe))
    assert (result.audit.joined, result.audit.predicted_recall, result.capped) == (True, 1.0, ())
    assert "joined exactly, which misses none" in index_words(result)
    monkeypatch.setattr(joining, "_WORTH", 0.0)
    other = run(folder, recipe, headroom=headroom)
    assert not other.audit.joined
    assert any("No choice of bands and rows finds a pair" in words for words in other.capped)
    assert len(found_pairs(other)) < len(found_pairs(result))


def test_no_join_begins_for_which_memory_has_no_room(collection, always, monkeypatch):
    folder, texts = collection
    monkeypatch.setattr(sets_in_memory, "_JOIN_BYTES", 1 << 60)
    recipe = Recipe(threshold=0.5)
    result = run(folder, recipe)
    assert not result.audit.joined
    assert found_pairs(result) == pytest.approx(true_pairs(texts, recipe))


@pytest.fixture
def rarely(always, monkeypatch):
    """Texts too long to be held in memory, and a join by rare shingles that takes nothing."""
    monkeypatch.setattr(joining, "MOST_SHINGLES", 0)
    for takes in ("_BEGINNING_TAKES", "_SHINGLE_TAKES", "_MEETING_TAKES"):
        monkeypatch.setattr(rare_joining, takes, 0.0)
    monkeypatch.setattr(rare_joining, "_SAMPLE", 1000)
    monkeypatch.setattr(rare_joining, "_LEAST_SAMPLE", 5)
    monkeypatch.setattr(rare_joining, "_MANY", 1 << 30)


@pytest.mark.parametrize("recipe", [Recipe(threshold=0.3), Recipe(threshold=0.4, scheme="first-rows", bag=True)])
def test_rare_shingles_find_all_pairs_where_sets_have_no_room_in_memory(collection, rarely, monkeypatch, recipe):
    folder, texts = collection
    met = []
    monkeypatch.setattr(rare_joining.RareJoin, "part", noting(met, rare_joining.RareJoin.part))
    result = run(folder, recipe, headroom=0.1)
    assert met
    assert (result.audit.joined, result.audit.scanned, result.audit.rare) == (False, True, True)
    assert "all pairs that share a rare shingle, " in index_words(result)
    if not recipe.bag:
        assert found_pairs(result) == pytest.approx(true_pairs(texts, recipe))
    monkeypatch.setattr(banding, "_WORTH_JOINING", 1 << 60)
    other = run(folder, recipe.replace(scheme="minhash", hashes=512, recall=0.999999), headroom=0.1)
    assert found_pairs(result) == found_pairs(other)


def noting(met, part):
    """The same join; what it finds is noted."""

    def noted(*arguments):
        met.append(part(*arguments))
        return met[-1]

    return noted


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("_SHINGLE_TAKES", 1e12),
        ("_MEETING_TAKES", 1e12),
        ("MOST_WORDS", 0),
        ("_BYTES_A_WORD", 1 << 50),
        ("MAX_PAIRS", 3),
        ("MAX_CHECKS", 0),
    ],
)
def test_the_index_is_taken_where_rare_shingles_meet_too_often_or_have_no_room(
    collection, rarely, monkeypatch, name, value
):
    folder, texts = collection
    monkeypatch.setattr(rare_joining, name, value)
    recipe, found = Recipe(threshold=0.5), []
    monkeypatch.setattr(rare_joining.RareJoining, "found", noting(found, rare_joining.RareJoining.found))
    assert found_pairs(run(folder, recipe)) == pytest.approx(true_pairs(texts, recipe))
    assert found == [None]


@pytest.mark.parametrize("many", ["MAX_PAIRS", "_MANY"])
def test_of_too_many_rare_meetings_those_go_that_longer_sketches_rule_out(collection, rarely, monkeypatch, many):
    folder, texts = collection
    recipe = Recipe(threshold=0.4, sketch_sigmas=6.0)
    plain = run(folder, recipe)
    monkeypatch.setattr(rare_joining, many, 0 if many == "_MANY" else plain.audit.verified - 1)
    monkeypatch.setattr(narrowing, "_SKETCH_TAKES", (0.0, 0.0))
    result = run(folder, recipe)
    assert (result.audit.scanned, result.audit.rare) == (True, True)
    assert (plain.audit.ruled_out, plain.audit.verified - result.audit.verified) == (0, result.audit.ruled_out)
    assert found_pairs(result) == found_pairs(plain) == pytest.approx(true_pairs(texts, recipe))
