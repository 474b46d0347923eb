"""Cosines and distances of packed documents, against exact fractions and against the measures one pair at a time."""

from __future__ import annotations

import collections
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.vectors import term_frequencies
from simexplorer.search import measures
from simexplorer.search.dot_products import WHOLE
from simexplorer.search.near_vectors import Reach, VectorPairs

bags = st.lists(
    st.lists(st.tuples(st.integers(0, 200), st.sampled_from([1, 1, 1, 2, 3, 900])), max_size=60), min_size=2, max_size=7
)
MEASURES = {"cosine": measures.cosine_similarity, "euclidean": measures.euclidean_distance}
ALL = {"cosine": 0.0, "euclidean": 1e12}


def packed(documents, weight=None, *, counting=True):
    """The documents as one unit, numbers multiplied by ``weight(id)``."""
    vectors = VectorPairs(counting=counting)
    vectors.packer.begin(len(documents))
    ids, bounds = columns(documents)
    vectors.packer.add(ids, bounds, np.arange(len(documents)) == 0)
    numbers = vectors.packer.numbers.tolist()
    vectors.weigh(np.empty(0) if weight is None else np.array([weight(one) for one in numbers]))
    return vectors


def columns(documents):
    ids = np.array([x for one in documents for x in one], np.uint64)
    return ids, np.concatenate([[0], np.cumsum([len(one) for one in documents])])


def repeated(document):
    return [x for x, times in document for _ in range(times)]


def pairs_of(documents):
    left, right = np.triu_indices(len(documents), 1)
    return left.astype(np.int32), right.astype(np.int32)


def idf(one):
    return math.log1p(1000 / (1 + one * 7 % 50))


@given(bags)
@pytest.mark.parametrize("measure", ["cosine", "euclidean"])
def test_counts_give_the_same_bits_as_the_measure_of_one_pair(measure, documents):
    documents = [repeated(one) for one in documents]
    left, right = pairs_of(documents)
    near = packed(documents).near(left, right, Reach(measure, ALL[measure]))
    exact = MEASURES[measure](term_frequencies(*columns(documents)), left, right)
    assert near.places.tolist() == list(range(left.size))
    np.testing.assert_array_equal(near.values, exact)
    assert near.shared.tolist() == [
        len(set(documents[a]) & set(documents[b])) for a, b in zip(left, right, strict=True)
    ]


@given(bags)
def test_sets_count_each_shingle_once(documents):
    documents = [repeated(one) for one in documents]
    left, right = pairs_of(documents)
    near = packed(documents, counting=False).near(left, right, Reach("cosine", 0.0))
    once = term_frequencies(*columns([sorted(set(one)) for one in documents]))
    np.testing.assert_array_equal(near.values, measures.cosine_similarity(once, left, right))


@given(bags)
def test_weights_are_right_to_the_last_digits(documents):
    documents = [repeated(one) for one in documents]
    left, right = pairs_of(documents)
    weighted = [{x: Fraction(n * idf(x)) for x, n in collections.Counter(one).items()} for one in documents]
    squares = [sum(w * w for w in one.values()) for one in weighted]
    vectors = packed(documents, idf)
    cosines = vectors.near(left, right, Reach("cosine", 0.0))
    distances = vectors.near(left, right, Reach("euclidean", 1e12))
    assert cosines.places.size == distances.places.size == left.size
    for p, (a, b) in enumerate(zip(left, right, strict=True)):
        dot = sum(w * weighted[b].get(x, 0) for x, w in weighted[a].items())
        length = math.sqrt(squares[a]) * math.sqrt(squares[b])
        assert cosines.values[p] == pytest.approx(float(dot) / length if length else 0.0, rel=1e-15, abs=0)
        apart = squares[a] + squares[b] - 2 * dot
        assert distances.values[p] == pytest.approx(math.sqrt(apart), rel=1e-14, abs=0)


