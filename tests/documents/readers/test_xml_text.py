"""Books and manuals in XML: what is written in them, without their marks."""

from __future__ import annotations

import io
import os

import numpy as np
import pytest

from simexplorer.documents import formats
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import EMPTY, Extracted, Job
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer

BOOK = """<?xml version="1.0" encoding="{}"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<stylesheet type="text/css">p {{}}</stylesheet>
<description><title-info><book-title>Книга</book-title><annotation><p>О ней</p></annotation></title-info></description>
<body><title><p>Книга</p></title><section><p>Сло<emphasis>во</emphasis> и де<strong>ло</strong>.</p><p>Второй
абзац<a l:href="#n1" type="note">[1]</a></p><poem><stanza><v>стих</v><v>строка</v></stanza></poem></section></body>
<body name="notes"><section id="n1"><p>Сноска</p></section></body>
<binary id="cover.jpg" content-type="image/jpeg">/9j/4AAQSkZJRgABAQ</binary></FictionBook>"""
MANUAL = """<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "http://www.oasis-open.org/docbook.dtd" [
<!ENTITY product "ours"> <!ENTITY more "&product;&product;">]>
<article><title>How&nbsp;to</title><!-- hidden --><para>Call <command>ls</command><indexterm><primary>list</primary>
</indexterm> &mdash; &more;<footnote><para>Its note.</para></footnote>, then.</para><?page break?><informaltable>
<tgroup><tbody><row><entry>a</entry><entry>b &amp; c</entry></row></tbody></tgroup></informaltable></article>"""
WORDS = ["Книга", "Слово", "и", "дело.", "Второй", "абзац[1]", "стих", "строка", "Сноска"]


def read(raw: bytes, name: bytes) -> Extracted:
    (found,) = extract(io.BytesIO(raw), Job(name=name, size=len(raw)))
    assert isinstance(found, Extracted)
    return found


@pytest.mark.parametrize(
    ("encoding", "codec"), [("utf-8", "utf-8"), ("windows-1251", "cp1251"), ("UTF-16", "utf-16-le")]
)
def test_the_text_of_a_book_is_that_of_its_bodies_in_any_encoding(encoding: str, codec: str) -> None:
    found = read(BOOK.format(encoding).encode(encoding), b"book.fb2")
    assert (found.text.decode().split(), found.media_type, found.encoding) == (WORDS, formats.FICTION_BOOK, codec)


@pytest.mark.parametrize("name", [b"manual.docbook", b"manual.dbk"])
def test_the_text_of_a_manual_has_words_of_lines_joined_and_cells_and_notes_parted(name: bytes) -> None:
    found = read(MANUAL.encode(), name)
    assert found.media_type == formats.DOCBOOK
    words = ["How", "to", "Call", "ls", "—", "&more;", "Its", "note.", ",", "then.", "a", "b", "&", "c"]
    assert found.text.decode().split() == words, "entities that a file declares are not put in: they may be a bomb"


@pytest.mark.parametrize("raw", [b"<FictionBook><body><p>not closed</p>", b"words", b"<a>" * 100_000, b"<a>&b;</a>"])
def test_what_is_no_sound_xml_is_the_text_that_it_is(raw: bytes) -> None:
    found = read(raw, b"book.fb2")
    assert (found.text, found.media_type) == (raw, formats.PLAIN)


def test_slips_that_leave_the_text_in_no_doubt_are_read_over() -> None:
    raw = b"<article xml:id='no name'><para xml:id='a'>one</para>\f<para xml:id='a'>two</para></article>"
    assert read(raw, b"manual.dbk").text.split() == [b"one", b"two"]


def test_a_book_of_pictures_holds_no_text() -> None:
    found = read(b"<FictionBook><body/><binary>/9j/4AAQ</binary></FictionBook>", b"book.fb2")
    assert (found.status, found.reason) == (EMPTY, "it holds no text")


def test_elements_in_each_other_as_deep_as_xml_may_be_are_read() -> None:
    assert read(b"<a>" * 250 + b"deep" + b"</a>" * 250, b"book.fb2").text == b"deep"


def test_a_collection_reads_books_as_their_reader_does(tmp_path) -> None:
    (tmp_path / "a.fb2").write_text(BOOK.format("utf-8"), "utf-8")
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    corpus.read(np.arange(1), TextBuffer())
    assert corpus.text(0).split() == WORDS
    corpus.close()
