"""Members of containers: each name once, and nothing left out without a word."""

from __future__ import annotations

import io
import tarfile

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import READ, SKIPPED, Job
from simexplorer.documents.readers import archives
from simexplorer.documents.readers.member_names import MemberNames
from tests.documents import made_files as made

HEAD = b"From: a@b\nTo: c@d\nSubject: s\nDate: today\nContent-Type: multipart/mixed; boundary=x\n\n"
PART = b'--x\nContent-Disposition: attachment; filename="a.txt"\n\nan attachment\n'


def read(content, name=b"x"):
    return list(extract(io.BytesIO(content), Job(name=name, size=len(content))))


def test_names_are_told_apart_from_numbered_ones_too():
    names = MemberNames()
    given = ["a", "a", "a#2", "a", "a#2", "", ""]
    got = [names.unique(name) for name in given]
    assert got == [b"a", b"a#2", b"a#2#2", b"a#3", b"a#2#3", b"unnamed", b"unnamed#2"]
    assert len(set(got)) == len(given)


def test_attachments_of_one_name_are_documents_of_their_own():
    found = read(HEAD + 3 * PART + b"--x--\n", b"m.eml")
    assert [one.member for one in found] == [b"a.txt", b"a.txt#2", b"a.txt#3", b""]


def test_parts_of_a_message_beyond_the_limit_are_counted():
    message = read(HEAD + 1200 * PART + b"--x--\n", b"m.eml")[-1]
    assert message.truncated
    assert message.reason == "only the first 1,000 of its 1,200 parts were read"


def tar_of(*names, kind=tarfile.REGTYPE):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name in names:
            entry = tarfile.TarInfo(name)
            entry.type = kind
            entry.size = 1000 if kind == tarfile.REGTYPE else 0
            archive.addfile(entry, io.BytesIO(b"word " * 200))
    return bytearray(out.getvalue())


@pytest.mark.parametrize("cut", [False, True])
def test_a_damaged_header_inside_an_archive_is_said(cut):
    raw = tar_of("one", "two", "three")
    raw = raw[: 1536 + 300] if cut else raw[: 1536 + 148] + b"0000000\0" + raw[1536 + 156 :]
    found = read(bytes(raw), b"x.tar")
    assert [one.member for one in found] == [b"one", b""]
    assert found[-1].truncated
    assert found[-1].reason == "damaged: 1 of its members could be read"


def test_links_in_an_archive_are_counted():
    archive = read(bytes(tar_of("a", "b", kind=tarfile.SYMTYPE)), b"x.tar")[-1]
    assert archive.status != SKIPPED
    assert archive.reason == "links, pipes and devices in it were left out: 2"


@pytest.mark.parametrize("pack", [made.zipped, made.tarred])
def test_an_archive_larger_than_a_document_may_be_is_read_and_each_member_cut(pack):
    raw = pack({"long.txt": b"words " * 50, "short.txt": b"a few words"})
    long, short, archive = extract(io.BytesIO(raw), Job(name=b"x", size=len(raw), max_bytes=100))
    assert (len(long.text), long.truncated, long.reason) == (100, True, "only the first 100 bytes were read")
    assert (short.text, short.truncated) == (b"a few words", False)
    assert (archive.status, archive.reason) == (READ, "")


@pytest.mark.parametrize("pack", [made.zipped, made.tarred])
def test_of_very_many_members_the_first_are_read_and_the_rest_is_said(pack, monkeypatch):
    monkeypatch.setattr(archives, "_MOST_MEMBERS", 3)
    found = read(pack({f"{number}.txt": b"words" for number in range(5)}), b"x")
    assert [one.member for one in found] == [b"0.txt", b"1.txt", b"2.txt", b""]
    assert found[-1].truncated
    assert found[-1].reason == "only the first 3 of its 5 members were read"


def test_a_size_that_the_directory_makes_up_cuts_no_member_short():
    raw = bytearray(made.zipped({"a.txt": "a whole text " * 50}))
    at = raw.rindex(b"PK\1\2") + 24
    raw[at : at + 4] = b"\xff\xff\xff\xff"
    member = read(bytes(raw), b"x.zip")[0]
    assert not member.truncated
    assert member.size == 650


def test_a_table_larger_than_the_limit_is_read_whole_in_any_encoding():
    raw = b"id,text\n" + b"".join(b"%d,some w\xf6rds\n" % number for number in range(100))
    job = Job(name=b"t.csv", size=len(raw), text_column="text", max_bytes=600)
    *rows, table = extract(io.BytesIO(raw), job)
    assert [row.text.decode() for row in rows] == ["some wörds"] * 100
    assert (table.truncated, table.reason) == (False, "")


def test_damage_inside_a_parquet_file_is_said_in_words():
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    out = io.BytesIO()
    parquet.write_table(pyarrow.table({"text": [f"words of row {row}" for row in range(3000)]}), out)
    raw = bytearray(out.getvalue())
    raw[40:4000] = bytes(3960)
    table = list(extract(io.BytesIO(raw), Job(name=b"t.parquet", size=len(raw), text_column="text")))[-1]
    assert table.status == SKIPPED
    assert table.reason == "damaged: the rows of the Parquet file cannot be read"
