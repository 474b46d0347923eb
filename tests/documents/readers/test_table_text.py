"""Tables line by line: what is no UTF-8 is seen wherever it stands, and nothing but a row's own size is limited."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import json
import lzma
import random
from collections.abc import Callable

import pytest

from simexplorer.documents import formats
from simexplorer.documents.decode import decode
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import EMPTY, READ, SKIPPED, Job, one_by_one
from simexplorer.documents.previews import table_preview
from simexplorer.documents.readers import csv_rows, table_text
from simexplorer.documents.readers.csv_rows import UNCLOSED
from simexplorer.documents.readers.table_text import TableText
from simexplorer.documents.readers.tables import read_table

BLANK = "it holds white space only"


def _text(raw: bytes, newline: str = "", **limits: int) -> TableText:
    return TableText(io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), **limits), newline)


@pytest.mark.parametrize("newline", ["", "\n"])
def test_lines_are_those_of_the_text_however_often_they_are_asked_for(newline: str) -> None:
    raw = "a\r\nb\rc\n\nd ü".encode()
    text = _text(raw, newline)
    wanted = ["a\r\n", "b\r", "c\n", "\n", "d ü"] if newline == "" else ["a\r\n", "b\rc\n", "\n", "d ü"]
    assert next(text.lines()) == wanted[0]
    assert list(text.lines()) == wanted
    assert list(text.lines()) == wanted
    assert list(_text(b"\xef\xbb\xbf" + raw, newline).lines()) == wanted


@pytest.mark.parametrize("encoding", [None, "utf-8"])
def test_of_two_byte_order_marks_the_second_is_a_letter(encoding: str | None) -> None:
    text = TableText(io.BytesIO(codecs.BOM_UTF8 * 2 + b"a"), Job(name=b"t.csv", size=7, encoding=encoding), "")
    assert list(text.lines()) == ["\ufeffa"]


@pytest.mark.parametrize(
    "raw",
    [
        b"plain text\n" * 40, "grün ü\n".encode() * 40, b"plain " * 60 + "ü\n".encode("latin-1") * 9,
        "日本語の行\n".encode("iso2022_jp_2") * 20, b"plain text\n" * 30 + "日本\n".encode("iso2022_jp_2"),
        "in sixteen bits\n".encode("utf-16-le") * 9, "with its mark\n".encode("utf-16") * 9,
        b"\xef\xbb\xbf" + b"marked\n" * 40, b"plain text\n" * 30 + b"\xf0\x9f\x98", "ü".encode() * 200,
    ],
)  # fmt: skip
@pytest.mark.parametrize("piece", [16, 17, 1 << 20])
def test_the_text_is_what_decoding_the_whole_gives(raw: bytes, piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_text, "_PIECE", piece)
    whole, text = decode(raw), _text(raw)
    assert whole is not None
    assert "".join(text.lines()) == whole.text.decode().removeprefix("\ufeff")
    assert (text.encoding, text.guessed) == (whole.encoding, whole.guessed)


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize(
    ("words", "codecs"),
    [
        ("grün und größer", "latin-1 cp1252 utf-16 utf-16-le utf-16-be utf-32 gb18030"),
        ("日本語の行です", "shift_jis iso2022_jp_2 euc_jp utf-16"),
    ],
)
def test_a_table_beyond_the_limit_is_read_whole_in_the_encoding_of_its_beginning(
    words: str, codecs: str, told: bool
) -> None:
    whole = "".join(f"{number},{words}: {'y' * number}\n" for number in range(90))
    for codec in codecs.split():
        raw = whole.encode(codec)
        job = Job(name=b"t.csv", size=len(raw), max_bytes=2001, encoding=codec if told else None)
        text = TableText(io.BytesIO(raw), job, "")
        assert len(list(text.lines())) == 90, codec
        read = "".join(text.lines())
        assert read == raw.decode(text.encoding, "replace").removeprefix("\ufeff"), codec
        assert read == whole or text.guessed, codec


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_long_table_that_is_utf8_but_for_its_end_is_a_guess(mark: bytes) -> None:
    raw = mark + b"id,text\n" + b"1,grown\n" * 200 + b"2,gr\xfcn\n"
    *rows, table = extract(io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), text_column="text", max_bytes=500))
    assert [row.text for row in rows] == [b"grown"] * 200 + ["gr\ufffdn".encode()]
    assert (table.encoding, table.guessed, table.truncated) == ("utf-8", True, False)


def test_rows_of_a_table_of_any_size_are_read_and_each_is_cut_at_the_limit() -> None:
    raw = b"id,text\n" + b"".join(b"%d,some words\n" % number for number in range(100)) + "x,ü".encode() * 200
    found = list(
        one_by_one(
            read_table(
                io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), text_column="text", max_bytes=99), formats.CSV
            )
        )
    )
    assert len(found) == 102
    assert {(one.status, one.truncated) for one in found[:100]} == {(READ, False)}
    assert not found[-1].truncated


def test_a_row_larger_than_the_limit_is_cut_between_two_characters() -> None:
    raw = b'{"text": "' + "ü".encode() * 50 + b'"}\n{"text": "short"}\n'
    job = Job(name=b"t.jsonl", size=len(raw), text_column="text", max_bytes=51)
    long, short, _ = one_by_one(read_table(io.BytesIO(raw), job, formats.JSON_LINES))
    assert (long.text.decode(), long.size, long.truncated) == ("ü" * 25, 100, True)
    assert long.reason == "only the first 51 bytes were read"
    assert (short.text, short.truncated, short.reason) == (b"short", False, "")


def test_numbers_longer_than_python_reads_are_kept_as_digits() -> None:
    digits = "".join(random.Random(1).choices("123456789", k=5000))
    raw = f'{{"text": {digits}}}\n'.encode()
    job = Job(name=b"t.jsonl", size=len(raw), text_column="text")
    found, _ = one_by_one(read_table(io.BytesIO(raw), job, formats.JSON_LINES))
    assert found.text.decode().strip('"') == digits


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_packed_table_of_any_size_is_read_row_by_row(pack: Callable[[bytes], bytes]) -> None:
    rows = [f'{{"text": "words of row {number} {random.Random(number).random()}"}}' for number in range(5000)]
    packed = pack("\n".join(rows).encode())
    job = Job(name=b"t.jsonl.packed", size=len(packed), text_column="text", max_bytes=10_000)
    *found, table = extract(io.BytesIO(packed), job)
    assert [one.text.decode() for one in found] == [json.loads(row)["text"] for row in rows]
    assert (table.media_type, table.status, table.reason) == (formats.JSON_LINES, READ, "")


def test_a_packed_table_that_is_damaged_is_read_up_to_there() -> None:
    packed = gzip.compress(
        "\n".join(f'{{"text": "row {random.Random(number).random()}"}}' for number in range(9000)).encode()
    )
    job = Job(name=b"t.jsonl.gz", size=len(packed), text_column="text")
    *rows, last, table = extract(io.BytesIO(packed[: len(packed) // 2]), job)
    assert len(rows) > 3000
    assert {row.status for row in rows} == {READ}
    assert (last.status, last.reason) == (SKIPPED, "damaged: this row is not JSON")
    assert (table.status, table.truncated) == (READ, True)
    assert table.reason == "damaged: only its beginning could be unpacked"
    (nothing,) = extract(io.BytesIO(packed[:30]), job)
    assert (nothing.status, nothing.reason) == (SKIPPED, "damaged: it cannot be unpacked")


class _Counted(io.BytesIO):
    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        part = super().read(size)
        self.taken += len(part)
        return part

    def read1(self, size: int | None = -1) -> bytes:
        return self.read(size)


def test_for_a_glimpse_only_the_beginning_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_text, "_PIECE", 1 << 14)
    stream = _Counted(b"id,text\n" + b"1,some words\n" * 100_000 + b"2,w\xf6rds\n")
    job = Job(name=b"t.csv", size=1_300_000, preview_rows=20)
    preview = table_preview(next(one_by_one(read_table(stream, job, formats.CSV))))
    assert preview is not None
    assert preview.rows == (("1", "some words"),) * 20
    assert 0 < stream.taken < 100_000


@pytest.mark.parametrize(("name", "content"), [(b"t.csv", b"id,text\n"), (b"t.tsv", b"text\n\n"), (b"t.csv", b"text")])
def test_a_table_of_a_head_alone_holds_no_rows(name: bytes, content: bytes) -> None:
    (found,) = extract(io.BytesIO(content), Job(name=name, size=len(content), text_column="text"))
    assert (found.status, found.reason) == (EMPTY, "the table holds no rows")


@pytest.mark.parametrize("name", [b"t.csv", b"t.tsv", b"t.jsonl"])
@pytest.mark.parametrize(
    ("content", "reason"), [(b"", "the file is empty"), (b"\n \r\n", BLANK), (b"\xef\xbb\xbf\n\t\f", BLANK)]
)
def test_a_table_of_nothing_is_empty_whatever_column_is_wanted(name: bytes, content: bytes, reason: str) -> None:
    (found,) = extract(io.BytesIO(content), Job(name=name, size=len(content), text_column="text"))
    assert (found.status, found.reason) == (EMPTY, reason)


def test_a_row_with_words_behind_the_last_named_column_says_that_they_were_left_out() -> None:
    content = b"id,text\n1,one, two, three\n2,four,\n3,five\n"
    one, *others, _ = extract(io.BytesIO(content), Job(name=b"t.csv", size=len(content), text_column="text"))
    assert (one.text, one.status, one.truncated) == (b"one", READ, True)
    assert one.reason.startswith("this row has more cells than the first row names")
    assert [(row.text, row.reason, row.truncated) for row in others] == [(b"four", "", False), (b"five", "", False)]
    one, *_ = extract(io.BytesIO(content), Job(name=b"t.csv", size=len(content), text_column="*", table_header=True))
    assert (one.text, one.reason) == (b"1 one two three", "")


def test_a_line_that_tells_the_separator_is_no_row() -> None:
    content = b"sep=;\r\nid;text\r\n1;one, two, three\r\n"
    row, _ = extract(io.BytesIO(content), Job(name=b"t.csv", size=len(content), text_column="text"))
    assert row.text == b"one, two, three"
    row, _ = extract(io.BytesIO(content), Job(name=b"t.csv", size=len(content), text_column="2", table_header=True))
    assert row.text == b"one, two, three"


_REMARKS = "1;Good, fast, would buy again, thanks;5\n2;Bad, never again;1\n3;Nice;4\n4;Good, fast;5\n"


@pytest.mark.parametrize(
    ("first", "column"), [("", "2"), ("id;text;stars, 1-5, of the form, rounded\n", "text"), ("sep=;\n", "2")]
)
def test_a_first_row_with_more_commas_than_separators_is_cut_as_the_rows_below_it(first: str, column: str) -> None:
    raw = (first + _REMARKS).encode()
    rows = list(extract(io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), text_column=column)))[:-1]
    assert [row.text for row in rows] == [
        b"Good, fast, would buy again, thanks",
        b"Bad, never again",
        b"Nice",
        b"Good, fast",
    ]


@pytest.mark.parametrize(
    ("raw", "rows"),
    [
        (b"k1,a;b\nk2,c;d\nk3,e;f\n", [b"a;b", b"c;d", b"e;f"]),  # both cut alike: the usual one
        (b"1,a,b\n2,c\n3,d,e,f\n", [b"a", b"c", b"d"]),  # none does
        (b'1,"a;b\nc;d",x\n2,"e",y\n3,"f",z\n', [b"a;b\nc;d", b"e", b"f"]),
    ],
)
def test_no_other_sign_separates_where_it_cuts_the_rows_no_better(raw: bytes, rows: list[bytes]) -> None:
    found = list(extract(io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), text_column="2")))[:-1]
    assert [row.text for row in found] == rows


@pytest.mark.parametrize("wanted", ["txt", "id ,txt", "*,txt"])
def test_a_column_that_is_not_there_is_told_with_the_first_row(wanted: str) -> None:
    content = b"number,text\n1,one\n"
    (found,) = extract(io.BytesIO(content), Job(name=b"t.csv", size=len(content), text_column=wanted))
    assert found.status == SKIPPED
    name = "id" if wanted.startswith("id") else "txt"
    assert found.reason == f"it has no column {name!r}; its first row is number, text"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('id,text\n1,"one\n2,two\n3,three\n', UNCLOSED),
        ('id,text\n1,"one\nstill one"\n2,"two ""quoted"" words"\n', ""),
        ('id,text\n1,"one\n2,two\n3,"three"\n', UNCLOSED),
        ('id,text\n1,one\n2,a pipe of 5" width\n', ""),
        ('id,text\n1,"one\nand more"\n2,a pipe of 5" width\n', ""),
    ],
)
def test_a_quotation_mark_that_is_never_closed_is_told(content: str, told: str) -> None:
    raw = content.encode()
    *rows, table = extract(io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), text_column="text"))
    assert (table.status, table.reason, table.truncated) == (READ, told, False)
    assert len(rows) == (2 if not told and "3" not in content else 1)


@pytest.mark.parametrize(("text", "name"), [("text", None), ("1,text", None), ("id", "text")])
def test_that_several_columns_have_the_wanted_name_is_told_with_their_numbers(text: str, name: str | None) -> None:
    raw = b"text,id,text\none,1,two\n"
    row, table = extract(io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), text_column=text, id_column=name))
    assert row.text == (b"one" if name is None else b"1")
    assert (table.status, table.truncated) == (READ, False)
    assert "columns 1, 3 are all called 'text'" in table.reason
    *_, table = extract(io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), text_column="3", id_column="id"))
    assert table.reason == ""


def test_a_cell_too_long_before_rows_of_many_lines_costs_itself_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_rows, "_LONGEST_FIELD", 50)
    raw = ("id,text\n1," + "x" * 60 + '\n2,"one\nand two"\n').encode()
    long, row, table = extract(io.BytesIO(raw), Job(name=b"t.csv", size=len(raw), text_column="text"))
    assert (long.status, long.reason) == (SKIPPED, "a cell of it is longer than 50 characters")
    assert (row.text, table.status, table.reason) == (b"one\nand two", READ, "")


@pytest.mark.parametrize("shift", range(4))
def test_a_table_of_one_line_is_read_whole_wherever_its_first_piece_ends(
    shift: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_text, "_PIECE", 1024)
    raw = (" " * shift + json.dumps([{"t": "я" * 300} for _ in range(12)], ensure_ascii=False)).encode()
    job = Job(name=b"a.json", size=len(raw), text_column="t", max_bytes=2048)
    found = list(extract(io.BytesIO(raw), job))
    assert [one.text.decode() for one in found[:-1]] == ["я" * 300] * 12
    assert not found[-1].truncated


@pytest.mark.parametrize(
    ("name", "content"),
    [(b"t.csv", b"id,text\n" + b"1,one\n" * 20), (b"t.jsonl", b'{"text": "one"}\n' * 20)],
)
@pytest.mark.parametrize("limit", [4096, 1 << 20])
def test_zero_bytes_behind_a_table_are_no_row_of_it_and_told(name: bytes, content: bytes, limit: int) -> None:
    padded = content + bytes(9000)
    job = Job(name=name, size=len(padded), text_column="text", max_bytes=limit)
    *rows, table = extract(io.BytesIO(padded), job)
    assert [row.text for row in rows] == [b"one"] * 20
    assert "zero bytes" in table.reason
