"""What is decided without a reading process is what a reading process would have decided."""

from __future__ import annotations

import gzip
import io

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simexplorer.documents import corpus as corpus_module
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job
from simexplorer.documents.formats import HEAD
from simexplorer.documents.odd_texts import no_text, plain_all_the_same, unpacked
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.documents.workers import WorkerPool

OVERSTRUCK = b"N\x08NA\x08AM\x08ME\x08E\n    a manual page as it was printed, caf\xc3\xa9 \x7f\n" * 9
NOTE = b"From: ann\nTo: bob\nSubject: boats\nDate: today\n\nThe boat leaves at nine.\n"
SNIPPETS = [
    b"plain words ", b"caf\xc3\xa9 ", b"\n\n", b"\x08", b"\x01", b"\x1b[1m", b"\x1b$B", b"\x00", b"\xff",
    b"From a 10:10 b\n", b"From: me\n", b"To: you\n", b"Date: now\n", b"\n\nbody =20",
    b"Content-Type: text/html\n", b"<html>", b"%PDF-", b"PK\x03\x04", b"ID3",
    b"\x89PNG\r\n\x1a\n", b"\xa7\r\r\n\0\0\0\0", b"a\r\r\nb", b"RIFF0000WAVE",
    b"\xef\xbb\xbf", b"\xff\xfe",
]  # fmt: skip


@given(
    st.lists(st.sampled_from(SNIPPETS), max_size=12).map(b"".join),
    st.sampled_from([b"a", b"a.csv", b"a.py", b"a.html"]),
)
@example(OVERSTRUCK, b"printed.1")
@example(NOTE, b"a")
@example(NOTE.replace(b"Date", b"Content-Type: text/html\nDate"), b"a")
def test_it_says_what_a_reading_process_says_or_nothing(raw, name):
    job = Job(name=name, size=len(raw))
    for found in (no_text(raw[:HEAD], job), plain_all_the_same(raw, job)):
        assert found is None or [found] == list(extract(io.BytesIO(raw), job))


@pytest.mark.parametrize(
    "raw", [OVERSTRUCK, b"\x1b[31mred\x1b[0m text", b"a bell \x07 rings, and more words follow it here"]
)
def test_control_characters_of_printers_and_terminals_need_no_process(tmp_path, monkeypatch, raw):
    monkeypatch.setattr(WorkerPool, "start", lambda _: pytest.fail("a process was started"))
    for name, content in (("a", b"before"), ("b", raw), ("c", b"after")):
        (tmp_path / name).write_bytes(content)
    corpus, buffer = Corpus.open([str(tmp_path).encode()], ReadOptions()), TextBuffer()
    for _ in range(2):
        corpus.read(np.arange(3), buffer, put_off=True)
        assert [buffer.text(row) for row in range(3)] == [b"before", raw, b"after"]
    assert corpus.discovered().size == 0
    assert corpus.documents().characters.tolist() == [6, len(raw.decode()), 5]
    corpus.close()


@given(
    st.lists(st.sampled_from(SNIPPETS), max_size=6).map(b"".join),
    st.sampled_from([b"a.gz", b"a.1.gz", b".gz", b"a.csv.gz", b"a.html.gz", b"a.gz.gz", b"a"]),
    st.sampled_from([b"", b"\0\0", b"more", gzip.compress(b"and more")]),
    st.booleans(),
)
@example(OVERSTRUCK, b"printed.1.gz", b"", False)
@example(b"words", b"a.gz", b"", False)
def test_of_packed_files_it_says_what_a_reading_process_says_or_nothing(text, name, behind, cut):
    raw = gzip.compress(text)[: -3 if cut else None] + behind
    job = Job(name=name, size=len(raw))
    found = unpacked(raw, job)
    assert found is None or [found] == list(extract(io.BytesIO(raw), job))
    if text.isascii() and text.isalpha() and not (behind or cut) and b"html" not in name:
        assert found is not None


def test_a_packed_text_is_judged_by_as_much_as_may_be_read():
    raw = gzip.compress(b"words " * 300 + b"\x01" * 200)
    job = Job(name=b"a.gz", size=len(raw), max_bytes=1500)
    (found,) = extract(io.BytesIO(raw), job)
    assert found.text == b"words " * 250
    assert unpacked(raw, job) is None


