"""What odd sketches tell of pairs whose similarity is known: never too little, and not much too much."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.odd_comparing import Outlines, told
from simexplorer.signatures.odd_law import HALVED, OUTLINES, STEPS, OddLaw, _Way
from simexplorer.signatures.odd_sketch import NO_LEVEL, OddSketches, odd_sketches

SIZES = (3, 30, 300, 2600, 6000, 20_000, 60_000)


def pairs_of_sets(rng, count, sizes, similarity):
    """(their similarity, sets of these two sizes in turn) with so many ids in common that it is this one or less."""
    shared = int(similarity * sum(sizes) / (1 + similarity))
    ids = rng.integers(0, 2**64, (count, sum(sizes) - shared), np.uint64)
    both = np.concatenate([ids[:, : sizes[0]], ids[:, sizes[0] - shared :]], axis=1)
    bounds = np.cumsum([0, *(list(sizes) * count)])
    return shared / (sum(sizes) - shared), ShingleSets(bounds, both.reshape(-1))


def told_of_pairs(law, rng, count, sizes, similarity):
    """(the similarity, what is told of each pair of a set and the one behind it, the sketches)."""
    exact, sets = pairs_of_sets(rng, count, sizes, similarity)
    sketches = odd_sketches(sets, int(rng.integers(2**31)), law.most)
    left = np.arange(0, 2 * count, 2, dtype=np.int32)
    return exact, told(law, sketches, left, left + np.int32(1)), sketches


@pytest.mark.parametrize("limit", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("size", SIZES)
def test_pairs_at_the_limit_pass_and_what_is_told_varies_as_foretold(limit, size):
    # a pair fails with a chance of 3e-7 at 5 sigmas: of 21 times 100, one in 1,600 runs; a mean of 100 is 4.5 standard
    # errors off once in 150,000; their deviation, of which a tenth is due to chance, may be 1.45 times what it should
    law, rng = OddLaw(limit, 5.0), np.random.default_rng(size)
    exact, tells, sketches = told_of_pairs(law, rng, 100, (size, size), limit)
    limit_of_these = OddLaw(exact, 5.0)  # a pair of few ids cannot be as similar as just any limit
    assert (told(limit_of_these, sketches, *two(100)) >= limit_of_these.needed).all()
    if size < 300:
        return
    excess, spread = law.excess(sketches)
    assert abs(tells.mean() - exact * STEPS - excess) < 4.5 * spread / 10 + 0.2 * spread + 1
    assert tells.std() < 1.45 * spread + 1
    assert excess < 6.5 * spread + 250, "at most that much is told too much"


def two(count):
    left = np.arange(0, 2 * count, 2, dtype=np.int32)
    return left, left + np.int32(1)


@pytest.mark.parametrize("limit", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("size", SIZES[2:])
def test_pairs_twice_the_margin_below_the_limit_do_not_pass(limit, size):
    # the margin is 5 sigmas and a little more: 3e-7 a pair, of 15 times 100
    law, rng = OddLaw(limit, 5.0), np.random.default_rng(size + 1)
    sketches = odd_sketches(pairs_of_sets(rng, 1, (size, size), limit)[1], 1, law.most)
    below = limit - 2.2 * law.excess(sketches)[0] / STEPS
    _, tells, _ = told_of_pairs(law, rng, 100, (size, size), below)
    assert (tells < law.needed).all()


def test_sketches_of_two_levels_are_compared_by_the_half_that_both_have():
    law, rng = OddLaw(0.8, 5.0), np.random.default_rng(3)
    sizes = (law.most - 300, law.most + 300)
    _, near, sketches = told_of_pairs(law, rng, 100, sizes, 0.81)
    assert sketches.levels[:2].tolist() == [0, 1]
    assert (near >= law.needed).all()
    _, far, _ = told_of_pairs(law, rng, 100, sizes, 0.65)
    assert (far < law.needed).all()
    _, turned, sketches = told_of_pairs(law, rng, 100, sizes[::-1], 0.81)
    assert sketches.levels[:2].tolist() == [1, 0]
    assert (turned >= law.needed).all()


@pytest.mark.parametrize("times", [1, 4])
@pytest.mark.parametrize("limit", [0.5, 0.8, 0.9, 0.95, 0.99, 0.9995])
def test_the_half_that_two_levels_have_differs_by_what_is_foretold(limit, times):
    # ids that share a place mark one in the one sketch and may mark two in the other. A mean of 100 is 4.5 standard
    # errors off once in 150,000 times, beside 0.3 deviations by which the law is off; 5 sigmas: 3e-7 a pair
    law, rng = OddLaw(limit, 5.0), np.random.default_rng(int(limit * 1e4) + times)
    middle = times * (law.most + 1)  # from here on a level more
    sizes = (middle - 2, middle + 2)
    exact, sets = pairs_of_sets(rng, 100, sizes, limit + 0.5 / sum(sizes))
    sketches = odd_sketches(sets, int(rng.integers(2**31)), law.most)
    (left, right), exactly = two(100), OddLaw(exact, 5.0)
    assert (told(exactly, sketches, left, right) >= exactly.needed).all()
    assert np.all(sketches.levels[right] == sketches.levels[left] + 1)
    words = sketches.words
    odd = np.bitwise_count(words[left, 1::2] ^ words[right, 0::2] ^ words[right, 1::2]).sum(axis=1)
    both = (sketches.kept[left, 1] + sketches.kept[right, 0]).astype(float)
    way = _Way.of(HALVED, exact, both)
    mean, variance, slope = way.odd(1, 1.0)
    scores = (odd - mean) / np.sqrt(variance + slope**2 * way.spread)
    assert abs(scores.mean()) < 0.45 + 0.3
    assert 0.6 < scores.std() < 1.45


def test_of_levels_far_apart_sizes_tell():
    law, rng = OddLaw(0.5, 5.0), np.random.default_rng(4)
    ids = rng.integers(0, 2**64, 50_000, np.uint64)
    some = [ids[:2000], ids[:4200], ids[:12_000], ids]
    bounds = np.cumsum([0, *(part.size for part in some)])
    sketches = odd_sketches(ShingleSets(bounds, np.concatenate(some)), 1, law.most)
    assert sketches.levels.tolist() == [0, 1, 3, 5]
    i, j = np.array([0, 1, 2, 0], np.int32), np.array([2, 2, 3, 3], np.int32)
    exact = np.array([2000 / 12_000, 4200 / 12_000, 12_000 / 50_000, 2000 / 50_000])
    tells = told(law, sketches, i, j) / STEPS
    assert (tells >= exact - 1 / STEPS).all()
    assert (tells < 1.4 * exact).all()


def test_who_has_no_sketch_may_be_near_to_all():
    law, one = OddLaw(0.8, 5.0), np.zeros(3, np.int32)
    sketches = OddSketches.none(3)
    sketches.put(np.array([1]), odd_sketches(ShingleSets(np.array([0, 2]), np.arange(2, dtype=np.uint64)), 1))
    assert sketches.levels.tolist() == [NO_LEVEL, 0, NO_LEVEL]
    assert told(law, sketches, one, np.arange(3, dtype=np.int32)).tolist() == [STEPS] * 3
    assert law.excess(OddSketches.none(2))[1] > 0


@pytest.mark.parametrize(("limit", "tells"), [(0.05, False), (0.3, True), (0.8, True), (1.0, True)])
def test_a_law_knows_whether_it_tells_anything(limit, tells):
    assert OddLaw(limit, 5.0).tells == tells


@pytest.mark.parametrize("outline", OUTLINES)
@pytest.mark.parametrize("size", [300, 2600, 20_000])
def test_outlines_of_every_kind_pass_what_is_near_and_little_more_by_the_best_one(size, outline, monkeypatch):
    # 5 sigmas again: 3e-7 a pair
    law, rng = OddLaw(0.8, 5.0), np.random.default_rng(size)
    _, _, sketches = told_of_pairs(law, rng, 100, (size, size), 0.8001)
    best = law.best_outline(sketches) == outline
    monkeypatch.setattr(OddLaw, "best_outline", lambda _law, _sketches: outline)
    odd, allowed = odd_and_allowed(Outlines.of(law, sketches), 100)
    assert (odd <= allowed).all()
    _, _, sketches = told_of_pairs(law, rng, 100, (size, size), 0.6)
    odd, allowed = odd_and_allowed(Outlines.of(law, sketches), 100)
    if best:
        assert (odd > allowed).all()


def odd_and_allowed(lines, count):
    """(count,) odd cells of the outlines of pairs of one level, and as many as their law leaves to near ones."""
    left, right = two(count)
    odd = np.bitwise_count(lines.words[left] ^ lines.words[right]).sum(axis=1)
    both = np.minimum(lines.kept[left, 0] + lines.kept[right, 0], lines.limits.shape[1] - 1)
    return odd, lines.limits[(lines.levels[left] > 0).astype(int), both]


def test_sizes_are_between_what_outlines_tell_and_in_their_order():
    # 5 sigmas of the sampled ones, eight of those that are not: of 280 sets one in 12,000 runs is outside
    rng, law = np.random.default_rng(5), OddLaw(0.5, 5.0)
    sizes = np.repeat(np.array([0, 1, *SIZES]), 40)
    bounds = np.cumsum([0, *sizes])
    sketches = odd_sketches(ShingleSets(bounds, rng.integers(0, 2**64, bounds[-1], np.uint64)), 1, law.most)
    outlines = Outlines.of(law, sketches)
    least, most = outlines.sizes()
    assert np.all(least <= sizes)
    assert np.all(sizes <= most)
    unknown = sizes == 0
    assert np.all(most[unknown] == np.inf)
    assert np.all(most[~unknown] <= 2.0 * sizes[~unknown] + 4.0), "and they tell something"
    in_order = outlines.by_size()
    assert np.all(unknown[in_order[-40:]])
    assert np.all(np.diff(outlines.levels[in_order[:-40]]) >= 0)
    one_level = outlines.levels[in_order] == 0
    assert np.all(np.diff(outlines.kept[in_order, 0][one_level]) >= 0)
