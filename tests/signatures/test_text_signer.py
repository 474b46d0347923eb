"""Texts that were signed before are known by their hashes, and not cut again."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.texts import CutParams, TextCutter, join_texts
from simexplorer.signatures.text_signer import SignedBefore, SignedTexts, TextSigner

CUTTER = TextCutter(CutParams(size=3))
SIGNER = TextSigner(CUTTER, 16, 1)


def signed(texts: list[str], before: SignedBefore | None = None) -> SignedTexts:
    """What is told of some texts."""
    return SIGNER.sign(*join_texts([text.encode() for text in texts]), CUTTER.scratch(), None, before)[0]


def all_told(texts: SignedTexts) -> list[list[int]]:
    """A list a text."""
    columns = (texts.values, texts.text_hashes, texts.fingerprints[:, None], texts.shingles[:, None])
    return [[int(value) for column in columns for value in column[row]] for row in range(texts.shingles.size)]


def test_a_copy_gets_what_its_text_was_told_and_is_not_cut() -> None:
    known = signed(["The quick brown fox", "jumps over it", ""])
    known.values[:2], known.shingles[:2] = 7, [70, 71]  # no text is signed so: who has it was not cut
    before = SignedBefore.nothing(known)
    copies = ["jumps  OVER it", "the lazy dog", "", "the quick brown fox"]
    assert all_told(signed(copies, before)) == all_told(signed(copies))  # nothing is known yet
    before.add(np.arange(3))
    told, plain = signed(copies, before), signed(copies)
    assert told.values[[0, 3]].tolist() == [[7] * 16] * 2
    assert told.shingles.tolist() == [71, plain.shingles[1], 0, 70]
    assert all_told(told)[1:3] == all_told(plain)[1:3]
    assert told.fingerprints.tolist() == plain.fingerprints.tolist()


def test_copies_of_texts_that_must_be_composed_are_signed_as_these_are() -> None:
    texts = ["Zwo\u0308lf Boxka\u0308mpfer", "Zw\u00f6lf Boxk\u00e4mpfer"]
    before = SignedBefore.nothing(signed(texts[:1]))
    before.add(np.arange(1))
    first, second = all_told(signed(texts, before))
    assert first == second == all_told(signed(texts))[0]


@given(st.lists(st.text("ab ", max_size=6), min_size=1), st.data())
def test_whatever_is_known_the_same_is_told(texts: list[str], data: st.DataObject) -> None:
    known = signed(texts)
    before = SignedBefore.nothing(known)
    before.add(np.array(data.draw(st.lists(st.sampled_from(range(len(texts))), unique=True)), np.int64))
    again = data.draw(st.lists(st.one_of(st.sampled_from(texts), st.text("ab ", max_size=6)), min_size=1))
    assert all_told(signed(again, before)) == all_told(signed(again))
