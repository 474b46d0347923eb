"""A pasted text gets the neighbours that a run with it would have found."""

from __future__ import annotations

import math
import os
from collections import Counter
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.errors import Cancelled, InputError
from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.asking import ask, find_containing
from simexplorer.pipeline.exact_values import exact_values
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.yardstick import Yardstick
from tests import oracles
from tests.pipeline.collection import write_collection
from tests.texts import text_of

RECIPE = Recipe(threshold=0.5, shingle_size=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("asked")
    write_collection(made, seed=21, families=6, versions=4)
    return made


@pytest.fixture(scope="module")
def analysis(folder):
    with closing(Analysis([os.fsencode(folder)], workers=2)) as made:
        made.run(RECIPE, Progress())
        yield made


def similar_to(analysis, text, recipe):
    """Exact similarities of all documents to the text, by brute force."""

    def cut(raw):
        return set(oracles.shingles(normalise_text(raw, recipe.normalise), recipe.shingle_kind, recipe.shingle_size))

    wanted = cut(text)
    return {row: oracles.jaccard(wanted, cut(text_of(analysis, row))) for row in range(len(analysis.result.documents))}


def asked(analysis, text, **options):
    return ask(analysis.result, analysis.reader, analysis.engine, text, **options)


def test_a_pasted_text_finds_what_is_similar_with_exact_figures(analysis):
    text = text_of(analysis, 5) + " and a few words more"
    answers, true = asked(analysis, text), similar_to(analysis, text, RECIPE)
    assert set(answers.rows) >= {row for row, value in true.items() if value >= 0.5}
    for row, jaccard in zip(answers.rows, answers.jaccard, strict=True):
        assert jaccard == pytest.approx(true[row])
    assert np.all(np.diff(answers.jaccard) <= 0)
    assert answers.rows[0] == 5
    # Hoeffding for 128 positions: 2 exp(-2 * 128 * 0.09) = 2e-10
    assert abs(answers.estimate[0] - answers.jaccard[0]) < 0.3
    assert answers.document_in_text[0] == 1.0
    assert not answers.identical.any()
    assert answers.meets[0] > 0


def test_a_document_itself_is_found_identical_whatever_its_case(analysis):
    answers = asked(analysis, text_of(analysis, 7).upper())
    assert (answers.rows[0], answers.jaccard[0], answers.hamming[0]) == (7, 1.0, 0)
    assert answers.identical[0]
    assert answers.meets[0] == analysis.result.bands


def test_the_radius_adds_what_only_the_fingerprints_find(analysis):
    text = text_of(analysis, 3)
    near, wide = asked(analysis, text), asked(analysis, text, radius=30)
    assert set(near.rows) < set(wide.rows)
    assert np.all(wide.hamming[~np.isin(wide.rows, near.rows)] <= 30)


def test_what_is_left_uncounted_is_said(analysis, monkeypatch):
    whole = asked(analysis, text_of(analysis, 3))
    monkeypatch.setattr("simexplorer.pipeline.asking.MOST_ANSWERS", 2)
    answers = asked(analysis, text_of(analysis, 3))
    assert answers.rows.tolist() == whole.rows[:2].tolist()
    assert answers.more == len(whole) - 2


@pytest.mark.parametrize("text", ["", " \n ", "."])
def test_a_text_without_anything_in_common_has_no_neighbours(analysis, text):
    assert len(asked(analysis, text)) == 0


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(threshold=0.5, shingle_size=5, bag=True),
        Recipe(threshold=0.4, shingle_kind="word", shingle_size=2, scheme="minhash"),
        Recipe(threshold=0.4, shingle_kind="word", shingle_size=1, language="en", stop_words=True, stemming=True),
        Recipe(threshold=0.6, measure="cosine", scheme="hyperplane"),
        Recipe(threshold=0.3, shingle_size=5, boilerplate=0.7),
    ],
    ids=["bag", "words", "stems", "cosine", "boilerplate"],
)
def test_every_recipe_treats_the_text_as_one_of_the_collection(folder, recipe):
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        result = analysis.run(recipe, Progress())
        answers = asked(analysis, text_of(analysis, 9))
        assert 9 in answers.rows[(answers.jaccard == 1.0) & (answers.hamming == 0)]
        others = np.array([row for row in answers.rows if row != 9], np.int32)
        exact = analysis.exact_jaccard(np.full(others.size, 9, np.int32), others)
        np.testing.assert_allclose(answers.jaccard[answers.rows != 9], exact)
        assert result.shingles[9] > 0


