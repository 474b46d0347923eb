"""Hamming neighbours: the scan and the blocks give what looking at every pair gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from simexplorer.errors import CapacityError, ParameterError
from simexplorer.search.hamming import distances, distances_to, pairs_within
from tests.oracles_joins import fingerprints_as_ints, hamming_pairs


def random_fingerprints(seed: int, count: int, words: int, bits: int = 64) -> NDArray[np.uint64]:
    """Random ones and, for every second row, a copy of an earlier one with up to six bits changed."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 2**64, (count, words), dtype=np.uint64) >> np.uint64(64 - bits)
    for row in range(1, count, 2):
        rows[row] = rows[rng.integers(0, row)]
        for bit in rng.integers(0, bits, rng.integers(0, 7)):
            rows[row, rng.integers(0, words)] ^= np.uint64(1) << np.uint64(bit)
    return rows


def skewed_fingerprints(seed: int, count: int, words: int) -> NDArray[np.uint64]:
    """Most bits nearly constant, one of them set everywhere, and a third of all rows equal."""
    rng = np.random.default_rng(seed)
    bits = rng.random((count, 64 * words)) < rng.choice([0.0, 0.01, 0.02, 0.5, 1.0], 64 * words)
    bits[: count // 3] = bits[0]
    return np.packbits(rng.permutation(bits), axis=1, bitorder="little").view(np.uint64)


def as_list(found: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int16]]) -> list[tuple[int, int, int]]:
    return list(zip(*(column.tolist() for column in found), strict=True))


def test_distances_count_the_bits_that_differ() -> None:
    # 1011101 and 1001001 differ in the third and the fifth bit from the left; all 128 bits differ from their complement
    a, full = np.uint64(0b1011101), np.uint64(2**64 - 1)
    rows = np.array([[a, 0], [0b1001001, 0], [~a, full]], np.uint64)
    assert distances(rows, [0, 0, 1], [1, 2, 2]).tolist() == [2, 128, 126]
    assert distances_to(rows, rows[0]).tolist() == [0, 2, 128]


@pytest.mark.parametrize("words", [1, 2])
def test_distances_to_one_equal_a_look_at_every_fingerprint(words: int) -> None:
    rows = random_fingerprints(1, 500, words)
    values = fingerprints_as_ints(rows)
    for query in (0, 7, 499):
        assert distances_to(rows, rows[query]).tolist() == [(value ^ values[query]).bit_count() for value in values]


@pytest.mark.parametrize(("words", "bits"), [(1, 64), (2, 64), (1, 32), (1, 5)])
@pytest.mark.parametrize("radius", [0, 1, 3, 8])
def test_pairs_equal_brute_force_on_random_fingerprints(words: int, bits: int, radius: int) -> None:
    rows = random_fingerprints(radius, 300, words, bits)
    assert as_list(pairs_within(rows, radius)) == hamming_pairs(rows, radius)


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("radius", [0, 2, 3, 7, 64, 200])
def test_pairs_equal_brute_force_on_skewed_fingerprints(words: int, radius: int) -> None:
    rows = skewed_fingerprints(radius, 250, words)
    assert as_list(pairs_within(rows, radius)) == hamming_pairs(rows, radius)


def test_many_fingerprints_take_the_tables_and_agree_with_scans() -> None:
    rows = random_fingerprints(3, 60_000, 1)
    i, j, bits = pairs_within(rows, 3)
    assert (distances(rows, i, j) == bits).all()
    for query in range(0, 60_000, 2000):
        found = np.flatnonzero(distances_to(rows, rows[query]) <= 3)
        partners = np.concatenate((j[i == query], i[j == query], [query]))
        assert sorted(found.tolist()) == sorted(partners.tolist())


@pytest.mark.slow
@pytest.mark.parametrize("skewed", [False, True])
def test_a_million_fingerprints_agree_with_scans_of_a_sample(skewed: bool) -> None:
    rng = np.random.default_rng(6)
    rows = rng.integers(0, 2**64, 1_000_000, dtype=np.uint64)
    if skewed:  # only 40 bits vary, and 100 texts have 20 copies each
        rows &= np.uint64(0x0FFF_0F0F_0FFF_00FF)
        rows[rng.integers(0, rows.size, 2000)] = np.tile(rows[:100], 20)
    near = rng.integers(0, 500_000, 50_000)
    flips = np.uint64(1) << rng.integers(0, 64, (4, 50_000)).astype(np.uint64)
    rows[500_000:550_000] = rows[near] ^ np.bitwise_or.reduce(flips, axis=0)
    i, j, bits = pairs_within(rows, 3)
    assert (distances(rows, i, j) == bits).all()
    for query in range(0, 550_000, 5500):
        found = np.flatnonzero(distances_to(rows, rows[query]) <= 3)
        assert sorted(found.tolist()) == sorted([*j[i == query].tolist(), *i[j == query].tolist(), query])


@given(st.lists(st.integers(0, 2**10 - 1), max_size=40), st.integers(0, 11))
def test_pairs_do_not_depend_on_the_order_of_rows(values: list[int], radius: int) -> None:
    rows = np.array(values, np.uint64) << np.uint64(54)
    order = np.random.default_rng(len(values)).permutation(len(values))
    i, j, bits = pairs_within(rows[order], radius)
    back = sorted((*sorted((int(order[a]), int(order[b]))), int(c)) for a, b, c in zip(i, j, bits, strict=True))
    assert back == hamming_pairs(rows, radius)


def test_pairs_do_not_depend_on_how_the_tables_are_run() -> None:
    rows = random_fingerprints(4, 20_000, 1)

    def backwards(function, jobs):
        return [function(job) for job in reversed(list(jobs))]

    assert as_list(pairs_within(rows, 4)) == as_list(pairs_within(rows, 4, each=backwards))


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_fingerprints_have_no_pairs(count: int) -> None:
    assert as_list(pairs_within(np.zeros(count, np.uint64), 3)) == []


def test_an_answer_too_large_is_refused_with_its_size() -> None:
    # 1,000 equal fingerprints: 1,000 * 999 / 2 = 499,500 pairs
    with pytest.raises(CapacityError, match="499,500"):
        pairs_within(np.zeros(1000, np.uint64), 3, max_pairs=499_499)
    assert len(pairs_within(np.zeros(1000, np.uint64), 3, max_pairs=499_500)[0]) == 499_500
    with pytest.raises(CapacityError, match="more than the 100 "):
        pairs_within(np.arange(5000, dtype=np.uint64), 3, max_pairs=100)


def test_a_negative_radius_and_a_query_of_other_length_are_refused() -> None:
    with pytest.raises(ParameterError):
        pairs_within(np.zeros(3, np.uint64), -1)
    with pytest.raises(ParameterError):
        distances_to(np.zeros((3, 2), np.uint64), 5)


@pytest.mark.parametrize("place", [0, 300, 598])
@pytest.mark.parametrize("words", [1, 2])
def test_a_single_pair_of_equal_fingerprints_is_found_wherever_it_stands(words: int, place: int) -> None:
    rows = np.random.default_rng(place).integers(0, 2**64, (600, words), dtype=np.uint64)
    if words > 1:
        rows[:, 0] &= np.uint64(15)  # equal first words make no equal fingerprints
    rows[place + 1] = rows[place]
    found = as_list(pairs_within(rows, 3))
    assert (place, place + 1, 0) in found
    assert found == hamming_pairs(rows, 3)
