"""Flat spreadsheets of OpenDocument: rows as the packed ones give them."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents import formats
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import SKIPPED, Extracted, Job
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from tests.documents.readers.test_sheets import PEOPLE, TOWNS, ods
from tests.documents.readers.test_sheets import read as read_packed

ROOT = b'<office:document office:mimetype="' + formats.ODS.encode() + b'"'


def flat(packed: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(packed)) as parts:
        content = parts.read("content.xml")
    return content.replace(b"<office:document-content", ROOT).replace(b"document-content>", b"document>")


def read(content: bytes, **options: object) -> list[Extracted]:
    job = Job(name=b"book.fods", size=len(content), **options)  # type: ignore[arg-type]
    return list(extract(io.BytesIO(content), job))


@pytest.mark.parametrize(
    "options",
    [{"text_column": "name", "id_column": "id"}, {"text_column": "*"}, {"items": True}, {"preview_rows": 5}, {}],
)
def test_a_flat_book_is_read_as_the_packed_one(options: dict[str, object]) -> None:
    book = ods(People=PEOPLE, Towns=TOWNS, hidden=TOWNS)
    assert read(flat(book), **options) == read_packed(book, **options)


def test_a_flat_book_without_the_column_or_cut_off_is_not_read() -> None:
    book = flat(ods(People=PEOPLE))
    (found,) = read(book, text_column="town")
    assert (found.status, found.media_type) == (SKIPPED, formats.ODS)
    assert found.reason.startswith("it has no column 'town'")
    *rows, broken = read(book[:-50], text_column="name")
    assert [row.text for row in rows] == [b"ann", b"bob"]
    assert broken.reason == "damaged: its XML cannot be read"


def test_a_collection_reads_the_rows_of_a_flat_book(tmp_path: Path) -> None:
    (tmp_path / "book.fods").write_bytes(flat(ods(People=PEOPLE)))
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions(text_column="name"))
    corpus.read(np.arange(1), TextBuffer())
    corpus.discovered()
    assert [corpus.text(row) for row in (1, 2)] == ["ann", "bob"]
    corpus.close()
