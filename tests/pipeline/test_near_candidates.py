"""Runs by measures of vectors against brute force; what they tell on the way, and how they stop."""

from __future__ import annotations

import collections
import itertools
import math
import os

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline import near_candidates, timing
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.exact_values import exact_values
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.yardstick import Yardstick
from tests import oracles
from tests.pipeline.collection import write_collection

COSINE = Recipe(measure="cosine", scheme="simhash", threshold=0.5, recall=0.9999, sketch_sigmas=100.0)
EUCLIDEAN = Recipe(
    measure="euclidean", scheme="random-lines", max_distance=14.0, interval=24.0, recall=0.9999, sketch_sigmas=100.0
)


class Watched(Progress):
    """Counts what is told, stage by stage, and may be cancelled once a stage has begun."""

    def __init__(self, cancel_in: str = "") -> None:
        super().__init__()
        self.told = collections.Counter()
        self.begun: dict[str, int] = {}
        self._cancel_in = cancel_in

    def begin(self, stage, total, unit="documents"):
        super().begin(stage, total, unit)
        self.begun[stage] = max(total, self.begun.get(stage, 0))
        self._now = stage

    def advance(self, count=1):
        super().advance(count)
        self.told[self._now] += count
        if self._now == self._cancel_in:
            self.cancel()


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vectors")
    texts = write_collection(folder, seed=23, families=7, versions=4)
    odd = {"dashes.txt": "-" * 3000, "dashes and more.txt": "-" * 2900 + " the end", "nine.txt": "ninechars"}
    for name, text in odd.items():  # one shingle thousands of times; one shingle at all
        (folder / name).write_text(text)
    return folder, {**texts, **odd}


def analysed(folder, recipe, progress=None, **options):
    analysis = Analysis([os.fsencode(folder)], workers=2)
    try:
        return analysis, analysis.run(recipe, progress or Progress(), **options)
    finally:
        analysis.close()


def true_vectors(texts, recipe):
    """{name: {shingle: weight}} of the distinct texts that hold one; rarity is that among all that hold one."""
    normal = {name: normalise_text(text, recipe.normalise) for name, text in sorted(texts.items())}
    counts = {name: collections.Counter(oracles.shingles(text, "char", 9)) for name, text in normal.items()}
    counts = {name: counter for name, counter in counts.items() if counter}
    frequency = collections.Counter(x for counter in counts.values() for x in counter)
    first = {text: name for name, text in reversed(normal.items())}
    weight = {
        "tf": lambda _, n: n,
        "binary": lambda _, __: 1,
        "tfidf": lambda x, n: n * math.log1p(len(counts) / frequency[x]),
    }[recipe.weights]
    return {name: {x: weight(x, n) for x, n in counts[name].items()} for name in first.values() if name in counts}


def true_value(recipe, a, b):
    if recipe.measure == "euclidean":
        return math.sqrt(math.fsum((a.get(x, 0) - b.get(x, 0)) ** 2 for x in a.keys() | b.keys()))
    dot = math.fsum(a[x] * b[x] for x in a.keys() & b.keys())
    return dot / math.sqrt(math.fsum(v * v for v in a.values()) * math.fsum(v * v for v in b.values()))


@pytest.mark.parametrize("weights", ["tf", "binary", "tfidf"])
@pytest.mark.parametrize("recipe", [COSINE, EUCLIDEAN], ids=["cosine", "euclidean"])
def test_the_pairs_are_those_of_brute_force(collection, recipe, weights):
    folder, texts = collection
    wider = 3.0 if weights == "tfidf" and recipe.max_distance else 1.0
    recipe = recipe.replace(weights=weights, interval=24.0 * wider, max_distance=14.0 * wider)
    _, result = analysed(folder, recipe)
    vectors, names, p = true_vectors(texts, recipe), result.documents.paths.display, result.pairs
    true = {pair: true_value(recipe, vectors[pair[0]], vectors[pair[1]]) for pair in itertools.combinations(vectors, 2)}
    values = np.cos(np.radians(p.distance)) if recipe.measure == "cosine" else p.distance
    found = {
        tuple(sorted((names(int(a)), names(int(b))))): v for a, b, v in zip(p.i, p.j, values.tolist(), strict=True)
    }
    true = {tuple(sorted(pair)): value for pair, value in true.items()}
    within = {
        pair: v for pair, v in true.items() if (v >= 0.5 if recipe.measure == "cosine" else v <= recipe.max_distance)
    }
    assert found.keys() <= within.keys()
    assert len(found) >= len(within) - 1 > 5
    assert found == pytest.approx({pair: within[pair] for pair in found}, rel=1e-9, abs=1e-7)
    sets = [set(vectors[pair[0]]) & set(vectors[pair[1]]) for pair in found]
    shares = [
        len(both) / len(vectors[pair[0]].keys() | vectors[pair[1]].keys())
        for pair, both in zip(found, sets, strict=True)
    ]
    assert p.jaccard.tolist() == pytest.approx(shares)


