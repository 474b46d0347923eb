"""A cosine that is a fraction comes out as that fraction: nothing at the limit falls below it by rounding."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.vectors import SparseVectors
from simexplorer.search import measures
from simexplorer.search.vector_lengths import length_products


def test_equal_lengths_give_their_square() -> None:
    # 40 has no whole root: the product of two roots is 40.00000000000001, and 32 over it is below 0.8
    assert math.sqrt(40.0) * math.sqrt(40.0) > 40.0
    assert length_products(np.array([40.0]), np.array([40.0]))[0] == 40.0


@given(st.integers(1, 10**6), st.integers(1, 1000), st.integers(1, 1000))
def test_whole_products_are_exact(part: int, a: int, b: int) -> None:
    squares = np.array([float(part * a * a)]), np.array([float(part * b * b)])
    assert length_products(*squares)[0] == float(part * a * b)


def test_lengths_beyond_the_range_of_their_product() -> None:
    huge, tiny = np.array([1e200]), np.array([1e-200])
    assert length_products(huge, huge)[0] == 1e100 * 1e100
    assert length_products(tiny, tiny)[0] == math.sqrt(1e-200) ** 2
    assert length_products(np.array([0.0]), huge)[0] == 0.0


def test_a_pair_at_four_fifths_is_not_below_it() -> None:
    # 40 components of one: 32 in common, lengths sqrt(40)
    ids = np.concatenate([np.arange(40), np.arange(8, 48)]).astype(np.uint64)
    vectors = SparseVectors(np.array([0, 40, 80]), ids, np.ones(80))
    assert measures.cosine_similarity(vectors, np.array([0]), np.array([1]))[0] == 0.8
