"""Long sketches of sets: the law of their bits for sets of all sizes, and what a sketch depends on."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.long_sketch import agreeing_bits
from simexplorer.signatures.one_bit_sketch import LENGTH, one_bit_sketches
from simexplorer.signatures.packing import pack


def pairs_of_sets(rng: np.random.Generator, count: int, size: int, shared: int) -> ShingleSets:
    """Set 2 k and set 2 k + 1 have ``size`` ids each, ``shared`` of them in common."""
    ids = rng.integers(0, 2**64, (count, 2 * size - shared), np.uint64)
    both = np.stack([ids[:, :size], ids[:, size - shared :]], axis=1)
    return ShingleSets(np.arange(2 * count + 1) * size, both.reshape(-1))


@pytest.mark.parametrize(
    ("size", "shared"), [(1, 0), (3, 2), (20, 9), (100, 89), (1000, 600), (5000, 4500), (20000, 9000)]
)
def test_bits_agree_as_the_similarity_says(size, shared):
    # 120 pairs, 491,520 bits, of which the share that agrees is binomial around (1 + J) / 2, or varies less: 4.5
    # sigmas, false alarm 1 in 150,000 a case. Single pairs lie within 5.5 sigmas: 1 in 25 million each
    rng = np.random.default_rng(size)
    sketches = one_bit_sketches(pairs_of_sets(rng, 120, size, shared), int(rng.integers(2**31)))
    left = np.arange(0, 240, 2, dtype=np.int32)
    equal = agreeing_bits(sketches, np.ones(240, np.bool_), left, left + np.int32(1))
    p = (1 + shared / (2 * size - shared)) / 2
    spread = np.sqrt(p * (1 - p) * LENGTH)
    assert abs(equal.mean() - p * LENGTH) < 4.5 * spread / np.sqrt(120)
    assert (abs(equal - p * LENGTH) < 5.5 * spread).all()


def test_a_sketch_depends_on_the_set_and_the_seed_alone():
    ids = np.random.default_rng(1).integers(0, 2**64, 300, np.uint64)
    bounds = np.array([0, 300, 600, 700, 700])
    again = ShingleSets(bounds, np.concatenate([ids, ids[::-1], np.repeat(ids[:50], 2)]))
    sketches = one_bit_sketches(again, 7)
    assert sketches.shape == (4, LENGTH // 64)
    assert np.array_equal(sketches[0], sketches[1]), "neither order nor repeats count"
    alone = one_bit_sketches(ShingleSets(np.array([0, 50]), ids[:50]), 7)
    assert np.array_equal(sketches[2], alone[0]), "nor what stands beside it"
    assert not np.array_equal(one_bit_sketches(again, 8), sketches)
    values = FastSimilaritySketch(LENGTH, 7).sign(again).values
    assert 0.4 < np.bitwise_count(pack(values, 1)[0] ^ sketches[0]).sum() / LENGTH < 0.6, (
        "signatures of this seed do not"
    )
