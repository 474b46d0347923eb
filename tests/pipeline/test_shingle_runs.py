"""Overlapping shingles read as the text that they are cut from."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.pipeline.explaining import SomeShingles
from simexplorer.pipeline.shingle_runs import LONGEST, runs_of


def shingles_of(text: str, starts: list[int], size: int) -> SomeShingles:
    begin = np.array(starts, np.int64)
    return SomeShingles(len(starts), tuple(text[s : s + size] for s in starts), begin, begin + size)


def test_neighbours_become_one_passage():
    text = "the quick brown fox"
    runs = runs_of(shingles_of(text, [0, 1, 2, 10, 11], 4))
    assert [(run.count, run.text, run.start, run.end) for run in runs] == [
        (3, "the qu", 0, 6),
        (2, "brown", 10, 15),
    ]


def test_what_only_touches_is_together():
    assert [run.text for run in runs_of(shingles_of("abcdefgh", [0, 4], 4))] == ["abcdefgh"]


@given(st.lists(st.integers(0, 2_000), unique=True).map(sorted), st.integers(1, LONGEST))
def test_every_passage_is_a_piece_of_the_text_and_no_shingle_is_lost(starts, size):
    text = "".join(chr(97 + (7 * k + k // 26) % 26) for k in range(2_400))
    runs = runs_of(shingles_of(text, starts, size))
    assert sum(run.count for run in runs) == len(starts)
    for run in runs:
        assert run.text == text[run.start : run.end]
        assert run.end - run.start <= LONGEST


def test_a_shingle_with_very_many_blanks_in_it_is_shown_by_its_ends():
    # blanks are one to a shingle, and all of them stand in the text that it is cut from
    text = "ab" + " " * 5000 + "cd"
    starts, ends = np.array([0, 1, 1 + 5000], np.int64), np.array([1, 5003, 5004], np.int64)
    shingles = SomeShingles(3, tuple(text[a:b] for a, b in zip(starts, ends, strict=True)), starts, ends)
    runs = runs_of(shingles)
    assert [(run.count, run.start, run.end) for run in runs] == [(1, 0, 1), (1, 1, 5003), (1, 5001, 5004)]
    assert [run.text.split() for run in runs] == [["a"], ["b", "…", "c"], ["cd"]]
    assert all(len(run.text) < 500 for run in runs)
