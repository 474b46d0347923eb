"""Keys by their leading bits: every value begins where its first key is."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.leading_bits import fill_starts


def starts_of(keys: list[int], bits: int) -> list[int]:
    starts = np.full((1 << bits) + 1, -1, np.int32)
    fill_starts(np.array(keys, np.uint64), 64 - bits, starts)
    return starts.tolist()


def test_two_leading_bits_by_hand() -> None:
    # 00.., 00.., 10.., 11..: nothing begins with 01, so it begins where 10 does
    assert starts_of([1, 2, 2**63, 2**63 + 2**62], 2) == [0, 2, 2, 3, 4]
    assert starts_of([], 2) == [0, 0, 0, 0, 0]


@given(st.lists(st.integers(0, 2**64 - 1), max_size=40), st.integers(1, 8))
def test_each_start_counts_the_keys_before_it(keys: list[int], bits: int) -> None:
    wanted = [sum(key >> (64 - bits) < value for key in keys) for value in range((1 << bits) + 1)]
    assert starts_of(sorted(keys), bits) == wanted
