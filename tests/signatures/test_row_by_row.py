"""The row-by-row algorithm on the worked example with p = 7."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np

from simexplorer.features.sets import ShingleSets
from simexplorer.signatures.permutations import characteristic_matrix
from simexplorer.signatures.row_by_row import INFINITE, LinearFunctions, signature_steps

# h1 = (x + 1) mod 7, h2 = (3 x + 1) mod 7
FUNCTIONS = LinearFunctions(multipliers=(1, 3), increments=(1, 1), modulus=7)


def example_matrix(golden: dict[str, Any]) -> np.ndarray:
    example = golden["minhash_hash_functions"]
    rows = {word: i for i, word in enumerate(example["universe"])}
    return characteristic_matrix(ShingleSets.from_lists([[rows[w] for w in s] for s in example["sets"].values()]), 7)


def test_the_functions_are_the_printed_ones(golden: dict[str, Any]) -> None:
    printed = [
        re.fullmatch(r"\((\d*)x \+ (\d+)\) mod (\d+)", text)
        for text in golden["minhash_hash_functions"]["hash_functions"]
    ]
    assert [tuple(int(part or 1) for part in found.groups()) for found in printed if found] == [(1, 1, 7), (3, 1, 7)]
    assert FUNCTIONS.at(5).tolist() == [(5 + 1) % 7, (3 * 5 + 1) % 7]


def test_the_worked_example_gives_the_printed_signatures(golden: dict[str, Any]) -> None:
    example = golden["minhash_hash_functions"]
    *_, signature = signature_steps(example_matrix(golden), FUNCTIONS)
    assert dict(zip(example["signature"], signature.T.tolist(), strict=True)) == example["signature"]
    names = list(example["signature"])
    for pair, estimate in example["estimate"].items():
        i, j = (names.index(name) for name in pair.split(","))
        assert (signature[:, i] == signature[:, j]).mean() == estimate


def test_the_steps_of_the_worked_example(golden: dict[str, Any]) -> None:
    steps = list(signature_steps(example_matrix(golden), FUNCTIONS))
    assert len(steps) == 8
    assert (steps[0] == INFINITE).all()
    # row 0 ("a") is in all sets: h1(0) = h2(0) = 1
    assert (steps[1] == 1).all()
    # rows 1 and 2 lower h2 of S2 to h2(2) = 0; h1 stays at 1
    assert steps[3].tolist() == [[1, 1, 1, 1], [1, 0, 1, 1]]
    # row 6 ("snake") is in S4 alone: h1(6) = 0
    assert steps[7].tolist() == [[1, 1, 1, 0], [1, 0, 1, 1]]


def test_an_empty_column_stays_infinite_and_signatures_only_fall() -> None:
    matrix = np.random.default_rng(1).random((40, 5)) < 0.2
    matrix[:, 2] = False
    functions = LinearFunctions(multipliers=(1, 5, 17), increments=(3, 0, 9), modulus=101)
    steps = list(signature_steps(matrix, functions))
    assert (steps[-1][:, 2] == INFINITE).all()
    for before, after in itertools.pairwise(steps):
        assert (after <= before).all()
    for column in (0, 1, 3, 4):
        rows = np.flatnonzero(matrix[:, column])
        expected = [min((a * x + b) % 101 for x in rows) for a, b in ((1, 3), (5, 0), (17, 9))]
        assert steps[-1][:, column].tolist() == expected
