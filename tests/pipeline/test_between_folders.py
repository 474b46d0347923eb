"""Only pairs between a reference and the rest, and of each document outside the nearest one of the reference."""

from __future__ import annotations

import os
from contextlib import closing

import numpy as np
import pytest

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.between_folders import pairs_between
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.sides import of_reference
from tests.pipeline.collection import write_collection


def write_two_folders(tmp_path):
    old, new = tmp_path / "kept", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    (old / "a.txt").write_text("the quick brown fox jumps over the lazy dog " * 4)
    (old / "b.txt").write_text("an entirely different sentence about boats and harbours " * 3)
    (new / "copy.txt").write_text("The quick brown fox jumps over the lazy dog " * 4)
    (new / "edited.txt").write_text("the quick brown fox jumps over the lazy cat " * 4)
    (new / "edited-twin.txt").write_text("the quick brown fox jumps over the lazy cat " * 4)
    (new / "fresh.txt").write_text("nothing like it was ever seen before, by anyone, anywhere")
    return old, new


def test_only_pairs_between_the_folders_are_left(tmp_path):
    old, new = write_two_folders(tmp_path)
    with closing(Analysis([os.fsencode(old), os.fsencode(new)], workers=1)) as analysis:
        result = analysis.run(Recipe(threshold=0.5, shingle_size=4), Progress())
        between = pairs_between(result, of_reference(result.documents.paths, str(old)))
    name = result.documents.paths.display
    named = [(name(int(r)), name(int(o))) for r, o in zip(between.reference, between.other, strict=True)]
    assert named == [("kept/a.txt", "new/copy.txt"), ("kept/a.txt", "new/edited-twin.txt")]
    assert between.similarity[0] == 1.0
    assert between.pair[0] == -1
    assert between.similarity[1] == result.pairs.jaccard[between.pair[1]]
    assert name(0) == "kept/a.txt"
    best = {name(int(row)): name(int(between.best[row])) for row in between.known}
    assert best == {f"new/{which}.txt": "kept/a.txt" for which in ("copy", "edited", "edited-twin")}
    assert between.best_similarity[between.best < 0].max() == 0.0


def test_pairs_between_agree_with_brute_force(tmp_path):
    write_collection(tmp_path, seed=21, families=6, versions=4)
    with closing(Analysis([os.fsencode(tmp_path)], workers=2)) as analysis:
        result = analysis.run(Recipe(threshold=0.5, shingle_size=5), Progress())
    inside = np.random.default_rng(5).random(len(result.documents)) < 0.4
    between = pairs_between(result, inside)
    twin, p = result.groups.representative, result.pairs
    similar = {(int(a), int(b)): s for a, b, s in zip(p.i, p.j, p.jaccard[: result.at_threshold], strict=True)}
    similar |= {(b, a): s for (a, b), s in similar.items()}
    read = np.flatnonzero(result.shingles > 0)
    wanted = {
        (a, b): 1.0 if twin[a] == twin[b] else similar[twin[a], twin[b]]
        for a in read[inside[read]]
        for b in read[~inside[read]]
        if twin[a] == twin[b] or (twin[a], twin[b]) in similar
    }
    assert {(twin[a], twin[b]) for a, b in wanted} == set(
        zip(twin[between.reference], twin[between.other], strict=True)
    )
    assert np.all(inside[between.reference] & ~inside[between.other])
    for row in read[~inside[read]]:
        scores = [score for (_, b), score in wanted.items() if b == row]
        assert between.best_similarity[row] == pytest.approx(max(scores, default=0.0))
        assert (between.best[row] >= 0) == bool(scores)
        assert not scores or wanted[between.best[row], row] == pytest.approx(max(scores))
