"""Runs whose candidates are narrowed by longer sketches find the pairs that runs without find."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import closing, contextmanager
from types import SimpleNamespace

import numpy as np
import pytest

from simexplorer.pipeline import narrowing
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.explaining import explain_pair
from simexplorer.pipeline.index_work import IndexWork, capped_words
from simexplorer.pipeline.narrowing import Narrowing
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.sought import Sought
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search import banding
from simexplorer.search.tuning import Banding
from simexplorer.ui.controllers.overview_figures import run_line

COSINE = Recipe(measure="cosine", scheme="simhash", threshold=0.8)
SKETCHING = "Sketching documents of candidates"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """120 texts of common words: cosines far below 0.8, and four versions each of ten of them above 0.8."""
    folder, rng = tmp_path_factory.mktemp("texts"), np.random.default_rng(7)
    words = [f"w{number}" for number in range(400)]
    weights = 1.0 / np.arange(3, 403)
    for number in range(120):
        text = rng.choice(words, 400, p=weights / weights.sum())
        for version in range(4 if number < 10 else 1):
            (folder / f"{number:03}-{version}.txt").write_text(" ".join(text))
            text[rng.choice(400, 8, replace=False)] = f"new{version}"
    (folder / "one word.txt").write_text("again " * 2000)
    (folder / "one word and more.txt").write_text("again " * 2000 + "and again and more")
    return folder


def run(folder, recipe, monkeypatch, worth, progress=None):
    monkeypatch.setattr(narrowing, "_COSINES", worth)
    monkeypatch.setattr(narrowing, "_SKETCH_TAKES", (worth / 1000, 0.0))
    analysis = Analysis([os.fsencode(folder)], workers=2)
    try:
        return analysis.run(recipe, progress or Progress())
    finally:
        analysis.close()


@pytest.mark.parametrize("scheme", ["simhash", "hyperplane"])
@pytest.mark.parametrize("weights", ["tf", "binary", "tfidf"])
def test_the_pairs_are_the_same_and_what_is_ruled_out_is_counted(folder, monkeypatch, scheme, weights):
    # at 6 sigmas a pair at the limit is lost once in 10^9; here there are 51 to 60, most far above it
    recipe = COSINE.replace(scheme=scheme, weights=weights, hashes=40)
    whole = run(folder, recipe, monkeypatch, 1 << 60)
    result = run(folder, recipe, monkeypatch, 1)
    assert len(whole.pairs) >= 50
    assert np.array_equal(result.pairs.i, whole.pairs.i)
    assert np.array_equal(result.pairs.j, whole.pairs.j)
    assert np.array_equal(result.pairs.similarity, whole.pairs.similarity)
    assert (whole.audit.ruled_out, result.audit.candidates) == (0, whole.audit.candidates)
    assert result.audit.verified + result.audit.ruled_out == whole.audit.verified
    assert result.audit.ruled_out > 20
    assert f"{result.audit.ruled_out:,} more ruled out by longer sketches" in run_line(result)
    assert "ruled out" not in run_line(whole)
    assert result.audit.predicted_recall == pytest.approx(whole.audit.predicted_recall)


def test_where_all_are_compared_the_sieve_leaves_room_for_what_is_near(folder, monkeypatch):
    recipe = COSINE.replace(simhash_bits=32)
    whole = run(folder, recipe, monkeypatch, 1 << 60)
    monkeypatch.setattr(banding, "_WORTH_SCANNING", 0)
    monkeypatch.setattr(banding, "_SPARE", 10)
    monkeypatch.setattr(banding, "MAX_PAIRS", 400)
    assert whole.audit.verified > 800, "more than there is room for"
    result = run(folder, recipe, monkeypatch, 0)
    assert result.audit.scanned
    found = set(zip(whole.pairs.i.tolist(), whole.pairs.j.tolist(), strict=True))
    assert set(zip(result.pairs.i.tolist(), result.pairs.j.tolist(), strict=True)) >= found
    assert result.audit.ruled_out > 400
    assert not any("more than there is room for" in words for words in result.capped)
    assert result.audit.candidates == result.members.size * (result.members.size - 1) // 2


@pytest.mark.parametrize(
    "recipe",
    [
        COSINE.replace(threshold=0.1),  # what is unlike agrees in as many bits
        COSINE.replace(sketch_sigmas=100.0),  # whoever asks for every candidate
        Recipe(threshold=0.05),
        Recipe(measure="euclidean", scheme="random-lines", max_distance=20.0, interval=20.0),
    ],
    ids=["low", "all", "low jaccard", "euclidean"],
)
def test_where_a_sketch_tells_nothing_all_are_compared(folder, monkeypatch, recipe):
    result = run(folder, recipe, monkeypatch, 1)
    assert result.audit.verified > 0
    assert result.audit.ruled_out == 0


@pytest.mark.parametrize("recipe", [Recipe(threshold=0.6), Recipe(threshold=0.6, shingle_kind="word", shingle_size=1)])
@pytest.mark.parametrize("bag", [False, True])
def test_of_sets_the_pairs_are_the_same_too(folder, monkeypatch, recipe, bag):
    # by single words hundreds of pairs are near; at 5 sigmas one at the limit is lost once in 3 million
    recipe = recipe.replace(bag=bag, sketch_sigmas=5.0)
    whole = run(folder, recipe, monkeypatch, 1 << 60)
    result = run(folder, recipe, monkeypatch, 0)
    for column in ("i", "j", "ranking", "estimate"):
        assert np.array_equal(getattr(result.pairs, column), getattr(whole.pairs, column))
    assert len(whole.pairs) >= 50
    assert result.audit.verified + result.audit.ruled_out == whole.audit.verified
    assert (result.audit.ruled_out > 100) == (recipe.shingle_kind == "word")
    assert result.audit.predicted_recall == pytest.approx(whole.audit.predicted_recall)


def test_sketches_are_made_where_texts_would_be_packed_again_and_again_not_where_pairs_lie_together():
    recipe = Recipe()
    family, yardstick = family_of(recipe), Yardstick(recipe)
    signed = SimpleNamespace(
        family=family, texts=SimpleNamespace(shingles=np.full(2000, 20_000)), jaccard_at=np.linspace(0, 1, 129)
    )
    one = Narrowing(Sought(None, signed, np.arange(2000), yardstick, 0.8), None, None)
    i, j = np.triu_indices(2000, 1)
    together = (i // 20 == j // 20).nonzero()[0]  # pairs of a hundred folders, with 20 texts each
    anywhere = np.sort(np.random.default_rng(3).choice(i.size, together.size, replace=False))
    for chosen, length in ((together, 0), (anywhere, 4096)):
        a, b = i[chosen].astype(np.int32), j[chosen].astype(np.int32)
        equal = np.full(chosen.size, 70, np.int32)  # of 128: near by little more than chance
        counts = np.bincount(equal, minlength=129)
        assert one.worth(counts, np.arange(2000), strict=False) == 4096, "as far as is known without the pairs"
        assert one.worth(counts, np.arange(2000), strict=False, pairs=(a, b, equal)) == length


@contextmanager
def crowded(folder, monkeypatch, room, threshold, headroom, seed=1):
    """An analysis by single words, its result with room for so many pairs, and the result with room for all."""
    monkeypatch.setattr(narrowing, "_SKETCH_TAKES", (0.0, 0.0))
    monkeypatch.setattr(banding, "_WORTH_SCANNING", 0)
    monkeypatch.setattr(banding, "_SPARE", room // 10)
    recipe = Recipe(threshold=threshold, shingle_kind="word", shingle_size=1, bands=64, rows=2, seed=seed)
    with closing(Analysis([os.fsencode(folder)], workers=2, headroom=headroom)) as analysis:
        monkeypatch.setattr(banding, "MAX_PAIRS", 1 << 60)
        whole = analysis.run(recipe.replace(seed=seed + 100), Progress())
        monkeypatch.setattr(banding, "MAX_PAIRS", room)
        yield analysis, analysis.run(recipe, Progress()), whole


def test_without_room_for_what_lies_beyond_the_limit_sketches_look_at_the_limit(folder, monkeypatch):
    with crowded(folder, monkeypatch, 5600, 0.45, headroom=0.2) as (_, result, whole):
        assert (result.floor, whole.floor) == (0.45, pytest.approx(0.25))
        assert result.at_threshold == whole.at_threshold > 100
        assert result.capped == ()


def test_where_there_is_no_room_at_all_the_nearest_by_their_sketches_are_compared(folder, monkeypatch):
    with crowded(folder, monkeypatch, 1500, 0.4, headroom=0.0) as (analysis, result, whole):
        words, coarse = result.capped
        assert "similar enough by their longer sketches" in words
        assert re.search(r"whose longer sketches tell of less than 0\.4\d{3} were not", words)
        assert coarse.startswith("Of the pairs right at the limit")
        assert coarse.endswith("take a higher threshold.")
        found = set(zip(result.pairs.i.tolist(), result.pairs.j.tolist(), strict=True))
        every = list(zip(whole.pairs.i.tolist(), whole.pairs.j.tolist(), strict=True))
        assert 1000 < len(found) <= result.audit.verified < 1900 < len(every)
        assert found < set(every)
        assert len(found & set(every[:300])) > 270, "they are the most similar ones"
        a, b = next(pair for pair in every[::-1] if pair not in found)
        assert "no room for all pairs whose longer sketches" in explain_pair(result, analysis.reader, a, b).verdict


def test_what_was_not_compared_for_want_of_room_is_foretold_in_the_mean(folder, monkeypatch):
    # the texts are made of 400 words, and all pairs have the luck of their cells: what is foretold varies by 0.2
    found, foretold = [], []
    for seed in range(1, 9):
        with crowded(folder, monkeypatch, 1500, 0.4, headroom=0.0, seed=seed) as (_, result, whole):
            found.append(len(result.pairs) / len(whole.pairs))
            foretold.append(result.audit.predicted_recall)
    assert np.mean(foretold) == pytest.approx(np.mean(found), abs=0.25)


class Emptied(Progress):
    """Empties a file before it is sketched."""

    def __init__(self, file):
        super().__init__()
        self.file = file

    def begin(self, stage, total, unit="documents"):
        super().begin(stage, total, unit)
        if stage == SKETCHING:
            self.file.write_text("")


@pytest.mark.parametrize("recipe", [COSINE, Recipe(threshold=0.6, shingle_kind="word", shingle_size=1)])
def test_a_file_that_changes_before_it_is_sketched_takes_its_own_pairs_along_and_no_others(
    folder, tmp_path, monkeypatch, recipe
):
    changed = tmp_path / "texts"
    shutil.copytree(folder, changed)
    usual = named_pairs(run(changed, recipe, monkeypatch, 0))
    lost = next(iter(sorted(usual)))[0]
    assert usual - without(usual, lost)
    result = run(changed, recipe, monkeypatch, 0, Emptied(changed / lost))
    assert named_pairs(result) == without(usual, lost)


def named_pairs(result):
    display = result.documents.paths.display
    return {
        tuple(sorted((display(int(i)), display(int(j))))) for i, j in zip(result.pairs.i, result.pairs.j, strict=True)
    }


def without(pairs, name):
    return {pair for pair in pairs if name not in pair}


class Cancelled(Progress):
    def begin(self, stage, total, unit="documents"):
        super().begin(stage, total, unit)
        if stage == SKETCHING:
            self.cancel()


def test_a_run_can_be_cancelled_while_it_sketches(folder, monkeypatch):
    result = run(folder, COSINE, monkeypatch, 1, Cancelled())
    assert result.partial
    assert not len(result.pairs)


def test_pairs_without_room_are_counted_beside_those_ruled_out():
    work = IndexWork(candidates=900, verified=20, set_aside=300, needed=40, ruled_out=500)
    (words,) = capped_words(work, Banding(8, 8))
    assert words.startswith("820 pairs are similar enough by their signatures")
    assert "the 300 whose signatures agree in fewer than 40 positions" in words
