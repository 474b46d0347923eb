"""What the kernel keeps as plain text by itself, and what it leaves to a reader of formats."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.documents.formats import MAILBOX, PLAIN, text_type
from simexplorer.documents.read_kernels import judge

TIME = b"From someone@example.org Sat Nov 21 19:46:39 2026\nSubject: a\n\nb\n"


def kept(text: bytes) -> bool:
    size, characters, _ = judge(np.frombuffer(bytearray(text + bytes(64)), np.uint8), 0, len(text), False)
    assert size in (-1, len(text))
    assert size == -1 or characters == len(text.decode())
    return bool(size >= 0)


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
        b"Received: from a\n",
        b"\r\nReturn-Path: <a>",
        b"RETURN-PATH: <a>",
        b"Delivered-To: a",
        b"MIME-Version: 1.0",
        b"Message-Id: <a>",
        b"From: a@example.org",
        b"Date: Sun, 22 Nov 2026 10:00:00 +0000",
        b"Subject: Re: a",
        b"To: b@example.org",
        b"Content-Type: text/plain",
        b"X-Original-To: b@example.org",
        b"DKIM-Signature: v=1",
        b"Authentication-Results: a",
        b"In-Reply-To: <a>",
        b"Newsgroups: a.b",
        b" <html>",
        b"{\\rtf1 a}",
        b"%PDF-1.4",
    ],
)
def test_what_may_be_mail_or_markup_is_looked_at(text):
    assert not kept(text)


def test_a_mailbox_is_known_by_the_time_in_its_first_line():
    assert text_type(TIME, PLAIN) == MAILBOX
    assert kept(TIME.replace(b"19:46:39", b"19.46"))
