"""Every scheme and every measure through the whole pipeline, against brute force over the documents."""

from __future__ import annotations

import collections
import itertools
import math
import os
import sys

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.errors import ParameterError
from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.measure_scale import SCHEMES_OF
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.signatures.names import SCHEMES
from tests import oracles
from tests.oracles_signatures import cosine, euclidean
from tests.pipeline.collection import found_pairs, true_pairs, write_collection


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    folder = tmp_path_factory.mktemp("measured")
    return folder, write_collection(folder, seed=11, families=8, versions=4)


def run(folder, recipe):
    analysis = Analysis([os.fsencode(folder)], workers=1)
    try:
        return analysis.run(recipe, Progress())
    finally:
        analysis.close()


def vectors(texts, recipe):
    """{name: Counter} of the distinct normalised texts, the first name of each."""
    first = {}
    for name, text in sorted(texts.items()):
        first.setdefault(normalise_text(text, recipe.normalise), name)
    cut = {name: oracles.shingles(text, recipe.shingle_kind, recipe.shingle_size) for text, name in first.items()}
    return {name: collections.Counter(shingles) for name, shingles in cut.items() if shingles}


def by_distance(result):
    names = result.documents.paths.display
    p = result.pairs
    return {(names(int(a)), names(int(b))): v for a, b, v in zip(p.i, p.j, p.distance, strict=True)}


def test_every_scheme_has_its_measure():
    assert {scheme for schemes in SCHEMES_OF.values() for scheme in schemes} == set(SCHEMES)


@pytest.mark.parametrize("scheme", SCHEMES_OF["jaccard"])
def test_schemes_for_jaccard_find_the_true_pairs(collection, scheme):
    folder, texts = collection
    recipe = Recipe(scheme=scheme, bits=8, threshold=0.5, hashes=200)
    result = run(folder, recipe)
    found, true = found_pairs(result), true_pairs(texts, recipe)
    assert found.keys() <= true.keys()
    assert all(found[pair] == pytest.approx(true[pair]) for pair in found)
    # schemes with infinite positions lose pairs of documents that have few shingles, and say so
    infinite = any("hold no value" in words for words in result.capped)
    assert infinite == (scheme in ("one-pass", "first-rows"))
    assert (result.audit.predicted_recall is None) == infinite
    assert len(found) >= (0.9 * len(true) if infinite else len(true) - 1)


@pytest.mark.parametrize("scheme", SCHEMES_OF["cosine"])
def test_schemes_for_the_cosine_report_the_exact_angle(collection, scheme):
    folder, texts = collection
    recipe = Recipe(scheme=scheme, measure="cosine", threshold=0.8, recall=0.9999, hashes=256)
    found = by_distance(run(folder, recipe))
    counts = vectors(texts, recipe)
    true = {p: c for p in itertools.combinations(sorted(counts), 2) if (c := cosine(counts[p[0]], counts[p[1]])) >= 0.8}
    assert found.keys() <= true.keys()
    assert len(found) >= len(true) - 1
    for pair, angle in found.items():
        assert math.cos(math.radians(angle)) == pytest.approx(true[pair], abs=1e-9)


def test_random_lines_find_what_is_near(collection):
    folder, texts = collection
    recipe = Recipe(scheme="random-lines", measure="euclidean", max_distance=12.0, interval=20.0, recall=0.9999)
    found = by_distance(run(folder, recipe))
    counts = vectors(texts, recipe)
    true = {
        p: d for p in itertools.combinations(sorted(counts), 2) if (d := euclidean(counts[p[0]], counts[p[1]])) <= 12
    }
    assert found.keys() <= true.keys()
    assert len(found) >= len(true) - 1
    assert all(distance == pytest.approx(true[pair]) for pair, distance in found.items())


def test_bit_sampling_finds_near_fingerprints(collection):
    folder, _ = collection
    result = run(folder, Recipe(scheme="bit-sampling", measure="hamming", max_distance=8, recall=0.9999))
    assert len(result.pairs) > 5
    assert np.all(result.pairs.distance <= 8)
    assert np.all(np.diff(result.pairs.distance) >= 0)


