"""A run's answer is the same whatever the order of documents, the threads, the chunks, and after saving and loading."""

from __future__ import annotations

import os
import time
from contextlib import closing

import numpy as np
import pytest

from simexplorer.documents import chunks
from simexplorer.documents.array_cache import ArrayCache
from simexplorer.pipeline import recall_measuring
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.asking import ask
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.text_index import TextIndex
from simexplorer.workspace.opening import open_workspace
from tests.pipeline.collection import write_collection
from tests.texts import text_of

PLAIN = Recipe(threshold=0.4, shingle_size=5)
RECIPES = {
    "fss": PLAIN,
    "one-pass": PLAIN.replace(scheme="one-pass"),
    "bbit": PLAIN.replace(scheme="bbit", bits=4),
    "hyperplane": PLAIN.replace(scheme="hyperplane", measure="cosine", threshold=0.7, weights="tfidf"),
    "bags as vectors": PLAIN.replace(scheme="hyperplane", measure="cosine", threshold=0.7, bag=True),
    "bags and boilerplate": PLAIN.replace(bag=True, boilerplate=0.8),
    "words": PLAIN.replace(shingle_kind="word", shingle_size=2, language="en", stop_words=True, stemming=True),
}
SLOW = {
    "minhash": PLAIN.replace(scheme="minhash", linkage="average"),
    "first-rows": PLAIN.replace(scheme="first-rows", linkage="complete"),
    "bbit 16": PLAIN.replace(scheme="bbit", bits=16, linkage="star"),
    "simhash": PLAIN.replace(scheme="simhash", measure="cosine", threshold=0.8, simhash_bits=128),
    "bit-sampling": PLAIN.replace(scheme="bit-sampling", measure="hamming", max_distance=12),
    "random-lines": PLAIN.replace(scheme="random-lines", measure="euclidean", max_distance=25, interval=40),
    "contained": PLAIN.replace(measure="containment", threshold=0.8),
}


@pytest.fixture(scope="module", params=[*RECIPES, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def recipe(request):
    return {**RECIPES, **SLOW}[request.param]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Files that have not changed for a while, so that a cache trusts them."""
    made = tmp_path_factory.mktemp("invariance") / "files"
    write_collection(made, seed=41, families=7, versions=4)
    for path in made.rglob("*.txt"):
        os.utime(path, (time.time() - 100,) * 2)
    return made


def run(folder, recipe, workers=2, **options):
    with closing(Analysis([os.fsencode(folder)], workers=workers, **options)) as analysis:
        return analysis.run(recipe, Progress())


def told(result):
    """The answer by what the documents say, not by their rows: pairs, groups, clusters and what was counted."""
    said = [row.tobytes() for row in result.text_hashes]
    pairs, audit = result.pairs, result.audit
    columns = (pairs.ranking, pairs.jaccard, pairs.estimate, pairs.error_sd, pairs.hamming)
    rows = zip(pairs.i.tolist(), pairs.j.tolist(), *(column[:].tolist() for column in columns), strict=True)
    clusters = result.clusters
    return {
        "pairs": sorted((*sorted((said[i], said[j])), *figures) for i, j, *figures in rows),
        "clusters": sorted(sorted(said[row] for row in clusters.members(c).tolist()) for c in range(len(clusters))),
        "signatures": sorted((text, row.tobytes()) for text, row in zip(said, result.signatures.values, strict=True)),
        "audit": (audit.candidates, audit.verified, audit.predicted_recall, audit.histogram.tolist()),
        "banding": (result.bands, result.rows, result.at_threshold, result.limits),
    }


@pytest.fixture(scope="module")
def usual(folder, recipe):
    found = run(folder, recipe)
    assert found.at_threshold
    assert len(found.pairs) >= 5
    return found


def assert_same_answer(found, usual):
    mine, theirs = told(found), told(usual)
    for what in theirs:
        assert mine[what] == theirs[what], what


def test_threads_and_chunks_change_nothing(folder, recipe, usual, monkeypatch):
    assert_same_answer(run(folder, recipe, workers=1), usual)
    monkeypatch.setattr(chunks, "_CHUNK_BYTES", 900)
    monkeypatch.setattr(chunks, "_PIECE_BYTES", 200)
    monkeypatch.setattr(chunks, "_ROW_BYTES", 300)
    monkeypatch.setattr("simexplorer.pipeline.reading._PIECE_IDS", 300)
    monkeypatch.setattr(recall_measuring, "_CHUNK", 4)
    monkeypatch.setattr(recall_measuring, "_JOINED_SHINGLES", 900)
    monkeypatch.setattr(recall_measuring, "_DRAWN_SHINGLES", 700)
    assert_same_answer(run(folder, recipe, workers=4), usual)


def test_the_order_of_documents_changes_nothing(folder, recipe, usual, tmp_path):
    rng = np.random.default_rng(7)
    paths = sorted(folder.rglob("*.txt"))
    for number, place in enumerate(rng.permutation(len(paths)).tolist()):
        (tmp_path / f"{number:03}.txt").write_bytes(paths[place].read_bytes())
    assert_same_answer(run(tmp_path, recipe), usual)


def test_what_a_cache_kept_gives_the_same(folder, recipe, usual, tmp_path):
    first = run(folder, recipe, cache=ArrayCache(tmp_path))
    assert_same_answer(first, usual)
    assert_same_answer(run(folder, recipe, cache=ArrayCache(tmp_path)), usual)


def test_what_a_workspace_kept_gives_the_same(folder, recipe, usual, tmp_path):
    with closing(open_workspace(tmp_path / "kept.simx", create=True)) as workspace:
        workspace.save_result(usual)
    with closing(open_workspace(tmp_path / "kept.simx")) as workspace:
        loaded = workspace.result()
    assert_same_answer(loaded, usual)
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        analysis.run(recipe, Progress())
        for row in (3, 8):
            text = text_of(analysis, row) + " and more"
            for asked in (ask, lambda *args: TextIndex(*args[:3]).ask(args[3])):
                now, then = (asked(r, analysis.reader, analysis.engine, text) for r in (usual, loaded))
                for column in ("rows", "jaccard", "estimate", "hamming", "meets"):
                    np.testing.assert_array_equal(getattr(now, column), getattr(then, column))
