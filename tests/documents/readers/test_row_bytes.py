"""Rows as the bytes they are in the file: all bytes come back, and rows are those that the reader of tables finds."""

from __future__ import annotations

import codecs
import gzip
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents import formats
from simexplorer.documents.extracted import SKIPPED, Extracted, Job, Refusal, one_by_one
from simexplorer.documents.readers.row_bytes import row_bytes
from simexplorer.documents.readers.tables import read_table

HAND = b'\xef\xbb\xbfid,text\r\n1,"one\r\ntwo ""three"""\r\n\r\n2,plain\n3,\xc3\xa9'


def _read(raw: bytes, media_type: str, **options: Any) -> list[Extracted]:
    job = Job(name=b"t", size=len(raw), **options)
    return [row for row in one_by_one(read_table(io.BytesIO(raw), job, media_type)) if row.member]


def _pieces(raw: bytes, media_type: str, encoding: str = "utf-8", **options: Any) -> list[tuple[bool, bytes]]:
    job = Job(name=b"t", size=len(raw), **options)
    return [one for one in row_bytes(io.BytesIO(raw), job, media_type, encoding) if one[1]]


def test_a_table_is_cut_into_what_is_a_row_and_what_is_none() -> None:
    """By hand: mark, names, a row of two lines, an empty line, two rows, the last of which no line end follows."""
    assert _pieces(HAND, formats.CSV, text_column="text") == [
        (False, codecs.BOM_UTF8),
        (False, b"id,text\r\n"),
        (True, b'1,"one\r\ntwo ""three"""\r\n'),
        (False, b"\r\n"),
        (True, b"2,plain\n"),
        (True, b"3,\xc3\xa9"),
    ]


def test_what_stands_above_the_names_is_no_row_and_without_names_the_first_line_is_one() -> None:
    titled = b"Sales of May\n\nid,text\n1,a\n"
    assert _pieces(titled, formats.CSV, text_column="text") == [(False, titled[:-4]), (True, b"1,a\n")]
    said = b"sep=;\n1;a\n2;b\n"
    rows = [(False, b"sep=;\n"), (True, b"1;a\n"), (True, b"2;b\n")]
    assert _pieces(said, formats.CSV, text_column="2") == rows


def test_lines_of_json_are_rows_but_those_that_hold_blanks_alone() -> None:
    raw = b'\xef\xbb\xbf{"text": "a"}\r\n \t\n{broken\n{"text": "b"}'
    assert _pieces(raw, formats.JSON_LINES, text_column="text") == [
        (False, codecs.BOM_UTF8),
        (True, b'{"text": "a"}\r\n'),
        (False, b" \t\n"),
        (True, b"{broken\n"),
        (True, b'{"text": "b"}'),
    ]


@pytest.mark.parametrize("media_type", [formats.CSV, formats.TSV, formats.JSON_LINES])
@given(
    raw=st.text(alphabet='ab1 ,;\t\n\r"é\u2028{}:[]', max_size=60),
    mark=st.booleans(),
    wanted=st.sampled_from(["1", "a", "2", "*"]),
    header=st.sampled_from([None, True, False]),
)
def test_no_byte_is_lost_and_rows_are_those_that_are_read(
    media_type: str, raw: str, mark: bool, wanted: str, header: bool | None
) -> None:
    whole = codecs.BOM_UTF8 * mark + raw.encode()
    options: dict[str, Any] = {"text_column": wanted, "table_header": header}
    try:
        rows = _read(whole, media_type, **options)
    except Refusal:
        return
    encoding = next((row.encoding for row in rows if row.status != SKIPPED), "utf-8")
    if not encoding.startswith(("utf-8", "cp", "iso8859")):
        return
    pieces = _pieces(whole, media_type, encoding, **options)
    assert b"".join(piece for _, piece in pieces) == whole
    cut = [piece for is_row, piece in pieces if is_row]
    assert len(cut) == len(rows)
    if media_type == formats.TSV and wanted.isdecimal() and header is False:  # else a row alone is read otherwise
        alone = [_read(piece, media_type, text_column=wanted, table_header=False) for piece in cut]
        assert [one.text for [one] in alone] == [row.text for row in rows]


@pytest.mark.parametrize("encoding", ["cp1252", "cp1251", "gb18030", "cp932", "euc_jp", "mac-roman", "utf-8"])
def test_rows_of_any_encoding_with_the_signs_of_ascii_come_back(encoding: str) -> None:
    word = {"cp1251": "Привет", "gb18030": "表能", "cp932": "表能", "euc_jp": "表能"}.get(encoding, "é")
    raw = f'text\r\n"{word},\n{word}"\r\n{word}'.encode(encoding)
    pieces = _pieces(raw, formats.CSV, encoding, text_column="text")
    assert [piece for is_row, piece in pieces if is_row] == [
        f'"{word},\n{word}"\r\n'.encode(encoding),
        word.encode(encoding),
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32-be", "iso2022_jp_2", "cp037", "utf-7", ""])
def test_an_encoding_whose_bytes_are_not_those_of_ascii_is_refused(encoding: str) -> None:
    with pytest.raises(Refusal, match="cannot be told apart by their bytes: save the table as UTF-8"):
        _pieces(b"text\na\n", formats.CSV, encoding, text_column="text")


def test_a_byte_order_mark_is_letters_where_another_encoding_is_set() -> None:
    raw = codecs.BOM_UTF8 + b"sep=|\n1|a\n"
    rows = _pieces(raw, formats.CSV, "cp1252", text_column="2", table_header=False)
    assert [piece for is_row, piece in rows if is_row] == [codecs.BOM_UTF8 + b"sep=|\n", b"1|a\n"]
    assert len(rows) == len(_read(raw, formats.CSV, text_column="2", table_header=False, encoding="cp1252"))


def test_a_packed_table_is_refused() -> None:
    with pytest.raises(Refusal, match="unpack it first"):
        _pieces(gzip.compress(b"text\na\n"), formats.CSV, text_column="text")
