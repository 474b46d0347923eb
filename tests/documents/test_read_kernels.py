"""What the kernel keeps as plain text by itself, and what it leaves to a reader of formats."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from simexplorer.documents.extracted import Job
from simexplorer.documents.formats import HEAD, MAILBOX, PLAIN, text_type
from simexplorer.documents.odd_texts import plain_all_the_same
from simexplorer.documents.read_kernels import (
    DONE,
    FAILED,
    LOOK,
    PATH_BYTES,
    READER,
    ReadOrder,
    judge,
    read_rows,
    verdict_of,
)
from simexplorer.documents.spool import Spool
from simexplorer.documents.system_calls import STATX_BYTES
from simexplorer.documents.text_buffer import TextBuffer

TIME = b"From someone@example.org Sat Nov 21 19:46:39 2026\nSubject: a\n\nb\n"


def judged(text: bytes) -> int:
    """DONE, LOOK or READER."""
    size, characters, _ = judge(np.frombuffer(bytearray(text + bytes(64)), np.uint8), 0, len(text), False)
    assert size < 0 or (size, characters) == (len(text), len(text.decode()))
    return int(verdict_of(size))


def kept(text: bytes) -> bool:
    return judged(text) == DONE


@pytest.mark.parametrize(
    "text",
    [
        b"From the beginning of time: 12 o'clock.",
        b"From here to there.\nWe met at 10:30.",
        b"Recent and retired members",
        b"Return to sender: now",
        b"Subject to change: prices",
        b"Date of birth: unknown",
        b"Delegates, deliver us",
        b"Messages, mimes and memories",
        b"Miss Marple",
        b"title: a\ndate: 2026\nsubject: b\n",
        b"From: a\nTo: b\n\nDate: c\nSubject: d",
        b"From ann@example.org\nFrom: a\nTo: b\nDate: c\n",
        b"From",
        b"From ",
        b"Received",
        "  \n Fr\u00f6hlich: Received".encode(),
    ],
)
def test_prose_is_plain_whatever_letters_it_begins_with(text):
    assert kept(text)
    assert text_type(text, PLAIN) == PLAIN


@pytest.mark.parametrize(
    "text",
    [
        TIME,
        b"Received: from a\nFrom: a\nTo: b\n",
        b"\r\nReturn-Path: <a>\r\n folded\r\nDATE: today\r\nSubject: a\r\n\r\n",
        b"X-Original-To: b\nDelivered-To: a\nMIME-Version: 1.0\nMessage-Id: <a>",
        b"MIME-Version: 1.0\nX: y\nContent-Type: multipart/related; boundary=a\n\n",
        b" <html>",
        b"{\\rtf1 a}",
        b"%PDF-1.4",
    ],
)
def test_what_may_be_mail_or_markup_is_looked_at(text):
    assert not kept(text)


HEADERS = [
    b"From: a\n", b"to:b\r\n", b"DATE: c\n", b"Subject: d\n", b"Received: e\n\tf\n", b"Message-ID:\n", b"X-Own: g\n",
    b"a1-b: c\n", b"no header\n", b" folded\n", b"\n", b"\r\n", b"\r", b"From ", b"10:10\n", b"a" * 99,
    b"MIME-Version: 1.0\n", b"Content-Type: multipart/related\n",
    b"Long: " + b"a" * 4096 + b"\n", "\u00fc: a\n".encode(),
]  # fmt: skip


@given(st.lists(st.sampled_from(HEADERS), max_size=9).map(b"".join))
@example(b"\r\n" * 4000 + b"From: a\nTo: b\nDate: c\n")
@example(b"From " + b"a" * 8000 + b" 10:10\nTo: b\n")
def test_no_mail_is_taken_for_text(text):
    assert text_type(text[:HEAD], PLAIN) == PLAIN or judged(text) == LOOK


MARKUP = [
    b"<", b">", b"<!--", b"-->", b"--", b"<!-- a > b -->", b"<!-->", b"<?xml", b'<?xml version="1.0"?>',
    b"<!DOCTYPE ", b"<!doctype\nHTML>", b"HTML", b"html>", b"<html>", b"<HTML ", b"<head>", b"<header>", b"<body\n",
    b"<svg>", b"<?php", b"<office:document ", b'office:mimetype="application/vnd.oasis.opendocument.text">',
    b" ", b"\n\t", b"words", b"\x08",
]  # fmt: skip


@given(st.lists(st.sampled_from(MARKUP), max_size=12).map(b"".join))
@example(b"<!-- -->" * 500 + b"<html>")
@example(b"<a>" + b" " * 3990 + b'<office:document office:mimetype="application/vnd.oasis.opendocument.text">')
@example(b"<a>words")
@example(b"<a>words\x08")
def test_no_page_is_taken_for_text_and_other_markup_is(text):
    verdict = judged(text)
    if text_type(text[:HEAD], PLAIN) != PLAIN:
        assert verdict == READER
        assert plain_all_the_same(text, Job(name=b"a.txt", size=len(text))) is None
    elif text.lstrip()[:2] in (b"<s", b"<a", b"<>") and b"<office" not in text:
        assert verdict == (LOOK if b"\x08" in text else DONE)


@pytest.mark.parametrize(
    "text",
    [
        b'<?xml version="1.0"?>\n<!-- of us -->\n<!-- all -->\n<article><p>Text</p></article>',
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n<svg/>',
        b"<?php echo 1; ?>",
        b"<!-- a comment and no more",
        b"<!---->" * 1000 + b"<xsl:stylesheet>",
    ],
)
def test_markup_that_is_no_page_is_kept_as_it_is(text):
    assert kept(text)
    assert text_type(text, PLAIN) == PLAIN


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (b"red \x1b[31m ink", LOOK),
        (b"Subject: Re: a\nTo: b\nFrom: c", LOOK),
        ("Gr\u00fc\u00dfe \x08".encode(), LOOK),
        (b"\n\t <html>", READER),
        (b"one\0two", LOOK),
        ("\0 Gr\u00fc\u00dfe".encode("latin-1"), LOOK),
        ("Gr\u00fc\u00dfe".encode("latin-1"), READER),
        ("\x08 Gr\u00fc\u00dfe".encode("latin-1"), READER),
        ("plain".encode("utf-16"), READER),
    ],
)
def test_what_no_second_look_can_find_plain_goes_to_a_reader(text: bytes, verdict: int) -> None:
    assert judged(text) == verdict
    if verdict == READER:
        assert plain_all_the_same(text, Job(name=b"a.txt", size=len(text))) is None


def test_a_mailbox_is_known_by_the_time_in_its_first_line():
    assert text_type(TIME, PLAIN) == MAILBOX
    assert kept(TIME.replace(b"19:46:39", b"19.46"))


@pytest.mark.parametrize("wanted", [range(8), [6, 7, 0, 1, 4], [3, 2, 1], [0, 2, 4, 6], [5]], ids=str)
@pytest.mark.parametrize("lost", [0, 3])
def test_made_texts_are_read_whether_or_not_they_follow_each_other(
    tmp_path: Path, wanted: Sequence[int], lost: int
) -> None:
    texts = [b"one", b"two of them", b"3", b"vier", b"five", b"", b"seven", b"eight"]
    earlier, rows = tmp_path / "earlier", np.array(wanted)
    earlier.write_bytes(b"head" + b"".join(texts[:3]))
    with closing(Spool()) as spool:
        spool.recall(os.open(earlier, os.O_RDONLY), 4, len(b"".join(texts[:3])))
        spool.append(b"".join(texts[3:]))
        os.truncate(spool.places.descriptor, len(b"".join(texts[3:])) - lost)
        lengths = np.array([len(text) for text in texts])
        order, count = order_of((lengths.cumsum() - lengths)[rows], lengths[rows]), rows.size
        buffer, offsets, verdict = TextBuffer(), np.zeros(count + 1, np.int64), np.zeros(count, np.uint8)
        characters, visible = np.zeros(count, np.int64), np.zeros(count, np.bool_)
        path, record = np.zeros(PATH_BYTES, np.uint8), np.zeros(STATX_BYTES, np.uint8)
        read_rows(order, spool.places, buffer.data, offsets, verdict, characters, visible, path, record)
        buffer.finish(offsets)
    gone = (rows == 7) & (lost > 0)
    assert verdict.tolist() == np.where(gone, FAILED, DONE).tolist()
    assert [buffer.text(i) for i in range(count)] == [b"" if gone[i] else texts[row] for i, row in enumerate(wanted)]


def order_of(place: NDArray[np.int64], lengths: NDArray[np.int64]) -> ReadOrder:
    """What is to be read of the spool alone."""
    none = np.zeros(place.size, np.int64)
    names, folder, kept = np.zeros(1, np.uint8), none.astype(np.int32), none - 1
    return ReadOrder(names, none, none, folder, place, none, none, lengths, lengths, kept, np.empty(0, np.uint8))
