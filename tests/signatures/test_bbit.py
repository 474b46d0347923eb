"""The chance of Li and König against exact ones, the packed storage, the figures of the sources."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.bbit import BBitMinHash, storage_improvement, variance_factor
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.packing import WIDTHS, pack
from tests import oracles_signatures as oracle
from tests.estimator_contracts import Shape, assert_frequency, random_pairs


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
def test_the_stated_chance_is_the_exact_one_in_the_limit_of_a_large_universe(shape: Shape, bits: int) -> None:
    # the same sets among 4 times as many rows: the error falls as their shares r = f / D
    errors = []
    for universe in (60, 240):
        exact = float(oracle.bbit_collision(shape.common, shape.only_a, shape.only_b, universe, bits))
        errors.append(abs(float(BBitMinHash(128, bits=bits).collision_probability(shape.jaccard)) - exact))
    assert errors[0] <= 2**bits * shape.union / 60
    assert errors[1] <= 0.5 * errors[0] + 1e-4


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
    family = BBitMinHash(64, 1, bits)
    signed = family.sign(ShingleSets.from_lists([range(9), [], []]))
    full, empty, other = (Signatures(signed.scheme, 1, signed.values[i : i + 1], signed.infinite) for i in range(3))
    for one, two in ((full, empty), (empty, full)):
        assert family.estimate(one, two).tolist() == [0.0]
    assert np.isnan(family.estimate(empty, other))[0]


@pytest.mark.parametrize("bits", WIDTHS)
def test_probability_and_similarity_turn_into_each_other(bits: int) -> None:
    family = BBitMinHash(64, 1, bits)
    p = family.collision_probability([0.0, 0.3, 1.0])
    assert family.measure_at(p).tolist() == pytest.approx([0.0, 0.3, 1.0], abs=1e-12)


def test_other_widths_are_refused() -> None:
    with pytest.raises(ParameterError, match="bits must be one of 1, 2, 4, 8, 16; got 3"):
        BBitMinHash(128, 1, 3)
