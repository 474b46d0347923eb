"""Which columns of a row make its text: one, several, or all but that of its name."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from simexplorer.documents import formats
from simexplorer.documents.extracted import Extracted, Job, Refusal, Rows, one_by_one
from simexplorer.documents.previews import TablePreview, documents_of
from simexplorer.documents.readers import tables
from simexplorer.documents.readers.tables import RowCutter, Table, _documents, read_table

_ADDRESSES = b"rec_id, given_name, surname, suburb\nr1, ann, lee, perth\nr2, , lee, perth\n"


def _rows(raw: bytes, text: str | None, name: str | None = None, *, items: bool = False) -> dict[bytes, bytes]:
    job = Job(name=b"t.csv", size=len(raw), text_column=text, id_column=name, items=items)
    found: list[Extracted] = list(one_by_one(read_table(io.BytesIO(raw), job, formats.CSV)))
    return {row.member: row.text for row in found if row.member}


def test_blanks_after_the_commas_belong_to_no_name() -> None:
    assert _rows(_ADDRESSES, "surname", "rec_id") == {b"r1": b" lee", b"r2": b" lee"}


def test_several_columns_make_one_text_in_the_order_asked_for() -> None:
    assert _rows(_ADDRESSES, "surname, given_name", "rec_id") == {b"r1": b"lee ann", b"r2": b"lee"}
    assert _rows(_ADDRESSES, "4,2", "rec_id") == {b"r1": b"perth ann", b"r2": b"perth"}


def test_a_star_is_all_columns_but_that_of_the_name() -> None:
    assert _rows(_ADDRESSES, "*", "rec_id") == {b"r1": b"ann lee perth", b"r2": b"lee perth"}
    assert _rows(b"a,b\nc,d\n", "*") == {b"1": b"a b", b"2": b"c d"}


def test_a_row_without_an_id_has_the_name_of_no_other() -> None:
    rows = b"id,text\n2,a\n,b\n2,c\n#2,d\n4,e\n,f\n"
    assert list(_rows(rows, "text", "id")) == [b"2", b"#2", b"2#3", b"#2#4", b"4", b"#6"]
    assert list(_rows(rows, "text")) == [b"1", b"2", b"3", b"4", b"5", b"6"]


def test_a_column_is_found_first_by_its_whole_name() -> None:
    assert _rows(b'id,"last, first",first\n1,"lee, ann",ann\n', "last, first", "id") == {b"1": b"lee, ann"}


def test_items_of_several_columns_are_one_basket() -> None:
    assert _rows(b"id,a,b,c\n1,x;y,z,w\n", "a,b", "id", items=True) == {b"1": b"x\0y\0z\0"}


def test_an_unknown_column_among_several_is_told_by_name() -> None:
    with pytest.raises(Refusal, match="no column 'town'; its columns are rec_id, given_name, surname, suburb"):
        _rows(_ADDRESSES, "surname,town", "rec_id")


def test_of_very_long_names_of_columns_the_beginning_is_told() -> None:
    with pytest.raises(Refusal, match=f"its columns are {'k' * 200}$"):
        _rows(b"k" * 5000 + b",text\n1,2\n", "text", "id")


def test_a_preview_is_cut_as_the_rows_later_are() -> None:
    made = documents_of(TablePreview(("id", "a", "b"), (("1", "x", "y"),)), "a,b", "id", items=False)
    assert [(one.name, one.text) for one in made] == [("1", "x y")]


def test_lines_end_in_every_way_and_a_quoted_end_is_part_of_its_cell() -> None:
    for end in (b"\n", b"\r\n", b"\r"):
        raw = end.join([b"id,text", b'1,"a' + end + end + b'b"', b"2,c\x0bd\xe2\x80\xa8e", b"", b"3,f"])
        joined = {b"1": b"a" + end + end + b"b", b"2": b"c\x0bd\xe2\x80\xa8e", b"3": b"f"}
        assert _rows(raw, "text", "id") == joined


def test_a_line_of_many_megabytes_takes_no_multiple_of_them() -> None:
    raw = b"id,text\n1," + b"word " * (2 << 20) + b"\n2,short\n"
    tracemalloc.start()
    try:
        found = _rows(raw, "text", "id")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found[b"2"] == b"short"
    # the text, the line, the cell while it is read (four bytes a character) and as it is, the document
    assert peak < 12 * len(raw)


def test_a_cell_that_is_too_long_costs_its_row_alone() -> None:
    raw = b"id,text\n1," + b"word " * (2**24 // 5 + 1) + b"\n2,short\n"
    job = Job(name=b"t.csv", size=len(raw), text_column="text", id_column="id")
    long, short, _ = one_by_one(read_table(io.BytesIO(raw), job, formats.CSV))
    assert (long.text, long.reason) == (b"", "a cell of it is longer than 16,777,216 characters")
    assert short.text == b"short"


def _all(raw: bytes, media_type: str, **options: object) -> list[Extracted]:
    job = Job(name=b"t", size=len(raw), text_column="text", **options)
    return list(one_by_one(read_table(io.BytesIO(raw), job, media_type)))


@pytest.mark.parametrize("odd", ["", " \t", "a,b,c", "\ud800", "x" * 90, "'\"quoted\"'"])
@pytest.mark.parametrize("media_type", [formats.CSV, formats.JSON_LINES])
def test_a_turn_of_plain_rows_reads_as_they_do_one_by_one(
    odd: str, media_type: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [f"the text of row {row}" for row in range(1500)]
    texts[1200] = odd
    if media_type == formats.CSV:
        lines = ["n,text", *(f"{row},{text}" for row, text in enumerate(texts))]
    else:
        lines = [json.dumps({"n": row, "text": text}) for row, text in enumerate(texts)]
        lines[1300] = '{"n": 7}'
        lines[1301] = "[not json"
    raw = "\n".join(lines).encode("utf-8", "replace")
    closely, plain_texts = [], RowCutter.plain_texts

    def looked(cutter: RowCutter, rows: list[Any], most: int) -> list[bytes] | None:
        closely.append(plain_texts(cutter, rows, most) is None)
        return plain_texts(cutter, rows, most)

    monkeypatch.setattr(RowCutter, "plain_texts", looked)
    found = _all(raw, media_type, max_bytes=80)
    monkeypatch.setattr(RowCutter, "plain_texts", lambda *_: None)
    assert found == _all(raw, media_type, max_bytes=80)
    assert len(found) == 1501
    assert not closely[0]


def test_long_rows_are_not_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = b"".join(b'{"text": "words %d"}\n' % number for number in range(1500))
    job = Job(name=b"t.jsonl", size=len(raw), text_column="text")
    joined = list(read_table(io.BytesIO(raw), job, formats.JSON_LINES))
    assert [type(found) for found in joined] == [Rows, Rows, Extracted]
    monkeypatch.setattr(tables, "_MOST_JOINED", 6000)
    apart = list(read_table(io.BytesIO(raw), job, formats.JSON_LINES))
    assert (len(apart), type(apart[-2])) == (1002, Rows)
    assert list(one_by_one(apart)) == list(one_by_one(joined))


def test_rows_of_a_turn_are_told_apart_as_they_are_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [str(row) for row in range(2600)]
    ids[1100], ids[2100], ids[2200], ids[2300] = (
        "7",
        "",
        "7#1101",
        "2302",
    )  # a name of before, none, names of later ones
    lines = [json.dumps({"id": int(row) if row == "9" else row, "text": f"text {row}"}) for row in ids]
    raw = "\n".join(lines).encode()
    found = _all(raw, formats.JSON_LINES, id_column="id")
    monkeypatch.setattr(RowCutter, "plain_names", lambda *_: None)
    assert found == _all(raw, formats.JSON_LINES, id_column="id")
    names = [one.member for one in found]
    assert len(set(names)) == len(names) == 2601
    assert names[1100] == b"7#1101"


def test_the_rows_before_a_fault_are_kept() -> None:
    def rows() -> Iterator[list[str]]:
        yield from (["one"], ["two"], [""])
        raise Refusal("damaged: no more")

    found: list[Extracted] = []
    table = Table(["text"], rows(), lambda row: row)
    job, cutter = Job(name=b"t", size=0, text_column="text"), RowCutter(["text"], "text", None, items=False)
    with pytest.raises(Refusal, match="no more"):
        found.extend(_documents(table, job, formats.PARQUET, cutter))
    assert [(row.member, row.text) for row in found] == [(b"1", b"one"), (b"2", b"two"), (b"3", b"")]
