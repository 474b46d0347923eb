"""Archives that are not quite what they were: cut, with something behind or before them."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import tarfile
import zipfile
from collections.abc import Callable

import pytest
from backports import zstd

from simexplorer.documents import formats
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import EMPTY, READ, SKIPPED, Extracted, Job
from tests.documents import made_files as made

LONG = " ".join(str(random.Random(number).random()) for number in range(20_000)).encode()
PACKERS = [gzip.compress, bz2.compress, lzma.compress, zstd.compress]
NOTE = b"words of a note behind a gap\n"
GAPS = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "b.txt", "GNU.sparse.realsize": "30"}


def _read(content: bytes, name: bytes) -> list[Extracted]:
    return list(extract(io.BytesIO(content), Job(name=name, size=len(content))))


@pytest.mark.parametrize("pack", PACKERS)
def test_what_follows_a_packed_text_does_not_cost_the_text(pack: Callable[[bytes], bytes]) -> None:
    (found,) = _read(pack(b"all the words") + b"and something else", b"a.txt.gz")
    assert (found.text, found.status) == (b"all the words", READ)
    assert found.truncated
    assert found.reason == "bytes behind the end of what is packed were left out"


@pytest.mark.parametrize("pack", PACKERS)
def test_streams_packed_one_behind_another_are_one_text(pack: Callable[[bytes], bytes]) -> None:
    (found,) = _read(pack(LONG) + pack(b" and more"), b"a.txt.gz")
    assert (found.text, found.reason) == (LONG + b" and more", "")


@pytest.mark.parametrize("pack", PACKERS)
def test_a_packed_text_that_was_cut_is_read_up_to_there(pack: Callable[[bytes], bytes]) -> None:
    packed = pack(LONG)
    (found,) = _read(packed[: len(packed) // 2], b"a.txt.gz")
    if found.status == SKIPPED:  # not one block of it was whole
        assert found.reason == "damaged: it cannot be unpacked"
        assert pack is bz2.compress
        return
    assert LONG.startswith(found.text)
    assert len(found.text) > len(LONG) // 3
    assert found.truncated
    assert found.reason == "damaged: only its beginning could be unpacked"


def test_members_of_a_packed_archive_that_was_cut_stay() -> None:
    packed = gzip.compress(made.tarred({"a.txt": LONG, "b.txt": LONG[::-1]}))
    first, archive = _read(packed[: len(packed) * 2 // 3], b"a.tgz")
    assert (first.member, first.text) == (b"a.txt", LONG)
    assert (archive.reason, archive.truncated) == ("damaged: 1 of its members could be read", True)


def test_a_document_in_apples_own_form_is_no_archive_of_files_that_cannot_be_read() -> None:
    (found,) = _read(made.zipped({"Index/Document.iwa": LONG[:99], "preview.jpg": b"\xff\xd8\xff"}), b"a.pages")
    assert (found.status, found.reason) == (
        SKIPPED,
        "not text: a document of Pages, Numbers or Keynote, to be exported from there as PDF or for Office",
    )
    member, _ = _read(made.zipped({"notes/Index/a.iwa.txt": b"inside"}), b"a.zip")
    assert member.text == b"inside"


def test_an_archive_behind_a_program_that_unpacks_it_is_one() -> None:
    for before in (b"#!/bin/sh\nexit\n", bytes(range(256)) * 100):
        member, archive = _read(before + made.zipped({"a.txt": b"inside"}), b"a.zip")
        assert (member.member, member.text, archive.media_type) == (b"a.txt", b"inside", formats.ZIP)
    (found,) = _read(before, b"a.zip")
    assert found.reason == "damaged: the directory of the zip file cannot be read"


def test_a_pdf_behind_a_few_words_is_one_by_its_name() -> None:
    content = b"some words before it\n" * 20 + made.pdf(["inside of it"])
    (named,) = _read(content, b"a.pdf")
    assert (named.media_type, named.text.strip()) == (formats.PDF, b"inside of it")


def test_an_archive_that_lacks_bytes_in_its_middle_is_damaged_and_no_bomb() -> None:
    whole = made.zipped({"a.txt": LONG, "b.txt": LONG[::-1]})
    (found,) = _read(whole[:5000] + whole[5100:], b"a.zip")
    assert (found.status, found.reason) == (SKIPPED, "damaged: its directory speaks of bytes that are not there")


def _tar_of_a_folder() -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        folder = tarfile.TarInfo("d")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
    return content.getvalue()


@pytest.mark.parametrize(("name", "pack"), [(b"a.tar", bytes), (b"a.tar.gz", gzip.compress), (b"a.tgz", gzip.compress)])
def test_a_tar_archive_of_nothing_but_its_end_is_empty(name: bytes, pack: Callable[[bytes], bytes]) -> None:
    (found,) = _read(pack(bytes(10_240)), name)
    assert (found.status, found.reason) == (EMPTY, "the archive holds no files")


@pytest.mark.parametrize("content", [made.zipped({}), made.zipped({"d/": b""}), _tar_of_a_folder()])
def test_an_archive_of_nothing_is_empty(content: bytes) -> None:
    (found,) = _read(content, b"a.zip")
    assert (found.status, found.reason) == (EMPTY, "the archive holds no files")


def test_names_like_those_of_members_of_members_do_not_make_an_archive_empty() -> None:
    content = made.zipped({"a!b.txt": b"inside"})
    for part in range(2):
        *found, archive = extract(io.BytesIO(content), Job(name=b"a.zip", size=len(content), part=part, parts=2))
        assert len(found) == 1 - part
        assert (archive.status, archive.reason) == (READ, "")


@pytest.mark.parametrize("number", [0x50, 0x5F])
def test_a_frame_to_skip_may_precede_what_is_packed_with_zstandard(number: int) -> None:
    skipped = bytes([number]) + b"\x2a\x4d\x18\x04\0\0\0abcd"
    (found,) = _read(skipped + zstd.compress(b"the text"), b"a.txt.zst")
    assert (found.status, found.text) == (READ, b"the text")


def test_zstandard_files_are_unpacked() -> None:
    for name in (b"notes.md.zst", b"notes.md.gz"):
        (found,) = _read(zstd.compress("Ä ö\n".encode() * 9), name)
        assert (found.media_type, found.text) == (formats.MARKDOWN, "Ä ö\n".encode() * 9)
    (two_frames,) = _read(zstd.compress(b"one ") + zstd.compress(b"two"), b"a.zst")
    assert two_frames.text == b"one two"
    files = {b"a.txt": b"first", b"b/two.txt": b"second"}
    tar = zstd.compress(made.tarred({name.decode(): text for name, text in files.items()}))
    assert {one.member: one.text for one in _read(tar, b"t.tzst")} == files | {b"": b""}
    (bomb,) = _read(zstd.compress(bytes(1 << 28)), b"a.zst")
    assert (bomb.status, bomb.reason) == (SKIPPED, "a bomb: it unpacks to more than 100 times its size")


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (made.docx("words"), formats.DOCX),
        (made.xlsx(("words",)), formats.XLSX),
        (made.odt("words"), formats.ODT),
        (made.epub("<p>words</p>"), formats.EPUB),
    ],
)
def test_parts_named_with_the_separator_of_windows_are_found(content: bytes, media_type: str) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as whole:
        parts = {name.replace("/", "\\"): whole.read(name) for name in whole.namelist()}
    (found,) = _read(made.zipped(parts, zipfile.ZIP_STORED), b"file")
    assert (found.media_type, found.status) == (media_type, READ)
    assert b"words" in found.text


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_tar_archive_cut_between_its_members_says_that_its_end_is_missing(pack: Callable[[bytes], bytes]) -> None:
    tar = made.tarred({"a.txt": b"one", "b.txt": b"two"})
    first, whole = _read(pack(tar[:1024]), b"a.tar")
    assert (first.member, first.text) == (b"a.txt", b"one")
    assert (whole.status, whole.truncated) == (READ, True)
    assert whole.reason == "damaged: its end is missing, and with it perhaps some of its members"
    *members, whole = _read(pack(tar[: 2 * 1024 + 512]), b"a.tar")
    assert ([one.text for one in members], whole.reason, whole.truncated) == ([b"one", b"two"], "", False)


def _old_tar(content: bytes) -> bytes:
    """As tar wrote it before ustar: no magic, no names of owners, and the sum of what is left."""
    header = bytearray(made.tarred({"a.txt": content})[:512])
    header[257:] = bytes(255)
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + content.ljust(512, b"\0") + bytes(1024)


def test_a_tar_archive_of_before_ustar_is_known_by_its_sum() -> None:
    archive = _old_tar(b"all the words")
    assert [(one.member, one.text) for one in _read(archive, b"backup")] == [(b"a.txt", b"all the words"), (b"", b"")]
    (other,) = _read(archive.replace(b"a.txt", b"b.txt"), b"backup")
    assert other.status == SKIPPED


def test_a_member_that_is_damaged_costs_itself_alone_however_it_is_packed() -> None:
    for packed in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", packed) as archive:
            for name in "abc":
                archive.writestr(f"{name}.txt", random.Random(name).randbytes(300).hex() * 3)
            begin = archive.getinfo("b.txt").header_offset + 30 + len("b.txt")
        raw = bytearray(buffer.getvalue())
        raw[begin + 30 : begin + 120] = random.Random(1).randbytes(90)
        found = list(extract(io.BytesIO(bytes(raw)), Job(name=b"a.zip", size=len(raw))))
        assert [(one.member, one.status) for one in found[:-1]] == [
            (b"a.txt", READ), (b"b.txt", SKIPPED), (b"c.txt", READ)
        ]  # fmt: skip
        assert found[1].reason.startswith("damaged: ")


def test_damage_of_a_packed_archive_is_said_beside_what_was_left_out() -> None:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "a.txt"
        archive.addfile(link)
        entry = tarfile.TarInfo("a.txt")
        entry.size = 30_000
        archive.addfile(entry, io.BytesIO(random.Random(1).randbytes(15_000).hex().encode()))
    cut = gzip.compress(plain.getvalue())[:-12]
    found = list(extract(io.BytesIO(cut), Job(name=b"a.tar.gz", size=len(cut))))
    whole = next(one for one in found if not one.member)
    assert whole.truncated
    assert whole.reason.startswith("damaged")
    assert "links, pipes and devices in it were left out: 1" in whole.reason


def test_files_of_a_tar_archive_are_read_without_one_of_the_library_but_those_with_gaps(monkeypatch) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content, headers in (("a.txt", b"words", {}), ("b", b"1\n1\n29\n".ljust(512, b"\0") + NOTE, GAPS)):
            entry = tarfile.TarInfo(name)
            entry.size, entry.pax_headers = len(content), headers
            archive.addfile(entry, io.BytesIO(content))
    opened = []
    library = tarfile.TarFile.extractfile
    monkeypatch.setattr(
        tarfile.TarFile, "extractfile", lambda of, entry: opened.append(entry.name) or library(of, entry)
    )
    found = _read(buffer.getvalue(), b"a.tar")
    assert [(one.member, one.size, one.text) for one in found[:-1]] == [
        (b"a.txt", 5, b"words"), (b"b.txt", 30, b"\0" + NOTE)
    ]  # fmt: skip
    assert opened == ["b.txt"]
