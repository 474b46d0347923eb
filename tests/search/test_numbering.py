"""Sets by numbers: the same ids as before, the rare ones first, however they are cut into ranges."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.sets import ShingleSets
from simexplorer.search.numbering import NumberedSets, number_sets
from tests.oracles_joins import overlapping_sets


def numbers_of(numbered: NumberedSets, x: int) -> list[int]:
    entries = range(numbered.edges[x], numbered.edges[x + 1])
    assert all(numbered.words[e] for e in entries)
    bits = [(64 * int(numbered.blocks[e]) + k, int(numbered.words[e]) >> k & 1) for e in entries for k in range(64)]
    return [number for number, is_set in bits if is_set]


def check(sets: ShingleSets, rows: list[int], numbered: NumberedSets) -> None:
    """One number an id that two of the rows have, and rising with the power of two of how many have it."""
    owners = Counter(int(one) for row in rows for one in sets[row])
    shared = [{int(one) for one in sets[row] if owners[int(one)] > 1} for row in rows]
    assert numbered.sizes.tolist() == [sets[row].size for row in rows]
    assert numbered.kept.tolist() == [len(ids) for ids in shared]
    assert numbered.numbers == len(set().union(*shared))
    found = [numbers_of(numbered, x) for x in range(len(rows))]
    assert all(found[x] == sorted(found[x]) for x in range(len(rows)))
    for a in range(len(rows)):
        for b in range(len(rows)):
            assert len({*found[a]} & {*found[b]}) == len(shared[a] & shared[b])
    times = Counter(number for numbers in found for number in numbers)
    powers = [times[number].bit_length() for number in range(numbered.numbers)]
    assert powers == sorted(powers)


def test_hand_made_sets() -> None:
    # 7 is in four sets, 5 and 6 in two, 1 and 9 in one: both leave; 7 comes last
    sets = ShingleSets.from_lists([[1, 5, 6, 7], [5, 6, 7], [7, 9], [], [7]])
    numbered = number_sets(sets, np.arange(5))
    assert [numbers_of(numbered, x) for x in range(5)] == [[0, 1, 2], [0, 1, 2], [2], [], [2]]
    check(sets, [0, 1, 2, 3, 4], numbered)


@pytest.mark.parametrize("largest_id", [30, 5000, 2**64 - 1])
def test_numbers_stand_for_ids_in_any_ranges_runs_and_chunks(monkeypatch: pytest.MonkeyPatch, largest_id: int) -> None:
    sets = overlapping_sets(5, 40, 60, largest_id)
    rows = np.random.default_rng(0).permutation(40)[:30]
    whole = number_sets(sets, rows)
    check(sets, rows.tolist(), whole)
    for size in (1, 20, 300):
        monkeypatch.setattr("simexplorer.search.numbering.PIECE_IDS", size)
        monkeypatch.setattr("simexplorer.search.numbering._IDS_A_SET", 1)
        monkeypatch.setattr("simexplorer.search.numbering._RUNS", 1 + size % 7)
        monkeypatch.setattr("simexplorer.search.numbering._CHUNK_IDS", size)
        with ThreadPoolExecutor(3) as pool:
            numbered = number_sets(sets, rows, lambda function, jobs, pool=pool: list(pool.map(function, jobs)))
        check(sets, rows.tolist(), numbered)
        spent = ShingleSets(sets.offsets, sets.ids.copy())
        check(sets, rows.tolist(), number_sets(spent, rows, in_place=True))


def test_in_place_nothing_as_large_as_half_of_the_ids_lies_beside_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simexplorer.search.numbering.PIECE_IDS", 1 << 12)
    monkeypatch.setattr("simexplorer.search.numbering._CHUNK_IDS", 1 << 12)
    ids = np.sort(np.random.default_rng(0).integers(0, 2**64, (200, 2000), np.uint64), axis=1).ravel()
    sets = ShingleSets(np.arange(0, ids.size + 1, 2000), ids)
    number_sets(ShingleSets(sets.offsets[:3], ids[:4000].copy()), np.arange(2), in_place=True)
    tracemalloc.start()
    try:
        number_sets(sets, np.arange(200), in_place=True)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < ids.nbytes / 2


@given(st.lists(st.sets(st.integers(0, 5) | st.integers(2**64 - 3, 2**64 - 1), max_size=8), max_size=8))
def test_any_small_sets(rows: list[set[int]]) -> None:
    sets = ShingleSets.from_lists(rows)
    check(sets, [*range(len(rows))], number_sets(sets, np.arange(len(rows))))
