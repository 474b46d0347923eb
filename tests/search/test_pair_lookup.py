"""Overlaps found again by a table of what is asked for, against a dictionary."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.pair_lookup import Overlaps, look_up

rows = st.integers(0, 2**31 - 1) | st.integers(0, 3)
pairs = st.lists(st.tuples(rows, rows), max_size=30)


def overlaps(some, shared):
    i, j = (np.array([pair[side] for pair in some], np.int32) for side in (0, 1))
    shared = np.asarray(shared, np.int32)
    return Overlaps(i, j, shared)


@given(st.lists(pairs, max_size=4), pairs, st.data())
def test_what_is_known_is_found_and_what_was_filled_in_stays(batches, asked, data):
    wanted = asked + [pair for batch in batches for pair in batch[::2]]
    filled = data.draw(st.lists(st.booleans(), min_size=len(wanted), max_size=len(wanted)))
    table = overlaps(wanted, [7 if done else -1 for done in filled])
    expected = {}
    known = []
    for number, batch in enumerate(batches):
        single = list(dict.fromkeys(batch))
        known.append(overlaps(single, np.arange(len(single)) + 100 * number))
        expected |= {pair: 100 * number + place for place, pair in enumerate(single)}
    look_up(table, known)
    right = [7 if done else expected.get(pair, -1) for pair, done in zip(wanted, filled, strict=True)]
    assert table.shared.tolist() == right
