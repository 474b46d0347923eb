"""Bucket numbers, and the law of what their collisions do to a similarity."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.features.buckets import (
    FOUR_BYTES,
    filled_buckets,
    into_buckets,
    jaccard_in_buckets,
    likely_shingles,
)
from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import seed_words
from simexplorer.search.measures import jaccard_similarity
from tests import oracles_signatures as oracle
from tests.estimator_contracts import Shape, assert_frequency, random_pairs
from tests.estimator_laws import assert_bounded_mean


@given(st.frozensets(st.integers(0, 2**64 - 1), max_size=30), st.integers(1, 2**63), st.integers(0, 2**63 - 1))
def test_a_bucket_is_the_share_of_the_range_that_the_mixed_id_falls_into(
    ids: frozenset[int], buckets: int, seed: int
) -> None:
    salt = int(seed_words(seed, 1)[0])
    expected = {oracle.mix64(x ^ salt) * buckets >> 64 for x in ids}
    assert into_buckets(ShingleSets.from_lists([ids]), buckets, seed)[0].tolist() == sorted(expected)


def test_buckets_are_equally_likely() -> None:
    numbers = [into_buckets(ShingleSets.from_lists([[x]]), 7)[0][0] for x in range(3000)]
    for bucket in range(7):
        assert_frequency(numbers.count(bucket), 3000, 1 / 7)


def test_four_letters_are_fewer_than_four_bytes_and_nine_letters_more(golden: dict[str, Any]) -> None:
    # 20^4 = 160,000 likely shingles leave nearly all of 2^32 numbers unused; 20^9 = 5.12e11 use them all
    assert likely_shingles(4) == golden["space_and_time"]["likely_4_shingles"]
    assert likely_shingles(9) == 512_000_000_000 > FOUR_BYTES
    assert filled_buckets(likely_shingles(9), FOUR_BYTES) == pytest.approx(FOUR_BYTES, rel=1e-12)
    assert filled_buckets(likely_shingles(4), FOUR_BYTES) == pytest.approx(160_000 - 160_000**2 / 2**33, rel=1e-6)


def test_the_law_by_hand() -> None:
    # two buckets, two shingles: both in one (1/2) or one in each: 1.5 on average
    assert filled_buckets([0, 1, 2], 2).tolist() == pytest.approx([0.0, 1.0, 1.5])
    # {x} and {y}: in common with chance 1/2, mean 0.5 of 1.5
    assert float(jaccard_in_buckets(0, 1, 1, 2)) == pytest.approx(1 / 3)
    assert float(jaccard_in_buckets(0, 0, 0, 2)) == 0.0
    assert float(filled_buckets(5, 1)) == 1.0


def test_the_figures_of_four_bytes() -> None:
    # 2 a b / (2 B (a + b)) = 10^8 / (2^32 * 20,000) = 1.2e-6
    assert float(jaccard_in_buckets(0, 10_000, 10_000, FOUR_BYTES)) == pytest.approx(1.164e-6, rel=1e-3)
    union = 17_180_000
    assert float(jaccard_in_buckets(0, union / 2, union / 2, FOUR_BYTES)) == pytest.approx(0.001, rel=2e-3)


@given(st.integers(0, 10_000), st.integers(0, 10_000), st.integers(0, 10_000))
def test_similarities_rise_and_by_no_more_than_the_bound(common: int, only_a: int, only_b: int) -> None:
    union = common + only_a + only_b
    if not union:
        return
    rise = float(jaccard_in_buckets(common, only_a, only_b, FOUR_BYTES)) - common / union
    first = (2 * only_a * only_b + common * (only_a + only_b)) / (2 * FOUR_BYTES * union)
    assert rise == pytest.approx(first, abs=1e-9 * union / 10_000 + 1e-11)
    assert first <= union / (4 * FOUR_BYTES) * (1 + 1e-12)


@pytest.mark.parametrize("buckets", [200, 1000, 100_000])
@pytest.mark.parametrize("shape", [Shape(0, 100, 100), Shape(50, 30, 20), Shape(180, 0, 60)], ids=str)
def test_similarities_in_buckets_are_those_of_the_law(shape: Shape, buckets: int) -> None:
    a, b = random_pairs(shape, 800, 1)
    rows = np.arange(800)
    found = jaccard_similarity(into_buckets(a, buckets), rows, rows, into_buckets(b, buckets))
    expected = float(jaccard_in_buckets(shape.common, shape.only_a, shape.only_b, buckets))
    # a ratio of means is off by order 1 / u; shares of these sets lie within 0.4 of each other, but for 1e-12
    assert_bounded_mean(found, expected, slack=1.0 / shape.union, span=0.4)


def test_numbers_of_buckets_that_cannot_be_are_refused() -> None:
    for buckets in (0, -5, 2**63 + 1):
        with pytest.raises(ParameterError, match="buckets must be between 1 and"):
            into_buckets(ShingleSets.from_lists([[1]]), buckets)