@given(bags, st.floats(0, 1), st.sampled_from([None, idf]))
@pytest.mark.parametrize("measure", ["cosine", "euclidean"])
def test_the_bound_leaves_out_no_pair_within_the_limit(measure, documents, quantile, weight):
    documents = [repeated(one) for one in documents]
    left, right = pairs_of(documents)
    vectors = packed(documents, weight)
    values = vectors.near(left, right, Reach(measure, ALL[measure])).values
    limit = float(np.quantile(values, quantile, method="nearest"))  # the value of a pair: it is within the limit
    near = vectors.near(left, right, Reach(measure, limit))
    within = np.flatnonzero(values >= limit if measure == "cosine" else values <= limit)
    assert set(within.tolist()) <= set(near.places.tolist())
    np.testing.assert_array_equal(near.values, values[near.places])


def test_the_order_in_which_documents_come_changes_no_bit():
    rng = np.random.default_rng(3)
    documents = [rng.integers(0, 400, rng.integers(1, 900)).tolist() for _ in range(12)]
    left, right = pairs_of(documents)
    values = packed(documents, idf).near(left, right, Reach("cosine", 0.0)).values
    turned = packed(documents[::-1], idf)
    back = turned.near((11 - left).astype(np.int32), (11 - right).astype(np.int32), Reach("cosine", 0.0)).values
    np.testing.assert_array_equal(values, back)


def test_equal_weights_are_at_distance_0_and_nearly_equal_ones_are_not():
    # all but one of 5,000 shingles of large weight in common: a sum of squares of 5e15 must not swallow 0.25
    documents = [list(range(5000)), list(range(5000))[::-1], list(range(5001))]
    weight = {**dict.fromkeys(range(5000), 1e6 + 0.1), 5000: 0.5}
    near = packed(documents, weight.__getitem__).near(*pairs_of(documents), Reach("euclidean", 1e9))
    assert near.values.tolist() == [0.0, 0.5, 0.5]


def test_hand_checked():
    # (1 2 0) and (2 1 2): dot 4, lengths sqrt 5 and 3; apart 1 + 1 + 4
    documents = [[1, 2, 2], [1, 1, 2, 3, 3], []]
    left, right = np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    cosines = packed(documents).near(left, right, Reach("cosine", 0.0))
    assert cosines.values.tolist() == [4 / (math.sqrt(5) * 3), 0.0]  # nothing is like nothing
    assert cosines.shared.tolist() == [2, 0]
    assert packed(documents).near(left, right, Reach("euclidean", 9.0)).values.tolist() == [
        math.sqrt(6),
        math.sqrt(5),
    ]


def test_documents_that_share_little_are_not_computed():
    rng = np.random.default_rng(5)
    common = list(range(10))
    documents = [common + rng.integers(1000, 2**62, 500).tolist() for _ in range(40)]
    left, right = pairs_of(documents)
    assert not packed(documents).near(left, right, Reach("cosine", 0.5)).places.size
    assert not packed(documents).near(left, right, Reach("euclidean", 5.0)).places.size


def test_lengths_that_differ_tell_a_distance():
    # |u| = 1 and |v| = 100: no dot product brings them within 50; of an empty one the other's length counts
    vectors = packed([[1], [1] * 100, []])
    left, right = np.array([0, 0, 1], np.int32), np.array([1, 2, 2], np.int32)
    least = Reach("euclidean", 50.0).least(vectors._lengths, left, right)
    assert least[0] > WHOLE
    assert vectors.near(left, right, Reach("euclidean", 50.0)).places.tolist() == [1]


def test_documents_of_one_shingle_point_the_same_way():
    exact = measures.cosine_similarity(term_frequencies(*columns([[4], [4, 4]])), np.array([0]), np.array([1]))
    for weight in (None, lambda _: math.log(2)):
        near = packed([[4], [4, 4]], weight).near(
            np.array([0], np.int32), np.array([1], np.int32), Reach("cosine", 1.0)
        )
        assert near.values.tolist() == exact.tolist() == [1.0]


def test_a_cosine_of_four_fifths_is_exact():
    """32 of 40 shingles in common: two roots of 40 multiplied would make it less than 0.8."""
    vectors = packed([list(range(40)), list(range(8, 48))])
    near = vectors.near(np.array([0], np.int32), np.array([1], np.int32), Reach("cosine", 0.8))
    assert near.values.tolist() == [0.8]