def test_containment_finds_small_texts_in_large_ones(collection):
    folder, texts = collection
    recipe = Recipe(measure="containment", threshold=0.7)
    result = run(folder, recipe)
    sets = {name: set(counter) for name, counter in vectors(texts, recipe).items()}
    share = {
        p: len(sets[p[0]] & sets[p[1]]) / min(len(sets[p[0]]), len(sets[p[1]]))
        for p in itertools.combinations(sorted(sets), 2)
    }
    names = result.documents.paths.display
    found = {
        (names(int(a)), names(int(b))): s
        for a, b, s in zip(result.pairs.i, result.pairs.j, result.pairs.ranking, strict=True)
    }
    assert found == pytest.approx({pair: value for pair, value in share.items() if value >= 0.7})
    assert result.audit.predicted_recall == 1.0
    assert result.capped == ()


@pytest.mark.parametrize("exact_shingles", [10**9, 0], ids=["exact join", "sample"])
def test_measured_recall_is_the_true_one(collection, monkeypatch, exact_shingles):
    folder, texts = collection
    monkeypatch.setattr("simexplorer.pipeline.recall_measuring.EXACT_SHINGLES", exact_shingles)
    recipe = Recipe(threshold=0.5, bands=8, rows=8)  # a poor banding: many pairs are missed
    analysis = Analysis([os.fsencode(folder)], workers=2)
    result = analysis.run(recipe, Progress())
    measured = analysis.measure_recall(Progress()).audit
    analysis.close()
    truth = len(found_pairs(result)) / len(true_pairs(texts, recipe))
    assert truth < 0.95
    low, high = measured.measured_interval
    assert low <= truth <= high
    if exact_shingles:
        assert measured.measured_recall == pytest.approx(truth)


def rows_found(result):
    pairs = result.pairs.first(result.at_threshold)
    return set(zip(pairs.i.tolist(), pairs.j.tolist(), strict=True))


VECTORS = {
    "cosine": Recipe(scheme="hyperplane", measure="cosine", threshold=0.6, bands=4, rows=20),
    "cosine of tf-idf": Recipe(scheme="simhash", measure="cosine", threshold=0.5, weights="tfidf", bands=3, rows=12),
    "euclidean": Recipe(scheme="random-lines", measure="euclidean", max_distance=30, interval=40, bands=4, rows=12),
    "hamming": Recipe(scheme="bit-sampling", measure="hamming", max_distance=12, bands=2, rows=20),
}


@pytest.mark.parametrize("exact_documents", [10**9, 0], ids=["all pairs", "sample"])
@pytest.mark.parametrize("measure", VECTORS)
def test_measured_recall_is_that_of_the_measure(collection, monkeypatch, measure, exact_documents):
    monkeypatch.setattr("simexplorer.pipeline.recall_measuring.EXACT_DOCUMENTS", exact_documents)
    monkeypatch.setattr("simexplorer.pipeline.recall_measuring._FEW", 7)
    recipe = VECTORS[measure]
    analysis = Analysis([os.fsencode(collection[0])], workers=2)
    found = rows_found(analysis.run(recipe, Progress()))
    measured = analysis.measure_recall(Progress()).audit
    # against single bands of one row, which miss next to nothing
    wanted = rows_found(analysis.run(recipe.replace(bands=64, rows=1, sketch_sigmas=100.0), Progress()))
    analysis.close()
    assert found < wanted
    truth = len(found) / len(wanted)
    assert truth < 0.97
    low, high = measured.measured_interval
    assert low <= truth + 1e-12
    assert truth - 1e-12 <= high
    if exact_documents:
        assert measured.measured_recall == pytest.approx(truth)


ACROSS = {**VECTORS, "jaccard": Recipe(threshold=0.4)}


