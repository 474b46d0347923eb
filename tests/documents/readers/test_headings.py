"""Names of columns below a title, a date or remarks, in tables of text."""

from __future__ import annotations

import io
import os

import numpy as np
import pytest

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import SKIPPED, Extracted, Job
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.previews import table_preview
from simexplorer.documents.readers.headings import below_title, heading_at
from simexplorer.documents.text_buffer import TextBuffer

TITLED = "Report 2024, all of it\n\nof the 6th of May\nid;note;town\na;first, of two;perth\nb;second;york\n"
ABOVE = "rows above the names of its columns were left out: 2"


def read(text: str, name: bytes = b"t.csv", **options: object) -> list[Extracted]:
    raw = text.encode()
    job = Job(name=name, size=len(raw), **options)  # type: ignore[arg-type]
    return list(extract(io.BytesIO(raw), job))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_rows_are_read_below_a_title_and_by_the_separator_of_their_names(end: str) -> None:
    text = TITLED.replace("\n", end)
    *rows, whole = read(text, text_column="note")
    assert [(row.member, row.text) for row in rows] == [(b"1", b"first, of two"), (b"2", b"second")]
    assert whole.reason == ABOVE
    rows = read(text, text_column="note,town", id_column="id")[:-1]
    assert [(row.member, row.text) for row in rows] == [(b"a", b"first, of two perth"), (b"b", b"second york")]


def test_a_separator_that_is_told_holds_for_the_names_too() -> None:
    *rows, whole = read("sep=;\n" + TITLED, text_column="note")
    assert [row.text for row in rows] == [b"first, of two", b"second"]
    assert whole.reason == ABOVE
    rows = read("A report\nid\tnote\na\tb\n", b"t.tsv", text_column="note")[:-1]
    assert [row.text for row in rows] == [b"b"]


@pytest.mark.parametrize("above", [",,", " , , ", ",,\n\n,,", "\n"])
def test_rows_of_empty_cells_above_the_names_are_none(above: str) -> None:
    *rows, whole = read(f"{above}\nid,note,town\na,first,perth\n", text_column="note", id_column="id")
    assert [(row.member, row.text) for row in rows] == [(b"a", b"first")]
    assert whole.reason == ""


@pytest.mark.parametrize(("text", "reason"), [(TITLED, ABOVE), (";;\n" + TITLED.split("\n", 3)[3], None)])
def test_a_collection_reads_a_titled_table_as_its_reader_does(tmp_path, text: str, reason: str | None) -> None:
    (tmp_path / "t.csv").write_text(text)
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions(text_column="note"))
    corpus.read(np.arange(1), TextBuffer())
    corpus.discovered()
    assert [corpus.text(row) for row in (1, 2)] == ["first, of two", "second"]
    assert corpus.documents().reason_of(0) == reason
    corpus.close()


@pytest.mark.parametrize(
    "text",
    [
        "a,first\nb,note\nc,third\n",  # data as full as the row with the word
        "a\nnote\nb\n",  # one column
        "a,b\n" * 20 + "id,note,town\n1,2,3\n",  # too far below
    ],
)
def test_where_there_is_a_doubt_no_names_are_taken(text: str) -> None:
    (whole,) = read(text, text_column="note")
    assert whole.status == SKIPPED
    assert whole.reason.startswith("it has no column 'note'; its first row is a")


def preview(text: str, name: bytes = b"t.csv") -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    (found,) = read(text, name, preview_rows=9)
    shown = table_preview(found)
    assert shown is not None
    return shown.columns, list(shown.rows)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("before", ["", "sep=;\n"])
def test_a_preview_finds_names_and_separator_below_a_title(end: str, before: str) -> None:
    rows = [("a", "first, of two", "perth"), ("b", "second", "york")]
    assert preview((before + TITLED).replace("\n", end)) == (("id", "note", "town"), rows)
    assert preview("A report;;\nid;a;b\n1;1,5;2,5\n2;2,5;3,5\n")[0] == ("id", "a", "b")
    assert preview("A report\nid\tnote\na\tb\nc\td\n", b"t.tsv")[0] == ("id", "note")


@pytest.mark.parametrize(
    "text",
    [
        "text\nfirst, of two\nsecond\nlast, not least\n",  # cells that lack their marks
        "x\n1,0.5\n2,0.7\n3,0.9\n",  # rows have a number that no column names
        "a,b\nx|1,y\nz|2,y\n",  # another sign stands as often in the rows
        "text\nid,note\n",
        "text\na\nb\nc\n",
        "a,b,c\n1,2,3\n4,5,6\n",
    ],
)
def test_a_preview_begins_with_the_first_line_where_there_is_a_doubt(text: str) -> None:
    assert preview(text)[0] == tuple(text.split("\n", maxsplit=1)[0].split(","))


def test_what_the_preview_shows_is_read_where_all_columns_are_taken(tmp_path) -> None:
    rows = read(TITLED, text_column="*", table_header=True)
    assert [row.text for row in rows[:-1]] == [b"a first, of two perth", b"b second york"]
    assert rows[-1].reason == ABOVE
    (tmp_path / "t.csv").write_text(TITLED)
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions(text_column="*", table_header=True))
    corpus.read(np.arange(1), TextBuffer())
    corpus.discovered()
    assert [corpus.text(row).encode() for row in (1, 2)] == [row.text for row in rows[:-1]]
    corpus.close()


def heading(rows: list[list[str]], text: str | None, name: str | None = None, header: bool | None = None) -> int:
    return heading_at(rows, Job(name=b"t", size=1, text_column=text, id_column=name, table_header=header))


def test_the_row_of_the_names_has_all_that_are_asked_for() -> None:
    rows = [["A report"], [], [" id ", "note"], ["1", "2"]]
    assert heading(rows, "note") == heading(rows, "note", "id") == heading(rows, "note,id") == 2
    assert heading(rows, "note", "1") == heading(rows, "2,note") == 2
    assert heading(rows, "note", "key") == heading(rows, "note,town") == 0
    assert heading(rows, "note", header=False) == heading(rows, "2") == heading(rows, "*") == heading(rows, None) == 0
    assert heading([["a", "b"], ["last, first", "id", "c"]], "last, first") == 1


def test_a_first_row_with_a_name_in_it_is_that_of_the_names() -> None:
    assert heading([["note"], ["id", "note"]], "note", "id") == 0


def test_a_title_stands_alone_in_its_row_and_rows_below_the_names_do_not() -> None:
    assert below_title([["A report"], ["", "b"], ["id", "note"], ["1", "2"]]) == 2
    assert below_title([["id", "note"], ["1"], ["1", "2"]]) == 0
    assert below_title([["text"], ["1"], ["1", "2"]]) == 0
    assert below_title([["text"], ["1", "2"], ["1"]]) == 0
    assert below_title([["A report"], ["id", "note"]]) == 0
    assert below_title([]) == 0
