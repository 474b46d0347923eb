"""What two documents share is what their sets, or bags, of shingles say, each spelt where it stands first."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import Cancelled
from simexplorer.pipeline import shared_shingles
from simexplorer.pipeline.shared_shingles import compared_shingles

IDS = st.lists(st.integers(0, 12), max_size=40)


class Cut:
    """A text of one letter a shingle."""

    def __init__(self, ids: list[int]) -> None:
        self.ids = np.array(ids, np.uint64)

    def origins(self, which):
        return which, which + 1

    def texts(self, which):
        return tuple(self.ids[which].tolist())


def compared(a, b, *, bag=False, left_out=(), most=100, at_once=5, heed=lambda: None):
    reader = SimpleNamespace(left_out=np.array(sorted(left_out), np.uint64), recipe=SimpleNamespace(bag=bag))
    with (
        patch.object(shared_shingles, "cut_document", lambda _reader, row: Cut((a, b)[row])),
        patch.object(shared_shingles, "_AT_ONCE", at_once),
    ):
        return compared_shingles(reader, 0, 1, most, heed)


def spelt(ids, wanted, most):
    """Each wanted one where it stands first, in the order of the text."""
    return list(dict.fromkeys(id_ for id_ in ids if id_ in wanted))[:most]


@given(IDS, IDS, st.sets(st.integers(0, 12), max_size=3), st.booleans(), st.integers(1, 9), st.integers(1, 50))
def test_counts_and_places_are_those_of_sets_and_bags(a, b, left_out, bag, most, at_once):
    found = compared(a, b, bag=bag, left_out=left_out, most=most, at_once=at_once)
    x, y = (Counter(id_ for id_ in ids if id_ not in left_out) for ids in (a, b))
    if not bag:
        x, y = Counter(set(x)), Counter(set(y))
    assert [some.count for some in found] == [(x & y).total(), (x - y).total(), (y - x).total()]
    for some, ids, wanted in zip(found, (a, a, b), (set(x) & set(y), set(x) - set(y), set(y) - set(x)), strict=True):
        expected = spelt(ids, wanted, most)
        assert list(some.texts) == expected
        assert some.starts.tolist() == [ids.index(id_) for id_ in expected]
        assert some.ends.tolist() == [ids.index(id_) + 1 for id_ in expected]


def test_by_hand():
    # a has 1 and 2 as b does, and 3; of bags 2 counts twice in both, and a has a third one
    found = compared([2, 1, 2, 3, 2], [2, 2, 1, 9])
    assert [(some.count, some.texts) for some in found] == [(2, (2, 1)), (1, (3,)), (1, (9,))]
    found = compared([2, 1, 2, 3, 2], [2, 2, 1, 9], bag=True)
    assert [(some.count, some.texts) for some in found] == [(3, (2, 1)), (2, (3,)), (1, (9,))]


def test_it_ends_where_it_is_told_to():
    heeded = []

    def heed():
        heeded.append(len(heeded))
        if len(heeded) == 12:
            raise Cancelled

    with pytest.raises(Cancelled):
        compared(list(range(100)), list(range(50, 200)), at_once=4, heed=heed)