@pytest.mark.parametrize("exact", [10**9, 0], ids=["all pairs", "sample"])
@pytest.mark.parametrize("measure", ACROSS)
def test_between_two_folders_only_pairs_across_them_count(tmp_path, monkeypatch, measure, exact):
    for limit in ("EXACT_SHINGLES", "EXACT_DOCUMENTS"):
        monkeypatch.setattr(f"simexplorer.pipeline.recall_measuring.{limit}", exact)
    for side, seed in (("known", 1), ("new", 2)):  # all families lie within one of both folders
        (tmp_path / side).mkdir()
        texts = write_collection(tmp_path / side, seed=seed, families=5, versions=4)
    (tmp_path / "known" / "too.txt").write_text("Known too: " + max(texts.values(), key=len), "utf-8")
    analysis = Analysis([os.fsencode(tmp_path)], workers=2)
    recipe = ACROSS[measure].replace(reference=os.fspath(tmp_path / "known"), bands=64, rows=1)
    result = analysis.run(recipe, Progress())
    measured = analysis.measure_recall(Progress()).audit
    analysis.close()
    alone = np.flatnonzero(result.groups.representative == np.arange(len(result.documents.paths)))
    known = [result.documents.paths.display(int(row)).startswith("known") for row in alone]
    assert result.at_threshold
    assert measured.measured_recall == pytest.approx(1.0, abs=0.05)
    assert measured.histogram.sum() == pytest.approx(sum(known) * (len(known) - sum(known)), rel=0.05)


EVERY_PAIR = {
    "jaccard": Recipe(threshold=0.0),
    "cosine": Recipe(scheme="simhash", measure="cosine", threshold=0.0, bands=1, rows=20),
    "hamming": Recipe(measure="hamming", scheme="bit-sampling", max_distance=64, bands=1, rows=12),
}


@pytest.mark.parametrize("across", [False, True], ids=["all", "two folders"])
@pytest.mark.parametrize("measure", EVERY_PAIR)
def test_where_every_pair_is_within_the_limit_those_not_found_are_counted(collection, measure, across):
    folder, texts = collection
    recipe = EVERY_PAIR[measure].replace(reference=os.fspath(folder / "f00") if across else None)
    analysis = Analysis([os.fsencode(folder)], workers=2)
    found = analysis.run(recipe, Progress())
    measured = analysis.measure_recall(Progress()).audit
    analysis.close()
    assert found.audit.predicted_recall < 1.0
    assert measured.measured_recall == found.audit.predicted_recall
    every = found.at_threshold + found.audit.predicted_missed
    distinct = len(vectors(texts, recipe))
    assert every < distinct * (distinct - 1) / 2 if across else every == distinct * (distinct - 1) / 2


def test_what_the_exact_join_counted_is_not_counted_again(collection, monkeypatch):
    recipe = Recipe(measure="containment", threshold=0.1, reference=str(collection[0] / "f00"))
    analysis = Analysis([os.fsencode(collection[0])], workers=2)
    analysis.run(
        replace(recipe, measure="jaccard", threshold=0.6, reference=None), Progress()
    )  # some overlaps are known already
    monkeypatch.setattr(
        "simexplorer.pipeline.overlaps.plan_shares", lambda i, *_: [] if not i.size else pytest.fail("again")
    )
    pairs = analysis.run(recipe, Progress()).pairs
    shared = pairs.jaccard, pairs.i_in_j[:], pairs.j_in_i[:]
    assert len(pairs) > 0
    monkeypatch.undo()
    analysis.close()
    again = run(collection[0], recipe).pairs
    assert [*map(list, shared)] == [*map(list, (again.jaccard, again.i_in_j, again.j_in_i))]
    assert pairs.jaccard == pytest.approx(1 / (1 / pairs.i_in_j[:] + 1 / pairs.j_in_i[:] - 1))


def test_a_join_of_contained_documents_is_stopped_and_can_go_on(collection):
    class Stopped(Progress):
        """Somebody presses Cancel while sets meet."""

        def check(self):
            if sys._getframe(1).f_code.co_name == "found":
                self.cancel()
            super().check()

    recipe = Recipe(measure="containment", threshold=0.6)
    analysis = Analysis([os.fsencode(collection[0])], workers=2)
    result = analysis.run(recipe, Stopped())
    assert result.partial
    assert len(result.pairs) == 0
    assert found_pairs(analysis.run(recipe, Progress())) == found_pairs(run(collection[0], recipe))
    analysis.close()


