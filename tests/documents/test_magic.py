from __future__ import annotations

import bz2
import io
import tarfile

import pytest

from simexplorer.documents.formats import BZIP2, PDF, TAR
from simexplorer.documents.magic import binary_words, magic_type


@pytest.mark.parametrize(
    "text",
    [
        b"BZhang wrote this", b"PAR1 is a golf club", b"GIF89a is a format of pictures", b"ID3 tags, explained",
        b"OggS", b"fLaC", b"wOFF", b"RIFF, or WAVE", b"RIFF....WAVE", b"lazyftyping", b"!<arch>\nof libraries",
        b"7z", b"MZ is a sign\x0c", b"MM, mm", b"LZIP packs", b"MSCF and MThd", b"1: a table" + b"." * 247 + b"ustar",
        b"ARROW1", "Die ersten Bytes einer Datei: %PDF-1.4, größer".encode(),
    ],
)  # fmt: skip
def test_words_that_binary_files_begin_with_may_begin_a_text(text):
    assert magic_type(text) is None
    assert binary_words(text) is None


def test_a_text_about_pdf_may_be_cut_inside_a_character():
    assert magic_type("%% %PDF-1.4 ist größer".encode()[:-4]) is None  # of the ß one byte is left
    assert magic_type("%% %PDF-1.4 ist größer".encode("latin-1")) == PDF


@pytest.mark.parametrize("level", range(1, 10))
@pytest.mark.parametrize("content", [b"", b"a", b"words " * 99])
def test_bzip2_is_known_at_every_level(level, content):
    assert magic_type(bz2.compress(content, level)) == BZIP2


@pytest.mark.parametrize("kind", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_tar_is_known_also_where_texts_alone_are_in_it(kind):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=kind) as archive:
        archive.addfile(tarfile.TarInfo("a" * 99))
    assert magic_type(packed.getvalue()) == TAR


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"GIF89a\x01\0\x01\0\x80\0\0", "a GIF picture"),
        (b"ID3\x03\0\0\0\0\0\x0a", "a sound file"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "a picture, sound or film file"),
        (b"\0\0\0\x18ftypisom", "a picture, sound or film file"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0", "a compiled program"),
        (b"MM\0*\0\0\0\x08", "a TIFF picture"),
        (b"a book".ljust(60, b"\0") + b"BOOKMOBI", "a book of Mobipocket or Kindle"),
        (b"\xffWPC\x10\0\0\0", "a WordPerfect document, to be saved as ODT or DOCX"),
        (b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d", "a notebook of OneNote, to be exported from there"),
        (b"ARROW1\0\0", "a table of Arrow, to be saved as Parquet"),
        (b"\x78\x9f\x3e\x22\0\0", "an attachment in Outlook's own form (winmail.dat)"),
    ],
)
def test_binary_files_are_known_by_their_beginning(head, words):
    assert binary_words(head) == words
