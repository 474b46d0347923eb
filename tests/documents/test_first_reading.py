"""What a first reading makes of a file is the same for the kernel, at once in its bytes, and in a reading process."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
from contextlib import closing

import numpy as np
import pytest

from simexplorer.documents import first_reading, rows_at_once
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.first_reading import FirstReading
from simexplorer.documents.listing import Documents, Status
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import Cancelled


def read_twice(folder, files: dict[str, bytes], **options) -> tuple[list[bytes], Documents]:
    """The texts of these files, the same at two readings, and what is known of them then."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    corpus, buffer, readings = Corpus.open([os.fsencode(folder)], ReadOptions(**options)), TextBuffer(), []
    for _ in range(2):
        corpus.read(np.arange(len(corpus)), buffer)
        readings.append([buffer.text(row) for row in range(len(buffer))])
    corpus.close()
    assert readings[0] == readings[1]
    return readings[0], corpus.documents()


@pytest.mark.usefixtures("calls")
def test_white_space_is_no_text_however_it_is_kept(tmp_path):
    files = {"a": b" \n", "b.html": b"<p> </p>\n", "c": " \n ".encode("utf-16"), "d.gz": gzip.compress(b" \n\n")}
    texts, documents = read_twice(tmp_path, files)
    assert texts == [b""] * 4
    assert documents.status.tolist() == [Status.EMPTY] * 4
    assert [documents.reason_of(row) for row in range(4)] == ["it holds white space only"] * 4


@pytest.mark.usefixtures("calls")
def test_a_text_is_cut_between_characters_whoever_reads_it(tmp_path):
    text = "aé".encode() * 1000
    files = {"a": text, "b": b"\x08\x08\x08" + text, "c.gz": gzip.compress(text)}
    texts, documents = read_twice(tmp_path, files, max_bytes=2_000)
    # 666 times 3 bytes and an "a", or 3 bytes, 665 times 3 and an "a"; then half of an "é", which is left out
    assert texts == ["aé".encode() * 666 + b"a", b"\x08\x08\x08" + "aé".encode() * 665 + b"a", texts[0]]
    assert documents.truncated.all()
    assert not documents.guessed.any()
    assert [documents.encodings[code] for code in documents.encoding] == ["utf-8"] * 3


@pytest.mark.usefixtures("calls")
def test_a_file_that_became_another_of_the_same_size_is_read_as_it_is_now(tmp_path):
    for name, words in (("a", "first words"), ("b", "other words")):
        (tmp_path / name).write_text(words)
    with closing(Corpus.open([os.fsencode(tmp_path)], ReadOptions())) as corpus:
        (tmp_path / "a").write_text("FIRST WORDS")
        os.utime(tmp_path / "a", ns=(5, 5))
        for _ in range(2):
            assert [corpus.text(row) for row in range(2)] == ["FIRST WORDS", "other words"]
            corpus.forget_texts()
        documents = corpus.documents()
    assert documents.status.tolist() == [Status.READ] * 2
    assert documents.modified_ns[0] == 5


def test_a_file_that_changes_while_a_process_reads_it_is_read_once_more(tmp_path, monkeypatch):
    changes = iter([True, False, False])  # of the first file, of the second, of the first again
    monkeypatch.setattr(FirstReading, "_has_changed", lambda _self, _one: next(changes))
    texts, _ = read_twice(tmp_path, {"a.html": b"<p>Now this.</p>", "b.html": b"<p>Always that.</p>"})
    assert [text.strip() for text in texts] == [b"Now this.", b"Always that."]
    assert list(changes) == []


def test_a_file_that_changes_at_every_reading_is_left_out_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(FirstReading, "_has_changed", lambda _self, one: one.file.name == b"a.html")
    texts, documents = read_twice(tmp_path, {"a.html": b"<p>Now this.</p>", "b.html": b"<p>Always that.</p>"})
    assert [text.strip() for text in texts] == [b"", b"Always that."]
    assert documents.status.tolist() == [Status.SKIPPED, Status.READ]
    assert documents.reason_of(0) == "it changed while it was read"


def zipped(word: str) -> bytes:
    with zipfile.ZipFile(whole := io.BytesIO(), "w") as archive:
        for number in range(3):
            archive.writestr(f"{number}.txt", f"{word} {number}")
    return whole.getvalue()


