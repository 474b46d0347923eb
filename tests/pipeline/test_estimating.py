"""Which stored signatures are near enough to a query's to compare their texts: worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from simexplorer.pipeline.estimating import chance_of_nearness, near_enough
from simexplorer.pipeline.recipe import Recipe
from simexplorer.signatures.family import Signatures

EMPTY = 2**32 - 1


def near(recipe: Recipe, floor: float, gaps_of_rows: list[int], gaps_of_query: int, equal: list[int]) -> list[bool]:
    """Of signatures of 128 values that lack their first ones."""
    values = np.ones((len(gaps_of_rows), 128), np.uint32)
    for row, gaps in zip(values, gaps_of_rows, strict=True):
        row[:gaps] = EMPTY
    query = np.where(np.arange(128) < gaps_of_query, EMPTY, 1).astype(np.uint32)
    signatures = Signatures("one-pass-3", 1, values, EMPTY)
    return near_enough(recipe, floor, signatures, query, np.array(equal, np.int32)).tolist()


def test_as_many_positions_agree_as_are_expected_less_four_standard_errors() -> None:
    # at 0.5 of 128: 64 - 4 * 0.5 * sqrt(128) = 41.4
    assert near(Recipe(), 0.5, [0, 0, 0], 0, [40, 41, 42]) == [False, True, True]


def test_positions_that_hold_no_value_on_either_side_do_not_count() -> None:
    # the query lacks 64; of rows that lack as many 64 positions count: 32 - 4 * 0.5 * 8 = 16, of such that lack 28
    # all but those, 100: 50 - 4 * 0.5 * 10 = 30, and of full ones all: 41.4
    recipe = Recipe(scheme="one-pass")
    gaps = [64, 64, 28, 28, 0, 0]
    assert near(recipe, 0.5, gaps, 64, [15, 16, 29, 30, 40, 41]) == [False, True, False, True, False, True]
    assert near(recipe, 0.01, [128, 128], 128, [0, 1]) == [False, True], "one position is asked for at least"


def test_of_contained_documents_one_position_is_enough() -> None:
    assert near(Recipe(measure="containment"), 0.9, [0, 0, 0], 0, [0, 1, 2]) == [False, True, True]


@pytest.mark.parametrize("sigmas", [0.0, 1.0, 4.0])
def test_the_chance_of_nearness_is_that_of_as_many_agreeing_positions(sigmas: float) -> None:
    needed = math.floor(128 * 0.8 - sigmas * math.sqrt(128 * 0.8 * 0.2))
    wanted = sum(math.comb(128, k) * 0.8**k * 0.2 ** (128 - k) for k in range(needed, 129))
    assert chance_of_nearness(Recipe(sketch_sigmas=sigmas), 0.8) == pytest.approx(wanted, abs=1e-9)
    assert chance_of_nearness(Recipe(measure="containment", sketch_sigmas=sigmas), 0.8) == 1.0
