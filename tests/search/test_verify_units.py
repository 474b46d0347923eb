"""Units of work cover the candidates and stay small."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search import document_parts, verify_units
from simexplorer.search.document_parts import Likeness, Links
from simexplorer.search.verify_units import Unit, plan_shares


def plan_units(*given) -> list[Unit]:
    """Every unit of a plan, laid out at once."""
    return [share.unit() for share in plan_shares(*given)]


@given(
    st.integers(0, 2**32), st.integers(2, 30), st.integers(0, 60), st.sampled_from([1, 20, 300, 10**9]), st.booleans()
)
def test_units_cover_every_pair_once(seed, n, m, capacity, alike):
    rng = np.random.default_rng(seed)
    i = rng.integers(0, n - 1, m)
    j = i + rng.integers(1, n - i)
    weights = rng.integers(0, 50, n)
    likeness = Likeness(rng.integers(0, 5, m).astype(np.int32), np.linspace(0, 1, 5)) if alike else None
    units = plan_units(i.astype(np.int32), j.astype(np.int32), weights, likeness, capacity)
    covered = np.concatenate([u.pairs for u in units]) if units else np.empty(0)
    assert sorted(covered.tolist()) == list(range(m))
    for unit in units:
        assert np.unique(unit.documents).size == unit.documents.size
        assert unit.begins[0]
        numbering = np.cumsum(unit.begins)
        assert np.array_equal(numbering[unit.left], numbering[unit.right])
        assert np.array_equal(unit.documents[unit.left], j[unit.pairs])
        assert np.array_equal(unit.documents[unit.right], i[unit.pairs])


def test_a_large_component_is_cut_so_that_memory_stays_bounded():
    n = 400
    i, j = np.triu_indices(n, 1)
    units = plan_units(i.astype(np.int32), j.astype(np.int32), np.full(n, 100), None, 4000)
    assert max(u.documents.size for u in units) * 100 <= 2 * 4000 + 200
    assert sum(u.pairs.size for u in units) == i.size


def test_documents_read_together_are_those_of_the_strongest_links():
    # even ones are alike and odd ones are; the weak links between would need all, which are more than a unit holds
    i, j = (side.astype(np.int32) for side in np.triu_indices(16, 1))
    strength = np.where((i + j) % 2 == 0, 9, 1).astype(np.int32)
    units = plan_units(i, j, np.full(16, 10), Likeness(strength), 80)
    first = [sorted(unit.documents.tolist()) for unit in units]
    assert list(range(0, 16, 2)) in first
    assert list(range(1, 16, 2)) in first


def test_a_huge_document_is_read_once_for_all_small_ones():
    # 0 is larger than a unit by itself; 1 to 50 are small and alike, all are paired with it and with each other
    i, j = (side.astype(np.int32) for side in np.triu_indices(51, 1))
    weights = np.full(51, 10)
    weights[0] = 5000
    units = plan_units(i, j, weights, None, 1000)
    assert sum(u.pairs.size for u in units) == i.size
    assert sum(int((u.documents == 0).sum()) for u in units) == 1


@pytest.mark.parametrize("shuffled", [False, True])
def test_documents_of_two_parts_are_read_a_few_times_and_not_once_for_each_of_the_other(shuffled):
    n, each = 400, 100
    i, j = (side.astype(np.int32) for side in np.triu_indices(n, 1))
    if shuffled:
        order = np.random.default_rng(1).permutation(i.size)
        i, j = i[order], j[order]
    units = plan_units(i, j, np.full(n, each), None, 4000)  # ten parts: each part has to meet nine others
    assert sum(u.documents.size for u in units) <= 2 * 10 * n


def test_large_documents_are_read_together_though_each_is_more_than_a_unit():
    n = 24
    i, j = (side.astype(np.int32) for side in np.triu_indices(n, 1))
    units = plan_units(i, j, np.full(n, 5000), None, 4000)
    assert sum(u.documents.size for u in units) <= 6 * n
    assert max(u.documents.size for u in units) <= 2 * 8


def versions(n, strength):
    """All pairs of ``n`` documents, each as alike as ``strength`` tenths say."""
    i, j = (side.astype(np.int32) for side in np.triu_indices(n, 1))
    return i, j, Likeness(np.full(i.size, strength, np.int32), np.linspace(0, 1, 11))


def test_versions_of_one_text_are_read_once():
    i, j, likeness = versions(400, 10)
    (unit,) = plan_units(i, j, np.full(400, 1000), likeness, 40_000)  # 400,000 shingles, of which 1,000 are distinct
    assert sorted(unit.documents.tolist()) == list(range(400))


def test_what_two_units_would_share_is_read_once_where_it_fits_between_them():
    i, j, likeness = versions(12, 1)  # each next one adds 4,091 of its 5,000 shingles, and a part holds 32,000
    (unit,) = plan_units(i, j, np.full(12, 5000), likeness, 4000)
    assert sorted(unit.documents.tolist()) == list(range(12))


def test_texts_that_are_little_alike_stay_in_bounded_units():
    i, j, likeness = versions(400, 1)  # each next one adds 82 of its 100 shingles
    units = plan_units(i, j, np.full(400, 100), likeness, 4000)
    assert max(unit.documents.size for unit in units) * 82 <= 2 * 4000 + 200
    assert sum(unit.pairs.size for unit in units) == i.size


def test_pairs_of_versions_of_two_texts_meet_in_a_few_units():
    n = 200
    i, j, likeness = versions(n, 10)
    likeness.strength[(i < n // 2) != (j < n // 2)] = 0
    units = plan_units(i, j, np.full(n, 3000), likeness, 500)  # a unit holds 4,000 distinct shingles: two parts
    assert sum(unit.documents.size for unit in units) == 2 * n


def test_texts_that_are_like_those_of_one_part_alone_meet_it_in_a_few_units():
    # 300 are much alike, and the 400 others are like these but not like one another; a unit holds 8,000 distinct ones
    i, j = (side.astype(np.int32) for side in np.triu_indices(700, 1))
    i, j = i[i < 300], j[i < 300]
    likeness = Likeness((j < 300).astype(np.int32), np.array([0.6, 0.8]))  # adds 25 of its 100 shingles, and 11
    units = plan_units(i, j, np.full(700, 100), likeness, 4000)
    assert len([unit for unit in units if np.count_nonzero(unit.documents < 300) == 300]) <= 6
    assert sum(unit.pairs.size for unit in units) == i.size


def test_links_tell_what_to_read_together_though_they_are_not_compared():
    n = 100
    i, j, likeness = versions(n, 2)  # of pairs that are little alike themselves
    rows = np.arange(n, dtype=np.int32)
    chain = Links(rows[:-1], rows[1:], np.full(n - 1, 10, np.int32))
    (unit,) = plan_units(i, j, np.full(n, 1000), likeness._replace(links=chain), 4000)
    assert unit.pairs.size == i.size
    assert len(plan_units(i, j, np.full(n, 1000), likeness, 4000)) > 1


def test_texts_that_are_alike_by_a_guess_stay_few_enough_for_all_their_shingles_to_be_distinct(monkeypatch):
    monkeypatch.setattr(document_parts, "_MOST_GUESSED", 20_000)
    i, j, likeness = versions(400, 10)
    units = plan_units(i, j, np.full(400, 100), likeness._replace(guessed=True), 4000)
    assert sum(unit.pairs.size for unit in units) == i.size
    assert 4000 < max(unit.documents.size for unit in units) * 100 <= 2 * 20_000


def test_many_pairs_of_few_documents_are_shared_between_threads():
    # versions of one text: small enough to be read together, but all pairs of them are most of the work
    i, j = (side.astype(np.int32) for side in np.triu_indices(300, 1))
    units = plan_units(i, j, np.full(300, 100), Likeness(np.full(i.size, 1, np.int32), np.array([0.5, 0.99])))
    assert len(units) == 4
    assert sum(unit.documents.size for unit in units) * 100 <= verify_units._SHINGLES_A_PAIR * i.size
    assert max(unit.pairs.size for unit in units) - min(unit.pairs.size for unit in units) <= 1


def test_pairs_of_documents_without_shingles_have_a_unit_as_well():
    (unit,) = plan_units(np.array([0], np.int32), np.array([2], np.int32), np.zeros(3, np.int64), None, 4000)
    assert sorted(unit.documents.tolist()) == [0, 2]


def test_where_all_documents_fit_nobody_asks_which_are_most_alike(monkeypatch):
    monkeypatch.setattr(document_parts, "order_by_strength", lambda *_: pytest.fail("sorted by strength"))
    i, j = (side.astype(np.int32) for side in np.triu_indices(16, 1))
    units = plan_units(i, j, np.full(16, 10), Likeness(np.arange(i.size, dtype=np.int32)), 160)
    assert sum(unit.pairs.size for unit in units) == i.size
