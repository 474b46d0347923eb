from __future__ import annotations

import errno
import os
import threading
import zipfile
from unittest.mock import Mock

import numpy as np
import pytest

from simexplorer.documents import portable_reading
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Status
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import Cancelled, InputError


def write(folder, **files):
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_bytes(content)


@pytest.fixture
def opened(tmp_path):
    corpora = []

    def open_corpus(**options):
        corpora.append(Corpus.open([os.fsencode(tmp_path)], ReadOptions(**options)))
        return corpora[-1]

    yield open_corpus
    for corpus in corpora:
        corpus.close()


def texts(corpus, rows=None):
    rows = np.arange(len(corpus)) if rows is None else rows
    buffer = TextBuffer()
    corpus.read(rows, buffer)
    return [buffer.text(i) for i in range(len(buffer))]


def described(corpus):
    documents = corpus.documents()
    return {
        documents.paths.display(row): (Status(documents.status[row]), documents.reason_of(row))
        for row in range(len(documents))
    }


def test_utf8_text_passes_through_untouched_and_unspooled(tmp_path, opened, calls):
    write(tmp_path, a=b"plain\r\ntext\t\x0c", b="naïve – 日本語".encode(), c=b"\xef\xbb\xbfwith a mark")
    corpus = opened()
    for _ in range(2):
        assert texts(corpus) == [b"plain\r\ntext\t\x0c", "naïve – 日本語".encode(), b"with a mark"]
    assert os.fstat(corpus._spool.places.descriptor).st_size == 0
    documents = corpus.documents()
    # 12 characters; n a ï v e, blank, dash, blank, three ideographs: 11; 11
    assert documents.characters.tolist() == [13, 11, 11]
    assert [documents.encodings[code] for code in documents.encoding] == ["utf-8"] * 3


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="no list of open files")
def test_no_folder_is_kept_open_between_readings_so_that_a_drive_can_be_removed(tmp_path, opened, calls):
    write(tmp_path, a=b"one", b=b"two")
    corpus = opened()
    for _ in range(2):
        assert texts(corpus) == [b"one", b"two"]
        links = [f"/proc/self/fd/{name}" for name in os.listdir("/proc/self/fd")]
        assert os.fsencode(tmp_path) not in [os.fsencode(os.readlink(link)) for link in links if os.path.lexists(link)]


def test_other_encodings_become_utf8_once_and_come_back_the_same(tmp_path, opened, calls):
    text = "Ein Füllwörterbuch für größere Übungen, übrigens schön. " * 20
    write(tmp_path, a=text.encode("utf-16"), b=text.encode("cp1252"), c=text.encode("utf-32-le"))
    corpus = opened()
    first = texts(corpus)
    assert first == [text.encode()] * 3
    assert texts(corpus) == first
    documents = corpus.documents()
    assert documents.characters.tolist() == [len(text)] * 3
    assert documents.guessed.tolist() == [False, True, True]


def test_empty_and_blank_files_are_empty_with_a_reason(tmp_path, opened, calls):
    write(tmp_path, a=b"", b=b" \n\t ", c=b"\xef\xbb\xbf")
    corpus = opened()
    for _ in range(2):
        assert texts(corpus) == [b"", b"", b""]
    assert described(corpus) == {
        "a": (Status.EMPTY, "the file is empty"),
        "b": (Status.EMPTY, "it holds white space only"),
        "c": (Status.EMPTY, "the file is empty"),
    }


def test_binary_files_are_skipped_with_a_reason(tmp_path, opened, calls):
    write(tmp_path, a=b"\x89PNG\r\n\x1a\n" + bytes(100), b=bytes(range(256)) * 20, c=b"\x7fELF\x02\x01" + bytes(50))
    corpus = opened()
    assert texts(corpus) == [b"", b"", b""]
    assert all(
        status == Status.SKIPPED and reason.startswith("not text") for status, reason in described(corpus).values()
    )


def test_a_long_text_is_cut_between_characters_and_marked(tmp_path, opened, calls):
    write(tmp_path, a="aé".encode() * 1000, b=b"x" * 10)
    corpus = opened(max_bytes=11)
    for _ in range(2):
        # 11 bytes: three times "aé" (9), an "a", and the first byte of an "é", which is left out
        assert texts(corpus) == ["aéaéaéa".encode(), b"x" * 10]
    documents = corpus.documents()
    assert documents.truncated.tolist() == [True, False]
    assert documents.reason_of(0) == "only the first 11 bytes were read"


