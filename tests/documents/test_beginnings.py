"""The first bytes of texts: read without a reader, and never those of another file than was read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.beginnings import BEGINNING
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer

MAILBOX = b"".join(
    b"From someone Thu Jan  1 00:00:00 1970\nSubject: Message %d\n\nBody of %d.\n\n" % (n, n) for n in (1, 2)
)
OpenCorpus = Callable[..., Corpus]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[OpenCorpus]:
    corpora = []

    def open_corpus(cache: ArrayCache | None = None) -> Corpus:
        corpora.append(Corpus.open([os.fsencode(tmp_path / "texts")], ReadOptions(), cache=cache))
        return corpora[-1]

    (tmp_path / "texts").mkdir()
    yield open_corpus
    for corpus in corpora:
        corpus.close()


def read_all(corpus: Corpus) -> None:
    """Read every document once, members included, as a run does."""
    rows = np.arange(len(corpus))
    while rows.size:
        corpus.read(rows, TextBuffer())
        rows = corpus.discovered()
    corpus.reorder(corpus.order())


def beginnings(corpus: Corpus) -> dict[str, bytes]:
    paths = corpus.paths
    found = corpus.beginnings(paths, range(len(paths)))
    return {paths.display(row): text for row, text in enumerate(found)}


def test_all_kinds_of_texts_begin_as_they_were_read(tmp_path: Path, opened: OpenCorpus) -> None:
    folder = tmp_path / "texts"
    long = ("ä" * 500).encode()
    (folder / "long.txt").write_bytes(long)
    (folder / "marked.txt").write_bytes(b"\xef\xbb\xbfwith a mark")
    (folder / "other.txt").write_bytes("größer".encode("utf-16"))
    (folder / "page.html").write_bytes(b"<title>T</title><p>Seen text</p>")
    (folder / "list.mbox").write_bytes(MAILBOX)
    (folder / "blank.txt").write_bytes(b" \n ")
    corpus = opened()
    assert set(beginnings(corpus).values()) == {b""}  # nothing was read yet
    read_all(corpus)
    found = beginnings(corpus)
    assert found["long.txt"] == long[:BEGINNING]
    assert found["marked.txt"] == b"with a mark"
    assert found["other.txt"] == "größer".encode()
    assert b"Seen text" in found["page.html"]
    assert found["list.mbox!2"].startswith(b"Message 2\n")
    assert found["list.mbox"] == found["blank.txt"] == b""


def test_a_file_that_is_gone_or_was_changed_gives_nothing(tmp_path: Path, opened: OpenCorpus) -> None:
    folder = tmp_path / "texts"
    for name in ("gone", "changed", "pipe", "same"):
        (folder / name).write_text(f"the text of {name}")
    corpus = opened()
    read_all(corpus)
    (folder / "gone").unlink()
    (folder / "changed").write_text("the word of changed")
    os.utime(folder / "changed", (1, 1))
    (folder / "pipe").unlink()
    os.mkfifo(folder / "pipe")
    assert beginnings(corpus) == {"changed": b"", "gone": b"", "pipe": b"", "same": b"the text of same"}


def test_rows_of_another_listing_give_nothing(tmp_path: Path, opened: OpenCorpus) -> None:
    folder = tmp_path / "texts"
    (folder / "b").write_text("first")
    before = opened()
    read_all(before)
    (folder / "a").write_text("earlier in the list")
    corpus = opened()
    read_all(corpus)
    assert corpus.beginnings(before.paths, [0]) == [b""]  # row 0 was b, and is a now
    assert corpus.beginnings(corpus.paths, [1, -1, 2, 0]) == [b"first", b"", b"", b"earlier in the list"]


def test_what_the_cache_kept_needs_no_reader(tmp_path: Path, opened: OpenCorpus) -> None:
    folder, cache = tmp_path / "texts", ArrayCache(tmp_path / "cache")
    (folder / "list.mbox").write_bytes(MAILBOX)
    os.utime(folder / "list.mbox", (1_000_000, 1_000_000))
    first = opened(cache)
    read_all(first)
    assert first.remember()
    first.close()
    again = opened(cache)
    again.reorder(again.order())
    assert beginnings(again)["list.mbox!1"].startswith(b"Message 1\n")


def test_a_closed_corpus_gives_nothing(tmp_path: Path, opened: OpenCorpus) -> None:
    (tmp_path / "texts" / "a").write_text("a text")
    corpus = opened()
    read_all(corpus)
    corpus.close()
    assert corpus.beginnings(corpus.paths, [0]) == [b""]
