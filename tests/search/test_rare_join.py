"""Joins by rare shingles meet every pair that brute force finds, seldom others, and stop where there is no room."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.sets import ShingleSets
from simexplorer.search import bucket_join, rare_join
from simexplorer.search.agreement import NO_VALUE
from simexplorer.search.found_pairs import Room
from simexplorer.search.mapping import one_by_one
from simexplorer.search.rare_join import RareFirst, RareJoin

documents = st.lists(st.sets(st.integers(0, 14), max_size=10), min_size=1, max_size=20)
limits = st.sampled_from([0.2, 1 / 3, 0.5, 0.75, 0.8, 1.0])


def near_pairs(given_documents, limit):
    pairs = itertools.combinations(range(len(given_documents)), 2)
    sets = [set(document) for document in given_documents]
    return {(a, b) for a, b in pairs if sets[a] & sets[b] and len(sets[a] & sets[b]) / len(sets[a] | sets[b]) >= limit}


def joined(sets, limit, values=None, needed=0, sample=2, most=10_000):
    """(pairs, how many met) of a join that got its words in two parts, by an order that a sample told."""
    n = len(sets)
    order = RareFirst.of(sets.take(np.arange(0, n, sample)), limit)
    read = [order.words(sets.take(rows), rows) for rows in np.array_split(np.arange(n), 2)]
    sizes = np.concatenate([part for _, part in read])
    values = np.zeros((n, 4), np.uint16) if values is None else values
    join = RareJoin([part for part, _ in read], sizes, values, NO_VALUE, one_by_one)
    room = Room(most)
    found = [join.part(first, needed, room) for first in join.jobs]
    pairs = [(int(i), int(j)) for part in found for run in part.pairs for i, j, _ in run.T]
    assert len(pairs) == len(set(pairs)), "each pair once"
    assert all(i < j for i, j in pairs)
    return set(pairs), sum(part.candidates for part in found), room.is_left


@given(documents, limits)
def test_every_pair_that_reaches_a_jaccard_similarity_is_met(given_documents, limit):
    sets = ShingleSets.from_lists([[7919 * shingle + 1 for shingle in document] for document in given_documents])
    met, count, _ = joined(sets, limit)
    assert met >= near_pairs(given_documents, limit)
    assert len(met) == count


def rows_of_one_form(n=120):
    """Of each 40 ids, 30 in all of them and ten of its own; every twelfth changes two of those of the one before."""
    random = np.random.default_rng(4)
    form, rows = random.integers(0, 2**63, 30), []
    for row in range(n):
        own = random.integers(0, 2**63, 10)
        if row % 12 == 11:
            own[2:] = rows[-1][-8:]
        rows.append([*form.tolist(), *own.tolist()])
    return rows


def test_rows_of_one_form_meet_only_where_they_are_near():
    rows = rows_of_one_form()
    met, _, _ = joined(ShingleSets.from_lists(rows), 0.8)
    assert met == near_pairs(rows, 0.8) == {(row - 1, row) for row in range(11, 120, 12)}
    assert len(joined(ShingleSets.from_lists(rows), 0.5)[0]) == 120 * 119 // 2


def test_pairs_whose_signatures_are_unlike_are_dropped_and_the_positions_told():
    rows = rows_of_one_form()
    values = np.zeros((120, 4), np.uint16)
    values[11] = 1, 0, 256, 2  # unlike the row before in three positions, one of which has an equal digest
    met, count, _ = joined(ShingleSets.from_lists(rows), 0.8, values, needed=2)
    assert (len(met), count) == (9, 10)
    assert (10, 11) not in met


@pytest.mark.parametrize("room", [1, 2])
def test_pairs_that_do_not_fit_at_once_are_met_again(monkeypatch, room):
    monkeypatch.setattr(bucket_join, "_ROOM", room)
    monkeypatch.setattr(rare_join, "_PARTS", 1)
    alike = [[1, 2, 3]] * 9
    assert joined(ShingleSets.from_lists(alike), 0.9)[:2] == (set(itertools.combinations(range(9), 2)), 36)


def test_a_full_room_is_told():
    assert not joined(ShingleSets.from_lists([[1, 2, 3]] * 9), 0.9, most=35)[2]


def test_a_sample_tells_how_often_words_meet():
    rows = rows_of_one_form()
    sets = ShingleSets.from_lists(rows)
    words, meetings = RareFirst.of(sets, 0.8).meetings(sets)
    assert (words, meetings) == (120 * 9, 10 * 3)  # a set lists 5 of its 10 rare ids and looks for 9
