"""Rows with the same two words find the first of them, however many words share a slot or a half."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.equal_words import first_equal

WORDS = st.lists(st.tuples(st.integers(0, 2), st.sampled_from([0, 1, 2**63, 2**64 - 1]), st.booleans()), max_size=40)


@given(WORDS)
def test_every_row_finds_the_first_with_its_words_and_those_that_take_no_part_themselves(rows):
    words = np.array([row[:2] for row in rows], np.uint64).reshape(-1, 2)
    takes_part = np.array([row[2] for row in rows], np.bool_)
    wanted = [rows.index(row) if row[2] else place for place, row in enumerate(rows)]
    assert first_equal(words, takes_part).tolist() == wanted