@pytest.mark.parametrize("bag", [False, True])
@pytest.mark.parametrize("weights", ["tf", "tfidf"])
def test_each_value_is_that_of_the_two_documents_alone(collection, weights, bag):
    folder, _ = collection
    for recipe in (COSINE, EUCLIDEAN, Recipe(measure="hamming", scheme="bit-sampling", max_distance=12)):
        recipe = recipe.replace(weights=weights, bag=bag)
        analysis = Analysis([os.fsencode(folder)], workers=2)
        result = analysis.run(recipe, Progress())
        p = result.pairs
        alone = exact_values(recipe, analysis.reader, p.i, p.j)
        analysis.close()
        assert len(p)
        values = np.cos(np.radians(p.distance)) if recipe.measure == "cosine" else p.distance
        np.testing.assert_allclose(values, alone, rtol=1e-12, atol=1e-12)
        if recipe.measure == "hamming" or weights == "tf":  # whole numbers
            np.testing.assert_array_equal(p.similarity, Yardstick(recipe).similarity(alone))


@pytest.mark.parametrize(
    "recipe", [COSINE, EUCLIDEAN, Recipe(measure="hamming", scheme="bit-sampling", max_distance=12)]
)
def test_every_candidate_is_told_as_it_is_looked_at(collection, recipe):
    progress = Watched()
    _, result = analysed(collection[0], recipe, progress)
    assert progress.told["Verifying exactly"] >= result.audit.verified > 0
    assert progress.begun["Verifying exactly"] == result.audit.verified
    assert all(progress.told[stage] <= total for stage, total in progress.begun.items() if "Reading" in stage)


def test_a_run_that_is_cancelled_while_it_verifies_keeps_what_it_has(collection, monkeypatch):
    monkeypatch.setattr(near_candidates, "_PAIRS_AT_ONCE", 20)
    folder, _ = collection
    _, whole = analysed(folder, COSINE)
    _, part = analysed(folder, COSINE, Watched(cancel_in="Verifying exactly"))
    assert part.partial
    rows = set(zip(part.pairs.i.tolist(), part.pairs.j.tolist(), strict=True))
    assert rows < set(zip(whole.pairs.i.tolist(), whole.pairs.j.tolist(), strict=True))
    _, nothing = analysed(
        folder, Recipe(measure="hamming", scheme="bit-sampling", max_distance=12), Watched("Reading fingerprints")
    )
    assert nothing.partial
    assert not len(nothing.pairs)


def test_pairs_are_shown_while_others_are_verified(collection, monkeypatch):
    monkeypatch.setattr(timing, "PARTIAL_SECONDS", 0.0)
    growing = []
    _, whole = analysed(collection[0], COSINE, on_partial=growing.append)
    shown = [one for one in growing if len(one.pairs)]
    assert shown
    assert all(one.partial for one in shown)
    np.testing.assert_array_equal(shown[-1].pairs.similarity, whole.pairs.similarity)
    np.testing.assert_array_equal(shown[-1].pairs.jaccard, whole.pairs.jaccard)


def test_of_candidates_beyond_the_limit_nothing_is_kept(collection):
    analysis, result = analysed(collection[0], COSINE.replace(threshold=0.9))
    known = sum(batch.i.size for batch in analysis.known_overlaps().batches)
    assert known == len(result.pairs) < result.audit.verified


def test_versions_of_a_long_text_are_read_a_few_times_each_not_once_for_every_few_others(tmp_path, monkeypatch):
    rng = np.random.default_rng(5)
    words = rng.integers(0, 1 << 30, 4000).tolist()
    for version in range(48):
        words[version * 7] = -version
        (tmp_path / f"{version:02}.txt").write_text(" ".join(map(str, words)))
    read = collections.Counter()

    class Counted(near_candidates.VectorPairs):
        def weigh(self, factors):
            read["documents"] += self.packer.sizes.size
            super().weigh(factors)

    monkeypatch.setattr(near_candidates, "VectorPairs", Counted)
    monkeypatch.setattr(near_candidates, "_UNIT_SHINGLES", 8_000)  # two of them
    _, result = analysed(tmp_path, replace(COSINE, shingle_kind="word", shingle_size=1))
    assert len(result.pairs) == 48 * 47 // 2
    assert 48 <= read["documents"] <= 2 * 48
