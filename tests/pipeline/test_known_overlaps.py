"""What was verified once comes back, however often and in whatever order it was added."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.pipeline import known_overlaps
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.verified import Verified
from simexplorer.search.pair_lookup import Overlaps

DOCUMENTS = 10
pairs_of_rows = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12)


def sides(pairs):
    return tuple(np.array([pair[side] for pair in pairs], np.int32) for side in (0, 1))


def overlap(i, j):
    return Verified(i * 100 + j, np.arange(3000, dtype=np.int32))


def listed(known):
    return [pair for batch in known.batches for pair in zip(*(column.tolist() for column in batch), strict=True)]


@given(st.lists(pairs_of_rows, max_size=12), pairs_of_rows, st.sampled_from([1, 3, 1 << 19]))
def test_every_added_pair_is_known_and_no_other(batches, asked, at_once):
    known, expected = KnownOverlaps(DOCUMENTS), set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_overlaps, "_AT_ONCE", at_once)
        for batch in batches:
            i, j = sides(batch)
            known.add(i, j, overlap(i, j))
            expected |= {(x, y) for x, y in batch if x != y}
            present, unknown = known.ask(*sides(asked))
            assert unknown.tolist() == [pair not in expected for pair in asked]
            assert present.shared.tolist() == [x * 100 + y if (x, y) in expected else -1 for x, y in asked]
    assert set(listed(known)) == {(i, j, i * 100 + j) for i, j in expected}


def test_pairs_that_are_not_verified_are_not_remembered():
    known, i = KnownOverlaps(4), np.array([1, 2], np.int32)
    known.add(i, i + 1, Verified(np.array([-1, 5], np.int32), known.sizes))
    assert listed(known) == [(2, 3, 5)]
    verified, unknown = KnownOverlaps.of_arrays(known.arrays()).ask(i, i + 1)
    assert verified.shared.tolist() == [-1, 5]
    assert unknown.tolist() == [True, False]


def test_of_a_document_that_could_not_be_read_again_no_pair_is_remembered():
    known, i = KnownOverlaps(4), np.arange(3, dtype=np.int32)
    known.add(i, i + 1, overlap(i, i + 1), lost=np.array([False, True, False, False]))  # one of (0, 1) and of (1, 2)
    assert listed(known) == [(2, 3, 203)]


@given(st.lists(pairs_of_rows, max_size=12))
def test_what_was_known_before_is_not_kept_twice(batches):
    known = KnownOverlaps(DOCUMENTS)
    for batch in batches:
        i, j = sides([pair for pair in dict.fromkeys(batch) if pair[0] != pair[1]])
        verified, unknown = known.ask(i, j)
        verified.shared[unknown] = overlap(i, j).shared[unknown]
        known.add(i, j, verified, unknown)
    assert len(listed(known)) == len({(i, j) for batch in batches for i, j in batch if i != j})


def test_a_few_more_pairs_never_stir_the_many():
    known, i = KnownOverlaps(3000), np.arange(1000, dtype=np.int32)
    known.add(i, i + 1, overlap(i, i + 1))
    (largest,) = known.batches
    for step in range(40):
        few = np.arange(2000 + 10 * step, 2010 + 10 * step, dtype=np.int32)
        known.add(few, few + 1, overlap(few, few + 1))
        assert known.batches[0] is largest
        sizes = [batch.i.size for batch in known.batches]
        assert all(before > 2 * after for before, after in pairwise(sizes))


def test_no_more_are_kept_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(known_overlaps, "MOST_KNOWN", 100)
    known = KnownOverlaps(1000)
    for first in range(0, 480, 60):
        i = np.arange(first, first + 60, dtype=np.int32)
        known.add(i, i + 1, overlap(i, i + 1))
    assert sorted(i for i, _, _ in listed(known)) == list(range(380, 480))


def test_of_a_pair_twelve_bytes_are_kept():
    known, i = KnownOverlaps(2001), np.arange(2000, dtype=np.int32)
    known.add(np.stack([i, i, i])[0], i + 1, overlap(i, i + 1))
    (batch,) = known.batches
    assert sum((column if column.base is None else column.base).nbytes for column in batch) == 12 * 2000


@given(pairs_of_rows, st.permutations(range(DOCUMENTS)), st.sets(st.integers(0, 9)), st.integers(0, 2))
def test_documents_may_change_places_come_and_go(pairs, order, gone, news):
    pairs = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    known = KnownOverlaps(DOCUMENTS)
    known.sizes[:] = np.arange(DOCUMENTS) * 7
    known.add(*sides(pairs), overlap(*sides(pairs)))
    present = np.array([*[-1] * news, *(-1 if old in gone else old for old in order)], np.int64)
    row_of = {old: row for row, old in enumerate(present.tolist()) if old >= 0}
    again = KnownOverlaps.of_arrays(known.arrays(), present)
    kept = [(row_of[i], row_of[j], 100 * i + j) for i, j in pairs if i in row_of and j in row_of]
    assert sorted(listed(again)) == sorted((min(a, b), max(a, b), shared) for a, b, shared in kept)
    assert again.sizes.tolist() == [0 if old < 0 else 7 * old for old in present.tolist()]


def test_columns_that_do_not_fit_are_refused():
    sizes, three = np.zeros(5, np.int32), np.zeros(3, np.int32)
    for wrong in (np.zeros(2, np.int32), np.zeros(3, np.int64), np.zeros((3, 1), np.int32)):
        with pytest.raises(ValueError, match="none"):
            KnownOverlaps.of_arrays({"sizes": sizes, "i0": three, "j0": wrong, "shared0": three})


def test_what_workspaces_held_before_is_still_read():
    keys = np.array([(0 << 32) | 3, (2 << 32) | 4], np.int64)
    known = KnownOverlaps.of_keys(keys, np.array([[5, 6], [7, 9], [8, 10]]), 5)
    assert listed(known) == [(0, 3, 5), (2, 4, 6)]
    assert known.sizes.tolist() == [7, 0, 9, 8, 10]


def test_batches_of_an_array_are_those_that_were_added():
    known = KnownOverlaps(3)
    known.extend(Overlaps(*(np.array([value], np.int32) for value in (0, 2, 9))))
    assert listed(KnownOverlaps.of_arrays(known.arrays())) == [(0, 2, 9)]


def test_what_lies_in_a_file_is_known_as_before_and_takes_no_memory(tmp_path):
    cache, known = ArrayCache(tmp_path), KnownOverlaps(3000)
    i, few = np.arange(1000, dtype=np.int32), np.arange(1100, 1110, dtype=np.int32)
    known.add(i, i + 1, overlap(i, i + 1))
    known.add(few, few + 1, overlap(few, few + 1))
    stored = known.batches
    assert cache.store("all", known.arrays(), {})
    later = np.arange(2000, 2003, dtype=np.int32)
    known.add(later, later + 1, overlap(later, later + 1))  # while the file is written
    known.lie_in(cache.load("all"), stored)
    cache.clear()
    own = sum(column.nbytes for batch in known.batches for column in batch if column.flags.owndata)
    assert own == 12 * 3
    for _ in range(2):
        asked = np.concatenate([later, i, few, [7, 2999]]).astype(np.int32)
        verified, unknown = known.ask(asked, asked + 1)
        assert np.flatnonzero(unknown).tolist() == [asked.size - 1]
        assert (verified.shared[:-1] == overlap(asked, asked + 1).shared[:-1]).all()
    more = np.arange(2100, 2900, dtype=np.int32)
    known.add(more, more + 1, overlap(more, more + 1))
    assert [batch.i.size for batch in known.batches] == [1000, 10, 803]
    assert len(listed(known)) == 1813


def test_without_a_file_all_stays_where_it_was(tmp_path):
    known, i = KnownOverlaps(100), np.arange(50, dtype=np.int32)
    known.add(i, i + 1, overlap(i, i + 1))
    stored = known.batches
    known.lie_in(None, stored)
    assert known.batches is stored
    cache = ArrayCache(tmp_path)
    cache.store("all", known.arrays(), {})
    known.add(i + 50, i + 51, overlap(i + 50, i + 51))  # joined with the others: the file does not hold these
    together = known.batches
    known.lie_in(cache.load("all"), stored)
    assert known.batches is together
