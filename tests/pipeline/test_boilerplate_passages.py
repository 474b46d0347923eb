"""Boilerplate as people read it: the right passages at every share, and the true effect of leaving them out."""

from __future__ import annotations

import collections
import os
import random
from contextlib import closing

import numpy as np
import pytest

from simexplorer.errors import Cancelled
from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline import boilerplate
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.boilerplate import effect, find_frequent
from simexplorer.pipeline.passage_counts import count_documents
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from tests import oracles

HEADER = "Copyright 2020 The Example Authors. All rights reserved."
FOOTER = "Home | About | Contact"
RECIPE = Recipe(threshold=0.3, shingle_size=6, recall=0.9999)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("boilerplate")
    rng = random.Random(2)
    for number in range(40):
        body = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=40))
        parts = [HEADER] * (number < 32) + [body] + [FOOTER] * (number % 2)
        (made / f"{number:02}.txt").write_text("\n".join(parts))
    return made


@pytest.fixture(scope="module")
def analysis(folder):
    with closing(Analysis([os.fsencode(folder)], workers=2)) as made:
        made.run(RECIPE, Progress())
        yield made


@pytest.fixture(scope="module")
def frequent(analysis):
    return find_frequent(analysis.result, analysis.reader, analysis.engine, Progress())


def counted(folder, recipe):
    """How many documents have each shingle, by brute force."""
    sets = [
        set(oracles.shingles(normalise_text(path.read_text(), recipe.normalise), "char", recipe.shingle_size))
        for path in sorted(folder.iterdir())
    ]
    return collections.Counter(shingle for one in sets for shingle in one), sets


def test_counts_are_those_of_brute_force(folder, frequent):
    counts, _ = counted(folder, RECIPE)
    for share in (0.2, 0.4, 0.6, 0.9):
        assert frequent.ids_above(share).size == sum(count > share * 40 for count in counts.values())
    assert frequent.spelt == frequent.found.ids.size
    assert frequent.found.of == 40


def test_passages_read_as_they_stand_and_follow_the_slider(frequent):
    low, high = frequent.passages(0.3), frequent.passages(0.7)
    assert {text.strip() for text in low.texts} == {HEADER, FOOTER}
    assert [text.strip() for text in high.texts] == [HEADER]
    assert high.documents.tolist() == [32]
    assert np.all(np.diff(low.documents * low.shingles) <= 0)
    assert len(frequent.passages(0.95)) == 0


def test_the_effect_is_that_of_sets_without_the_shingles(folder, analysis, frequent):
    counts, sets = counted(folder, RECIPE)
    common = {shingle for shingle, count in counts.items() if count > 0.3 * 40}
    result = analysis.result
    assert result.at_threshold > 50
    change = effect(result, analysis.reader, frequent.ids_above(0.3), analysis.engine, Progress())
    assert change.of == change.i.size == result.at_threshold
    for a, b, before, after in zip(change.i, change.j, change.before, change.after, strict=True):
        assert before == pytest.approx(oracles.jaccard(sets[a], sets[b]))
        assert after == pytest.approx(oracles.jaccard(sets[a] - common, sets[b] - common))
    assert change.falling == np.count_nonzero(change.after < 0.3)
    assert change.emptied == 0
    again = analysis.run(RECIPE.replace(boilerplate=0.3), Progress())  # what the press of the button does
    assert again.at_threshold == change.i.size - change.falling
    analysis.run(RECIPE, Progress())


def test_of_many_pairs_a_random_part_is_taken_and_said(analysis, frequent):
    change = effect(analysis.result, analysis.reader, frequent.ids_above(0.3), analysis.engine, Progress(), most=10)
    assert change.i.size == 10
    assert change.of == analysis.result.at_threshold


def test_how_documents_are_parted_does_not_matter(analysis, frequent, monkeypatch):
    monkeypatch.setattr(boilerplate, "_PART_SHINGLES", 200)
    again = find_frequent(analysis.result, analysis.reader, analysis.engine, Progress())
    np.testing.assert_array_equal(again.found.ids, frequent.found.ids)
    np.testing.assert_array_equal(again.found.documents, frequent.found.documents)
    assert again.passages(0.3).texts == frequent.passages(0.3).texts


def test_what_all_hold_is_told_of_all_whatever_share_is_asked_for(tmp_path):
    """A warning in all of 40 manuals, beside a title that a quarter has, and a few words that most have."""
    rng = random.Random(3)
    warning = "Warning: disconnect the power supply before you open the housing."
    for number in range(40):
        own = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=60))
        often = " see above " if number % 5 else ""
        (tmp_path / f"{number:02}.txt").write_text(f"Manual of series {number % 4} {warning}{own}{often}")
    with closing(Analysis([os.fsencode(tmp_path)], workers=2)) as analysis:
        result = analysis.run(Recipe(threshold=0.3), Progress())
        frequent = find_frequent(result, analysis.reader, analysis.engine, Progress())
        for share in (0.1, 0.2, 0.5, 0.9):
            passages = frequent.passages(share)
            told = count_documents(passages, result, analysis.reader, analysis.engine, Progress())
            assert told.texts[0].strip() == passages.texts[0].strip() == warning
            assert told.documents[0] == passages.documents[0] == 40


def test_a_small_collection_has_no_boilerplate_of_two(tmp_path):
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text(f"{'pair' if number < 2 else 'other'} {'text ' * 5}{number * 7}")
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        result = analysis.run(Recipe(shingle_size=4), Progress())
        found = find_frequent(result, analysis.reader, analysis.engine, Progress())
    assert np.all(found.found.documents >= 3)


def test_it_stops_when_it_is_told_to(analysis):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        find_frequent(analysis.result, analysis.reader, analysis.engine, progress)
    with pytest.raises(Cancelled):
        effect(analysis.result, analysis.reader, np.empty(0, np.uint64), analysis.engine, progress)