def test_packed_texts_need_no_process_and_large_ones_get_one(tmp_path):
    large = b" ".join(b"%x" % (number * 2654435761) * 20 for number in range(6_000))
    packed = {"a.1.gz": OVERSTRUCK, "b.txt.gz": b"words", "c.gz": b"\x89PNG\r\n\x1a\n\0", "d.gz": large}
    for name, content in packed.items():
        (tmp_path / name).write_bytes(gzip.compress(content))
    (tmp_path / "e.gz").write_bytes(b"not packed at all")
    (tmp_path / "f.gz").write_bytes(b"")
    corpus, buffer = Corpus.open([str(tmp_path).encode()], ReadOptions()), TextBuffer()
    corpus.read(np.arange(6), buffer, put_off=True)
    assert corpus.discovered().tolist() == [3]
    corpus.read(np.array([3]), buffer)
    for _ in range(2):
        corpus.read(np.arange(6), buffer)
        assert [buffer.text(row) for row in range(6)] == [OVERSTRUCK, b"words", b"", large, b"not packed at all", b""]
    documents = corpus.documents()
    kinds = [documents.formats[number] for number in documents.format]
    assert kinds == ["text/plain", "text/plain", "application/octet-stream", "text/plain", "text/plain", "text/plain"]
    corpus.close()


def test_no_more_packed_texts_are_made_at_once_than_memory_is_meant_for(tmp_path, monkeypatch):
    monkeypatch.setattr(corpus_module, "_MADE_AT_ONCE", 10)
    for name in "abcd":
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(name.encode() * 8))
    corpus, buffer = Corpus.open([str(tmp_path).encode()], ReadOptions()), TextBuffer()
    corpus.read(np.arange(4), buffer, put_off=True)
    assert corpus.discovered().tolist() == [2, 3]
    corpus.read(np.arange(4), buffer)
    assert [buffer.text(row) for row in range(4)] == [name * 8 for name in (b"a", b"b", b"c", b"d")]
    corpus.close()


def test_plain_mail_needs_no_process(tmp_path, monkeypatch):
    monkeypatch.setattr(WorkerPool, "start", lambda _: pytest.fail("a process was started"))
    for name, content in (("a", b"before"), ("b", NOTE), ("c", b"after")):
        (tmp_path / name).write_bytes(content)
    corpus, buffer = Corpus.open([str(tmp_path).encode()], ReadOptions()), TextBuffer()
    for _ in range(2):
        corpus.read(np.arange(3), buffer, put_off=True)
        assert [buffer.text(row) for row in range(3)] == [b"before", b"boats\nThe boat leaves at nine.", b"after"]
    documents = corpus.documents()
    assert documents.formats[documents.format[1]] == "message/rfc822"
    assert corpus.discovered().size == 0
    corpus.close()


@pytest.mark.parametrize(
    ("beginning", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "a JPEG picture"),
        (b"\xa7\r\r\n\0\0\0\0", "a compiled program"),
        (b"\x7fELF\x02\x01\x01\0", "a compiled program"),
        (b"\xde\x12\x05\x95\0\0\0\0" * 200, ""),
    ],
)
@pytest.mark.parametrize("size", [100, 100_000])
def test_binary_files_are_refused_without_a_process(tmp_path, monkeypatch, beginning, kind, size):
    monkeypatch.setattr(WorkerPool, "start", lambda _: pytest.fail("a process was started"))
    for name, content in (("a", b"before"), ("b", beginning + bytes(range(256)) * (size // 256 + 1)), ("c", b"after")):
        (tmp_path / name).write_bytes(content)
    corpus, buffer = Corpus.open([str(tmp_path).encode()], ReadOptions()), TextBuffer()
    for _ in range(2):
        corpus.read(np.arange(3), buffer, put_off=True)
        assert [buffer.text(row) for row in range(3)] == [b"before", b"", b"after"]
    documents, reason = corpus.documents(), f"not text: {kind}" if kind else "not text, and no format that can be read"
    assert [documents.reason_of(row) for row in range(3)] == [None, reason, None]
    assert corpus.discovered().size == 0
    corpus.close()


def test_a_byte_order_mark_does_not_hide_that_a_file_is_no_known_binary(tmp_path):
    raw = b"\xef\xbb\xbf\x89PNG\r\n\x1a\n\0\0 and words"
    (tmp_path / "a").write_bytes(raw)
    corpus, buffer = Corpus.open([str(tmp_path).encode()], ReadOptions()), TextBuffer()
    corpus.read(np.arange(1), buffer)
    (wanted,) = extract(io.BytesIO(raw), Job(name=b"a", size=len(raw)))
    assert (corpus.documents().reason_of(0) or "", buffer.text(0)) == (wanted.reason, wanted.text)
    corpus.close()


@pytest.mark.parametrize(
    "raw",
    [
        b"<!---->" * 1000 + b"<html>\x08", b"cut \xc3", b"odd \x01\x02" * 9, b"a\x00b",
        b"From a@b Mon Jan  1 10:10:10 2024\nFrom: a\nTo: b\n\n\x08",
    ],
)  # fmt: skip
def test_what_may_be_something_else_is_left_to_a_process(raw):
    found = plain_all_the_same(raw, Job(name=b"a", size=len(raw)))
    assert found is None