def mailbox(word: str) -> bytes:
    mail = "From a@b Thu Jan  1 00:00:00 2015\nFrom: a@b.c\nSubject: s\n\n{} {}\n\n"
    return "".join(mail.format(word, number) for number in range(3)).encode()


def table(word: str) -> bytes:
    return b"id,text\n" + b"".join(b"%d,%s %d\n" % (number, word.encode(), number) for number in range(3))


@pytest.mark.parametrize("changes", [1, 2])
@pytest.mark.parametrize(
    ("name", "made", "divided_from"),
    [("a.zip", zipped, 1 << 30), ("a.mbox", mailbox, 0), ("a.csv", table, 1 << 30)],
    ids=["by the parcel", "in parts", "rows at once"],
)
def test_a_container_that_changes_is_read_once_more_and_never_half_of_it(
    tmp_path, monkeypatch, name, made, divided_from, changes
):
    path, words, found = tmp_path / name, ["first", "other", "third"][: changes + 1], []
    real = FirstReading._has_changed

    def changing(reading, one):
        if len(words) > 1:
            words.pop(0)
            path.write_bytes(made(words[0]))
            os.utime(path, ns=(0, len(words) * 10**9))
        return real(reading, one)

    path.write_bytes(made(words[0]))
    monkeypatch.setattr(first_reading, "DIVIDED_FROM", divided_from)
    monkeypatch.setattr(FirstReading, "_has_changed", changing)
    options = ReadOptions(text_column="text") if name == "a.csv" else ReadOptions()
    with closing(Corpus.open([os.fsencode(tmp_path)], options)) as corpus:
        corpus.heed(lambda: None, on_found=found.append)
        corpus.read(np.arange(1), TextBuffer())
        rows = corpus.discovered()
        texts, documents = [corpus.text(int(row)) for row in rows], corpus.documents()
        assert len(words) == 1
        assert sum(found) == rows.size == (3 if changes == 1 else 0)
        assert all("other" in text for text in texts)
        assert bool(corpus._table.column("lasting")[0]) == (changes == 1), "what changed twice is read by the next run"
    assert documents.reason_of(0) == ("it changed while it was read" if changes == 2 else None)
    assert documents.status[0] == (Status.SKIPPED if changes == 2 else Status.READ)


def test_a_table_that_stops_being_utf8_while_it_is_read_ends_no_run(tmp_path, monkeypatch):
    path, real, states = tmp_path / "a.jsonl", rows_at_once.is_utf8, [b'{"te\xff": "cd"}\n']
    line = b'{"text": "ab"}\n'
    path.write_bytes(line * 30_000)
    os.utime(path, ns=(0, 0))

    def seen_before_it_changes(stream, check):
        seen = real(stream, check=check)
        if states:
            path.write_bytes(line * 29_999 + states.pop())
        return seen

    monkeypatch.setattr(rows_at_once, "is_utf8", seen_before_it_changes)
    with closing(Corpus.open([os.fsencode(tmp_path)], ReadOptions(text_column="text"))) as corpus:
        corpus.read(np.arange(1), TextBuffer())
        assert corpus.discovered().size >= 29_999
        assert corpus.documents().reason_of(0) != "it changed while it was read"


def test_a_reading_gives_way_and_can_be_stopped_between_files(tmp_path):
    for number in range(4):
        (tmp_path / f"{number}.gz").write_bytes(gzip.compress(b"words %d" % number))
    (tmp_path / "4.html").write_text("<p>words 4</p>")
    gave_way, asked, buffer = [], [], TextBuffer()

    def check() -> None:
        asked.append(None)
        if len(asked) == 3:
            raise Cancelled("Reading")

    with closing(Corpus.open([os.fsencode(tmp_path)], ReadOptions())) as corpus:
        corpus.heed(check, give_way=lambda: gave_way.append(None))
        with pytest.raises(Cancelled):
            corpus.read(np.arange(5), buffer)
        assert len(gave_way) == 2
        corpus.read(np.arange(5), buffer)
        assert len(gave_way) == 2 + 5
        assert [buffer.text(row).strip() for row in range(5)] == [b"words %d" % number for number in range(5)]
