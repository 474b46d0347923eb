"""Places of a fingerprint that agree as the Hamming distance says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.bit_sampling import BitSampling
from simexplorer.signatures.simhash import SimHash
from tests.estimator_contracts import assert_candidates, assert_frequency, bands_met
from tests.estimator_laws import assert_mean, assert_spread, law_of_independent_positions


def test_the_printed_collision_probability(golden: dict[str, Any]) -> None:
    # 1 - 3 / 64 = 0.953125
    example = golden["bit_sampling"]
    family = BitSampling(128, bits=example["bits"])
    assert float(family.collision_probability(example["distance"])) == example["collision"]
    assert float(family.measure_at(example["collision"])) == example["distance"]


def fingerprints_apart(bits: int, distance: int, trials: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Random fingerprints, and copies with so many of their bits turned, drawn without repeats."""
    rng = np.random.default_rng(1)
    a = rng.integers(0, 2**64, (trials, -(-bits // 64)), dtype=np.uint64)
    if bits == 32:
        a &= np.uint64(2**32 - 1)
    b = a.copy()
    for row in b:
        for place in rng.permutation(bits)[:distance]:
            row[place // 64] ^= np.uint64(1) << np.uint64(place % 64)
    return a, b


def check_places(bits: int, distance: int, trials: int, length: int) -> None:
    """Each pair is read by functions of its own, so that all places are drawn independently of each other."""
    a, b = fingerprints_apart(bits, distance, trials)
    estimates, met, equal, rows = np.empty(trials), np.empty(trials, np.int64), 0, 6
    for seed in range(trials):
        family = BitSampling(length, seed, bits)
        x, y = (family.sample(side[seed : seed + 1]) for side in (a, b))
        equal += int((x.values == y.values).sum())
        estimates[seed] = family.estimate(x, y)[0]
        met[seed] = bands_met(x, y, rows)[0][0]
    p = 1 - distance / bits
    law = law_of_independent_positions(family, p)
    assert (law.mean, law.deviation) == pytest.approx((distance, float(family.standard_error(distance))))
    assert_frequency(equal, trials * length, p)
    assert_mean(estimates, law)
    assert_spread(estimates, law)
    assert_candidates(met, length // rows, rows, p)


@pytest.mark.parametrize("bits", [32, 64, 128])
@pytest.mark.parametrize("part", [0.0, 0.05, 0.5, 1.0])
def test_places_agree_as_the_distance_says(bits: int, part: float) -> None:
    check_places(bits, round(part * bits), 400, 90)


@pytest.mark.slow
@pytest.mark.parametrize("bits", [32, 64, 128])
@pytest.mark.parametrize("part", [0.0, 0.03, 0.1, 0.25, 0.5, 0.9, 1.0])
def test_places_agree_as_the_distance_says_at_length(bits: int, part: float) -> None:
    check_places(bits, round(part * bits), 3000, 128)


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
