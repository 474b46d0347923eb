"""The living index of texts: candidates first, and after any coming and going as if built afresh."""

from __future__ import annotations

import os
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.errors import InputError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.asking import ask
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.text_index import TextIndex
from tests.pipeline.collection import write_collection
from tests.texts import text_of

RECIPES = {
    "fss": Recipe(threshold=0.5, shingle_size=5),
    "bags": Recipe(threshold=0.5, shingle_size=5, bag=True),
    "bbit": Recipe(threshold=0.5, shingle_size=5, scheme="bbit", bits=4),
    "one-pass": Recipe(threshold=0.5, shingle_size=5, scheme="one-pass"),
    "cosine": Recipe(threshold=0.6, measure="cosine", scheme="hyperplane"),
}
EXTRA = ["a text that joins, of some length, about boats and harbours", "", "another one that joins: of mountains"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("indexed")
    write_collection(made, seed=31, families=5, versions=4)
    return made


@pytest.fixture(scope="module", params=RECIPES)
def analysis(folder, request):
    with closing(Analysis([os.fsencode(folder)], workers=2)) as made:
        made.run(RECIPES[request.param], Progress())
        yield made


def index_of(analysis):
    return TextIndex(analysis.result, analysis.reader, analysis.engine)


def columns(answers):
    return {name: np.asarray(getattr(answers, name)).tolist() for name in answers.__struct_fields__}


def test_the_index_finds_what_a_scan_finds_that_shares_a_bucket(analysis):
    index = index_of(analysis)
    for row in (2, 9, 14):
        text = text_of(analysis, row) + " with an end of its own"
        scanned = ask(analysis.result, analysis.reader, analysis.engine, text)
        assert columns(index.ask(text, thorough=True)) == columns(scanned)
        found = index.ask(text)
        np.testing.assert_array_equal(found.rows, scanned.rows[scanned.meets > 0])
        np.testing.assert_array_equal(found.jaccard, scanned.jaccard[scanned.meets > 0])
        assert found.meets.min(initial=1) > 0
        assert row in found.rows
        wide = ask(analysis.result, analysis.reader, analysis.engine, text, radius=25)
        bits = wide.hamming <= 25
        assert set(index.ask(text, radius=25).rows) >= set(wide.rows[bits])


def test_after_any_coming_and_going_it_answers_as_one_built_afresh(analysis):
    rng = np.random.default_rng(5)
    old, questions = index_of(analysis), [text_of(analysis, 4), text_of(analysis, 11), EXTRA[0] + " now", "unlike all"]
    count = len(analysis.result.documents)
    kept: dict[int, str] = {}
    for _ in range(4):
        texts = [str(rng.choice(EXTRA)) + str(rng.choice(["", " again", " and again"])) for _ in range(3)]
        kept |= dict(zip(old.insert(texts).tolist(), texts, strict=True))
        there = old.members
        old.remove(rng.choice(there, 2, replace=False))
    fresh = index_of(analysis)
    numbers = fresh.insert(list(kept.values()))
    assert numbers.tolist() == list(kept) == list(range(count, count + 12))
    fresh.remove(np.setdiff1d(fresh.members, old.members))
    np.testing.assert_array_equal(fresh.members, old.members)
    assert len(fresh) == len(old)
    for question in questions:
        for options in ({}, {"thorough": True}, {"radius": 30}):
            assert columns(old.ask(question, **options)) == columns(fresh.ask(question, **options))


def test_a_text_that_joined_is_found_and_one_that_left_is_not(analysis):
    index = index_of(analysis)
    before = len(index)
    first, empty, last = index.insert(EXTRA).tolist()
    assert len(index) == before + 2
    assert empty not in index.members
    answers = index.ask(EXTRA[0].upper())
    assert (answers.rows[0], answers.jaccard[0], answers.identical[0]) == (first, 1.0, True)
    index.remove(np.array([first]))
    assert first not in index.ask(EXTRA[0]).rows
    assert last in index.ask(EXTRA[2]).rows
    assert index.insert([EXTRA[0]]).tolist() == [last + 1]
    for gone in (first, empty):
        with pytest.raises(InputError, match="not in the index"):
            index.remove(np.array([gone]))
    assert index.insert([]).size == 0
    assert len(index.ask("")) == 0
    # the run itself is as it was
    assert not set(ask(analysis.result, analysis.reader, analysis.engine, EXTRA[0]).rows) & {first, last, last + 1}


def test_where_no_hashes_of_texts_are_kept_nothing_is_told_to_be_identical_and_all_else_is_found(analysis):
    text, whole = text_of(analysis, 3), index_of(analysis)
    bare = replace(analysis.result, text_hashes=np.empty((0, 2), np.uint64))
    index = TextIndex(bare, analysis.reader, analysis.engine)
    for _ in range(2):
        told, known = index.ask(text), whole.ask(text)
        assert not told.identical.any()
        assert 3 in told.rows
        assert sorted(told.rows.tolist()) == sorted(known.rows.tolist())
        index.insert(EXTRA)
        whole.insert(EXTRA)


def test_of_contained_documents_all_are_told_that_hold_enough_or_lie_within_the_radius(tmp_path):
    texts = {
        "one.txt": "harbourla",
        "long.txt": "the lantern of the harbourlane was lit at dusk",
        "other.txt": "velvet " * 9,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        paths = analysis.run(Recipe(measure="containment", threshold=0.8), Progress()).documents.paths
        index, question = index_of(analysis), "my harbourlane"
        # 6 shingles, of which the long text has the last 4; the short one has no other than one of these
        held = index.ask(question, thorough=True)
        assert [(paths.display(row), held.document_in_text.tolist()[at]) for at, row in enumerate(held.rows)] == [
            ("one.txt", 1.0)
        ]
        near = index.ask(question, radius=64, thorough=True)
        assert sorted(map(paths.display, near.rows.tolist())) == sorted(texts)
