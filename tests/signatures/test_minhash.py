"""MinHash against whole numbers of any size, and the properties of a minimum."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.compiled import U, kernel
from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.minhash import (
    PRIME,
    MinHash,
    fill_signatures,
    functions,
    functions_of,
    linear_functions,
    linear_hash,
)
from tests import oracles_signatures as oracle

ids = st.integers(0, 2**64 - 1)
sets = st.frozensets(ids, max_size=30)
below_61_bits = st.one_of(st.integers(0, PRIME - 1), st.sampled_from([0, 1, 2**32 - 1, 2**32, PRIME - 1]))


@kernel
def one_linear_hash(a, x, b):
    return linear_hash(a, x, b)


@given(below_61_bits, st.integers(0, 2**60 - 1), below_61_bits)
def test_linear_functions_are_exact_modulo_the_mersenne_prime(a: int, x: int, b: int) -> None:
    assert int(one_linear_hash(U(a), U(x), U(b))) == (a * x + b) % PRIME


def test_the_largest_arguments_do_not_wrap() -> None:
    # (p - 1)(2^60 - 1) + (p - 1) = (p - 1) 2^60 = -2^60 = p - 2^60 modulo p
    assert int(one_linear_hash(U(PRIME - 1), U(2**60 - 1), U(PRIME - 1))) == PRIME - 2**60


@given(st.lists(sets, max_size=5), st.integers(0, 2**64 - 1))
def test_signatures_are_those_of_the_definition(documents: list[frozenset[int]], seed: int) -> None:
    signed = MinHash(5, seed).sign(ShingleSets.from_lists(documents))
    a, b, salt = linear_functions(seed, 5)
    expected = [
        [oracle.minhash(document, int(a[j]), int(b[j]), int(salt), PRIME) for j in range(5)] for document in documents
    ]
    assert signed.values.tolist() == expected


@given(sets, sets)
def test_the_signature_of_a_union_is_the_least_of_both(a: frozenset[int], b: frozenset[int]) -> None:
    first, second, union = MinHash(16, 3).sign(ShingleSets.from_lists([a, b, a | b])).values
    np.testing.assert_array_equal(union, np.minimum(first, second))


def test_multipliers_are_never_zero_and_all_values_lie_below_the_prime() -> None:
    a, b, _ = linear_functions(9, 2000)
    assert a.min() >= 1
    assert max(a.max(), b.max()) < PRIME
    signed = MinHash(2000, 9).sign(ShingleSets.from_lists([range(100), [2**64 - 1], []]))
    assert signed.values[:2].max() < PRIME
    assert (signed.values[2] == PRIME).all()


@given(st.integers(0, 2**32), st.integers(0, 3))
def test_blocks_that_are_passed_over_hold_nothing_less(seed: int, repeats: int) -> None:
    # sets of more than a block: most values are told apart by rough ones alone
    rng = np.random.default_rng(seed)
    members = rng.integers(0, 2**64, rng.integers(33, 400), dtype=np.uint64)
    members = np.concatenate([members, *[rng.permutation(members)] * repeats])
    of = functions(seed, 16)
    values = np.empty((1, 16), np.uint64)
    fill_signatures(np.array([0, members.size]), members, of, values)
    a, b, salt = linear_functions(seed, 16)
    expected = [oracle.minhash(members.tolist(), int(a[j]), int(b[j]), int(salt), PRIME) for j in range(16)]
    assert values[0].tolist() == expected


def test_a_least_value_whose_rough_one_wraps_is_found() -> None:
    # functions x + b: of the ids' 60-bit words the one that lands on 0, 1, ... 3, and those that land just below p
    salt = linear_functions(1, 1)[2]
    ids = np.random.default_rng(8).integers(0, 2**64, 500, dtype=np.uint64)
    words = [oracle.mix64(int(i) ^ int(salt)) >> 4 for i in ids]
    for place in range(0, 500, 7):
        for near in (0, 3, PRIME - 1, PRIME - 2**40, 2**40):
            b = (near - words[place]) % PRIME
            of = functions_of(np.array([1], np.uint64), np.array([b], np.uint64), salt)
            values = np.empty((1, 1), np.uint64)
            fill_signatures(np.array([0, ids.size]), ids, of, values)
            assert int(values[0, 0]) == min((word + b) % PRIME for word in words)
