"""Boilerplate: counted exactly however the documents are cut, listed as text, left out."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.features import boilerplate
from simexplorer.features.bags import bags_of
from simexplorer.features.boilerplate import (
    LeftOut,
    bucket_bits,
    find_boilerplate,
    frequent_ids,
    most_documents,
    others,
)
from simexplorer.features.document_counts import Count
from simexplorer.features.sets import ShingleSets
from tests import oracles_signatures as oracle

documents = st.lists(st.frozensets(st.one_of(st.integers(0, 8), st.just(2**64 - 1))), max_size=12)


def shown(parts: list[ShingleSets]) -> Callable[[Count], None]:
    def each_part(count: Count) -> None:
        for part in parts:
            count(part.ids, part.offsets)

    return each_part


@given(documents, st.floats(0, 1), st.lists(st.integers(0, 12), max_size=4))
def test_exactly_the_shingles_in_more_than_the_share_are_found(
    contents: list[frozenset[int]], share: float, cuts: list[int]
) -> None:
    ends = sorted({0, len(contents), *(min(cut, len(contents)) for cut in cuts)})
    parts = [ShingleSets.from_lists(contents[a:b]) for a, b in itertools.pairwise(ends)]
    found = find_boilerplate(shown(parts), share)
    expected = {x: n for x, n in oracle.document_counts(contents).items() if n > Fraction(str(share)) * len(contents)}
    assert dict(zip(found.ids.tolist(), found.documents.tolist(), strict=True)) == expected
    assert (np.diff(found.ids.astype(object)) > 0).all()
    assert found.of == len(contents)


def test_more_than_the_share_means_more() -> None:
    # 7 is in 2 of 4 documents: in 50 %, not in more than that
    parts = [ShingleSets.from_lists([[7, 1], [7, 2], [3], [3]])]
    assert find_boilerplate(shown(parts), 0.5).ids.size == 0
    found = find_boilerplate(shown(parts), 0.49)
    assert found.ids.tolist() == [3, 7]
    assert found.documents.tolist() == [2, 2]
    # nothing is in more than all documents
    assert find_boilerplate(shown(parts), 1.0).ids.size == 0


@pytest.mark.parametrize("percent", range(101))
def test_a_share_is_the_number_that_was_typed(percent: int) -> None:
    # 0.29 * 100 is 28.999999999999996 in binary; 29 of 100 documents are not more than 29 %
    share = percent / 100
    assert most_documents(share, 100) == percent
    assert most_documents(Fraction(percent, 100), 700) == 7 * percent
    sets = [ShingleSets.from_lists([[1]] * percent + [[2]] * (100 - percent))]
    found = find_boilerplate(shown(sets), share).ids.tolist()
    assert found == ([2] if 100 - percent > percent else [])
    assert find_boilerplate(shown(sets), Fraction(percent - 1, 100)).ids[0] == 1 if percent else True


def test_of_documents_at_hand_what_is_frequent_is_told_at_once() -> None:
    assert frequent_ids(ShingleSets.from_lists([[1, 2], [1], [1, 3]]), 0.5).tolist() == [1]
    assert frequent_ids(ShingleSets.from_lists([]), 0.5).size == 0


@pytest.mark.parametrize("bits", [0, 1, 22])
def test_how_many_buckets_there_are_matters_to_speed_alone(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    lists = [rng.integers(0, 60, rng.integers(0, 40)).tolist() for _ in range(50)]
    monkeypatch.setattr(boilerplate, "bucket_bits", lambda *_: bits)
    found = find_boilerplate(shown([ShingleSets.from_lists(lists)]), 0.2)
    expected = {x: n for x, n in oracle.document_counts(lists).items() if n > 10}
    assert dict(zip(found.ids.tolist(), found.documents.tolist(), strict=True)) == expected


def test_buckets_are_as_many_as_keep_chance_below_a_sixteenth_of_the_share() -> None:
    assert 2 ** bucket_bits(1000, 0.25) >= 16 * 1000 / 0.25 > 2 ** (bucket_bits(1000, 0.25) - 1)
    assert bucket_bits(0, 0.5) <= bucket_bits(1e12, 0.0) == 22


@given(documents, st.frozensets(st.one_of(st.integers(0, 8), st.just(2**64 - 1))))
def test_left_out_is_left_out_and_nothing_else(contents: list[frozenset[int]], left: frozenset[int]) -> None:
    sets, ids = ShingleSets.from_lists(contents), np.array(sorted(left), np.uint64)
    assert sets.ids[others(sets.ids, ids)].tolist() == [x for d in contents for x in sorted(d - left)]


@given(
    st.lists(st.lists(st.one_of(st.integers(0, 8), st.integers(0, 2**64 - 1)), max_size=30), max_size=5),
    st.frozensets(st.one_of(st.integers(0, 8), st.just(2**64 - 1))),
)
def test_runs_keep_their_order_and_repeats(lists: list[list[int]], left: frozenset[int]) -> None:
    ids = np.array([x for row in lists for x in row], np.uint64)
    kept, ends = LeftOut(np.array(sorted(left), np.uint64)).taken_from(ids, np.cumsum([0, *map(len, lists)]))
    rows = [kept[a:b].tolist() for a, b in itertools.pairwise(ends.tolist())]
    assert rows == [[x for x in row if x not in left] for row in lists]


def test_bags_are_made_of_what_is_left() -> None:
    # 7 twice and 1 twice; 7 is boilerplate: the bag of the rest is 1 twice
    ids, bounds = np.array([99, 7, 1, 7, 1, 7], np.uint64), np.array([1, 5, 6])
    kept, ends = LeftOut(np.array([7], np.uint64)).taken_from(ids, bounds)
    assert (kept.tolist(), ends.tolist()) == ([1, 1], [0, 2, 2])
    np.testing.assert_array_equal(bags_of(kept, ends).sizes, [2, 0])


@pytest.mark.parametrize("share", [-0.01, 1.01])
def test_shares_that_cannot_be_are_refused(share: float) -> None:
    with pytest.raises(ParameterError, match="boilerplate must be between 0 and 1"):
        find_boilerplate(shown([]), share)