def test_a_file_that_changed_gives_nothing_and_says_so(tmp_path, opened, calls):
    write(tmp_path, a=b"first words", b=b"other words")
    corpus = opened()
    texts(corpus)
    corpus.forget_texts()
    write(tmp_path, a=b"FIRST words")
    os.utime(tmp_path / "a", ns=(5, 5))
    assert texts(corpus) == [b"", b"other words"]
    assert described(corpus)["a"] == (Status.SKIPPED, "it changed while it was read")


@pytest.mark.parametrize(
    ("kind", "reason"), [("gone", "vanished"), ("link", "symbolic link"), ("closed", "permission")]
)
def test_a_file_that_cannot_be_read_again_says_why(tmp_path, opened, calls, monkeypatch, kind, reason):
    write(tmp_path, a=b"first words", b=b"other words")
    corpus = opened()
    texts(corpus)
    corpus.forget_texts()
    (tmp_path / "a").unlink()
    if kind == "link":
        (tmp_path / "a").symlink_to("b")
    elif kind == "closed":  # to the administrator, who runs tests in places, no file is
        refuse = Mock(side_effect=PermissionError(errno.EACCES, "Permission denied"))
        monkeypatch.setattr(portable_reading, "open_below", refuse)
    assert texts(corpus, np.array([0])) == [b""]
    status, told = described(corpus)["a"]
    assert status == Status.SKIPPED
    assert reason in told


def test_a_guessed_encoding_is_that_of_a_table_as_of_its_rows(tmp_path, opened, calls):
    rows = "".join(f"{number},größere Übungen sind schön für die Füße\n" for number in range(200))
    write(tmp_path, a__csv=("id,text\n" + rows).encode("cp1252"))
    corpus = opened(text_column="text")
    texts(corpus)
    texts(corpus, corpus.discovered())
    documents = corpus.documents()
    assert documents.guessed.tolist() == [True] * 201
    assert {documents.encodings[code] for code in documents.encoding} == {"cp1252"}


def test_a_file_that_grew_after_the_listing_is_read_as_it_is(tmp_path, opened, calls):
    write(tmp_path, a=b"short")
    corpus = opened()
    write(tmp_path, a=b"now much longer")
    for _ in range(2):
        assert texts(corpus) == [b"now much longer"]
    assert corpus.documents().size.tolist() == [15]


@pytest.mark.parametrize("kind", ["gone", "link", "pipe", "folder"])
def test_what_took_a_files_place_is_not_opened(tmp_path, opened, calls, kind):
    write(tmp_path, a=b"text")
    corpus = opened()
    (tmp_path / "a").unlink()
    if kind == "link":
        (tmp_path / "a").symlink_to("/etc/passwd")
    elif kind == "pipe":
        os.mkfifo(tmp_path / "a")
    elif kind == "folder":
        (tmp_path / "a").mkdir()
    assert texts(corpus) == [b""]
    status, reason = described(corpus)["a"]
    assert status == Status.SKIPPED
    assert {"gone": "vanished", "link": "symbolic link", "pipe": "pipe", "folder": "a folder, pipe or socket"}[
        kind
    ] in reason


def test_html_gives_its_readable_text(tmp_path, opened):
    page = b"<!DOCTYPE html><title>T &amp; U</title><nav>menu</nav><p>one<b>two</b><p>three<br>four<script>x()</script>"
    write(tmp_path, page__html=page, page__txt=page)
    assert texts(opened())[0].split() == texts(opened())[1].split() == [b"T", b"&", b"U", b"onetwo", b"three", b"four"]
    assert b"menu" in texts(opened(strip_navigation=False))[0]


def test_the_name_decides_only_where_content_does_not(tmp_path, opened):
    write(
        tmp_path,
        a__html=b"no markup at all",
        b__pdf=b"just text",
        c__md=b"<p align=center>**x**</p>",
        d=b"<html><body>y",
    )
    corpus = opened()
    texts(corpus)
    documents = corpus.documents()
    kinds = [documents.formats[code] for code in documents.format]
    assert kinds == ["text/plain", "text/plain", "text/markdown", "text/html"]


