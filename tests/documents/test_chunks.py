"""Rows are read in chunks: each row once, the last chunks so small that all threads end at about the same time."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.options import ReadOptions


@pytest.mark.parametrize(
    ("ending", "count", "most", "least"), [("txt", 6144, 1024, 256), ("html", 9216, 128, 8), ("html", 96, 32, 8)]
)
def test_many_small_files_are_read_in_large_chunks_and_the_last_of_them_in_small_ones(
    tmp_path: Path, ending: str, count: int, most: int, least: int
) -> None:
    for number in range(count):
        (tmp_path / f"{number:05}.{ending}").touch()
    with closing(Corpus.open([os.fsencode(tmp_path)], ReadOptions())) as corpus:
        chunks = corpus.plan(np.arange(count))
    sizes = [chunk.size for chunk in chunks]
    assert np.array_equal(np.concatenate(chunks), np.arange(count))
    assert (max(sizes), sizes[-1]) == (most, least)
    assert sizes == sorted(sizes, reverse=True)


def test_a_few_large_files_that_need_a_parser_are_shared_out(tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"{number}.html").write_bytes(b"<p>word" * 50_000)
    with closing(Corpus.open([os.fsencode(tmp_path)], ReadOptions())) as corpus:
        assert [chunk.size for chunk in corpus.plan(np.arange(8))] == [1] * 8


def test_of_no_files_there_are_no_chunks_whatever_is_set_for_one(tmp_path: Path) -> None:
    with closing(Corpus.open([os.fsencode(tmp_path)], ReadOptions(encodings={b"a.txt": "koi8-r"}))) as corpus:
        assert corpus.plan(np.arange(0)) == []
