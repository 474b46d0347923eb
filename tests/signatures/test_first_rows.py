"""MinHash of first rows against whole numbers; q by counting all sets of rows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import seed_words
from simexplorer.signatures.family import Signatures, collisions
from simexplorer.signatures.first_rows import INFINITE, FirstRows, binomial, nothing_seen
from simexplorer.signatures.permutations import ExplicitPermutations
from tests import oracles_signatures as oracle
from tests.estimator_contracts import assert_frequency

sets = st.frozensets(st.integers(0, 2**64 - 1), max_size=8)


@given(st.lists(sets, max_size=3), st.integers(0, 2**63 - 1), st.integers(1, 150), st.integers(1, 65_536))
def test_signatures_are_those_of_the_definition(
    documents: list[frozenset[int]], seed: int, length: int, share: int
) -> None:
    signed = FirstRows(length, seed, share / 65_536).sign(ShingleSets.from_lists(documents))
    salt = int(seed_words(seed, 1)[0])
    expected = [oracle.first_rows(document, salt, share, length, int(INFINITE)) for document in documents]
    assert signed.values.tolist() == expected


def test_looking_at_all_rows_leaves_no_infinity() -> None:
    signed = FirstRows(100, 1, 1.0).sign(ShingleSets.from_lists([[5], []]))
    assert (signed.values[0] != INFINITE).all()
    assert (signed.values[1] == INFINITE).all()


@pytest.mark.parametrize("share", [1 / 65_536, 1 / 16, 0.3, 0.99])
def test_an_element_lies_in_the_first_rows_as_often_as_the_share_says(share: float) -> None:
    signed = FirstRows(1000, 2, share).sign(ShingleSets.from_lists([[x] for x in range(200)]))
    assert_frequency(int((signed.values != INFINITE).sum()), 200_000, round(share * 65_536) / 65_536)


def test_q_by_hand_and_by_counting() -> None:
    # N = 5 rows, m = 2 looked at, a union of u = 2: C(3, 2) / C(5, 2) = 3 / 10
    assert nothing_seen(2, 0.4, 5) == pytest.approx(0.3)
    for universe in range(1, 12):
        for rows in range(1, universe + 1):
            for union in range(universe + 1):
                expected = math.comb(universe - union, rows) / math.comb(universe, rows)
                assert nothing_seen(union, rows / universe, universe) == pytest.approx(expected, abs=1e-12)
    assert nothing_seen(10, 0.5) == pytest.approx(2.0**-10)  # hashed ids: each element misses on its own


def test_rules_of_infinity_by_hand() -> None:
    # equal, unequal, one infinite (unequal), the other infinite (unequal), both infinite (not counted)
    a = Signatures("x", 1, np.array([[1, 2, 9, 4, 9]]), infinite=9)
    b = Signatures("x", 1, np.array([[1, 3, 3, 9, 9]]), infinite=9)
    equal, counted = collisions(a, b)
    assert (equal[0], counted[0]) == (1, 4)
    assert FirstRows(5).estimate(a, b)[0] == 1 / 4


def test_on_a_universe_of_rows_positions_follow_the_law_with_infinity() -> None:
    # N = 30, m = 6, unions of u = 8, J = 4 / 8: q = C(22, 6) / C(30, 6)
    documents = ShingleSets.from_lists([range(6), range(2, 8)])
    family = FirstRows(20_000, 3, share=0.2, universe=30)
    signed = family.sign(documents)
    a, b = (Signatures(signed.scheme, 3, signed.values[i : i + 1], signed.infinite) for i in (0, 1))
    equal, counted = (int(count[0]) for count in collisions(a, b))
    q = math.comb(22, 6) / math.comb(30, 6)
    assert_frequency(20_000 - counted, 20_000, q)
    assert_frequency(equal, counted, 0.5)
    assert float(family.collision_probability(0.5, union=8)) == pytest.approx(0.5 * (1 - q))
    # all rows below m are as in the full permutations, all others infinite
    full = ExplicitPermutations(20_000, 3, universe=30).sign(documents).values
    np.testing.assert_array_equal(signed.values, np.where(full < 6, full, 6))


def test_chances_of_a_binomial_add_up() -> None:
    for chance in (0.0, 0.2, 1.0):
        assert binomial(9, chance).sum() == pytest.approx(1.0)
        assert (binomial(9, chance) * np.arange(10)).sum() == pytest.approx(9 * chance)
    assert binomial(3, 0.5) == pytest.approx([1 / 8, 3 / 8, 3 / 8, 1 / 8])


@pytest.mark.parametrize("share", [0.0, 1e-6, 1.01, -1.0])
def test_shares_that_cannot_be_are_refused(share: float) -> None:
    with pytest.raises(ParameterError, match="share must be between"):
        FirstRows(16, 1, share)
