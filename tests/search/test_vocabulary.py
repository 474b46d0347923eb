"""Ids are numbered so that the rare ones come first and those of the same sets stand together."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.vocabulary import alike_together


def order_of(held: list[tuple[int, int, int]], sets: int) -> list[int]:
    counts, first, last = np.array(held, np.int64).reshape(-1, 3).T
    return alike_together(counts.copy(), first.copy(), last.copy(), sets).tolist()


def test_an_order_by_hand() -> None:
    # (count, first, last set): 3 and 2 are of one power of two, below 4; of these the last set decides, then the first
    assert order_of([(4, 0, 3), (3, 1, 4), (2, 0, 4), (2, 1, 2), (1, 5, 5)], 6) == [4, 3, 2, 1, 0]


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 20), st.integers(0, 20)), max_size=30))
def test_the_order_is_by_power_of_two_then_last_then_first_set(held: list[tuple[int, int, int]]) -> None:
    wanted = sorted(range(len(held)), key=lambda p: (math.floor(math.log2(held[p][0])), held[p][2], held[p][1], p))
    assert order_of(held, 21) == wanted
