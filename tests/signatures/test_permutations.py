"""MinHash by permutations on the sources' matrices, and its exact law by trying all permutations."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.permutations import (
    ExplicitPermutations,
    characteristic_matrix,
    draw_ranks,
    first_ones,
    ranks_of_orders,
)
from tests import oracles_signatures as oracle
from tests.estimator_contracts import assert_frequency


def test_the_spanish_example_gives_the_printed_minhashes(golden: dict[str, Any]) -> None:
    # permutation beacfd: the first of its letters in d1 = {b, c, e} is b, in d2 = {a, c, e, f} e, in d3 e
    example = golden["minhash_spanish"]
    letters = "abcdef"
    documents = ShingleSets.from_lists([[letters.index(c) for c in column] for column in example["columns"].values()])
    orders = np.array([[letters.index(c) for c in order] for order in example["permutations"]])
    firsts = first_ones(characteristic_matrix(documents, 6), ranks_of_orders(orders))
    for order, places in zip(example["permutations"], firsts, strict=True):
        found = dict(zip(example["columns"], (order[place] for place in places), strict=True))
        assert found == example["minhash"][order]
    names = list(example["columns"])
    for pair, estimate in example["estimate"].items():
        i, j = (names.index(name) for name in pair.split(","))
        assert (firsts[:, i] == firsts[:, j]).mean() == pytest.approx(estimate["value"])


def test_the_textbook_matrix_gives_the_printed_signatures(golden: dict[str, Any]) -> None:
    # Mining of Massive Datasets, chapter 3, the slides' 7 x 4 matrix: ranks from 1
    example = golden["minhash_mmds_permutations"]
    matrix = np.array([[c == "1" for c in row] for row in example["rows"]])
    signature = first_ones(matrix, np.array(example["rank_of_row_under_each_permutation"]))
    assert signature.tolist() == example["signature"]
    for pair, expected in example["pairs"].items():
        i, j = (int(number) - 1 for number in pair.split(","))
        both, either = matrix[:, i] & matrix[:, j], matrix[:, i] | matrix[:, j]
        assert both.sum() / either.sum() == expected["jaccard"]["value"]
        assert (signature[:, i] == signature[:, j]).mean() == pytest.approx(expected["estimate"]["value"])


@given(st.lists(st.frozensets(st.integers(0, 9)), min_size=1, max_size=4), st.integers(0, 100))
def test_family_matrix_and_definition_agree(documents: list[frozenset[int]], seed: int) -> None:
    sets = ShingleSets.from_lists(documents)
    family = ExplicitPermutations(6, seed, universe=10)
    matrix, ranks = characteristic_matrix(sets, 10), family.ranks()
    values = family.sign(sets).values
    np.testing.assert_array_equal(values.T, first_ones(matrix, ranks))
    for d, document in enumerate(documents):
        for j in range(6):
            first = oracle.first_row([row in document for row in range(10)], ranks[j].tolist())
            assert values[d, j] == (10 if first is None else first)


def test_over_all_permutations_the_share_of_equal_minhashes_is_the_jaccard_similarity() -> None:
    # all 5! = 120 orders of 5 rows; {0, 1, 2} and {1, 2, 3}: J = 2 / 4, so 60 of 120
    matrix = characteristic_matrix(ShingleSets.from_lists([[0, 1, 2], [1, 2, 3]]), 5)
    firsts = first_ones(matrix, np.array(list(itertools.permutations(range(5)))))
    assert (firsts[:, 0] == firsts[:, 1]).sum() == 60


def test_every_row_is_equally_often_first() -> None:
    ranks = draw_ranks(6000, 4, 5)
    assert (np.sort(ranks, axis=1) == np.arange(5)).all()
    for row in range(5):
        assert_frequency(int((ranks[:, row] == 0).sum()), 6000, 0.2)


def test_positions_are_equal_with_the_jaccard_similarity() -> None:
    documents = ShingleSets.from_lists([range(12), range(6, 20), range(12)])
    signed = ExplicitPermutations(20_000, 7, universe=64).sign(documents).values
    assert_frequency(int((signed[0] == signed[1]).sum()), 20_000, 6 / 20)
    assert (signed[0] == signed[2]).all()


def test_ids_that_are_no_rows_and_universes_too_large_are_refused() -> None:
    with pytest.raises(ParameterError, match="above every id, the largest of which is 64"):
        ExplicitPermutations(4, 1, universe=64).sign(ShingleSets.from_lists([[1, 64]]))
    with pytest.raises(ParameterError, match="universe must be between 1 and"):
        ExplicitPermutations(1024, 1, universe=2**20)
