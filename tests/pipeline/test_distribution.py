"""How similar the pairs of a collection are: every pair is in one bar, and in one only."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest

from simexplorer.pipeline import joining
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.auditing import _COUNTED_AT_ONCE, _falling_histogram, _of_this_many
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.random_pairs import random_pairs
from simexplorer.search.scurve import expected_counts
from tests.estimator_contracts import assert_frequency
from tests.pipeline.collection import write_collection


@pytest.mark.parametrize("threshold", [0.8, 0.4, 0.2, 0.12, 0.05, 0.0])
def test_the_bars_hold_as_many_pairs_as_there_are_wherever_counting_begins(tmp_path, threshold):
    write_collection(tmp_path, families=4)
    analysis = Analysis([os.fsencode(tmp_path)], workers=1)
    try:
        result = analysis.run(Recipe(threshold=threshold, shingle_size=3), Progress())
    finally:
        analysis.close()
    texts = np.flatnonzero(result.shingles > 0)
    distinct = int((result.groups.representative[texts] == texts).sum())
    told = result.audit
    above = told.histogram[round(told.exact_from * 100) :].sum()
    ends = np.linspace(0.0, 1.0, 101)
    assert (told.histogram >= np.histogram(result.pairs.ranking, ends)[0] - 1e-9).all(), "those found, and more"
    assert told.histogram.sum() == pytest.approx(distinct * (distinct - 1) / 2, rel=1e-9)
    if threshold >= 0.2:
        assert above == pytest.approx(len(result.pairs) / (told.predicted_recall or 1.0), rel=0.01)
    assert result.at_threshold + (told.predicted_missed or 0.0) <= told.histogram.sum() * (1 + 1e-9)


def test_pairs_of_equal_shingles_are_counted_at_one_too(tmp_path):
    rng = random.Random(1)
    for family in range(12):
        words = [f"w{rng.randrange(10**6)}" for _ in range(300)]
        for version in range(3):
            (tmp_path / f"{family}-{version}.txt").write_text(" ".join(words[version == 2 :]))
            rng.shuffle(words)
    analysis = Analysis([os.fsencode(tmp_path)], workers=1)
    try:
        result = analysis.run(Recipe(threshold=1.0, shingle_kind="word", shingle_size=1), Progress())
        below = analysis.run(Recipe(threshold=0.9, shingle_kind="word", shingle_size=1), Progress())
    finally:
        analysis.close()
    assert result.at_threshold == 12
    assert [one.audit.at_one for one in (result, below)] == pytest.approx([12.0, 12.0], rel=1e-9)
    assert below.audit.histogram[99] == pytest.approx(36.0, rel=1e-3)  # a word less: 0.997


def test_pairs_below_the_floor_are_spread_as_the_sample_says_or_stand_right_below_it():
    spread = _of_this_many(np.array([0.0, 3.0, 1.0, *[0.0] * 97]), 8.0, 0.1)
    assert spread.tolist()[:4] == [0.0, 6.0, 2.0, 0.0]
    alone = _of_this_many(np.zeros(100), 8.0, 0.7)
    assert np.flatnonzero(alone).tolist() == [69]
    assert alone.sum() == 8.0
    assert _of_this_many(np.zeros(100), 8.0, 0.0)[0] == 8.0


@pytest.mark.parametrize("m", [2, 5, 1000])
def test_random_pairs_are_of_different_members_and_each_comes_as_often(m):
    count = 200_000
    a, b = random_pairs(11, m, count)
    assert a.min() >= 0
    assert b.min() >= 0
    assert max(a.max(), b.max()) < m
    assert np.all(a != b)
    assert np.all(np.diff(a) >= 0)
    assert np.all(np.abs(np.bincount(a, minlength=m) - count / m) <= 1), "one out of each stretch"
    steps = (b - a) % m  # each of 1 ... m - 1 with chance 1 / (m - 1)
    for step in range(1, m, max(1, m // 10)):
        assert_frequency(int(np.count_nonzero(steps == step)), count, 1 / (m - 1))
    assert m == 2 or not np.array_equal(random_pairs(12, m, count)[1], b)


@pytest.mark.parametrize("count", [0, 1, 500, 2 * _COUNTED_AT_ONCE + 3])
def test_falling_values_are_counted_as_numpy_counts_them_to_the_last_bit(count):
    rng, edges = np.random.default_rng(count), np.linspace(0.0, 1.0, 101)
    values = np.sort(np.round(rng.random(count), 3))[::-1].copy()  # with many on an edge
    weights = 1.0 + values**3  # the same for equal values, as it is of chances
    wanted = np.histogram(values, edges, weights=weights)[0]
    assert _falling_histogram(values, edges, weights).tobytes() == wanted.tobytes()


def test_right_below_the_pairs_that_are_listed_the_bars_are_those_of_the_pairs_there_are(tmp_path):
    """Of two million pairs a random one stands for some 25: it would tell 0 or 25 where there are 20."""
    words, texts, true = iter(range(10**6)), list[list[str]](), np.zeros(100)
    for shared in range(38, 58):  # of 60 words each: similarities of 0.46 to 0.90
        for _ in range(20):
            one, more = ([f"w{next(words)}" for _ in range(count)] for count in (60, 60 - shared))
            texts += [one, one[:shared] + more]
        true[int(100 * shared / (120 - shared) + 1e-9)] += 20
    texts += [[f"w{next(words)}" for _ in range(60)] for _ in range(1400)]
    (tmp_path / "rows.csv").write_text("text\n" + "\n".join(map(" ".join, texts)))
    recipe = Recipe(text_column="text", shingle_kind="word", shingle_size=1, threshold=0.8)
    for headroom, begin in ((0.1, 0.7), (0.0, 0.8)):
        analysis = Analysis([os.fsencode(tmp_path)], workers=1, headroom=headroom)
        try:
            told = analysis.run(recipe, Progress()).audit
        finally:
            analysis.close()
        assert told.exact_from == begin
        assert told.compared_from is not None
        first, last = round(100 * told.compared_from), round(100 * begin)
        assert last - first >= 12, "so far down half of the pairs were compared"
        between = told.histogram[first:last]
        # each of n pairs is compared with a chance p of a half and more: 5.5 standard errors of n (1 - p) / p, and a
        # fifth, as p is a lower bound
        wanted = float(true[first:last].sum())
        assert abs(float(between.sum()) - wanted) <= 5.5 * np.sqrt(wanted) / 2 + 0.2 * wanted
        assert np.count_nonzero(between) == np.count_nonzero(true[first:last])
        assert told.histogram.sum() == pytest.approx(len(texts) * (len(texts) - 1) / 2, rel=1e-9)


def test_pairs_that_share_nothing_are_not_told_to_share_a_little(tmp_path, monkeypatch):
    """Down to 0 all pairs count that are left, most of which no index finds as they have no shingle in common."""
    monkeypatch.setattr(joining, "_WORTH", 0.0)  # a join would tell of none below the threshold
    rng = random.Random(9)
    for number in range(60):
        words = [f"{'abc'[number % 3]}{rng.randrange(150)}" for _ in range(50)]  # a third of the pairs share some
        (tmp_path / f"{number:02}.txt").write_text(" ".join(words))
    analysis = Analysis([os.fsencode(tmp_path)], workers=1, headroom=0.1)
    try:
        result = analysis.run(Recipe(threshold=0.05, shingle_kind="word", shingle_size=1), Progress())
        i, j = (side.astype(np.int32) for side in np.triu_indices(60, 1))
        true = np.histogram(analysis.exact_jaccard(i, j), np.arange(101) / 100)[0]
    finally:
        analysis.close()
    assert result.floor == 0.0
    assert true[0] >= 60 * 40 / 2
    assert np.abs(result.audit.histogram - true).sum() < 0.02 * true.sum()


def test_where_every_pair_was_found_the_bars_hold_just_those(tmp_path):
    rng, words = random.Random(3), [f"w{number}" for number in range(60)]
    base = rng.choices(words, k=60)
    for version in range(24):  # so alike that 64 bands of one row hardly miss a pair
        text = list(base)
        for _ in range(rng.randint(0, 14)):
            text[rng.randrange(60)] = rng.choice(words)
        (tmp_path / f"{version:02}.txt").write_text(" ".join(text))
    analysis = Analysis([os.fsencode(tmp_path)], workers=1)
    try:
        result = analysis.run(
            Recipe(threshold=0.3, shingle_size=5, bands=64, rows=1, hashes=64, sketch_sigmas=100.0), Progress()
        )
    finally:
        analysis.close()
    distinct = result.different_texts
    assert len(result.pairs) == distinct * (distinct - 1) / 2, "all there are"
    found = np.histogram(result.pairs.ranking, np.arange(101) / 100)[0]
    np.testing.assert_array_equal(result.audit.histogram, found)


@pytest.mark.parametrize("bits", [2.0, 3.0, 10.0])
def test_of_whole_bits_as_many_pairs_are_within_the_limit_as_were_found(tmp_path, bits):
    write_collection(tmp_path)
    recipe = Recipe(measure="hamming", scheme="bit-sampling", max_distance=bits, shingle_size=4)
    analysis = Analysis([os.fsencode(tmp_path)], workers=1)
    try:
        result = analysis.run(recipe, Progress())
    finally:
        analysis.close()
    told, scale = result.audit, MeasureScale.of(recipe)
    limit = float(scale.similarity(bits))
    expected = expected_counts(told.histogram, limit, result.bands, result.rows, at_end=told.at_one, steps=scale.steps)
    assert result.at_threshold > 20
    assert expected.similar == pytest.approx(result.at_threshold, abs=0.5)
    texts = result.members.size
    assert told.histogram.sum() == pytest.approx(texts * (texts - 1) / 2, rel=1e-9)
