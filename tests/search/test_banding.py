"""Bulk banding against brute force, and its behaviour on buckets that hold everybody."""

from __future__ import annotations

import itertools
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search import banding, pair_scan
from simexplorer.search.banding import candidates, link_limit
from simexplorer.search.bucket_join import Join
from simexplorer.search.found_pairs import Sieve, lowest_bar


def brute_force(values, bands, rows, infinite, needed):
    """(kept pairs, number of candidates) by comparing every two rows band by band."""
    kept, met = set(), 0
    for i, j in itertools.combinations(range(len(values)), 2):
        same = (values[i] == values[j]) & (values[i] != infinite)
        shares = any(same[b * rows : (b + 1) * rows].all() for b in range(bands))
        met += shares
        if shares and same.sum() >= needed:
            kept.add((i, j, int(same.sum())))
    return kept, met


@pytest.mark.parametrize(("bands", "rows"), [(4, 3), (6, 2), (12, 1), (2, 5), (1, 12)])
@given(
    seed=st.integers(0, 2**32),
    n=st.integers(0, 40),
    needed=st.integers(0, 9),
    infinite=st.sampled_from([None, 2]),
    worth_digests=st.sampled_from([-1, 1 << 40]),
)
def test_candidates_are_the_pairs_that_share_a_band(bands, rows, seed, n, needed, infinite, worth_digests):
    # 1 and 257 have the same lowest byte, which is all that digests tell
    values = np.random.default_rng(seed).choice([0, 1, 2, 257], (n, 12)).astype(np.uint32)
    with mock.patch.object(banding, "_WORTH_DIGESTS", worth_digests):
        found = candidates(values, bands, rows, infinite=infinite, needed=needed)
    kept, met = brute_force(values, bands, rows, -1 if infinite is None else infinite, needed)
    assert set(zip(found.i.tolist(), found.j.tolist(), found.equal.tolist(), strict=True)) == kept
    assert (found.i.size, found.candidates, found.left_out) == (len(kept), met, 0)


@given(
    seed=st.integers(0, 2**32),
    n=st.integers(2, 40),
    needed=st.integers(0, 9),
    length=st.sampled_from([3, 12, 64, 70, 130]),
    infinite=st.sampled_from([None, 2]),
    among=st.sampled_from([([0, 1, 2, 257], np.uint32), ([0, 1], np.uint8), ([0, 1, 2], np.uint8)]),
)
def test_a_scan_finds_all_pairs_that_are_near_enough(seed, n, needed, length, infinite, among):
    values = np.random.default_rng(seed).choice(among[0], (n, length)).astype(among[1])
    members = np.flatnonzero(np.random.default_rng(seed + 1).random(n) < 0.8)
    with mock.patch.object(banding, "_WORTH_SCANNING", -1), mock.patch.object(banding, "COMPARISON", 0.0):
        found = candidates(values, 3, 1, members=members, infinite=infinite, needed=needed, may_scan=True)
    present = np.where(values == (-1 if infinite is None else infinite), np.nan, values)
    equal = {(i, j): int((present[i] == present[j]).sum()) for i, j in itertools.combinations(members.tolist(), 2)}
    kept = {(i, j, count) for (i, j), count in equal.items() if count >= needed}
    if found.scanned:  # not where nobody meets anybody: there is nothing to be spared then
        assert set(zip(found.i.tolist(), found.j.tolist(), found.equal.tolist(), strict=True)) == kept
        assert (found.i.size, found.candidates, found.left_out, found.set_aside) == (len(kept), len(equal), 0, 0)
    else:
        assert brute_force(values[members], 3, 1, -1 if infinite is None else infinite, 0)[1] == 0


def test_many_documents_with_few_rows_are_compared_all_with_all_by_parts():
    rng = np.random.default_rng(3)
    values = rng.integers(0, 3, (3000, 64)).astype(np.uint64) << np.uint64(40)
    found = candidates(values, 64, 1, needed=30, may_scan=True)
    assert found.scanned
    assert found.candidates == 3000 * 2999 // 2
    same = np.array([(values[j] == values[:j]).sum(axis=1) for j in range(2990, 3000)], dtype=object)
    for j, equal in zip(range(2990, 3000), same, strict=True):
        mine = np.sort(found.i[found.j == j])
        assert np.array_equal(mine, np.flatnonzero(equal >= 30))


