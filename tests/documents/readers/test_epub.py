"""Books whose lists cannot be read."""

from __future__ import annotations

import io
import zipfile

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import SKIPPED, Job
from tests.documents import made_files as made


def test_pages_of_a_book_that_say_that_they_are_of_an_older_kind_are_read() -> None:
    with zipfile.ZipFile(io.BytesIO(made.epub("<p>one</p>"))) as whole:
        files = {name: whole.read(name) for name in whole.namelist()}
    files["OPS/book.opf"] = files["OPS/book.opf"].replace(b"application/xhtml+xml", b"text/x-oeb1-document")
    content = made.zipped(files)
    (found,) = extract(io.BytesIO(content), Job(name=b"b.epub", size=len(content)))
    assert found.text == b"one"


def test_heads_and_notes_on_pages_of_a_book_are_text_and_its_list_of_contents_is_not() -> None:
    page = (
        "<html><body><header><h1>Chapter</h1></header><p>words<a>1</a></p>"
        "<aside epub:type='footnote'>its note</aside><aside>in the margin</aside><footer>source</footer></body></html>"
    )
    content = made.epub(page, nav="<html><body><nav>Chapter</nav></body></html>")
    (found,) = extract(io.BytesIO(content), Job(name=b"b.epub", size=len(content)))
    assert found.text.decode().split() == ["Chapter", "words1", "its", "note", "in", "the", "margin", "source"]


@pytest.mark.parametrize("gone", ["META-INF/container.xml", "OPS/book.opf"])
def test_a_book_whose_lists_are_empty_is_damaged_as_any_other_xml(gone: str) -> None:
    with zipfile.ZipFile(io.BytesIO(made.epub("<p>one</p>"))) as whole:
        files = {name: b"" if name == gone else whole.read(name) for name in whole.namelist()}
    content = made.zipped(files)
    (found,) = extract(io.BytesIO(content), Job(name=b"b.epub", size=len(content)))
    assert (found.status, found.reason) == (SKIPPED, "damaged: its XML cannot be read")
