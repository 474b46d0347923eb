"""One-pass MinHash against whole numbers; its exact law on a universe of rows."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import seed_words
from simexplorer.signatures.family import collisions
from simexplorer.signatures.first_rows import FirstRows
from simexplorer.signatures.known_union import standard_errors
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.one_pass import INFINITE, OnePass, variance_factors
from tests import oracles_signatures as oracle
from tests.estimator_contracts import assert_frequency

sets = st.frozensets(st.integers(0, 2**64 - 1), max_size=30)


@given(st.lists(sets, max_size=4), st.integers(0, 2**63 - 1), st.integers(1, 70))
def test_signatures_are_those_of_the_definition(documents: list[frozenset[int]], seed: int, length: int) -> None:
    signed = OnePass(length, seed).sign(ShingleSets.from_lists(documents))
    salt = int(seed_words(seed, 1)[0])
    assert signed.values.tolist() == [oracle.one_pass(d, salt, length, int(INFINITE)) for d in documents]


@given(sets, sets)
def test_the_signature_of_a_union_is_the_least_of_both(a: frozenset[int], b: frozenset[int]) -> None:
    first, second, union = OnePass(16, 3).sign(ShingleSets.from_lists([a, b, a | b])).values
    np.testing.assert_array_equal(union, np.minimum(first, second))


@given(st.integers(1, 8), st.integers(1, 6))
def test_the_law_of_filled_groups_is_that_of_all_throws(union: int, groups: int) -> None:
    # the number of onto maps by inclusion and exclusion, over all groups^union throws
    chances = oracle.occupied_groups(union, groups)
    for m in range(groups + 1):
        onto = sum((-1) ** i * math.comb(m, i) * (m - i) ** union for i in range(m + 1))
        assert chances[m] == pytest.approx(math.comb(groups, m) * onto / groups**union, abs=1e-12)


@pytest.mark.parametrize("groups", [1, 2, 3, 7, 64, 200])
def test_the_variance_is_that_under_the_law_of_filled_groups(groups: int) -> None:
    unions = np.array([1, 2, 3, 4, 5, 31, 32, 33, 127, 500, 20 * groups, 20 * groups + 1])
    for union, factor in zip(unions.tolist(), variance_factors(unions, groups).tolist(), strict=True):
        chances = oracle.occupied_groups(union, groups)
        mean = sum(chances[m] * (union - m) / (m * max(union - 1, 1)) for m in range(1, len(chances)))
        assert factor == pytest.approx(mean, rel=1e-6, abs=1e-12)


def test_two_elements_and_two_groups_have_the_error_worked_out_by_hand() -> None:
    # u = 2, K = 2, J = 1/2. Both in one group (chance 1/2): m = 1, the share is 0 or 1, variance 1/4.
    # One in each: m = 2, the share is 1/2 always. Together 1/8.
    assert float(OnePass(2).standard_error(0.5, union=2)) == pytest.approx(math.sqrt(1 / 8))
    # and a group is empty with chance (1/2)^2
    assert float(OnePass(2).collision_probability(0.5, union=2)) == pytest.approx(0.5 * 0.75)


def test_the_plain_standard_error_is_the_limit_of_large_sets() -> None:
    family = OnePass(64)
    plain = float(family.standard_error(0.5))
    assert float(family.standard_error(0.5, union=10**6)) == pytest.approx(plain, rel=1e-3)
    for union in (*range(1, 300), 1000, 20_000):  # of all others it is a bound, which a union of two reaches
        assert float(family.standard_error(0.5, union=union)) <= plain * (1 + 1e-12)


def test_errors_of_many_pairs_at_once_are_those_of_each() -> None:
    unions = np.array([1, 2, 3, 2, 40, 128, 1279, 1281, 5000, 10**6])
    jaccard = np.linspace(0.1, 0.9, unions.size)
    for family in (OnePass(64), FirstRows(64, 1, 0.1), FirstRows(20, 1, 0.5, 10**6 + 10)):
        each = [float(family.standard_error(j, union=int(u))) for j, u in zip(jaccard, unions, strict=True)]
        assert standard_errors(family, jaccard, unions).tolist() == pytest.approx(each, rel=1e-9)
    # by the definition: m of 8 groups filled by 5 elements, a draw of m without repeats
    chances = oracle.occupied_groups(5, 8)[1:6]
    m = np.arange(1, 6)
    assert float(OnePass(8).standard_error(0.4, union=5)) ** 2 == pytest.approx(
        0.24 * float(chances @ ((5 - m) / (m * 4)))
    )
    plain = MinHash(64).standard_error(jaccard)
    np.testing.assert_array_equal(standard_errors(MinHash(64), jaccard, unions), plain)


def test_on_a_universe_of_rows_positions_follow_the_law_with_infinity() -> None:
    # 24 rows in 6 groups of 4; unions of 10 rows: both infinite with C(14, 4) / C(24, 4) = 1001 / 10626
    documents = ShingleSets.from_lists([range(7), range(3, 10)])
    equal = counted = 0
    for seed in range(3000):
        signed = OnePass(6, seed, universe=24).sign(documents)
        one = type(signed)(signed.scheme, seed, signed.values[:1], signed.infinite)
        other = type(signed)(signed.scheme, seed, signed.values[1:], signed.infinite)
        more = collisions(one, other)
        equal, counted = equal + int(more[0][0]), counted + int(more[1][0])
    assert_frequency(6 * 3000 - counted, 6 * 3000, 1001 / 10626)
    assert_frequency(equal, counted, 4 / 10)


def test_rows_of_a_universe_fall_into_groups_of_equal_size() -> None:
    values = OnePass(5, 1, universe=20).sign(ShingleSets.from_lists([range(20), [3]])).values
    assert values[0].tolist() == [0] * 5  # every group's first row is there
    assert (values[1] != INFINITE).sum() == 1
    assert values[1].min() < 4


@pytest.mark.parametrize(
    ("universe", "groups", "common", "union"),
    [(7, 3, 3, 5), (7, 7, 3, 5), (7, 5, 2, 4), (6, 2, 2, 3), (6, 4, 1, 6), (5, 3, 1, 2), (4, 2, 0, 1)],
)
def test_on_a_universe_the_error_is_that_of_all_orders(universe: int, groups: int, common: int, union: int) -> None:
    """Every order of the rows tried: shared ones, those of one set alone, those of neither."""
    rows = [2] * common + [1] * (union - common) + [0] * (universe - union)
    size, found, collided = -(-universe // groups), [], Fraction(0)
    orders = set(itertools.permutations(rows))
    for order in orders:
        firsts = [next((row for row in order[at : at + size] if row), 0) for at in range(0, groups * size, size)]
        told = [first for first in firsts if first]
        found.append(Fraction(told.count(2), len(told)))
        collided += Fraction(firsts.count(2), groups * len(orders))
    family, j = OnePass(groups, 1, universe), common / union
    mean = sum(found) / len(found)
    assert mean == Fraction(common, union)
    variance = sum((one - mean) ** 2 for one in found) / len(found)
    assert float(family.standard_error(j, union=union)) == pytest.approx(math.sqrt(variance), abs=1e-12)
    assert float(family.collision_probability(j, union=union)) == pytest.approx(float(collided), abs=1e-12)


def test_in_a_large_universe_orders_and_hashes_err_alike() -> None:
    ranked, hashed = OnePass(16, 1, 1_000_000), OnePass(16, 1)
    for union in (2, 10, 100, 5000):
        both = [float(family.standard_error(0.5, union=union)) for family in (ranked, hashed)]
        assert both[0] == pytest.approx(both[1], rel=2e-3)
