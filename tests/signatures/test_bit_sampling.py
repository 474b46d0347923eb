"""C9: places of a fingerprint that agree as the Hamming distance says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.bit_sampling import BitSampling
from simexplorer.signatures.simhash import SimHash
from tests.estimator_contracts import assert_frequency, assert_mean, assert_variance, binomial_excess


def test_the_printed_collision_probability(golden: dict[str, Any]) -> None:
    # 1 - 3 / 64 = 0.953125
    example = golden["bit_sampling"]
    family = BitSampling(128, bits=example["bits"])
    assert float(family.collision_probability(example["distance"])) == example["collision"]
    assert float(family.measure_at(example["collision"])) == example["distance"]


@pytest.mark.parametrize("bits", [32, 64, 128])
@pytest.mark.parametrize("part", [0.0, 0.05, 0.5, 1.0])
def test_places_agree_as_the_distance_says(bits: int, part: float) -> None:
    rng, distance, trials = np.random.default_rng(1), round(part * bits), 200
    a = rng.integers(0, 2**64, (trials, -(-bits // 64)), dtype=np.uint64)
    if bits == 32:
        a &= np.uint64(2**32 - 1)
    b = a.copy()
    for row in b:
        for place in rng.permutation(bits)[:distance]:
            row[place // 64] ^= np.uint64(1) << np.uint64(place % 64)
    estimates = []
    equal = 0
    for seed in range(20):
        family = BitSampling(90, seed, bits)
        x, y = family.sample(a), family.sample(b)
        equal += int((x.values == y.values).sum())
        estimates.append(family.estimate(x, y))
    p = 1 - distance / bits
    assert_frequency(equal, 20 * trials * 90, p)
    errors = np.concatenate(estimates)
    assert_mean(errors, distance, float(family.standard_error(distance)))
    assert_variance(errors, float(family.standard_error(distance)), excess=binomial_excess(p, 90))


def test_documents_are_sampled_through_their_fingerprints() -> None:
    documents = ShingleSets.from_lists([range(100), range(50, 150), []])
    family = BitSampling(70, 5, 128)
    signed = family.sign(documents)
    sampled = family.sample(SimHash(128, 5).fingerprints(documents))
    np.testing.assert_array_equal(signed.values[:2], sampled.values[:2])
    assert (signed.values[2] == signed.infinite).all()


def test_places_are_drawn_evenly_and_with_repeats() -> None:
    places = BitSampling(64_000 // 2, 2, 32).places()
    for place in range(32):
        assert_frequency(int((places == place).sum()), places.size, 1 / 32)
