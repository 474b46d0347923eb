"""What is large: one text of 2 GB, and very many small ones."""

from __future__ import annotations

import os

import numpy as np
import pytest

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Status
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from tests.peak_memory import begin_peak, peak_megabytes

LINE = b"An old boat lay on the shore, and nobody in the village could say who had left it there. "


@pytest.mark.slow
def test_a_text_of_two_gigabytes_is_read_to_the_limit_and_marked(tmp_path):
    with open(tmp_path / "large.txt", "wb") as file:
        file.writelines((LINE * 12_000)[: 2**20] for _ in range(65))
        file.truncate(2 * 2**30)  # the rest takes no room on disk
    before = begin_peak()
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    buffer = TextBuffer()
    for _ in range(2):
        corpus.read(np.arange(1), buffer)
        assert buffer.text(0)[-9:] == (LINE * 12_000)[2**20 - 9 : 2**20]
        assert int(buffer.offsets[1]) == 64 * 2**20
    documents = corpus.documents()
    assert documents.status[0] == Status.READ
    assert documents.truncated[0]
    assert documents.reason_of(0) == "only the first 67,108,864 bytes were read"
    assert peak_megabytes() - before < 300
    corpus.close()


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_memory_for_very_many_files_is_that_of_their_names(tmp_path, count):
    for folder in range(count // 1000):
        (tmp_path / f"{folder:04}").mkdir()
        for name in range(1000):
            (tmp_path / f"{folder:04}" / f"{name:04}.txt").write_bytes(LINE[: 20 + name % 60])
    before = begin_peak()
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    buffer = TextBuffer()
    for chunk in corpus.plan(np.arange(len(corpus))):
        corpus.read(chunk, buffer)
    assert len(corpus) == count
    assert (corpus.documents().status == Status.READ).all()
    assert peak_megabytes() - before < 20 + count // 1000
    corpus.close()
