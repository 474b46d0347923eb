"""Dot products of a few vectors with many, against plain sums."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.sets import SparseVectors
from simexplorer.search.few_vectors import FewVectors
from simexplorer.search.measures import cosine_similarity, euclidean_distance

names = st.integers(0, 12) | st.integers(0, 2**64 - 1)
vector = st.dictionaries(names, st.integers(1, 9).map(float), max_size=8)


def sparse(rows):
    offsets = np.cumsum([0, *map(len, rows)])
    ids = np.array([name for row in rows for name in sorted(row)], np.uint64)
    return SparseVectors(offsets, ids, np.array([row[name] for row in rows for name in sorted(row)], np.float64))


@given(st.lists(vector, max_size=5), st.lists(vector, max_size=6))
def test_dot_products_are_the_sums_over_shared_features(few, many):
    dots = FewVectors(sparse(few)).dots(sparse(many))
    assert dots.tolist() == [[sum(a[name] * b.get(name, 0.0) for name in a) for b in few] for a in many]


@given(
    st.lists(vector, min_size=1, max_size=4), st.lists(vector, min_size=1, max_size=5), st.floats(0.05, 1.0),
    st.sampled_from(["cosine", "euclidean"]),
)  # fmt: skip
def test_what_is_sure_is_so_and_only_what_lies_at_the_limit_is_doubtful(few, many, limit, measure):
    x, y = sparse(few), sparse(many)
    right, left = (side.ravel() for side in np.indices((len(y), len(x))))
    if measure == "cosine":
        values = cosine_similarity(x, left, right, y).reshape(len(y), len(x))
        within = values >= limit
    else:
        limit *= 15.0
        values = euclidean_distance(x, left, right, y).reshape(len(y), len(x))
        within = values <= limit
    near, doubtful = FewVectors(x).near(y, measure, limit)
    assert np.array_equal(near | (doubtful & within), within)
    assert not (near & doubtful).any()
    assert np.allclose(values[doubtful], limit, rtol=1e-4, atol=1e-4)


def test_a_huge_vector_takes_no_digits_from_those_behind_it():
    few = [{1: 0.1, 2: 0.2}]
    many = [{1: 1e12}, {1: 0.1, 3: 0.148}, {1: 0.1, 2: 0.2}]
    near, doubtful = FewVectors(sparse(few)).near(sparse(many), "cosine", 0.25)
    cosines = cosine_similarity(sparse(few), np.zeros(3, int), np.arange(3), sparse(many))
    assert near.ravel().tolist() == (cosines >= 0.25).tolist() == [True, True, True]
    near, _ = FewVectors(sparse(few)).near(sparse(many), "cosine", 0.26)
    assert near.ravel().tolist() == (cosines >= 0.26).tolist() == [True, False, True]
    assert not doubtful.any()


@pytest.mark.parametrize(("measure", "limit"), [("cosine", 0.8), ("euclidean", 3.0)])
def test_a_pair_right_at_the_limit_is_doubtful(measure, limit):
    # 4/5 of the features shared; 9 that differ by 1
    few = [dict.fromkeys(range(5), 1.0)] if measure == "cosine" else [dict.fromkeys(range(9), 2.0)]
    many = [dict.fromkeys(range(1, 6), 1.0)] if measure == "cosine" else [dict.fromkeys(range(9), 1.0)]
    near, doubtful = FewVectors(sparse(few)).near(sparse(many), measure, limit)
    assert (near.tolist(), doubtful.tolist()) == ([[False]], [[True]])
