from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents import short_texts, system_calls
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Status
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.short_texts import SHORT, ShortTexts
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.features.texts import join_texts
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from tests.texts import text_of

LONG = b"longer than is kept " * 60


def kept(short, rows):
    """The texts of these rows as a reading finds them; None for those that are not kept. Sizes are not in there."""
    begins, data = short.of(np.array(rows, np.int64))
    return [None if begin < 0 else data[begin : begin + 2 * SHORT].tobytes() for begin in begins]


def keep(short, rows, texts, wanted=None):
    data, offsets = join_texts(texts)
    wanted = np.ones(len(texts), np.bool_) if wanted is None else np.array(wanted)
    short.keep(np.array(rows, np.int64), TextBuffer(data, offsets), wanted)


def read(corpus, rows=None):
    rows = np.arange(len(corpus)) if rows is None else np.array(rows)
    buffer = TextBuffer()
    corpus.read(rows, buffer)
    return [buffer.text(i) for i in range(len(buffer))]


@given(st.lists(st.tuples(st.binary(max_size=SHORT + 20), st.booleans()), max_size=20), st.randoms())
def test_short_texts_come_back_for_their_rows_and_no_others(drawn, random):
    short, rows = ShortTexts(40), random.sample(range(40), len(drawn))
    texts, wanted = [text for text, _ in drawn], [wish for _, wish in drawn]
    half = len(drawn) // 2
    for part in (slice(half), slice(half, None)):
        keep(short, rows[part], texts[part], wanted[part])
    for found, text, wish in zip(kept(short, rows), texts, wanted, strict=True):
        if wish and 0 < len(text) <= SHORT:
            assert found is not None
            assert found.startswith(text)
        else:
            assert found is None
    assert kept(short, sorted({*range(45)} - {*rows})) == [None] * (45 - len(rows))


def test_what_does_not_fit_is_not_kept_and_harms_nothing(monkeypatch):
    monkeypatch.setattr(short_texts, "_ROOM", 32)
    short = ShortTexts(4)
    keep(short, [0, 1, 2], [b"a" * 15, b"b" * 15, b"c" * 5])
    first, second, third = kept(short, [0, 1, 2])
    assert first is not None
    assert first.startswith(b"a" * 15 + b"c" * 5)  # the second one did not fit, the third did
    assert second is None
    assert third is not None


def test_rows_move_with_their_texts_and_are_forgotten():
    short = ShortTexts(3)
    keep(short, [0, 2], [b"zero", b"two"])
    short.reorder(np.array([2, 3, 0, 1]))  # row 3 came meanwhile
    found = kept(short, range(4))
    assert [text is not None for text in found] == [True, False, True, False]
    assert found[0].startswith(b"two")
    assert found[2].startswith(b"zero")
    short.forget_all()
    assert kept(short, range(4)) == [None] * 4


@pytest.mark.parametrize("calls", ["compiled", "portable"])
def test_a_short_text_stays_what_it_was_until_texts_are_forgotten(tmp_path, monkeypatch, calls):
    monkeypatch.setattr(system_calls, "AVAILABLE", calls == "compiled" and system_calls.AVAILABLE)
    first = {"a.txt": b"\xef\xbb\xbfshort", "b.txt": LONG, "c.txt": "naïve".encode()}
    for name, text in first.items():
        (tmp_path / name).write_bytes(text)
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    try:
        assert read(corpus) == [b"short", LONG, "naïve".encode()]
        for name in first:
            (tmp_path / name).write_bytes(b"something else altogether")
        assert read(corpus, [2, 0]) == ["naïve".encode(), b"short"]
        assert corpus.documents().status.tolist() == [Status.READ] * 3
        assert read(corpus, [1]) == [b""]  # not kept: what changed gives nothing
        corpus.forget_texts()
        assert read(corpus) == [b"", b"", b""]
        assert corpus.documents().status.tolist() == [Status.SKIPPED] * 3
    finally:
        corpus.close()


def test_no_text_is_kept_when_a_run_has_ended(tmp_path):
    for name in "ab":
        (tmp_path / name).write_text("the quick brown fox jumps over the lazy dog")
    analysis = Analysis([os.fsencode(tmp_path)])
    try:
        analysis.run(Recipe(), Progress())
        (tmp_path / "b").write_text("something else altogether, and longer than it was")
        assert text_of(analysis, 0).startswith("the quick")
        assert text_of(analysis, 1) == ""
    finally:
        analysis.close()