@pytest.mark.parametrize("recipe", [RECIPE, RECIPE.replace(bag=True), RECIPE.replace(boilerplate=0.7)])
def test_a_text_has_as_many_shingles_as_the_document_that_says_the_same(folder, recipe):
    with closing(Analysis([os.fsencode(folder)], workers=2)) as analysis:
        analysis.run(recipe, Progress())
        rows = np.flatnonzero(analysis.result.shingles)
        counted = [asked(analysis, text_of(analysis, row)).with_repeats for row in rows.tolist()]
        np.testing.assert_array_equal(counted, analysis.result.shingles[rows])


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(threshold=0.5, shingle_size=5, scheme="bbit", bits=2),
        Recipe(threshold=0.3, shingle_size=5, scheme="one-pass"),
        Recipe(threshold=0.3, shingle_size=5, scheme="first-rows"),
        Recipe(threshold=0.6, measure="cosine", scheme="simhash"),
        Recipe(measure="hamming", scheme="bit-sampling", max_distance=20),
        Recipe(measure="euclidean", scheme="random-lines", max_distance=20, interval=30, shingle_size=3),
    ],
    ids=lambda recipe: recipe.scheme,
)
def test_estimates_are_those_of_the_scheme(folder, recipe):
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        result = analysis.run(recipe, Progress())
        pairs, family = result.pairs, family_of(recipe)
        partners = {int(j): float(e) for i, j, e in zip(pairs.i, pairs.j, pairs.estimate, strict=True) if i == 5}
        partners |= {int(i): float(e) for i, j, e in zip(pairs.i, pairs.j, pairs.estimate, strict=True) if j == 5}
        answers = asked(analysis, text_of(analysis, 5), radius=64)
        told = dict(zip(answers.rows.tolist(), answers.estimate.tolist(), strict=True))
        assert set(told) == set(np.flatnonzero(result.shingles > 0).tolist())
        assert partners
        assert {row: told[row] for row in partners} == pytest.approx(partners)
        whole = result.signatures
        mine, theirs = (replace(whole, values=whole.values[rows]) for rows in ([5] * len(answers), answers.rows))
        expected = Yardstick(recipe).from_family(family.estimate(mine, theirs))
        np.testing.assert_allclose(answers.estimate, expected, equal_nan=True)
        near = analysis.neighbours(5, 64)
        assert near.estimate.tolist() == pytest.approx([told[row] for row in near.rows.tolist()], nan_ok=True)


OTHER_MEASURES = [
    Recipe(threshold=0.5, shingle_size=5, measure="containment"),
    Recipe(threshold=0.6, measure="cosine", scheme="hyperplane", weights="tfidf"),
    Recipe(threshold=0.6, measure="cosine", scheme="simhash", weights="tf"),
    Recipe(measure="hamming", scheme="bit-sampling", max_distance=20),
    Recipe(measure="euclidean", scheme="random-lines", max_distance=20, interval=30, shingle_size=3),
]


@pytest.mark.parametrize("recipe", OTHER_MEASURES, ids=lambda recipe: f"{recipe.measure} {recipe.weights}")
def test_answers_stand_in_the_order_of_the_measure_of_the_run(folder, recipe):
    with closing(Analysis([os.fsencode(folder)], workers=2)) as analysis:
        analysis.run(recipe, Progress())
        answers = asked(analysis, text_of(analysis, 5), radius=64)
        others = answers.rows != 5
        rows = answers.rows[others]
        exact = exact_values(recipe, analysis.reader, np.full(rows.size, 5, np.int32), rows)
        np.testing.assert_allclose(answers.value[others], exact, atol=1e-9)
        likeness = MeasureScale.of(recipe).similarity(answers.value)
        assert np.all(np.diff(likeness) <= 1e-12)
        assert answers.value[~others] == pytest.approx(1.0 if recipe.measure in ("cosine", "containment") else 0.0)
        # the order of Jaccard is another one: this is what was wrong before
        assert np.any(np.diff(answers.jaccard) > 0)


