"""Notebooks: their cells and what came out of them, without pictures and without the spelling of JSON."""

from __future__ import annotations

import io
import json
import os
from typing import Any

import numpy as np
import pytest

from simexplorer.documents import formats
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Extracted, Job
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer

_PICTURE = {"image/png": "iVBORw0KGgo=", "text/plain": ["<Figure>"], "text/html": ["<b>no</b>"]}
CELLS = [
    {"cell_type": "markdown", "source": ["# Grüße\n", "a line"]},
    {
        "cell_type": "code",
        "source": "print('a')\nplot()",
        "outputs": [
            {"output_type": "stream", "name": "stdout", "text": ["a\n"]},
            {"output_type": "display_data", "data": _PICTURE, "metadata": {}},
            {"output_type": "error", "ename": "E", "evalue": "e", "traceback": ["\x1b[0;31mE\x1b[0m", "e"]},
        ],
    },
    {"cell_type": "code", "source": [], "outputs": []},
]
WORDS = "# Grüße\na line\n\nprint('a')\nplot()\na\n<Figure>\nE\ne"


def read(book: Any, name: bytes = b"a.ipynb") -> Extracted:
    raw = book if isinstance(book, bytes) else json.dumps(book).encode()
    (found,) = extract(io.BytesIO(raw), Job(name=name, size=len(raw)))
    assert isinstance(found, Extracted)
    return found


def test_cells_and_the_words_that_came_out_of_them_are_the_text() -> None:
    found = read({"cells": CELLS, "metadata": {"language": "no"}, "nbformat": 4})
    assert (found.text.decode(), found.media_type, found.encoding) == (WORDS, formats.NOTEBOOK, "utf-8")


def test_notebooks_of_the_third_version_are_read() -> None:
    code = {"cell_type": "code", "input": ["1 + 1"], "outputs": [{"output_type": "pyout", "text": ["2"]}]}
    found = read({"worksheets": [{"cells": [CELLS[0], code]}], "nbformat": 3})
    assert found.text.decode() == "# Grüße\na line\n\n1 + 1\n2"


@pytest.mark.parametrize(
    "book", [b"{", b"words", b"[1]", b'{"cells": 3}', b'{"cells": [1, null], "worksheets": [2]}', b"[" * 100_000]
)
def test_what_is_no_notebook_is_the_text_that_it_is(book: bytes) -> None:
    found = read(book)
    assert (found.text, found.media_type) == (book, formats.PLAIN)


@pytest.mark.parametrize(
    "cell", [{}, {"source": None, "outputs": 3}, {"source": 3, "outputs": [{"data": 3, "text": {}, "traceback": None}]}]
)
def test_cells_of_another_form_give_nothing(cell: dict[str, Any]) -> None:
    assert read({"cells": [CELLS[0], cell]}).text.decode() == "# Grüße\na line"


def test_a_collection_reads_notebooks_as_their_reader_does(tmp_path) -> None:
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": CELLS}))
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions())
    corpus.read(np.arange(1), TextBuffer())
    assert corpus.text(0) == WORDS
    corpus.close()
