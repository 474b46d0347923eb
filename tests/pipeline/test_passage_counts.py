"""Documents that hold a passage whole are counted as brute force counts them, not by a single shingle of it."""

from __future__ import annotations

import os
import random
from contextlib import closing

import numpy as np
import pytest

from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline import passage_counts
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.boilerplate import find_frequent
from simexplorer.pipeline.passage_counts import count_documents
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from tests import oracles

FIRST, SECOND = "the party of the first part agrees", "and shall not be held liable"
OTHER = "signed in the presence of witnesses"


def test_two_common_halves_that_meet_in_two_documents_are_told_of_as_two(tmp_path):
    # each half stands in more than half of 24 documents, both one after another in two alone; with single words as
    # shingles there is none across the seam that would tell; another passage is in 14
    for number in range(24):
        halves = [FIRST] * (number < 14) + [f"own{number} words{number}"] * (number >= 2) + [SECOND] * (number % 2)
        halves += [SECOND] * (number in (0, 1)) + [f"end{number}"] + [OTHER] * (number >= 10)
        (tmp_path / f"{number:02}.txt").write_text(" ".join(halves))
    recipe = Recipe(shingle_kind="word", shingle_size=1, threshold=0.9)
    with closing(Analysis([os.fsencode(tmp_path)], workers=2)) as analysis:
        result = analysis.run(recipe, Progress())
        passages = find_frequent(result, analysis.reader, analysis.engine, Progress()).passages(0.5)
        at_most = dict(zip(passages.texts, passages.documents.tolist(), strict=True))
        assert at_most[f"{FIRST} {SECOND}"] >= 13
        counted = count_documents(passages, result, analysis.reader, analysis.engine, Progress())
    told = dict(zip(counted.texts, counted.documents.tolist(), strict=True))
    assert told[f"{FIRST} {SECOND}"] == 2
    assert told.keys() == at_most.keys()
    assert all(told[text] <= at_most[text] for text in told)
    assert passages.texts.index(f"{FIRST} {SECOND}") < passages.texts.index(OTHER)
    assert counted.texts.index(f"{FIRST} {SECOND}") > counted.texts.index(OTHER)
    assert np.all(np.diff(counted.documents * counted.shingles) <= 0)
    assert counted.counted
    assert not passages.counted


@pytest.mark.parametrize(
    ("recipe", "at_once"),
    [
        (Recipe(shingle_size=3, threshold=0.3), 1 << 20),
        (Recipe(shingle_size=3, threshold=0.3, bag=True), 1),
        (Recipe(shingle_kind="word", shingle_size=2, threshold=0.3), 7),
    ],
)
def test_counts_are_those_of_brute_force(tmp_path, monkeypatch, recipe, at_once):
    monkeypatch.setattr(passage_counts, "_MOST_AT_ONCE", at_once)
    rng = random.Random(5)
    stock = [" ".join(rng.choices(["ab", "b", "ba", "aab", "cc"], k=rng.randint(1, 5))) for _ in range(6)]
    for number in range(30):
        (tmp_path / f"{number:02}.txt").write_text(" ".join(rng.choices([*stock, f"q{number}"], k=8)))
    texts = [normalise_text(path.read_text(), recipe.normalise) for path in sorted(tmp_path.iterdir())]
    shingles = [list(oracles.shingles(text, recipe.shingle_kind, recipe.shingle_size)) for text in texts]
    with closing(Analysis([os.fsencode(tmp_path)], workers=2)) as analysis:
        result = analysis.run(recipe, Progress())
        frequent = find_frequent(result, analysis.reader, analysis.engine, Progress())
        for share in (0.1, 0.3, 0.6):
            passages = frequent.passages(share)
            counted = count_documents(passages, result, analysis.reader, analysis.engine, Progress())
            assert len(counted) > 5
            for text, documents in zip(counted.texts, counted.documents.tolist(), strict=True):
                run = list(oracles.shingles(text, recipe.shingle_kind, recipe.shingle_size))
                assert documents == sum(_holds(one, run) for one in shingles), text


def _holds(shingles: list[str], run: list[str]) -> bool:
    return any(shingles[start : start + len(run)] == run for start in range(len(shingles) - len(run) + 1))


def test_of_no_passages_nothing_is_read(tmp_path):
    (tmp_path / "one.txt").write_text("alone")
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        result = analysis.run(Recipe(), Progress())
        frequent = find_frequent(result, analysis.reader, analysis.engine, Progress())
        passages = frequent.passages(0.5)
        assert count_documents(passages, result, analysis.reader, analysis.engine, Progress()) is passages
