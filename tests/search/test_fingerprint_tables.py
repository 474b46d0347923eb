"""Fingerprint tables equal a linear scan, on random and on skewed fingerprints, and show every step of a probe."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.search.fingerprint_design import BlockDesign, designs, recommend
from simexplorer.search.fingerprint_tables import FingerprintTables
from simexplorer.search.sorted_tables import SortedTable, permute
from tests.oracles_joins import hamming_neighbours, hamming_pairs


def collection(seed: int, count: int, bits: int, skewed: bool) -> NDArray[np.uint64]:
    """Fingerprints with near copies; skewed ones are equal in most bits, and a third of them in all."""
    rng = np.random.default_rng(seed)
    chance = rng.choice([0.0, 0.02, 0.5, 1.0], bits) if skewed else np.full(bits, 0.5)
    ones = rng.random((count, bits)) < chance
    ones[1::2] = ones[rng.integers(0, count, count // 2)] ^ (rng.random((count // 2, bits)) < 2 / bits)
    if skewed:
        ones[: count // 3] = ones[0]
    padded = np.zeros((count, -(-bits // 64) * 64), np.bool_)
    padded[:, :bits] = ones
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def test_the_sources_permutation_and_sorted_table(golden: dict[str, Any]) -> None:
    figures = golden["simhash_table_permutation"]
    moves = {int(start): end for start, end in figures["permutation_1_based_from_to"].items()}
    goes_to = tuple(moves[position] - 1 for position in range(1, 5))
    rows = np.array([int(text, 2) for text in figures["fingerprints"]], np.uint64)
    assert [f"{int(value):04b}" for value in permute(rows, goes_to)[:, 0]] == figures["permuted"]
    table = SortedTable.build(rows[:, None], goes_to, 2)
    assert [f"{int(value):04b}" for value in table.values[:, 0]] == figures["sorted_table"]


@given(st.integers(1, 128), st.randoms(use_true_random=False))
def test_a_permutation_moves_every_bit_to_its_place(bits: int, random: Any) -> None:
    goes_to = list(range(bits))
    random.shuffle(goes_to)
    value = random.getrandbits(bits)
    words = -(-bits // 64)
    row = np.array([[(value >> (64 * w)) & (2**64 - 1) for w in range(words)]], np.uint64)
    expected = sum(((value >> (bits - 1 - q)) & 1) << (bits - 1 - to) for q, to in enumerate(goes_to))
    moved = permute(row, tuple(goes_to))[0]
    assert sum(int(word) << (64 * w) for w, word in enumerate(moved)) == expected


@pytest.mark.parametrize("skewed", [False, True])
@pytest.mark.parametrize("search", ["binary", "interpolation"])
@pytest.mark.parametrize(
    ("bits", "radius", "levels"), [(64, 3, (5,)), (64, 3, (4, 4)), (32, 2, (4,)), (128, 8, (10,)), (16, 0, (1,))]
)
def test_queries_equal_a_linear_scan(
    bits: int, radius: int, levels: tuple[int, ...], search: str, skewed: bool
) -> None:
    rows = collection(bits + radius, 400, bits, skewed)
    tables = FingerprintTables.build(rows, BlockDesign(bits=bits, radius=radius, levels=levels))
    outside = collection(5, 20, bits, skewed)
    for query in [*rows[::40], *outside]:
        found, distances = tables.query(query, search)
        assert (found.tolist(), distances.tolist()) == hamming_neighbours(rows, query, radius)


def test_many_queries_get_what_each_gets_alone_however_many_rows_they_find() -> None:
    rows = np.concatenate([np.zeros((900, 1), np.uint64), collection(1, 100, 64, False)])
    tables = FingerprintTables.build(rows, BlockDesign(bits=64, radius=3, levels=(4,)))
    queries = np.concatenate([rows[-30:], np.zeros((3, 1), np.uint64), collection(2, 10, 64, False)])
    offsets, found, distances = tables.query_all(queries)
    assert offsets[31] - offsets[30] >= 900
    for q, query in enumerate(queries):
        answer = slice(offsets[q], offsets[q + 1])
        assert (found[answer].tolist(), distances[answer].tolist()) == hamming_neighbours(rows, query, 3)
    assert [part.size for part in tables.query_all(queries[:0])] == [1, 0, 0]


@pytest.mark.parametrize("skewed", [False, True])
@pytest.mark.parametrize(("bits", "radius"), [(1, 0), (7, 3), (32, 3), (64, 3), (64, 6), (100, 8), (128, 4)])
def test_all_pairs_equal_brute_force_by_every_design(bits: int, radius: int, skewed: bool) -> None:
    rows = collection(radius, 160, bits, skewed)
    expected = hamming_pairs(rows, radius)
    for design in designs(bits, radius, max_tables=60):
        offsets, found, distances = FingerprintTables.build(rows, design).query_all(rows)
        asked = np.repeat(np.arange(len(rows)), np.diff(offsets)).tolist()
        pairs = zip(asked, found.tolist(), distances.tolist(), strict=True)
        assert sorted(pair for pair in pairs if pair[0] < pair[1]) == expected


def test_a_probe_shows_its_steps_and_its_run() -> None:
    # one table of 4 blocks of 1 bit, the first leading: sorted 0010 0110 1000 1001 1111; query 1011 leads with 1
    rows = np.array([0b1001, 0b0010, 0b1111, 0b0110, 0b1000], np.uint64)
    tables = FingerprintTables.build(rows, BlockDesign(bits=4, radius=3, levels=(4,)))
    probe = tables.probe(0, 0b1011, "binary")
    # [0, 5) looks at 2 (1000: leads with 1, so the end is here), [0, 2) at 1 (0110: below), then [2, 2) is the place
    assert probe.steps.tolist() == [[0, 5, 2], [0, 2, 1]]
    assert (probe.first, probe.last) == (2, 5)
    assert probe.key.tolist() == [0b1011]
    # 1000 differs from 1011 in 2 bits, 1001 in 1, 1111 in 1
    assert probe.rows.tolist() == [4, 0, 2]
    assert probe.distances.tolist() == [2, 1, 1]


def test_interpolation_takes_few_steps_on_random_and_at_most_twice_the_binary_ones_on_skewed_fingerprints() -> None:
    design = BlockDesign(bits=64, radius=3, levels=(4,))
    rng = np.random.default_rng(8)
    random = rng.integers(0, 2**64, 65_536, dtype=np.uint64)
    skewed = np.sort(random >> np.uint64(40)) | (random[:1] & np.uint64(1 << 63))
    for rows, most in ((random, 10.0), (skewed, 34.0)):
        tables = FingerprintTables.build(rows, design)
        steps = [len(tables.probe(0, int(query)).steps) for query in rows[::500]]
        binary = [len(tables.probe(0, int(query), "binary").steps) for query in rows[::500]]
        assert max(binary) <= 17
        assert max(steps) <= 2 * 17
        assert np.mean(steps) <= most


def test_the_tables_take_the_bytes_that_the_design_states() -> None:
    design = BlockDesign(bits=64, radius=3, levels=(5,))
    tables = FingerprintTables.build(np.arange(1000, dtype=np.uint64), design)
    assert sum(table.values.nbytes + table.rows.nbytes for table in tables.tables) == design.table_bytes(1000)


def test_empty_collections_have_no_neighbours() -> None:
    design = BlockDesign(bits=64, radius=3, levels=(5,))
    tables = FingerprintTables.build(np.empty(0, np.uint64), design)
    assert tables.query(5)[0].size == 0


def test_fingerprints_of_other_length_and_unknown_searches_are_refused() -> None:
    design = BlockDesign(bits=64, radius=3, levels=(4,))
    with pytest.raises(ParameterError):
        FingerprintTables.build(np.zeros((3, 2), np.uint64), design)
    with pytest.raises(ParameterError):
        FingerprintTables.build(np.arange(4, dtype=np.uint64), design).probe(0, 1, "guess")


@pytest.mark.slow
@pytest.mark.parametrize("skewed", [False, True])
def test_a_million_fingerprints_answer_as_a_scan_does(skewed: bool) -> None:
    # half of them are copies of others with up to six bits changed; skewed ones have four bits that are all the same
    rng = np.random.default_rng(12)
    rows = rng.integers(0, 2**64, 1_000_000, dtype=np.uint64)
    if skewed:
        rows = (rows >> np.uint64(4)) | np.uint64(0xA << 60)
    rows[1::2] = rows[rng.integers(0, 500_000, 500_000) * 2]
    for _ in range(6):
        rows[1::2] ^= np.where(rng.random(500_000) < 0.5, np.uint64(1), np.uint64(0)) << rng.integers(
            0, 64, 500_000
        ).astype(np.uint64)
    tables = FingerprintTables.build(rows, recommend(64, 3, rows.size))
    for row in range(0, 1_000_000, 25_000):
        expected = hamming_neighbours(rows, rows[row], 3)
        for search in ("binary", "interpolation"):
            found, found_bits = tables.query(rows[row], search)
            assert (found.tolist(), found_bits.tolist()) == expected
