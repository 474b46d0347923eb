"""Known pairs: what comes late goes to its place among those that were known before."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.linkage_pairs import KnownPairs

SIMILARITIES = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.5, 0.75, 0.9, 1.0]), max_size=40)


def pairs_of(jaccard: np.ndarray, first: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows that tell the pairs apart."""
    i = np.arange(first, first + jaccard.size, dtype=np.int32)
    return i, i + 1


@given(known=SIMILARITIES, late=SIMILARITIES)
def test_joined_pairs_stand_as_a_stable_sort_of_both_puts_them(known: list[float], late: list[float]) -> None:
    before, after = np.array(sorted(known, reverse=True)), np.array(late)
    joined = KnownPairs(*pairs_of(before, 0), before).joined(KnownPairs.of(*pairs_of(after, before.size), after))
    values = np.concatenate([before, after])
    order = np.argsort(-values, kind="stable")
    i, j = pairs_of(values, 0)
    for column, expected in ((joined.i, i[order]), (joined.j, j[order]), (joined.jaccard, values[order])):
        np.testing.assert_array_equal(column, expected)
    assert joined.i.dtype == joined.j.dtype == np.int32


def test_a_late_pair_that_is_most_similar_of_all_comes_first() -> None:
    known = KnownPairs(np.array([0, 1], np.int32), np.array([1, 2], np.int32), np.array([0.9, 0.8]))
    late = KnownPairs.of(np.array([3, 0], np.int32), np.array([4, 2], np.int32), np.array([0.5, 0.95]))
    joined = known.joined(late)
    assert joined.jaccard.tolist() == [0.95, 0.9, 0.8, 0.5]
    assert list(zip(joined.i.tolist(), joined.j.tolist(), strict=True)) == [(0, 2), (0, 1), (1, 2), (3, 4)]
