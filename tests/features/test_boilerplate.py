"""Boilerplate: counted exactly however the documents are cut, listed as text, left out."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.features.bags import bags_of
from simexplorer.features.boilerplate import (
    find_boilerplate,
    frequent_ids,
    leave_out,
    leave_out_of_runs,
    most_documents,
    others,
)
from simexplorer.features.sets import ShingleSets, SparseVectors
from tests import oracles_signatures as oracle

documents = st.lists(st.frozensets(st.one_of(st.integers(0, 8), st.just(2**64 - 1))), max_size=12)


@given(documents, st.floats(0, 1), st.lists(st.integers(0, 12), max_size=4))
def test_exactly_the_shingles_in_more_than_the_share_are_found(
    contents: list[frozenset[int]], share: float, cuts: list[int]
) -> None:
    ends = sorted({0, len(contents), *(min(cut, len(contents)) for cut in cuts)})
    parts = [ShingleSets.from_lists(contents[a:b]) for a, b in itertools.pairwise(ends)]
    found = find_boilerplate(lambda: parts, share)
    expected = {x: n for x, n in oracle.document_counts(contents).items() if n > Fraction(str(share)) * len(contents)}
    assert dict(zip(found.ids.tolist(), found.documents.tolist(), strict=True)) == expected
    assert (np.diff(found.ids.astype(object)) > 0).all()
    assert found.of == len(contents)


def test_more_than_the_share_means_more() -> None:
    # 7 is in 2 of 4 documents: in 50 %, not in more than that
    parts = [ShingleSets.from_lists([[7, 1], [7, 2], [3], [3]])]
    assert find_boilerplate(lambda: parts, 0.5).ids.size == 0
    found = find_boilerplate(lambda: parts, 0.49)
    assert found.ids.tolist() == [3, 7]
    assert found.shares().tolist() == [0.5, 0.5]
    # nothing is in more than all documents
    assert find_boilerplate(lambda: parts, 1.0).ids.size == 0


@pytest.mark.parametrize("percent", range(101))
def test_a_share_is_the_number_that_was_typed(percent: int) -> None:
    # 0.29 * 100 is 28.999999999999996 in binary; 29 of 100 documents are not more than 29 %
    share = percent / 100
    assert most_documents(share, 100) == percent
    assert most_documents(Fraction(percent, 100), 700) == 7 * percent
    sets = [ShingleSets.from_lists([[1]] * percent + [[2]] * (100 - percent))]
    found = find_boilerplate(lambda: sets, share).ids.tolist()
    assert found == ([2] if 100 - percent > percent else [])
    assert find_boilerplate(lambda: sets, Fraction(percent - 1, 100)).ids[0] == 1 if percent else True


def test_a_part_proposes_what_is_frequent_in_it() -> None:
    assert frequent_ids(ShingleSets.from_lists([[1, 2], [1], [1, 3]]), 0.5).tolist() == [1]
    assert frequent_ids(ShingleSets.from_lists([]), 0.5).size == 0


def test_strings_come_back_most_frequent_first() -> None:
    texts = {10: "home | about", 11: "all rights reserved", 12: "rare"}
    parts = [ShingleSets.from_lists([[10, 11], [10, 11], [10, 12]])]
    found = find_boilerplate(lambda: parts, 0.3)
    listed = found.listed(lambda ids: [texts[int(i)] for i in ids])
    assert listed == [("home | about", 3), ("all rights reserved", 2), ("rare", 1)]


@given(documents, st.frozensets(st.one_of(st.integers(0, 8), st.just(2**64 - 1))))
def test_left_out_is_left_out_and_nothing_else(contents: list[frozenset[int]], left: frozenset[int]) -> None:
    sets, ids = ShingleSets.from_lists(contents), np.array(sorted(left), np.uint64)
    kept = leave_out(sets, ids)
    assert [kept[d].tolist() for d in range(len(kept))] == [sorted(d - left) for d in contents]
    vectors = SparseVectors(sets.offsets, sets.ids, np.arange(sets.ids.size, dtype=np.float64))
    lighter = leave_out(vectors, ids)
    np.testing.assert_array_equal(lighter.ids, kept.ids)
    np.testing.assert_array_equal(lighter.weights, vectors.weights[others(sets.ids, ids)])


def test_bags_are_made_of_what_is_left() -> None:
    # 7 twice and 1 twice; 7 is boilerplate: the bag of the rest is 1 twice
    ids, bounds = np.array([99, 7, 1, 7, 1, 7], np.uint64), np.array([1, 5, 6])
    kept, ends = leave_out_of_runs(ids, bounds, np.array([7], np.uint64))
    assert (kept.tolist(), ends.tolist()) == ([1, 1], [0, 2, 2])
    np.testing.assert_array_equal(bags_of(kept, ends).sizes, [2, 0])


def test_shares_that_cannot_be_are_refused() -> None:
    with pytest.raises(ParameterError, match="boilerplate must be between 0 and 1"):
        find_boilerplate(list, 1.5)
