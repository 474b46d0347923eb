"""Bands and rows: the sources' figures, the definition of each rule over all choices, and what cannot be had."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.search import scurve, tuning
from tests import oracles_search as oracle


def shape(banding):
    return banding.bands, banding.rows


def hyperplane(cosine):
    return 1.0 - np.arccos(cosine) / np.pi


def square(similarity):
    return similarity * similarity


def test_the_pick_bands_rule_gives_the_figures_of_the_sources(golden):
    wanted = golden["pick_bands_0.9_100"]
    # -100 ln 0.9 = 10.54; 5 ln 5 = 8.05 is below, 6 ln 6 = 10.75 above: 6 bands of 100 // 6 = 16 rows, 96 positions
    got = tuning.by_threshold(100, 0.9)
    assert shape(got) == (wanted["bands"], wanted["rows"])
    assert got.bands * got.rows == wanted["hashes"]


def test_the_similar_document_of_the_sources_is_found_with_probability_0_985(golden):
    # 0.9583^16 = 0.506; 1 - (1 - 0.506)^6 = 0.985
    example = golden["similar_spanish"]
    banding = tuning.by_threshold(100, example["threshold"])
    similarities = [wanted["value"] for wanted in golden["query_spanish_k5"]["jaccard"]]
    chances = scurve.collision_probability(similarities, *shape(banding))
    assert chances[example["answer"][0] - 1] == pytest.approx(0.985, abs=5e-4)


@given(st.integers(1, 300), st.floats(0.01, 1.0))
def test_the_pick_bands_rule_is_its_loop(length, threshold):
    bands = 1
    while bands * math.log(bands) < -length * math.log(threshold) and bands < length:
        bands += 1
    assert tuning.pick_bands(threshold, length) == bands


def test_a_threshold_that_the_rule_of_thumb_cannot_reach_is_said():
    # 128 single rows have the approximate threshold 1/128 = 0.0078; at 0.005 they find 1 - 0.995^128 = 0.4736
    got = tuning.by_threshold(128, 0.005)
    assert shape(got) == (128, 1)
    assert "with probability 0.4736 only" in got.note
    assert tuning.by_threshold(128, 1 / 128).note == ""
    assert tuning.by_threshold(128, 0.05).note == ""
    # a family that agrees with chance s^2: 0.078^2 is one function in 164
    assert "1/128 of collisions" in tuning.by_threshold(128, 0.078, square).note
    assert tuning.by_threshold(128, 0.005).note.startswith("128 hashes cannot reach down to 0.005: their lowest")
    assert tuning.by_threshold(1, 0.5).note.startswith("1 hash cannot reach down to 0.5: its lowest")


@given(st.integers(1, 200), st.floats(0.0, 1.0))
def test_without_a_note_the_rule_keeps_its_promise(length, threshold):
    got = tuning.by_threshold(length, threshold)
    promised = 1.0 - (1.0 - 1.0 / got.bands) ** got.bands
    kept = float(scurve.collision_probability(threshold, got.bands, got.rows)) >= promised - 1e-9
    assert kept or got.note


def test_the_default_of_the_program_is_25_bands_of_5_rows():
    # 0.8^5 = 0.32768, (1 - 0.32768)^25 = 4.9e-5; six rows: 0.8^6 = 0.262144, (1 - 0.262144)^21 = 1.7e-3, too much
    got = tuning.by_recall(128, 0.8, 0.999)
    assert shape(got) == (25, 5)
    assert got.note == ""


@given(st.integers(1, 200), st.floats(0.0, 1.0), st.floats(0.0, 0.9999))
def test_recall_is_reached_with_the_most_rows_that_reach_it(length, threshold, recall):
    got = tuning.by_recall(length, threshold, recall)
    reaching = [
        rows
        for rows in range(1, length + 1)
        if scurve.miss_probability(threshold, length // rows, rows) <= 1.0 - recall
    ]
    if reaching:
        assert got == tuning.Banding(length // max(reaching), max(reaching))
    else:
        assert shape(got) == (length, 1)
        assert "best possible" in got.note


def test_a_recall_that_cannot_be_had_is_said():
    # 4 single rows at 0.1 find 1 - 0.9^4 = 0.3439
    got = tuning.by_recall(4, 0.1, 0.99)
    assert shape(got) == (4, 1)
    assert "0.3439" in got.note


@pytest.mark.parametrize("weights", [(0.5, 0.5), (0.1, 0.9), (0.9, 0.1)])
@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.5, 0.85, 1.0])
@pytest.mark.parametrize("length", [1, 7, 20])
def test_weighted_error_is_least_among_all_choices(length, threshold, weights):
    got = tuning.by_weighted_error(length, threshold, *weights)
    costs = {}
    for choice in oracle.all_bandings(length):
        areas = scurve.error_areas(threshold, *choice)
        costs[choice] = weights[0] * areas.false_positive + weights[1] * areas.false_negative
    assert costs[shape(got)] <= min(costs.values()) + 1e-9


@pytest.mark.parametrize(
    ("threshold", "weights", "wanted"),
    # figures of datasketch's optimiser for 128 positions (its own integration, 0.001 wide rectangles)
    [
        (0.5, (0.5, 0.5), (25, 5)),
        (0.7, (0.5, 0.5), (14, 9)),
        (0.8, (0.5, 0.5), (9, 13)),
        (0.9, (0.5, 0.5), (5, 25)),
        (0.5, (0.1, 0.9), (32, 4)),
        (0.7, (0.1, 0.9), (20, 6)),
        (0.8, (0.1, 0.9), (14, 9)),
        (0.9, (0.1, 0.9), (8, 16)),
    ],
)
def test_weighted_error_agrees_with_what_others_publish(threshold, weights, wanted):
    got = tuning.by_weighted_error(128, threshold, *weights)
    mine, theirs = (
        weights[0] * areas.false_positive + weights[1] * areas.false_negative
        for areas in (scurve.error_areas(threshold, *shape(got)), scurve.error_areas(threshold, *wanted))
    )
    assert mine <= theirs + 1e-12
    assert mine == pytest.approx(theirs, abs=2e-4)


@given(st.integers(1, 24), st.floats(0.0, 1.0), st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
def test_the_choice_by_histogram_is_the_cheapest_of_all(length, threshold, histogram):
    costs = tuning.Costs(false_candidate=1.0, miss=20.0, band=3.0)
    got = tuning.by_histogram(length, threshold, histogram, costs)
    expected = {c: scurve.expected_counts(histogram, threshold, *c) for c in oracle.all_bandings(length)}

    def cost(choice):
        e = expected[choice]
        return e.false_candidates + 20.0 * e.missed + 3.0 * choice[0]

    assert cost(shape(got)) <= min(map(cost, expected)) * (1 + 1e-9) + 1e-6


def test_what_every_choice_would_do_is_the_sum_of_its_chances():
    nodes, weights = np.array([0.1, 0.5, 0.9]), np.array([100.0, 10.0, 2.0])
    grid = tuning._Grid.of(12, nodes, weights, 0.6, scurve.identity)
    choices = list(zip(grid.bands.tolist(), grid.rows.tolist(), strict=True))
    assert sorted(choices) == [(b, r) for b in range(1, 13) for r in range(1, 13) if b * r <= 12]
    for (bands, rows), needless, missed in zip(choices, grid.false_candidates, grid.missed, strict=True):
        met = weights * (1.0 - (1.0 - nodes**rows) ** bands)
        assert needless == pytest.approx(met[:2].sum())
        assert missed == pytest.approx(2.0 - met[2])


def test_equal_sets_are_no_reason_for_shorter_bands():
    # spread over [0.99, 1] half of them would lie below a threshold of 0.995, or above it and be missed
    histogram = np.zeros(100)
    histogram[99], histogram[50] = 1000.0, 1e6
    for threshold in (0.995, 1.0):
        assert tuning.by_histogram(128, threshold, histogram, at_end=1000.0).bands == 1
    assert tuning.by_histogram(128, 0.995, histogram).bands > 1


def test_a_collection_of_unlike_documents_gets_longer_bands_than_the_even_rule():
    # a billion pairs near 0.2 and a thousand near 0.9: candidates at 0.2 are what costs
    histogram = np.zeros(10)
    histogram[2], histogram[9] = 1e9, 1e3
    got = tuning.by_histogram(128, 0.8, histogram, tuning.Costs(miss=1000.0))
    assert got.rows > tuning.by_recall(128, 0.8, 0.999).rows
    assert scurve.expected_counts(histogram, 0.8, *shape(got)).recall > 0.99


def test_other_families_are_tuned_by_what_their_functions_do():
    # a cosine of 0.866 is an angle of 30 degrees: p = 1 - 30/180 = 0.8333
    assert tuning.by_recall(128, math.cos(math.pi / 6), 0.99, hyperplane) == tuning.by_recall(128, 1 - 30 / 180, 0.99)
    points = (np.arange(20_000) + 0.5) / 20_000

    def error(bands, rows):
        found = 1.0 - (1.0 - square(points) ** rows) ** bands
        return np.where(points < 0.8, found, 1.0 - found).mean()

    least = min(error(bands, rows) for rows in range(1, 33) for bands in range(1, 32 // rows + 1))
    assert error(*shape(tuning.by_weighted_error(32, 0.8, family=square))) == pytest.approx(least, abs=1e-6)


def test_a_thousand_positions_are_weighed_at_once():
    got = tuning.by_weighted_error(2048, 0.8, 0.1, 0.9)
    assert scurve.collision_probability(0.8, *shape(got)) > 0.8
    assert got.bands * got.rows <= 2048


def test_what_cannot_be_is_refused_in_words():
    for call in (
        lambda: tuning.by_threshold(0, 0.5),
        lambda: tuning.by_recall(8, 0.5, 1.0),
        lambda: tuning.by_recall(8, 1.5, 0.9),
        lambda: tuning.by_weighted_error(8, -0.1),
        lambda: tuning.Costs(miss=-1.0),
    ):
        with pytest.raises(ParameterError):
            call()


CHOOSERS = {
    "threshold": tuning.by_threshold,
    "recall": lambda length, threshold: tuning.by_recall(length, threshold, 0.9),
    "error": tuning.by_weighted_error,
    "histogram": lambda length, threshold: tuning.by_histogram(length, threshold, [1.0, 1.0]),
}


@pytest.mark.parametrize("choose", CHOOSERS.values(), ids=CHOOSERS)
def test_no_hashes_and_thresholds_that_there_are_not_are_refused_by_name(choose):
    for length in (0, -3):
        with pytest.raises(ParameterError, match=rf"^hashes must be at least 1; got {length}\.$"):
            choose(length, 0.5)
    for threshold in (-0.1, 1.1):
        with pytest.raises(ParameterError, match=r"^threshold must be between 0 and 1; got "):
            choose(8, threshold)
    assert shape(choose(1, 0.5)) == (1, 1)


@given(st.integers(1, 64), st.floats(0.0, 1.0))
def test_both_errors_weigh_the_same_where_nothing_is_said(length, threshold):
    assert tuning.by_weighted_error(length, threshold) == tuning.by_weighted_error(length, threshold, 1.0, 1.0)


def test_the_best_that_bands_can_do_is_never_rounded_to_all():
    # 128 single rows at 0.1 miss 0.9^128 = 1.4e-6 of the pairs
    assert "the best possible, 1 - 1e-06, was taken" in tuning.by_recall(128, 0.1, 0.9999999).note