@pytest.mark.parametrize("measure", ACROSS)
def test_of_no_document_no_recall_is_told(tmp_path, measure):
    analysis = Analysis([os.fsencode(tmp_path)], workers=1)
    analysis.run(ACROSS[measure], Progress())
    audit = analysis.measure_recall(Progress()).audit
    assert audit.measured_recall is None
    assert audit.has_no_true_pair == (audit.measured_interval == (1.0, 1.0))
    analysis.close()


def test_contained_documents_of_equal_shingles_are_found_and_errors_are_those_of_the_estimate(collection):
    recipe = Recipe(measure="containment", threshold=0.8)
    analysis = Analysis([os.fsencode(collection[0])], workers=2)
    result = analysis.run(recipe, Progress())
    assert analysis.measure_recall(Progress()).audit.measured_recall == 1.0
    analysis.close()
    # the signatures estimate the Jaccard similarity: 128 of them are never 8 standard errors off
    assert np.abs(result.pairs.error_sd).max() < 8


def test_texts_of_equal_shingles_contain_each_other(tmp_path):
    (tmp_path / "a.txt").write_text("abcabcabcabc")
    (tmp_path / "b.txt").write_text("bcabcabcabcabca")
    (tmp_path / "c.txt").write_text("cabcabcabcabc")
    result = run(tmp_path, Recipe(measure="containment", threshold=0.9, shingle_size=3))
    assert list(zip(result.pairs.i.tolist(), result.pairs.j.tolist(), strict=True)) == [(0, 1), (0, 2), (1, 2)]


def test_measured_recall_is_that_of_the_threshold_as_it_was_moved_to(collection):
    analysis = Analysis([os.fsencode(collection[0])], workers=2)
    for threshold in (0.5, 0.9):
        analysis.run(Recipe(threshold=threshold), Progress())
        assert analysis.measure_recall(Progress()).audit.measured_recall == pytest.approx(1.0, abs=0.02)
    analysis.close()


def test_bags_count_repeats(tmp_path):
    (tmp_path / "a.txt").write_text("aaaa" * 10 + "bcdefghi")
    (tmp_path / "b.txt").write_text("aaaa" * 5 + "bcdefghi")
    sets, bags = (run(tmp_path, Recipe(bag=bag, threshold=0.1, recall=0.99999)) for bag in (False, True))
    recipe = Recipe()
    a, b = (collections.Counter(oracles.shingles((tmp_path / f).read_text(), "char", 9)) for f in ("a.txt", "b.txt"))
    assert sets.pairs.jaccard[0] == pytest.approx(oracles.jaccard(a, b))
    assert bags.pairs.jaccard[0] == pytest.approx((a & b).total() / (a | b).total())
    assert recipe.bag is False


def test_boilerplate_is_left_out(tmp_path):
    for number in range(6):
        (tmp_path / f"{number}.txt").write_text("the same long heading on every page " * 5 + f"{number * 7919:x}" * 30)
    assert run(tmp_path, Recipe(threshold=0.5)).at_threshold == 15
    assert run(tmp_path, Recipe(threshold=0.5, boilerplate=0.5)).at_threshold == 0


def test_stop_words_and_stems(tmp_path):
    (tmp_path / "a.txt").write_text("the runner was running in the gardens of houses")
    (tmp_path / "b.txt").write_text("a runner runs in gardens and in a house")
    plain = Recipe(shingle_kind="word", shingle_size=1, threshold=0.9)
    assert run(tmp_path, plain).at_threshold == 0
    # both become "runner run garden hous": the same text
    assert len(run(tmp_path, plain.replace(language="en", stop_words=True, stemming=True)).groups) == 1


@pytest.mark.parametrize(
    "changes",
    [{"scheme": "simhash"}, {"scheme": "fss", "measure": "cosine"}, {"scheme": "random-lines", "measure": "euclidean"}],
)
def test_what_does_not_go_together_is_refused(collection, changes):
    with pytest.raises(ParameterError):
        run(collection[0], Recipe(**changes))
