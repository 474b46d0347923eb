from __future__ import annotations

import pytest

from simexplorer.documents.formats import (
    FEWEST_HEADERS,
    MAIL,
    MAIL_HEADERS,
    ODT,
    PLAIN,
    text_type,
)

FLAT = b'<office:document xmlns:office="urn:x" office:mimetype="application/vnd.oasis.opendocument.text">'


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
