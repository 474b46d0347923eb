"""Cutting in pieces gives what cutting at once gives, whatever the room and the state of the texts."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simexplorer.features.texts import CutParams, CutRoom, TextCutter, join_texts

# plain, composed, not yet composed (a letter and a combining mark), empty, and one longer than the smallest room
texts = st.lists(
    st.sampled_from(["plain text of words", "Zw\u00f6lf B\u00e4ren", "Zwo\u0308lf Ba\u0308ren", "", "long " * 9000]),
    max_size=8,
)


@settings(deadline=None, max_examples=30)
@given(texts, st.sampled_from([20_000, 60_000]))
def test_pieces_joined_are_the_shingles_of_all_texts(parts, room_ids):
    cutter = TextCutter(CutParams())
    data, offsets = join_texts([part.encode() for part in parts])
    ids, bounds, _ = cutter.shingles(data, offsets, cutter.scratch())
    room, done = CutRoom(cutter.scratch(64), np.empty(room_ids, np.uint64)), 0
    while done < len(parts):
        piece, edges = cutter.piece(data, offsets[done:], room)
        whole = ids[bounds[done] : bounds[done + edges.size - 1]]
        assert piece.tolist() == whole.tolist()
        assert edges.tolist() == (bounds[done : done + edges.size] - bounds[done]).tolist()
        done += edges.size - 1
    assert bounds[-1] == ids.size


def test_texts_in_two_unicode_forms_cut_alike():
    cutter = TextCutter(CutParams())
    ids, bounds, _ = cutter.shingles(
        *join_texts(["Zwölf Bären".encode(), "Zwo\u0308lf Ba\u0308ren".encode()]), cutter.scratch()
    )
    assert ids[: bounds[1]].tolist() == ids[bounds[1] :].tolist()
    assert bounds[1] == len("zwölf bären") - 8


def test_a_text_that_composing_makes_longer_than_the_scratch_gets_a_larger_one():
    cutter = TextCutter(CutParams(normalise=("nfkc",)))
    late = ["e\u0301 short", "e\u0301" + "\ufdfa" * 2000]  # the sign stands for 18 letters and blanks
    ids, bounds, _ = cutter.shingles(*join_texts([text.encode() for text in late]), cutter.scratch(1 << 14))
    assert np.diff(bounds).tolist() == [1, 1 + 18 * 2000 - 8]
    assert ids.size == bounds[-1]
