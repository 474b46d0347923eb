"""Damage inside a PDF, of which PDFium tells nobody: pages end early, or are not there at all."""

from __future__ import annotations

import io
import random
import zlib
from pathlib import Path

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import READ, Job
from simexplorer.documents.readers.pdf_streams import broken_streams

CHAPTER = (Path(__file__).parent.parent / "converted" / "chapter.pdf").read_bytes()  # two pages, written by LibreOffice
FIRST = CHAPTER.index(b"stream") + 8  # where what is packed begins


def read(content):
    (found,) = extract(io.BytesIO(content), Job(name=b"file.pdf", size=len(content)))
    return found


def changed(at, by):
    return CHAPTER[:at] + by + CHAPTER[at + len(by) :]


def test_a_whole_file_is_not_damaged():
    assert broken_streams(CHAPTER) == 0
    assert (read(CHAPTER).status, read(CHAPTER).reason) == (READ, "")


@pytest.mark.parametrize("at", [FIRST, FIRST + 40, FIRST + 400])
def test_a_page_that_breaks_off_is_said(at):
    found = read(changed(at, bytes(4)))
    assert found.status == READ
    assert len(found.text) < len(read(CHAPTER).text)
    assert found.reason == "damaged: 1 of its parts no longer holds what was packed into it; text may be missing"
    assert found.truncated


def test_no_flipped_bit_of_a_page_goes_unsaid():
    rng, size = random.Random(1), CHAPTER.index(b"endstream") - FIRST - 4
    for _ in range(100):
        at = FIRST + rng.randrange(size)
        assert broken_streams(changed(at, bytes([CHAPTER[at] ^ 1 << rng.randrange(8)]))) == 1


def test_pictures_fonts_and_what_cannot_be_known_do_not_count():
    for name in (b"/FontFile2 7 0 R", b"/Subtype/Image", b"/Length1 77"):
        packed = b"1 0 obj<</Filter/FlateDecode %s>>stream\nnot packed\nendstream" % name
        assert broken_streams(packed) == 0
        assert broken_streams(packed.replace(name, b"")) == 1
    assert broken_streams(changed(FIRST, bytes(4)) + b"/Encrypt") == 0
    assert broken_streams(b"1 0 obj<</Filter/ASCII85Decode>>stream\nnot packed\nendstream") == 0


def test_check_sums_that_no_stream_has_right_are_those_of_the_program_that_wrote_them():
    one = b"1 0 obj<</Filter/FlateDecode>>stream\n%s\nendstream\n"
    right, wrong = zlib.compress(b"text " * 50), zlib.compress(b"text " * 50)[:-4] + b"sums"
    assert broken_streams((one % wrong) * 5) == 0
    assert broken_streams((one % wrong) + (one % right) * 4) == 1
    assert broken_streams((one % right)[:-25]) == 1, "cut short"
