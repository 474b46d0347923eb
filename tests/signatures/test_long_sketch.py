"""Long sketches: the law of their bits, who gets none, and what they rule out."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.features.sets import SparseVectors
from simexplorer.signatures.hyperplanes import RandomHyperplanes
from simexplorer.signatures.long_sketch import (
    EVEN,
    LENGTH,
    SPARED,
    LongSketches,
    agreeing_bits,
    long_sketches,
    weighted_sketches,
)
from simexplorer.signatures.simhash import text_fingerprints

WORDS = LENGTH // 64


def occurrences(rng: np.random.Generator, counts: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """(ids, bounds) of documents that have feature f ``counts[d][f]`` times, in any order."""
    names = rng.integers(0, 2**64, max(len(one) for one in counts), np.uint64)
    rows = [rng.permutation(np.repeat(names[: len(one)], one)) for one in counts]
    return np.concatenate(rows), np.cumsum([0, *(row.size for row in rows)])


def agreeing(sketches: np.ndarray, a: int, b: int) -> int:
    return LENGTH - int(np.bitwise_count(sketches[a] ^ sketches[b]).sum())


@pytest.mark.parametrize("shift", [40, 120, 300])
def test_bits_agree_as_the_angle_says(shift):
    # 60 pairs of term frequencies 1 to 4, some features of their own: 30,720 bits, of which the share that agrees is
    # binomial around 1 - angle / 180 (the law is within 0.002 of it here); 4.5 sigmas: false alarm 1 in 150,000
    rng = np.random.default_rng(shift)
    equal, expected = 0, 0.0
    for _ in range(60):
        x, y = np.zeros((2, 600 + shift), np.int64)
        x[:600] = rng.integers(1, 5, 600)
        y[:600] = x[:600]
        y[rng.choice(600, shift, replace=False)] = 0
        y[600:] = rng.integers(1, 5, shift)
        sketches = long_sketches(*occurrences(rng, [x, y]), int(rng.integers(2**31)))
        assert sketches.held.tolist() == [WORDS, WORDS]
        equal += agreeing(sketches.words, 0, 1)
        expected += 1.0 - np.arccos(x @ y / np.sqrt((x @ x) * (y @ y))) / np.pi
    p = expected / 60
    assert abs(equal / (60 * LENGTH) - p) < 4.5 * np.sqrt(p * (1 - p) / (60 * LENGTH)) + 0.002


def test_who_has_few_features_that_count_gets_no_sketch():
    rng = np.random.default_rng(1)
    heavy = np.ones(2000, np.int64)
    heavy[:2] = 500  # two features decide: the other 2,000 are 0.4 % of the squares
    some = [np.ones(1, np.int64), np.full(25, 9), np.ones(200, np.int64), np.ones(70_000, np.int64), heavy]
    sketches = long_sketches(*occurrences(rng, some), 1)
    assert sketches.held.tolist() == [0, 0, WORDS, WORDS, 0]
    true = np.array([1, 1 / 25, 1 / 200, 1 / 70_000, 0.498])
    assert np.all(sketches.leading > 0.9 * true), "rather too much, as some features fall into one slot"
    assert np.all(sketches.leading < true + 0.12)
    assert sketches.leading[3:] == pytest.approx(true[3:], abs=0.01)
    nothing = long_sketches(np.empty(0, np.uint64), np.array([0, 0]), 1)
    assert (nothing.words.shape, nothing.held.tolist(), nothing.leading.tolist()) == ((1, WORDS), [0], [0])


def test_two_features_of_nearly_one_weight_do_not_mislead():
    # at 5 degrees the bits of two dominated documents differ wherever both features vote against each other
    x, y = np.ones((2, 100), np.int64)
    x[:2], y[:2] = (1100, 1000), (1000, 1100)
    sketches = long_sketches(*occurrences(np.random.default_rng(2), [x, y]), 1)
    assert agreeing(sketches.words, 0, 1) < 0.7 * LENGTH, "97 % are what the angle says"
    left, right, least = np.array([0], np.int32), np.array([1], np.int32), least_of(WORDS, 0.8)
    assert agreeing_bits(sketches, sketches.spared(degrees(0.8)), least, left, right).tolist() == [LENGTH], "it stays"


def degrees(cosine: float) -> float:
    return float(np.degrees(np.arccos(cosine)))


def least_of(words: int, cosine: float) -> np.ndarray:
    """In how many bits of the first w words documents at this cosine agree, 6 sigmas less, by what is spared."""
    bits, differ = 64 * np.arange(words + 1), np.array(SPARED)[:, None] * np.arccos(cosine) / np.pi
    return (bits * (1 - differ) - 6 * np.sqrt(bits * differ * (1 - differ))).clip(0).astype(np.int32)


@pytest.mark.parametrize(("length", "features"), [(LENGTH, 80), (4 * LENGTH, 80), (4 * LENGTH, 160), (4 * LENGTH, 320)])
def test_features_that_almost_cancel_are_spared_for(length, features):
    # as few features as may have a say, half of them a little heavier in one document, the others in the other, and
    # some changed: the worst case for the law. 2,000 pairs at a cosine above 0.8, of which none is lost
    rng, lost, pairs = np.random.default_rng(3), 0, 0
    least, held = least_of(length // 64, 0.8), np.full(20, WORDS * (features // 80), np.int32)
    odd = np.arange(features) % 2
    for _ in range(200):
        counts = []
        for _ in range(10):
            x, y = 20 + odd, 21 - odd
            y[rng.choice(features, features * 15 // 80, replace=False)] = 0
            counts += [x, y]
        sketches = long_sketches(*occurrences(rng, counts), int(rng.integers(2**31)), length)
        assert np.all(sketches.held <= np.minimum(held * 2, length // 64)), "no more hold than the features allow"
        left, spared = np.arange(0, 20, 2, dtype=np.int32), np.zeros(20, np.int8)
        full = replace(sketches, held=held.clip(max=length // 64))
        near = agreeing_bits(full, spared, least, left, left + np.int32(1)) >= least[0, -1]
        lost, pairs = lost + int((~near).sum()), pairs + near.size
    x, y = counts[:2]
    assert x @ y / np.sqrt((x @ x) * (y @ y)) > 0.8
    assert (lost, pairs) == (0, 2000)


def test_the_more_features_have_a_say_the_more_of_a_sketch_holds():
    rng = np.random.default_rng(8)
    some = [np.ones(n, np.int64) for n in (20, 100, 500, 2000)]
    ids, bounds = occurrences(rng, some)
    short, longer = long_sketches(ids, bounds, 1), long_sketches(ids, bounds, 1, 4 * LENGTH)
    held = longer.held
    assert short.held.tolist() == [0, WORDS, WORDS, WORDS]
    assert held[0] == 0
    assert WORDS <= held[1] <= 3 * WORDS
    assert held[2:].tolist() == [4 * WORDS, 4 * WORDS]
    assert longer.words.shape == (4, 4 * WORDS)
    assert np.array_equal(longer.words[:, :WORDS], short.words)


def test_far_documents_are_ruled_out_by_what_holds_of_both():
    # one of 100 features, of which the other has five: a part of 2,048 bits tells it
    rng = np.random.default_rng(9)
    few, many = np.zeros((2, 2000), np.int64)
    few[:100], many[95:] = 1, 1
    sketches = long_sketches(*occurrences(rng, [few, many]), 1, 4 * LENGTH)
    assert WORDS <= sketches.held[0] < sketches.held[1] == 4 * WORDS
    left, right, least = np.array([0], np.int32), np.array([1], np.int32), least_of(4 * WORDS, 0.8)
    assert agreeing_bits(sketches, sketches.spared(degrees(0.8)), least, left, right)[0] < least[0, -1]


@pytest.mark.parametrize("cosine", [0.7, 0.8, 0.9, 0.957, 0.99])
@pytest.mark.parametrize("alike", [1, 2, 3, 5, 9])
def test_pairs_that_differ_in_a_few_heavy_features_stay(cosine, alike):
    # 6 sigmas: 1e-9 a pair; they hold so much of one document that it is as far as the limit from what lacks them
    rng, bits = np.random.default_rng(alike), 4 * LENGTH
    least, classes = least_of(bits // 64, cosine), set()
    for _ in range(60):
        x = np.ones(2500 + alike, np.int64)
        weight = np.sqrt(2500 * (1 / cosine**2 - 1) / alike)
        x[2500:] = int(weight)
        y = np.where(np.arange(x.size) < 2500, 1, 0)
        sketches = long_sketches(*occurrences(rng, [x, y]), int(rng.integers(2**31)), bits)
        spared, (left, right) = sketches.spared(degrees(cosine)), np.array([[0], [1]], np.int32)
        assert agreeing_bits(sketches, spared, least, left, right)[0] >= least[0, -1]
        classes.add(int(spared[0]))
    assert x @ y / np.sqrt((x @ x) * (y @ y)) >= cosine
    assert classes <= {0, 1, 2}


def test_more_is_spared_the_more_one_feature_holds_of_what_may_differ():
    leading = np.array([0.0, 0.04, 0.06, 0.1, 0.13, 0.17])
    sketches = LongSketches(np.zeros((6, 8), np.uint64), np.zeros(6, np.int32), leading)
    assert sketches.spared(60).tolist() == [0] * 6
    assert sketches.spared(degrees(0.9)).tolist() == [0, 0, 0, 1, 1, 2]
    assert sketches.spared(0).tolist() == [0, 2, 2, 2, 2, 2]


def test_weighted_documents_are_sketched_by_their_weights():
    # the same law, 20 pairs of 400 weighted features: 10,240 bits within 4.5 sigmas, false alarm 1 in 150,000
    rng = np.random.default_rng(6)
    equal, expected = 0, 0.0
    for seed in range(20):
        x = np.exp(rng.normal(0, 0.5, 400))
        y = np.where(rng.random(400) < 0.3, 0.01, x)
        ids = np.sort(rng.integers(0, 2**64, 400, np.uint64))
        both = SparseVectors(np.array([0, 400, 800]), np.concatenate([ids, ids]), np.concatenate([x, y]))
        sketches = weighted_sketches(both, seed)
        assert sketches.held.tolist() == [WORDS, WORDS]
        equal += agreeing(sketches.words, 0, 1)
        expected += 1.0 - np.arccos(x @ y / np.sqrt((x @ x) * (y @ y))) / np.pi
    p = expected / 20
    assert abs(equal / (20 * LENGTH) - p) < 4.5 * np.sqrt(p * (1 - p) / (20 * LENGTH)) + 0.004


def test_who_has_few_weights_that_count_gets_no_weighted_sketch():
    heavy = np.ones(1000)
    heavy[:3] = 100.0
    weights = [heavy * 1e7, np.full(33, 1e-3), np.full(31, 1e-3), np.zeros(5), np.empty(0)]
    offsets = np.cumsum([0, *(one.size for one in weights)])
    ids = np.arange(offsets[-1], dtype=np.uint64)
    sketches = weighted_sketches(SparseVectors(offsets, ids, np.concatenate(weights)), 1)
    assert sketches.words.shape == (5, WORDS)
    assert sketches.held.tolist() == [0, WORDS, 0, 0, 0]
    assert sketches.leading == pytest.approx([1 / (3 + 997e-4), 1 / 33, 1 / 31, 0, 0])


@pytest.mark.parametrize("words", [1, WORDS, 64])
def test_agreeing_bits_are_what_counting_says(words):
    rng = np.random.default_rng(4)
    sketches, held = rng.integers(0, 2**64, (30, words), np.uint64), rng.integers(0, words + 1, 30).astype(np.int32)
    least = np.sort(rng.integers(0, 40 * words, (3, words + 1)), axis=1).astype(np.int32)
    i, j = (side.astype(np.int32) for side in np.triu_indices(30, 1))
    spared = rng.integers(0, 3, 30).astype(np.int8)
    told = agreeing_bits(LongSketches(sketches, held, np.zeros(30)), spared, least, i, j)
    for a, b, found in zip(i.tolist(), j.tolist(), told.tolist(), strict=True):
        w = min(int(held[a]), int(held[b]))
        agree = 64 * w - int(np.bitwise_count(sketches[a, :w] ^ sketches[b, :w]).sum())
        own = least[max(spared[a], spared[b])]
        exceeds = (agree - int(own[w])) * words // w if w else 0
        expected = min(max(int(least[0, words]) + exceeds, 0), 64 * words) if w else 64 * words
        assert found == expected
        assert not w or (found >= least[0, words]) == (agree >= own[w])


def test_its_bits_are_not_those_of_other_fingerprints():
    ids = np.random.default_rng(5).integers(0, 2**64, 500, np.uint64)
    bounds = np.array([0, 500])
    sketches = long_sketches(ids, bounds, 1).words
    words = [*sketches[0].tolist(), int(text_fingerprints(ids, bounds)[0])]
    assert len(set(words)) == WORDS + 1
    again = long_sketches(ids[::-1].copy(), bounds, 1).words
    assert np.array_equal(again, sketches), "order says nothing"
    assert not np.array_equal(long_sketches(ids, bounds, 2).words, sketches)
    assert RandomHyperplanes(LENGTH, components="signs").length == LENGTH
    assert EVEN < 500