def test_where_all_are_compared_pairs_that_seem_near_are_reckoned_with(monkeypatch):
    """False alarms: 2e-9, as six standard errors of how many of the random pairs are near."""
    values = np.random.default_rng(4).integers(0, 3, (2600, 64)).astype(np.uint64)
    near = sum(int(((row == values[:j]).sum(axis=1) >= 30).sum()) for j, row in enumerate(values))
    asked: list[int] = []
    monkeypatch.setattr(banding, "_WORTH_JOINING", 0)
    candidates(values, 64, 1, needed=30, may_scan=True, instead=asked.append)
    pairs = 2600 * 2599 // 2
    drawn = min(pairs, pair_scan._GUESSED)
    looked_at = (asked[0] - int(banding.COMPARISON * pairs)) / banding._CLOSER_LOOK
    assert looked_at == pytest.approx(near, abs=6 * pairs * np.sqrt(near / pairs / drawn))
    assert near > 50_000


@pytest.mark.parametrize("may_scan", [False, True])
def test_of_more_pairs_than_there_is_room_for_the_most_similar_stay(may_scan):
    values = np.random.default_rng(5).integers(0, 2, (2600, 32)).astype(np.uint8)
    every = candidates(values, 32, 1, needed=12, may_scan=may_scan)
    assert every.set_aside == 0
    assert every.needed == 12
    with mock.patch.object(banding, "MAX_PAIRS", every.i.size // 10):
        some = candidates(values, 32, 1, needed=12, may_scan=may_scan)
    strongest = every.equal >= some.needed
    assert 0 < some.i.size <= every.i.size // 10
    assert some.i.size + some.set_aside == every.i.size
    assert (some.left_out, some.scanned) == (0, may_scan)
    kept = zip(every.i[strongest].tolist(), every.j[strongest].tolist(), strict=True)
    assert set(zip(some.i.tolist(), some.j.tolist(), strict=True)) == set(kept)
    assert (every.equal >= some.needed - 1).sum() > every.i.size // 10  # none was set aside without need


@pytest.mark.parametrize("largest", [2, 3])  # as bits, and as bytes
@pytest.mark.parametrize("needed", [0, 12])
def test_a_wrong_guess_of_how_many_there_will_be_costs_time_alone(largest, needed):
    values = np.random.default_rng(6).integers(0, largest, (2600, 32)).astype(np.uint8)
    every = candidates(values, 32, 1, needed=needed, may_scan=True)
    room = every.i.size // 20 if needed else every.i.size * 7 // 10  # what sets half of the positions aside is clipped
    lowest = lowest_bar(np.bincount(every.equal, minlength=33), room)
    for guess in (needed, lowest - 2, lowest, *([] if needed == 0 else [lowest + 3])):
        expected = np.zeros(33)
        expected[guess - 1] = 1e9 * (guess > needed)
        with (
            mock.patch.object(banding, "MAX_PAIRS", room),
            mock.patch.object(banding, "_SPARE", room // 4),
            mock.patch.object(pair_scan.Scan, "expected", lambda *_, expected=expected: expected),
        ):
            some = candidates(values, 32, 1, needed=needed, may_scan=True)
        assert (some.needed, some.set_aside, some.scanned) == (lowest, every.i.size - some.i.size, True)
        strongest = every.equal >= lowest
        assert np.array_equal(np.sort(some.i * 2600 + some.j), np.sort((every.i * 2600 + every.j)[strongest]))
        assert some.equal.min() == lowest


class Agreeing:
    """A sieve whose sketches agree in ``(i + j) % 64`` bits, for whoever is not strict in half of them."""

    def __init__(self, needed=32):
        self.needed, self.asked = needed, []

    @staticmethod
    def agreeing(i, j):
        return (i + j) % 64

    def worth(self, counts, rows, *, strict, pairs=None):
        return 64 if counts.sum() and rows.size else 0

    def sieve(self, rows, length, *, strict):
        self.asked.append(strict)
        return Sieve(self.agreeing, length, self.needed + 8 * strict)


@pytest.mark.parametrize("largest", [2, 3])  # as bits, and as bytes
@pytest.mark.parametrize(("needed", "room"), [(0, 1 << 30), (14, 1 << 30), (14, 80_000), (14, 50_000)])
def test_what_a_sieve_takes_out_is_counted_and_takes_no_room(largest, needed, room):
    values = np.random.default_rng(9).integers(0, largest, (700, 32)).astype(np.uint8)
    every = candidates(values, 32, 1, needed=needed, may_scan=True)
    maker, crowded = Agreeing(), every.i.size > room
    with (
        mock.patch.object(banding, "_WORTH_SCANNING", 0),
        mock.patch.object(banding, "MAX_PAIRS", room),
        mock.patch.object(banding, "_SPARE", room // 10),
    ):
        some = candidates(values, 32, 1, needed=needed, strictly=needed, may_scan=True, sieve=maker)
    assert (some.scanned, some.strict, maker.asked) == (True, crowded, [crowded])
    bits, least = Agreeing.agreeing(every.i, every.j), 32 + 8 * crowded
    through = bits >= some.sketch.needed
    assert some.i.size == through.sum() <= 1.2 * room
    assert set(zip(some.i.tolist(), some.j.tolist(), strict=True)) == set(
        zip(every.i[through].tolist(), every.j[through].tolist(), strict=True)
    )
    assert some.sketch.steps == 64
    assert some.sketch.needed >= least
    assert (some.sketch.needed > least) == (some.set_aside > 0)
    assert some.set_aside == (bits >= least).sum() - some.i.size
    if largest == 2:  # by their lowest bytes more may seem near of those that are ruled out
        assert some.ruled_out == (bits < least).sum()
    assert some.ruled_out >= (bits < least).sum()


def test_where_there_is_no_room_pairs_beyond_the_limit_go_first():
    values = np.random.default_rng(9).integers(0, 2, (700, 32)).astype(np.uint8)
    every = candidates(values, 32, 1, needed=12, may_scan=True)
    near = every.equal >= 21
    with mock.patch.object(banding, "_WORTH_SCANNING", 0), mock.patch.object(banding, "MAX_PAIRS", int(near.sum())):
        some = candidates(values, 32, 1, needed=12, strictly=21, may_scan=True)
        roomy = candidates(values, 32, 1, needed=21, strictly=25, may_scan=True)
    assert (some.strict, some.needed, some.i.size, some.set_aside) == (True, 21, near.sum(), 0)
    assert roomy.i.size + roomy.set_aside == near.sum()


def test_only_members_take_part():
    values = np.zeros((6, 4), np.uint32)
    found = candidates(values, 2, 2, members=np.array([1, 3, 4]))
    assert sorted(zip(found.i.tolist(), found.j.tolist(), strict=True)) == [(1, 3), (1, 4), (3, 4)]


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.uint32, np.int64, np.uint64])
def test_any_integer_type_is_banded(dtype):
    values = np.array([[250, 7], [250, 8], [1, 7]]).astype(dtype)
    found = candidates(values, 2, 1)
    assert sorted(zip(found.i.tolist(), found.j.tolist(), strict=True)) == [(0, 1), (0, 2)]


def test_a_bucket_of_everybody_is_linked_as_a_chain_and_says_so():
    values = np.zeros((3000, 8), np.uint32)
    with mock.patch.object(banding, "MAX_CHECKS", 200_000):
        found = candidates(values, 4, 2)
    assert found.i.size < 100_000
    assert 0 < found.left_out <= 3000 * 2999 // 2 - found.candidates, "no more than there are, in however many buckets"
    # every document is linked with the first one and its neighbour: the bucket stays one component
    assert set(range(1, 3000)) == set(found.j.tolist())
    linked = set(zip(found.i.tolist(), found.j.tolist(), strict=True))
    assert all((0, j) in linked and (j - 1, j) in linked for j in range(1, 3000))


def test_the_number_of_kept_pairs_is_bounded():
    with mock.patch.object(banding, "MAX_PAIRS", 100_000):
        found = candidates(np.zeros((2000, 4), np.uint32), 2, 2)
    assert found.i.size <= 100_000
    assert found.left_out > 0


def test_far_too_many_alike_are_linked_in_part_without_looking_at_all_of_them():
    # 3,000 documents that agree in nearly all positions: 4.5 million pairs, room for 200,000 of them
    values = np.zeros((3000, 32), np.uint8)
    values[np.arange(3000), np.random.default_rng(8).integers(0, 32, 3000)] = np.arange(3000) % 250
    with (
        mock.patch.object(banding, "MAX_PAIRS", 200_000),
        mock.patch.object(banding, "_SPARE", 40_000),
        mock.patch.object(banding, "_WORTH_SCANNING", 1000),
        mock.patch.object(banding, "_searched", wraps=banding._searched) as searched,
    ):
        found = candidates(values, 16, 2, needed=20, may_scan=True)
    assert all(isinstance(call.args[0], Join) for call in searched.call_args_list)
    assert len(searched.call_args_list) <= 4
    assert (found.scanned, found.set_aside) == (False, 0)
    assert found.left_out > 0
    assert 100_000 < found.i.size <= 200_000, "as many as there is room for, not a few"
    assert set(range(1, 3000)) <= set(found.j.tolist())


def test_link_limit_spends_the_budget_level_by_level():
    # buckets of 40 and 30: one link a document costs 39 + 29 checks, each further one two less
    levels = [max(0, 40 - k) + max(0, 30 - k) for k in range(1, 40)]
    for limit in (16, 20, 35):
        assert link_limit(np.array([40, 30]), sum(levels[:limit])) == limit
