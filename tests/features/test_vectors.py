"""Weights of features: counted, inverse to their frequency, or given."""

from __future__ import annotations

import math
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.vectors import (
    DocumentFrequencies,
    as_vectors,
    given_weights,
    term_frequencies,
    tf_idf,
)
from tests import oracles_signatures as oracle
from tests.features.laid_out import runs

ids = st.one_of(st.integers(0, 4), st.integers(0, 2**64 - 1))
rows = st.lists(st.lists(ids, max_size=25), max_size=6)


def row(vectors: SparseVectors, d: int) -> dict[int, float]:
    part = slice(vectors.offsets[d], vectors.offsets[d + 1])
    return dict(zip(vectors.ids[part].tolist(), vectors.weights[part].tolist(), strict=True))


@given(rows)
def test_term_frequencies_count_occurrences(lists: list[list[int]]) -> None:
    vectors = term_frequencies(*runs(lists))
    assert [row(vectors, d) for d in range(len(vectors))] == [dict(Counter(r)) for r in lists]
    for d in range(len(vectors)):
        assert (np.diff(vectors.ids[vectors.offsets[d] : vectors.offsets[d + 1]]) > 0).all()


@given(rows, st.integers(0, 6))
def test_document_frequencies_do_not_depend_on_chunks(lists: list[list[int]], cut: int) -> None:
    whole, parts = DocumentFrequencies(), DocumentFrequencies()
    whole.add(ShingleSets.from_lists(lists))
    for part in (lists[cut:], lists[:cut]):
        parts.add(ShingleSets.from_lists(part))
    asked = np.array([*{x for r in lists for x in r}, 123456789], np.uint64)
    expected = oracle.document_counts(lists)
    assert whole.of(asked).tolist() == [expected[int(x)] for x in asked]
    np.testing.assert_array_equal(whole.of(asked), parts.of(asked))
    assert whole.documents == parts.documents == len(lists)


def test_counts_survive_many_merges() -> None:
    rng, counted, expected = np.random.default_rng(1), DocumentFrequencies(), Counter[int]()
    for _ in range(30):
        documents = [rng.integers(0, 40_000, 3000).tolist() for _ in range(2)]
        counted.add(ShingleSets.from_lists(documents))
        expected.update(oracle.document_counts(documents))
    asked = np.arange(40_000, dtype=np.uint64)
    assert counted.of(asked).tolist() == [expected[i] for i in range(40_000)]


def test_tf_idf_by_hand() -> None:
    # 4 documents; 1 in all of them, 2 in two, 3 in one: ln(1 + 4 / df) is ln 2, ln 3 and ln 5
    documents = [[1, 2, 2], [1, 2], [1, 3], [1]]
    vectors, counted = term_frequencies(*runs(documents)), DocumentFrequencies()
    counted.add(vectors)
    weighed = tf_idf(vectors, counted)
    assert row(weighed, 0) == pytest.approx({1: math.log(2), 2: 2 * math.log(3)})
    assert row(weighed, 2) == pytest.approx({1: math.log(2), 3: math.log(5)})
    # what was never seen counts as seen once
    assert counted.inverse(np.array([99], np.uint64)).tolist() == pytest.approx([math.log(5)])


def test_two_copies_keep_a_direction() -> None:
    vectors, counted = term_frequencies(*runs([[1, 2], [1, 2]])), DocumentFrequencies()
    counted.add(vectors)
    assert (tf_idf(vectors, counted).weights > 0).all()


def test_given_weights_multiply() -> None:
    vectors = term_frequencies(*runs([[1, 1, 2, 2**64 - 1], [3]]))
    nouns = given_weights(vectors, [2**64 - 1, 1], [0.9, 0.5])
    assert row(nouns, 0) == {1: 1.0, 2: 1.0, 2**64 - 1: 0.9}
    assert row(nouns, 1) == {3: 1.0}
    assert row(given_weights(vectors, [], []), 1) == {3: 1.0}
    assert row(given_weights(ShingleSets.from_lists([[5, 6]]), [5], [4.0]), 0) == {5: 4.0, 6: 1.0}


def test_sets_are_vectors_of_weights_one() -> None:
    sets = ShingleSets.from_lists([[3, 1], []])
    vectors = as_vectors(sets)
    assert row(vectors, 0) == {1: 1.0, 3: 1.0}
    assert as_vectors(vectors) is vectors


def test_threads_that_ask_first_all_get_whole_counts():
    rng, together = np.random.default_rng(3), threading.Barrier(8)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            counted, lists = DocumentFrequencies(), [rng.integers(0, 3000, 400).tolist() for _ in range(6)]
            for one in lists:
                counted.add(ShingleSets.from_lists([one]))
            ids = np.arange(3000, dtype=np.uint64)

            def ask(counted=counted, ids=ids):
                together.wait()
                return counted.of(ids)

            with ThreadPoolExecutor(8) as pool:
                found = [answer.result() for answer in [pool.submit(ask) for _ in range(8)]]
            assert all(np.array_equal(one, counted.of(ids)) for one in found)
            assert int(found[0].sum()) == sum(len(set(one)) for one in lists)
    finally:
        sys.setswitchinterval(before)
