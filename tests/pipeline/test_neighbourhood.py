"""Neighbours by MinHash are all documents as similar as the threshold asks, those of the same text among them."""

from __future__ import annotations

import os

import numpy as np
import pytest

from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline import neighbourhood
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from tests import oracles
from tests.pipeline.collection import write_collection

RECIPE = Recipe(threshold=0.5)


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """The analysis of a collection with twins, and the similarity of all its documents to each other by brute force."""
    folder = tmp_path_factory.mktemp("neighbours")
    texts = write_collection(folder, families=4)
    texts["twin/other.txt"] = texts["f00/v0.txt"].upper()
    (folder / "twin/other.txt").write_text(texts["twin/other.txt"], "utf-8")
    analysis = Analysis([os.fsencode(folder)], workers=1)
    paths = analysis.run(RECIPE, Progress()).documents.paths
    normal = [normalise_text(texts[paths.display(row)], RECIPE.normalise) for row in range(len(texts))]
    sets = [oracles.shingles(text, RECIPE.shingle_kind, RECIPE.shingle_size) for text in normal]
    yield analysis, np.array([[oracles.jaccard(a, b) for b in sets] for a in sets])
    analysis.close()


def test_they_are_those_that_brute_force_finds(compared):
    analysis, similarity = compared
    found = 0
    for row, others in enumerate(similarity):
        near = analysis.neighbours(row, 0)
        wanted = [other for other in np.flatnonzero(others >= RECIPE.threshold) if other != row]
        assert sorted(near.rows[near.by_minhash]) == wanted, row
        assert near.jaccard.tolist() == others[near.rows].tolist(), row
        found += len(wanted)
    assert found > 2 * len(similarity)


def test_where_not_all_are_listed_it_is_the_most_similar_ones(compared, monkeypatch):
    analysis, similarity = compared
    monkeypatch.setattr(neighbourhood, "MOST", 1)
    several = 0
    for row, others in enumerate(similarity):
        near = analysis.neighbours(row, 0)
        best = np.delete(others, row).max()
        listed = near.jaccard[near.by_minhash].tolist()
        assert (best in listed) == (best >= RECIPE.threshold), row
        several += near.total > near.rows.size
    assert several > 5
