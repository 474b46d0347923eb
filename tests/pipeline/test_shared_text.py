"""Pairs that only a footer makes are told from pairs of texts that are alike."""

from __future__ import annotations

import os
import random
from collections import Counter
from contextlib import closing
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.shared_text import SHARE, SharedText, is_worth_a_look
from tests import oracles

FOOTER = (
    "This message is meant for whom it is addressed to alone; whoever else reads it tells the sender and forgets it."
)
RECIPE = Recipe(threshold=0.6, shingle_size=5, recall=0.9999)


def _write(folder: Path, texts: list[str]) -> Path:
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number:02}.txt").write_text(text)
    return folder


def _random(rng: random.Random, length: int) -> str:
    return "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=length))


def _look(folder: Path, recipe: Recipe = RECIPE) -> SharedText | None:
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        analysis.run(recipe, Progress())
        return analysis.shared_text(Progress())


def _falling(folder: Path) -> tuple[int, int]:
    """(pairs at the threshold, those below it without what is in more than ``SHARE``), by brute force."""
    texts = [normalise_text(path.read_text(), RECIPE.normalise) for path in sorted(folder.iterdir())]
    sets = [set(oracles.shingles(text, "char", RECIPE.shingle_size)) for text in texts]
    counts = Counter(shingle for one in sets for shingle in one)
    frequent = {shingle for shingle, count in counts.items() if count > SHARE * len(sets)}

    def jaccard(a: set[str], b: set[str]) -> float:
        return len(a & b) / len(a | b) if a | b else 0.0

    similar = [(a, b) for a, b in combinations(sets, 2) if jaccard(a, b) >= RECIPE.threshold]
    return len(similar), sum(jaccard(a - frequent, b - frequent) < RECIPE.threshold for a, b in similar)


def test_a_footer_that_makes_all_pairs_is_seen(tmp_path: Path) -> None:
    rng = random.Random(4)
    folder = _write(tmp_path / "letters", [f"{_random(rng, 18)} {FOOTER}" for _ in range(16)])
    found = _look(folder)
    assert found is not None
    assert (found.pairs, found.falling) == _falling(folder)
    assert found.falling == found.of_pairs == 16 * 15 // 2
    assert (found.documents, found.of_documents) == (16, 16)
    assert found.carries_most


def test_families_of_like_texts_rest_on_their_own_words(tmp_path: Path) -> None:
    rng = random.Random(5)
    bodies = [_random(rng, 200) for _ in range(6)]
    folder = _write(tmp_path / "families", [body + _random(rng, 8) for body in bodies for _ in range(6)])
    found = _look(folder)
    assert found is not None
    assert (found.pairs, found.falling) == _falling(folder)
    assert found.falling == 0
    assert not found.carries_most


def test_few_pairs_and_runs_that_leave_it_out_are_not_looked_at(tmp_path: Path) -> None:
    rng = random.Random(6)
    lone = _write(tmp_path / "lone", [_random(rng, 100) for _ in range(16)])
    assert _look(lone) is None
    letters = _write(tmp_path / "letters", [f"{_random(rng, 18)} {FOOTER}" for _ in range(16)])
    assert _look(letters, RECIPE.replace(boilerplate=0.3)) is None


def test_a_stopped_run_is_not_looked_at(tmp_path: Path) -> None:
    rng = random.Random(7)
    folder = _write(tmp_path / "letters", [f"{_random(rng, 18)} {FOOTER}" for _ in range(16)])
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        result = analysis.run(RECIPE, Progress())
    assert is_worth_a_look(result)
    assert not is_worth_a_look(replace(result, partial=True))


@pytest.mark.parametrize(("falling", "carries"), [(99, False), (100, True), (200, True)])
def test_half_of_the_pairs_is_most(falling: int, carries: bool) -> None:
    assert SharedText(SHARE, 200, 5000, 200, 70_000, falling).carries_most is carries