def test_an_encoding_can_be_set_for_all_and_for_one(tmp_path, opened):
    cyrillic = "Привет, мир"
    write(tmp_path, a=cyrillic.encode("koi8-r"), b=cyrillic.encode("cp1251"))
    corpus = opened(encoding="koi8-r", encodings={b"b": "cp1251"})
    assert texts(corpus) == [cyrillic.encode()] * 2
    with pytest.raises(InputError, match="no encoding 'klingon'"):
        opened(encoding="klingon")


def test_an_encoding_for_all_makes_no_text_of_binary_files_and_one_for_a_file_does(tmp_path, opened):
    binary, german = bytes(range(256)), "Füße und Schuhe. " * 9
    write(tmp_path, a=binary, b=german.encode("cp1252"), c=binary)
    corpus = opened(encoding="cp1252", encodings={b"c": "cp437"})
    assert texts(corpus)[1:3] == [german.encode(), binary.decode("cp437").encode()]
    assert described(corpus)["a"] == (Status.SKIPPED, "not text in cp1252, the encoding set for all files")


def test_chunks_hold_every_row_once_and_keep_parsers_apart(tmp_path, opened):
    for i in range(600):
        write(tmp_path, **{f"f{i:03}__{'html' if i % 3 == 0 else 'txt'}": b"<p>x" * 10})
    corpus = opened()
    chunks = corpus.plan(np.arange(len(corpus)))
    assert sorted(np.concatenate(chunks).tolist()) == list(range(600))
    names = [{corpus.paths.raw(row).rpartition(b".")[2] for row in chunk} for chunk in chunks]
    assert all(len(kinds) == 1 for kinds in names)
    assert max(chunk.size for chunk in chunks) <= 1024


def test_large_files_make_chunks_of_their_own(tmp_path, opened):
    for name in "abcd":
        write(tmp_path, **{name: b"x" * 3_000_000})
    assert [chunk.tolist() for chunk in opened().plan(np.arange(4))] == [[0], [1], [2], [3]]
    assert opened().plan(np.arange(0)) == []


