from __future__ import annotations

import bz2
import io
import tarfile

import pytest

from simexplorer.documents.formats import (
    BZIP2,
    FEWEST_HEADERS,
    MAIL,
    MAIL_HEADERS,
    ODT,
    PDF,
    PLAIN,
    TAR,
    binary_words,
    magic_type,
    text_type,
)

FLAT = b'<office:document xmlns:office="urn:x" office:mimetype="application/vnd.oasis.opendocument.text">'


@pytest.mark.parametrize(
    "text",
    [
        b"BZhang wrote this", b"PAR1 is a golf club", b"GIF89a is a format of pictures", b"ID3 tags, explained",
        b"OggS", b"fLaC", b"wOFF", b"RIFF, or WAVE", b"RIFF....WAVE", b"lazyftyping", b"!<arch>\nof libraries",
        b"7z", b"1: a table" + b"." * 247 + b"ustar", "Die ersten Bytes einer Datei: %PDF-1.4, größer".encode(),
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
    ],
)
def test_binary_files_are_known_by_their_beginning(head, words):
    assert binary_words(head) == words


def test_a_flat_office_document_begins_as_markup():
    assert text_type(b"<?xml version='1.0'?>\n" + FLAT, PLAIN) == ODT
    assert text_type(b"How such a file begins:\n" + FLAT, PLAIN) == PLAIN


def test_a_mail_begins_with_headers_of_mail_among_others():
    headers = [name + b": a\n" for name in MAIL_HEADERS]
    for first in (b"", b"\r\n", b"Organization: a\n", b"Lines: 3\n folded\n"):
        assert text_type(first + b"".join(headers[:FEWEST_HEADERS]) + b"\nb", PLAIN) == MAIL
    for first in (b"  indented\n", b"no header\n", b"a_b: c\n"):
        assert text_type(first + b"".join(headers) + b"\nb", PLAIN) == PLAIN
    assert text_type(b"".join(headers[: FEWEST_HEADERS - 1]) + b"\n" + b"".join(headers), PLAIN) == PLAIN


@pytest.mark.parametrize(
    "headers",
    [b"Subject: a\nContent-Type: text/plain", b"Content-Type: text/html; charset=utf-8", b"Subject: a", b"Cc: b"],
)
def test_a_file_named_as_mail_is_one_with_a_single_header_of_mail(headers):
    assert text_type(headers + b"\n\nwords\n", MAIL) == MAIL
    assert text_type(headers + b"\n\nwords\n", PLAIN) == PLAIN


@pytest.mark.parametrize("text", [b"words and words\n\nSubject: a\n", b"Note: words\nsubject: words\nand words\n", b""])
def test_a_file_named_as_mail_that_begins_with_no_headers_is_plain_text(text):
    assert text_type(text, MAIL) == PLAIN
