"""What a forecast tells of texts is told of what the run compares of them: without boilerplate, of bags each repeat."""

from __future__ import annotations

import os
import random
from contextlib import closing

import numpy as np
import pytest

from simexplorer.features.sets import SparseVectors
from simexplorer.pipeline import sampling
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.exact_values import exact_values
from simexplorer.pipeline.forecasting import forecast
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.sample_likeness import similarities_of
from simexplorer.pipeline.sampling import draw_sample

WORDS = Recipe(shingle_kind="word", shingle_size=1, threshold=0.4)


@pytest.fixture(autouse=True)
def time_enough(monkeypatch):
    """To read a sample all the same where kernels are compiled first."""
    monkeypatch.setattr(sampling, "MOST_SECONDS", 600.0)


def write(folder, texts):
    for number, text in enumerate(texts):
        (folder / f"{number:04}.txt").write_text(" ".join(text), "utf-8")


def own(document, count, first=0):
    return [f"w{document}x{word}" for word in range(first, first + count)]


def foretold(folder, recipe):
    return forecast(draw_sample([os.fsencode(folder)], recipe, Progress()), recipe, workers=1)


def test_an_assignment_that_all_essays_hold_makes_them_not_alike_where_it_is_left_out(tmp_path):
    """Of 60 words of the assignment and 40 of one's own two essays share 60 of 140: 3/7. Without it they share none;
    the two last ones share 30 of the 50 words that they have together: 3/5."""
    assignment = [f"a{word}" for word in range(60)]
    texts = [[*assignment, *own(essay, 40)] for essay in range(38)]
    texts += [[*assignment, *own("both", 30), *own(essay, 10)] for essay in ("first", "second")]
    write(tmp_path, texts)
    whole, without = foretold(tmp_path, WORDS), foretold(tmp_path, WORDS.replace(boilerplate=0.5))
    assert whole.random_similarity == pytest.approx(60 / 140, abs=0.03)
    assert any("unlike documents will look alike" in sentence for sentence in whole.warnings)
    assert without.random_similarity == pytest.approx(0.6 / 780, abs=1e-3)
    assert without.pairs == pytest.approx(1, rel=0.1)
    assert not any("unlike documents will look alike" in sentence for sentence in without.warnings)


@pytest.mark.parametrize(
    "changes",
    [
        {"measure": "containment"},
        {"measure": "cosine", "scheme": "hyperplane", "hashes": 256},
        {"measure": "hamming", "scheme": "bit-sampling", "max_distance": 10.0},
        {"bag": True},
    ],
    ids=str,
)
def test_what_is_left_out_is_left_out_of_the_forecast_of_every_measure(tmp_path, changes):
    rng = random.Random(4)
    header = [f"h{word}" for word in range(50)]
    write(tmp_path, [header + rng.choices(own("rest", 120), k=60) for _ in range(40)])
    recipe = WORDS.replace(boilerplate=0.9, **changes)
    with closing(Analysis([os.fsencode(tmp_path)], workers=2)) as analysis:
        analysis.run(recipe, Progress())
        i, j = np.triu_indices(40, 1)
        exact = exact_values(recipe, analysis.reader, i.astype(np.int32), j.astype(np.int32))
    usual = 1 - exact.mean() / 64 if recipe.measure == "hamming" else exact.mean()
    # 780 estimates, each off by 0.04 or less, of cosines by 0.01
    assert foretold(tmp_path, recipe).random_similarity == pytest.approx(usual, abs=0.02)


def test_bags_are_foretold_with_their_repeats(tmp_path):
    """Both kinds hold the same ten words, one of them nine times each: 10 of 90 occurrences are shared.

    Each begins with another word, so that no two texts are identical.
    """
    words = own("all", 10)
    write(tmp_path, [(words[text:] + words[:text]) * (9 if text % 2 else 1) for text in range(10)])
    told = foretold(tmp_path, WORDS.replace(bag=True))
    assert told.random_similarity == pytest.approx((20 * 1.0 + 25 * 10 / 90) / 45, abs=0.03)
    assert foretold(tmp_path, WORDS).random_similarity == 1.0


def test_of_a_part_of_a_collection_what_one_text_alone_holds_is_no_boilerplate(tmp_path, monkeypatch):
    """Of 5 of 100 texts each word is in a fifth; in the collection it is in a hundredth."""
    monkeypatch.setattr(sampling, "MOST_DOCUMENTS", 5)
    write(tmp_path, [own(text, 50) for text in range(100)])
    assert foretold(tmp_path, WORDS.replace(boilerplate=0.1)).histogram.sum() == pytest.approx(4950)


def test_of_a_whole_collection_what_one_text_alone_holds_is_boilerplate_where_that_is_a_large_enough_share(tmp_path):
    """Of 5 texts each word is in a fifth, here as in the run: at a tenth nothing is left, at a fifth all."""
    write(tmp_path, [own(text, 50) for text in range(5)])
    sums = [foretold(tmp_path, WORDS.replace(boilerplate=share)).histogram.sum() for share in (0.1, 0.2)]
    assert sums == pytest.approx([0.0, 10.0])


def test_products_of_stand_ins_are_off_by_what_their_width_leads_to_expect():
    """Cosines of 60 texts that share nothing: 0 in truth, off by 1 / 128 as the root of the mean square.

    Those below 0 are told as 0, which leaves half of the mean square s^2; one has the variance (3/2 - 1/4) s^4. So of
    1770 pairs the root has a relative standard error of 0.027; half the width would make it 1.41 times as large.
    """
    draw = np.random.default_rng(5)
    ids = np.sort(draw.integers(0, 2**64, (60, 400), np.uint64), axis=1).ravel()
    vectors = SparseVectors(np.arange(0, 24_001, 400), ids, np.ones(ids.size))
    recipe = Recipe(measure="cosine", scheme="hyperplane")
    off = MeasureScale.of(recipe).value(similarities_of(vectors, recipe))
    assert off.size == 1770
    assert np.sqrt((off**2).mean()) == pytest.approx(np.sqrt(0.5) / 128, rel=0.2)


def test_a_text_of_one_shingle_is_a_text_and_one_of_none_is_not():
    ids = np.array([7, 7, 8], np.uint64)
    vectors = SparseVectors(np.array([0, 0, 1, 3]), ids, np.ones(3))  # none, one, two
    for recipe, value in (
        (Recipe(measure="cosine", scheme="hyperplane"), np.sqrt(0.5)),
        (Recipe(measure="euclidean", scheme="random-lines", max_distance=2.0), 1.0),
    ):
        assert MeasureScale.of(recipe).value(similarities_of(vectors, recipe)) == pytest.approx([value])