def test_threads_read_the_same_as_one(tmp_path, opened):
    for i in range(900):
        write(tmp_path, **{f"f{i:03}": (f"Text Nr. {i} für alle " * (i % 7)).encode("utf-8" if i % 5 else "utf-16")})
    alone, together = opened(), opened()
    expected = texts(alone)
    got = [b""] * 900
    chunks = [np.arange(start, min(start + 50, 900)) for start in range(0, 900, 50)]

    def work(own):
        buffer = TextBuffer()
        for chunk in own:
            together.read(chunk, buffer)
            for i, row in enumerate(chunk):
                got[row] = buffer.text(i)

    threads = [threading.Thread(target=work, args=(chunks[k::3],)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == expected
    assert described(together) == described(alone)


def test_text_is_what_read_gives(tmp_path, opened):
    write(tmp_path, a="grün".encode("utf-16"))
    assert opened().text(0) == "grün"


def test_a_cancelled_corpus_reads_no_more(tmp_path, opened):
    write(tmp_path, a=b"x")
    corpus = opened()
    corpus.cancel()
    with pytest.raises(Cancelled):
        texts(corpus)


def test_reordering_moves_every_column_with_its_row(tmp_path, opened):
    write(tmp_path, a=b"aa", b="bß".encode("utf-16"), c=b"")
    corpus = opened()
    before = texts(corpus)
    corpus.reorder(np.array([2, 0, 1]))
    assert [corpus.paths.raw(row) for row in range(3)] == [b"c", b"a", b"b"]
    assert texts(corpus) == [before[2], before[0], before[1]]
    assert corpus.order().tolist() == [0, 1, 2]


def test_closing_leaves_no_descriptor_open(tmp_path):
    write(tmp_path, a="ä".encode("utf-16"))
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
        texts(corpus)
        corpus.close()
        corpus.close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_table_shows_its_first_rows(tmp_path, opened):
    write(tmp_path, t__csv=b"id,text\n1,one\n2,two\n3,three\n", x__txt=b"text")
    corpus = opened()
    preview = corpus.preview(0, rows=2)
    assert preview.columns == ("id", "text")
    assert preview.rows == (("1", "one"), ("2", "two"))
    assert corpus.preview(1) is None


def test_rows_of_tables_become_documents(tmp_path, opened):
    write(tmp_path, t__csv=b"id,text\nx,one\ny,two\n", u__txt=b"plain")
    corpus = opened(text_column="text", id_column="id")
    assert texts(corpus) == [b"", b"plain"]
    assert corpus.discovered().tolist() == [2, 3]
    corpus.reorder(corpus.order())
    assert [corpus.paths.raw(row) for row in range(4)] == [b"t.csv", b"t.csv!x", b"t.csv!y", b"u.txt"]
    assert texts(corpus) == [b"", b"one", b"two", b"plain"]
    assert corpus.paths.container.tolist() == [-1, 0, 0, -1]


def test_what_needs_a_parser_after_all_is_put_off_and_named(tmp_path, opened, calls):
    write(
        tmp_path, a=b"plain", b="a caf\u00e9".encode("utf-16"), c=b"<html><p>page</p></html>", d__html=b"<p>known</p>"
    )
    corpus, buffer = opened(), TextBuffer()
    rows = np.arange(4)
    corpus.read(rows, buffer, put_off=True)
    assert [buffer.text(row) for row in range(4)] == [b"plain", b"", b"", b"known\n"]
    later = corpus.discovered()
    assert later.tolist() == [1, 2]
    assert sorted(int(row) for chunk in corpus.plan(later) for row in chunk) == [1, 2]
    corpus.read(later, buffer, put_off=True)
    assert [buffer.text(row) for row in range(2)] == ["a caf\u00e9".encode(), b"page\n\n"]
    assert corpus.discovered().size == 0
    assert texts(corpus) == [b"plain", "a caf\u00e9".encode(), b"page\n\n", b"known\n"]


def test_documents_inside_of_a_file_are_told_of_while_they_are_found(tmp_path, opened):
    write(tmp_path, rows__csv=b"text\n" + b"some words\n" * 2500)
    corpus = opened(text_column="text")
    told = []
    corpus.heed(lambda: None, told.append)
    corpus.text(0)
    assert sum(told) == 2500
    assert corpus.discovered().size == 2500


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="there is no folder of the system")
def test_a_file_whose_size_is_none_but_that_holds_text_is_read(opened):
    corpus = Corpus.open([b"/proc/self/status"], ReadOptions())
    try:
        rows = np.arange(1)
        assert corpus.documents().size.tolist() == [0]
        corpus.read(rows, TextBuffer(), put_off=True)
        assert corpus.discovered().tolist() == [0]
        assert corpus.text(0).startswith("Name:")
        documents = corpus.documents()
        assert (documents.status.tolist(), documents.reason_of(0)) == ([Status.READ], None)
        assert corpus.text(0).startswith("Name:")
    finally:
        corpus.close()


@pytest.mark.parametrize("first", ["Subject: Re: lunch", "Date: Sun, 22 Nov 2026 10:00:00 +0000", "X-Seen: yes"])
def test_mail_is_known_whichever_header_it_begins_with(tmp_path, opened, first):
    rest = "From: a@example.org\nTo: b@example.org\nSubject: Re: lunch\nContent-Transfer-Encoding: quoted-printable\n"
    message = f"{first}\n{rest}\nWe meet at the gr=\neen door.\n".encode()
    write(tmp_path, **{"1795360874__M5P7__vm": message, "same__eml": message})
    corpus = opened()
    stored, named = texts(corpus)
    assert stored == named
    assert b"We meet at the green door." in stored
    documents = corpus.documents()
    assert [documents.formats[code] for code in documents.format] == ["message/rfc822"] * 2


def test_a_version_number_makes_no_page_of_a_manual(tmp_path, opened):
    files = {"LGPL-2.1": "GNU LESSER", "ls.1": ".TH LS 1\nlist", "old.3": "'\\\" t\n.TH", "note.8": '\\" comment'}
    files |= {"empty.1": "", "below.1": "\n \r\n.TH BELOW 1\n", "text.1": "\n\nplain .TH text"}
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name, text in files.items():
            (tmp_path / name).write_text(text)
            archive.writestr(name, text or " ")
    corpus = opened()
    texts(corpus)
    texts(corpus, corpus.discovered())
    documents = corpus.documents()
    kinds = {documents.paths.display(row): documents.formats[documents.format[row]] for row in range(len(documents))}
    pages = ["below.1", "ls.1", "note.8", "old.3"]
    assert sorted(name for name, kind in kinds.items() if kind == "text/troff") == sorted(
        pages + [f"a.zip!{name}" for name in pages]
    )
    assert kinds["LGPL-2.1"] == kinds["a.zip!LGPL-2.1"] == "text/plain"