def test_values_of_a_pasted_text_are_those_of_brute_force(folder):
    words = Recipe(shingle_kind="word", shingle_size=1, threshold=0.3)
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        for recipe in (
            words.replace(measure="containment"),
            words.replace(measure="cosine", scheme="hyperplane", weights="tf"),
            words.replace(measure="euclidean", scheme="random-lines", weights="tf", max_distance=50.0, interval=80.0),
        ):
            result = analysis.run(recipe, Progress())
            text = text_of(analysis, 4) + " harbour harbour board"
            answers = asked(analysis, text, radius=64)
            assert len(answers) == np.count_nonzero(result.shingles)

            def count(raw, recipe=recipe):
                return Counter(oracles.shingles(normalise_text(raw, recipe.normalise), "word", 1))

            mine = count(text)
            for row, value in zip(answers.rows.tolist(), answers.value.tolist(), strict=True):
                assert value == pytest.approx(by_hand(recipe.measure, mine, count(text_of(analysis, row))), abs=1e-9)


def by_hand(measure, one, other):
    """Containment, cosine or Euclidean distance of two bags of words."""
    if measure == "containment":
        return len(one.keys() & other.keys()) / min(len(one), len(other))
    if measure == "cosine":
        lengths = math.sqrt(sum(n * n for n in one.values()) * sum(n * n for n in other.values()))
        return sum(one[word] * other[word] for word in one) / lengths
    return math.sqrt(sum((one[word] - other[word]) ** 2 for word in one.keys() | other.keys()))


def test_only_what_is_held_answers_a_run_by_containment(folder):
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        result = analysis.run(OTHER_MEASURES[0], Progress())
        answers = asked(analysis, text_of(analysis, 5))
        assert len(answers) > 1
        assert answers.value.min() >= result.floor
        wide = asked(analysis, text_of(analysis, 5), radius=64)
        assert set(answers.rows) < set(wide.rows)


def test_a_reader_that_does_not_know_the_weights_says_so(folder):
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        result = analysis.run(OTHER_MEASURES[1], Progress())
        fresh = Reader(analysis.reader.corpus, result.recipe)
        with pytest.raises(InputError, match="analyse again"):
            ask(result, fresh, analysis.engine, text_of(analysis, 5))


def test_short_documents_are_found_under_schemes_with_gaps(tmp_path):
    # 23 shingles in 128 groups: about 21 positions have a value, so that no more than these can agree
    (tmp_path / "a.txt").write_text("a short text of few words")
    (tmp_path / "b.txt").write_text("a short text of few word")
    (tmp_path / "c.txt").write_text("quite another little text")
    for scheme in ("one-pass", "first-rows"):
        with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
            analysis.run(Recipe(threshold=0.6, shingle_size=3, scheme=scheme), Progress())
            answers = asked(analysis, "a short text of few words!")
            assert answers.rows.tolist() == [0, 1]
            assert abs(answers.estimate[0] - answers.jaccard[0]) < 0.35


def test_the_same_text_is_found_by_a_signature_without_any_value(tmp_path):
    for number in range(20):  # one shingle each; a value is kept with a chance of 1/16, of some texts none is
        (tmp_path / f"{number:02}.txt").write_text(f"subject number {number}")
    recipe = Recipe(shingle_kind="word", shingle_size=3, scheme="first-rows", hashes=16)
    with closing(Analysis([os.fsencode(tmp_path)], workers=1)) as analysis:
        signatures = analysis.run(recipe, Progress()).signatures
        assert (signatures.values == signatures.infinite).all(axis=1).any()
        for number in range(20):
            answers = asked(analysis, f"Subject number {number}")
            assert answers.rows[answers.identical].tolist() == [number]


def test_a_run_for_contained_documents_finds_the_longer_ones_of_a_text(folder):
    with closing(Analysis([os.fsencode(folder)], workers=1)) as analysis:
        analysis.run(Recipe(threshold=0.9, measure="containment", shingle_size=5), Progress())
        whole = text_of(analysis, 6)
        answers = asked(analysis, whole[: len(whole) // 3])
        place = answers.rows.tolist().index(6)
        assert answers.text_in_document[place] == 1.0
        assert answers.jaccard[place] < 0.7


@pytest.mark.parametrize("least", [0.9, 1.0])
def test_a_passage_is_found_in_the_long_text_that_holds_it(analysis, least):
    whole = text_of(analysis, 6)
    rows, shares = find_containing(analysis.result, analysis.reader, analysis.engine, Progress(), whole[40:140], least)
    assert 6 in rows
    passage = set(oracles.shingles(normalise_text(whole[40:140], RECIPE.normalise), "char", 5))
    for row, share in zip(rows, shares, strict=True):
        text = set(oracles.shingles(normalise_text(text_of(analysis, row), RECIPE.normalise), "char", 5))
        assert least <= share == pytest.approx(len(passage & text) / len(passage))
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        find_containing(analysis.result, analysis.reader, analysis.engine, progress, "some passage", 0.5)
