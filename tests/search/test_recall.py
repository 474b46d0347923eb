"""Recall: exact, sampled with an interval whose coverage is simulated, predicted from what was found."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.search.recall import (
    _gamma_interval,
    expected_misses,
    gamma_quantile,
    measured_by_sample,
    measured_exactly,
)
from simexplorer.search.scurve import collision_probability


class Collection:
    """Documents in groups of alike ones, and an index that loses some pairs."""

    def __init__(self, rng, documents, groups, lost, bad_documents=0.0):
        starts = np.cumsum([0, *groups])
        assert starts[-1] <= documents
        parts = [start + np.array(np.triu_indices(size, 1)) for start, size in zip(starts, groups, strict=False)]
        self.i, self.j = np.concatenate(parts, axis=1).astype(np.int32)
        bad = rng.random(documents) < bad_documents  # these lose 9 of 10 partners together
        chance = np.where(bad[self.i] | bad[self.j], 0.9, lost)
        self.lost = rng.random(self.i.size) < chance
        self.members = np.arange(documents, dtype=np.int32)
        ends, others = np.concatenate([self.i, self.j]), np.concatenate([self.j, self.i])
        order = np.argsort(ends, kind="stable")
        self._others, self._offsets = others[order], np.searchsorted(ends[order], np.arange(documents + 1))

    @property
    def found(self):
        return self.i[~self.lost], self.j[~self.lost]

    @property
    def recall(self):
        return 1.0 - self.lost.mean()

    def partners(self, rows):
        found = [self._others[self._offsets[row] : self._offsets[row + 1]] for row in rows]
        return np.repeat(rows, [part.size for part in found]), np.concatenate(found)


def test_exact_recall_counts_pairs_in_either_direction():
    found = np.array([0, 3], np.int32), np.array([1, 2], np.int32)
    true = np.array([1, 2, 5, 6], np.int32), np.array([0, 3, 4, 7], np.int32)
    got = measured_exactly(found, true, 8)
    assert (got.recall, got.low, got.high, got.missed) == (0.5, 0.5, 0.5, 2.0)
    nothing = np.empty(0, np.int32)
    none = measured_exactly(found, (nothing, nothing), 8)
    assert (none.recall, none.low, none.high) == (None, 1.0, 1.0)


def test_a_sample_of_every_document_by_hand():
    # 0-1 is found, 0-2 is not: degrees 1, 1, 0, their mean 2/3, so chances go as 5, 5, 2 twelfths.
    # 0-2 is counted at 0 for 1 / (1 + (2/5)^4) = 0.975 of a pair, at 2 for the rest.
    found = np.array([0], np.int32), np.array([1], np.int32)

    def partners(rows):
        pairs = [(row, other) for row in rows for other in {0: (1, 2), 1: (0,), 2: (0,)}[int(row)]]
        return np.array(pairs, np.int32).T

    got = measured_by_sample(np.arange(3, dtype=np.int32), found, partners, 20_000, seed=4)
    assert got.documents == 3
    assert got.missed == pytest.approx(1.0, abs=0.05)
    assert got.recall == pytest.approx(0.5, abs=0.02)
    assert got.low <= 0.5 <= got.high


def test_one_draw_by_hand():
    # the same three documents in rows 2, 5, 9: a draw of row 2 (5 of 12) counts 0.975 of the pair 12 / 5 times, one of
    # row 9 (2 of 12) the rest 6 times, which is less than the one pair that was seen
    found, members = (np.array([2], np.int32), np.array([5], np.int32)), np.array([2, 5, 9], np.int32)
    counts = 12 / 5 / (1 + 0.4**4)

    asked = []

    def partners(rows):
        asked.append(rows.tolist())
        pairs = [(row, other) for row in rows for other in {2: (5, 9), 5: (2,), 9: (2,)}[int(row)]]
        return np.array(pairs, np.int32).T

    wanted = {2: counts, 5: 0.0, 9: 1.0}
    for seed in range(40):
        got = measured_by_sample(members, found, partners, 1, seed)
        (row,) = asked[seed]
        assert got.missed == pytest.approx(wanted[row])
        assert got.recall == pytest.approx(1 / (1 + wanted[row]))
        assert got.documents == 1
    assert {row for (row,) in asked} == {2, 5, 9}


SCENES = {
    # groups, chance that a pair is lost, share of documents that lose nearly all partners
    "few misses, evenly": ([2] * 150 + [5] * 60 + [30] * 6, 0.005, 0.0),
    "many misses": ([2] * 200 + [10] * 50, 0.5, 0.0),
    "documents that lose all": ([2] * 200 + [8] * 30 + [60] * 5, 0.001, 0.02),
    "few pairs at all": ([2] * 60, 0.2, 0.0),
    "one group holds most": ([2] * 200 + [120], 0.01, 0.0),
    "no miss": ([2] * 300, 0.0, 0.0),
}


@pytest.mark.parametrize("scene", SCENES)
def test_the_interval_holds_the_true_recall_as_often_as_it_says(scene):
    # 400 samples at 95 %: were the coverage 0.95, fewer than 0.95 * 400 - 5.3 * 4.36 = 356 hits had chance 1e-6 / 6
    rng = np.random.default_rng(11)
    hits, estimates, seed = 0, [], 0
    for _ in range(20):
        collection = Collection(rng, 1200, *SCENES[scene])
        for _ in range(20):
            seed += 1
            got = measured_by_sample(collection.members, collection.found, collection.partners, 250, seed)
            hits += got.low <= collection.recall <= got.high
            estimates.append(got.missed - collection.lost.sum())
            assert 0.0 <= got.low <= got.recall <= got.high <= 1.0
    assert hits >= 356
    # unbiased but for what was seen: the mean error is within 5.5 standard errors (4e-8), or above by a few pairs
    error, spread = float(np.mean(estimates)), float(np.std(estimates)) / 20
    assert -5.5 * spread <= error <= 5.5 * spread + 3.0


def test_more_draws_make_the_interval_narrower():
    collection = Collection(np.random.default_rng(5), 1200, *SCENES["few misses, evenly"])
    widths = []
    for draws in (50, 500, 5000):
        got = measured_by_sample(collection.members, collection.found, collection.partners, draws, 1)
        widths.append(got.high - got.low)
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


def test_the_same_seed_gives_the_same_measurement_in_any_order_of_pairs():
    collection = Collection(np.random.default_rng(6), 1200, *SCENES["many misses"])
    i, j = collection.found
    first = measured_by_sample(collection.members, (i, j), collection.partners, 100, 7)
    again = measured_by_sample(collection.members, (j[::-1], i[::-1]), collection.partners, 100, 7)
    assert first == again


def test_with_nothing_found_only_what_was_seen_is_said():
    nobody = np.empty(0, np.int32)
    members = np.arange(10, dtype=np.int32)
    got = measured_by_sample(members, (nobody, nobody), lambda rows: (nobody, nobody), 20, 1)
    assert (got.recall, got.low, got.high) == (None, 0.0, 1.0)

    def one_pair(rows):
        row = rows[rows < 2]
        return row, 1 - row

    got = measured_by_sample(members, (nobody, nobody), one_pair, 20, 1)
    assert (got.recall, got.low, got.high) == (0.0, 0.0, 0.0)
    with pytest.raises(ParameterError, match="draws must be at least 1"):
        measured_by_sample(members, (nobody, nobody), one_pair, 0, 1)


def test_a_pair_found_with_chance_one_half_stands_for_another_one():
    # 0.5: one missed like it; 0.8: a quarter; 1: none
    assert expected_misses(np.array([0.5, 0.8, 1.0])).tolist() == pytest.approx([1.0, 0.25, 0.0])
    assert expected_misses(np.empty(0)).size == 0


def test_the_prediction_is_unbiased_over_many_indexes():
    # 2,000 pairs, 500 indexes that find each with the chance of 8 bands of 4 rows; 5.5 standard errors (4e-8)
    rng = np.random.default_rng(8)
    chance = collision_probability(rng.uniform(0.5, 1.0, 2000), 8, 4)
    errors, variances = [], []
    for _ in range(500):
        hit = rng.random(2000) < chance
        errors.append(expected_misses(chance[hit]).sum() - np.count_nonzero(~hit))
        variances.append(((1.0 - chance[hit]) / chance[hit] ** 2).sum())
    assert abs(np.mean(errors)) < 5.5 * np.std(errors) / math.sqrt(500)
    assert np.mean(np.square(errors)) == pytest.approx(np.mean(variances), rel=0.4)


@given(st.floats(0.01, 1e4), st.floats(0.001, 0.999))
def test_gamma_quantiles_rise_and_bracket_the_median(shape, probability):
    got = gamma_quantile(shape, probability)
    assert got >= 0.0
    assert gamma_quantile(shape, min(0.9999, probability + 0.01)) >= got
    if shape >= 1.0:  # the median lies between shape - 1/3 and shape (Chen, Rubin 1986)
        assert shape - 1 / 3 <= gamma_quantile(shape, 0.5) <= shape


@pytest.mark.parametrize("weight", [1.0, 3.0])
@pytest.mark.parametrize(("events", "low", "high"), [(0, 0.0, 3.6889), (1, 0.0253, 5.5716), (10, 4.7954, 18.3904)])
def test_the_interval_of_equal_weights_is_that_of_a_poisson_number(weight, events, low, high):
    # of tables (Garwood 1936), times the weight
    interval = _gamma_interval(events * weight, events * weight**2, weight)
    assert interval == pytest.approx((low * weight, high * weight), abs=2e-4)


def test_gamma_quantiles_of_tables():
    # shape 1 is the exponential: -ln(0.025) = 3.6889; chi-squared with 10 degrees has 97.5 % below 20.4832
    assert gamma_quantile(1.0, 0.975) == pytest.approx(-math.log(0.025), rel=1e-12)
    assert gamma_quantile(5.0, 0.975) == pytest.approx(20.4832 / 2, rel=1e-5)
    assert gamma_quantile(50.0, 0.025) == pytest.approx(74.2219 / 2, rel=1e-6)  # 100 degrees
