from __future__ import annotations

import io

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job
from simexplorer.documents.formats import (
    DOC,
    FEWEST_HEADERS,
    HTML,
    MAIL,
    MAIL_HEADERS,
    ODT,
    PLAIN,
    XLS,
    text_type,
)

FLAT = b'<office:document xmlns:office="urn:x" office:mimetype="application/vnd.oasis.opendocument.text">'


def test_a_flat_office_document_begins_as_markup():
    assert text_type(b"<?xml version='1.0'?>\n" + FLAT, PLAIN) == ODT
    assert text_type(b"How such a file begins:\n" + FLAT, PLAIN) == PLAIN


@pytest.mark.parametrize("begins", ["<table border=1>", "\n<!-- by a page --><META charset=utf-8>", "<style>", "<b>"])
def test_a_part_of_a_page_that_has_the_name_of_an_office_file_is_a_page(begins):
    page = begins.encode() + b"\n<tr><td>words</td></tr>"
    assert text_type(page, XLS) == text_type(page, DOC) == HTML
    assert text_type(page, PLAIN) == PLAIN
    for text in (b"< b and words", b"<tables of words", b"words <b>and words</b>", b"<?xml version='1.0'?><a/>"):
        assert text_type(text, XLS) == PLAIN


def test_a_table_of_a_page_that_is_called_a_workbook_is_read_without_its_tags():
    raw = b"<table border=1><tr><td>one</td><td>two &amp; three</td></tr></table>"
    (found,) = extract(io.BytesIO(raw), Job(name=b"export.xls", size=len(raw)))
    assert found.text.split() == [b"one", b"two", b"&", b"three"]


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
