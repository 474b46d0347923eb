"""The constants of Li and König against exact chances, the packed storage, the figures of the sources."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.bbit import BBitMinHash, constants, storage_improvement, variance_factor
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.first_rows import binomial
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.packing import WIDTHS, pack
from tests import oracles_signatures as oracle
from tests.estimator_contracts import Shape, assert_frequency, random_pairs
from tests.estimator_laws import Law, assert_mean, assert_spread


def test_the_printed_variance_factor_and_storage(golden: dict[str, Any]) -> None:
    # b = 1, R = 0.5: 1 + 1 / (0.5 (2 - 1)) = 3; 64 bits / (1 bit x 3) = 21.3
    example = golden["b_bit_variance_factor_b1_R0.5"]
    assert variance_factor(1, 0.5) == example["value"]
    assert storage_improvement(1, 0.5) == pytest.approx(example["storage_improvement_64_bits"])
    family, full = BBitMinHash(128, bits=1), MinHash(128)
    ratio = float(family.standard_error(0.5)) ** 2 / float(full.standard_error(0.5)) ** 2
    assert ratio == pytest.approx(example["value"])


@pytest.mark.parametrize("bits", [1, 2, 4])
@pytest.mark.parametrize("shape", [Shape(3, 2, 1), Shape(4, 8, 0), Shape(0, 6, 6), Shape(10, 2, 5)], ids=str)
def test_the_general_constants_are_the_exact_chance_in_the_limit_of_a_large_universe(shape: Shape, bits: int) -> None:
    # the same shares r = f / D in universes of 60 and 240 rows: the error falls as 1 / D
    errors = []
    for scale in (1, 4):
        c, a, b = (count * scale for count in (shape.common, shape.only_a, shape.only_b))
        universe = 60 * scale
        exact = float(oracle.bbit_collision(c, a, b, universe, bits))
        family = BBitMinHash(128, bits=bits, universe=universe)
        stated = float(family.collision_probability(shape.jaccard, c + a, c + b))
        errors.append(abs(stated - exact))
        assert errors[-1] <= 1.0 / (2**bits * universe) + 0.3 / universe
    assert errors[1] <= 0.4 * errors[0] + 1e-4


def test_the_constants_of_half_full_sets_by_hand() -> None:
    # b = 1, f1 = f2 = D / 2: A = r (1 - r) / (1 - (1 - r)^2) = 0.25 / 0.75 = 1/3, so C1 = C2 = 1/3
    c1, c2 = constants(50, 50, 100, 1)
    assert (float(c1), float(c2)) == pytest.approx((1 / 3, 1 / 3))
    # unequal sizes r = 1/2 and 1/4: A1 = 1/3, A2 = (3/16) / (7/16) = 3/7; weights f1 / (f1 + f2) = 2/3
    c1, c2 = constants(50, 25, 100, 1)
    assert float(c1) == pytest.approx(1 / 3 * 1 / 3 + 3 / 7 * 2 / 3)
    assert float(c2) == pytest.approx(1 / 3 * 2 / 3 + 3 / 7 * 1 / 3)
    # no universe, or sets that are nothing in it: 2^-b
    assert [float(c) for c in constants(10, 10, None, 4)] == [1 / 16, 1 / 16]
    assert [float(c) for c in constants(1, 1, 10**9, 4)] == pytest.approx([1 / 16, 1 / 16], rel=1e-6)
    # a set of the whole universe starts with row 0: all sets that hold it agree, and nothing is left to chance
    assert float(constants(100, 100, 100, 1)[0]) == pytest.approx(0.0)


@pytest.mark.parametrize("bits", WIDTHS)
def test_estimates_from_permutations_of_a_small_universe_are_unbiased_with_the_general_constants(bits: int) -> None:
    # 900 rows, sets of 300 and 240 sharing 180: J = 180 / 360. The plain 2^-b would be off by 0.1 at b = 1.
    a, b = range(300), range(120, 360)
    documents = ShingleSets.from_lists([a, b])
    estimates = []
    for seed in range(40):
        family = BBitMinHash(200, seed, bits, universe=900)
        signed = family.sign(documents)
        one, other = (Signatures(signed.scheme, seed, signed.values[i : i + 1], signed.infinite) for i in (0, 1))
        estimates.append(float(family.estimate_of_sizes(one, other, 300, 240)[0]))
    family = BBitMinHash(200, 1, bits, universe=900)
    p = float(family.collision_probability(0.5, 300, 240))
    law = Law.of(family.measure_at(np.arange(201) / 200, 300, 240), binomial(200, p))
    assert (law.mean, law.deviation) == pytest.approx((0.5, float(family.standard_error(0.5, 300, 240))))
    assert_mean(np.array(estimates), law)
    assert_spread(np.array(estimates), law)


def test_the_lowest_bits_are_those_of_the_full_values() -> None:
    documents = ShingleSets.from_lists([range(50), [2**64 - 1], []])
    full = MinHash(64, 9).sign(documents).values
    for bits in WIDTHS:
        signed = BBitMinHash(64, 9, bits).sign(documents)
        assert (signed.values[:2] == full[:2] % 2**bits).all()
        assert (signed.values[2] == signed.infinite).all()
        assert signed.infinite == 2**bits


def test_storage_is_as_stated() -> None:
    documents = ShingleSets.from_lists([range(9)] * 3)
    for bits, size in zip(WIDTHS, (16, 32, 64, 128, 256), strict=True):
        family = BBitMinHash(128, 1, bits)
        assert family.bytes_per_document == size
        assert pack(family.sign(documents).values, bits).nbytes == 3 * size


def test_unlike_sets_come_out_below_zero_as_often_as_above() -> None:
    # J = 0, K = 101 bits: equal ones are binomial(101, 1/2), below its middle with chance 1/2
    family = BBitMinHash(101, 4, 1)
    a, b = random_pairs(Shape(0, 20, 20), 2000, 1)
    estimates = family.estimate(family.sign(a), family.sign(b))
    assert_frequency(int((estimates < 0).sum()), 2000, 0.5)


@pytest.mark.parametrize("bits", WIDTHS)
def test_an_empty_set_is_at_0_from_every_other_and_says_nothing_of_an_empty_one(bits: int) -> None:
    for universe in (None, 500):
        family = BBitMinHash(64, 1, bits, universe)
        signed = family.sign(ShingleSets.from_lists([range(9), [], []]))
        full, empty, other = (Signatures(signed.scheme, 1, signed.values[i : i + 1], signed.infinite) for i in range(3))
        for one, two in ((full, empty), (empty, full)):
            assert family.estimate(one, two).tolist() == [0.0]
            assert family.estimate_of_sizes(one, two, 9, 0).tolist() == [0.0]
        assert np.isnan(family.estimate(empty, other))[0]


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize(("universe", "sizes"), [(None, (7, 9)), (1000, (300, 40)), (1000, (0, 0))])
def test_probability_and_similarity_turn_into_each_other_at_any_sizes(
    bits: int, universe: int | None, sizes: tuple[int, int]
) -> None:
    family = BBitMinHash(64, 1, bits, universe)
    p = family.collision_probability([0.0, 0.3, 1.0], *sizes)
    assert family.measure_at(p, *sizes).tolist() == pytest.approx([0.0, 0.3, 1.0], abs=1e-12)


def test_other_widths_are_refused() -> None:
    with pytest.raises(ParameterError, match="bits must be one of 1, 2, 4, 8, 16; got 3"):
        BBitMinHash(128, 1, 3)
