"""JSON of one array of objects: its rows are those that JSON Lines of the same objects have."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from simexplorer.documents import formats
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import EMPTY, READ, Extracted, Job
from simexplorer.documents.previews import table_preview

_ROWS: list[Any] = [
    {"id": 1, "text": "one, [two] {three}"},
    {"id": 2, "text": 'a "quoted" ] , {\n line', "tags": [1, {"a": "]"}]},
    {"id": 2, "text": ""},
    {"text": None},
    {"id": 9},
    ["text of a list"],
    "a text alone",
    {"id": 10, "text": "ä 日本"},
]
_LONG = "1" * 5000  # digits, more than Python reads


def _read(raw: bytes, name: bytes = b"t.json", **options: Any) -> list[Extracted]:
    return list(extract(io.BytesIO(raw), Job(name=name, size=len(raw), **options)))


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("begin", ["", "\ufeff", "\r\n \t"])
@pytest.mark.parametrize(
    "options",
    [{"text_column": "text"}, {"text_column": "*", "id_column": "id"}, {"text_column": "tags", "items": True}],
)
def test_rows_are_those_of_json_lines(indent: int | None, begin: str, options: dict[str, Any]) -> None:
    array = json.dumps(_ROWS, indent=indent).replace("10,", f"{_LONG},")
    *rows, whole = _read((begin + array).encode(), **options)
    lines = "\n".join(map(json.dumps, _ROWS)).replace("10,", f"{_LONG},").encode()
    *wanted, table = _read(lines, b"t.jsonl", **options)
    assert [row._replace(media_type=formats.JSON_LINES) for row in rows] == wanted
    assert len(rows) == len(_ROWS)
    assert (whole.media_type, whole.status, whole.reason) == (formats.JSON, READ, table.reason)
    assert bool(whole.reason) == ("id_column" in options)  # one row has no id, and one that of a row above


@pytest.mark.parametrize(
    ("rest", "rows", "reason"),
    [
        ("]", 2, ""),
        ("] \n", 2, ""),
        ('] {"text": "more"}', 2, "what follows the end of its array was left out"),
        ("", 2, "damaged: its array does not end"),
        (', {"text": "b', 3, "damaged: what follows one of its rows is not JSON"),
        (" oops ]", 3, "damaged: what follows one of its rows is not JSON"),
    ],
)
def test_an_array_that_is_damaged_gives_the_rows_before(rest: str, rows: int, reason: str) -> None:
    *found, whole = _read(b'[{"text": "a"}, {"text": "b"}' + rest.encode(), text_column="text")
    assert [row.text for row in found[:2]] == [b"a", b"b"]
    assert (len(found), whole.reason) == (rows, reason)
    assert all(row.reason == "damaged: this row is not JSON" for row in found[2:])


@pytest.mark.parametrize(
    ("raw", "options"),
    [
        (b'[{"a": "b"}]', {}),
        (b'[{"a": "b"}]', {"text_column": "text"}),
        (b'["text", "b"]', {"text_column": "text"}),
        (b'{"text": [{"a": 1}]}', {"text_column": "text"}),
    ],
)
def test_what_is_no_table_of_what_is_asked_for_is_one_text(raw: bytes, options: dict[str, Any]) -> None:
    (found,) = _read(raw, **options)
    assert (found.text, found.media_type, found.status) == (raw, formats.JSON, READ)


def test_its_first_rows_are_shown_before_columns_are_chosen() -> None:
    preview = table_preview(_read(json.dumps(_ROWS[:2]).encode(), preview_rows=5)[0])
    assert preview is not None
    assert (preview.columns, preview.certain) == (("id", "text", "tags"), True)
    assert preview.rows[0][1] == "one, [two] {three}"


@pytest.mark.parametrize("spelling", ["[\n {A},\r\n {B}\n]", "[{A},\n{B}]", "\ufeff[{\n {a}},\n{B}]", "[ \r\n{A},{B}]"])
def test_an_array_over_several_lines_may_be_called_json_lines(spelling: str) -> None:
    array = spelling.replace("{A}", '{"text": "one"}').replace("{a}", '"text": "one"').replace("{B}", '{"text": "two"}')
    found = [row for row in _read(array.encode(), b"t.jsonl", text_column="text") if row.member]
    assert [(row.status, row.text) for row in found] == [(READ, b"one"), (READ, b"two")]


def test_lines_of_arrays_stay_json_lines() -> None:
    lines = b'[{"a": 1}, "one"]\n[{"a": 2}, "two"]\n'
    found = [row for row in _read(lines, b"t.jsonl", text_column="2") if row.member]
    assert [row.text for row in found] == [b"one", b"two"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_rows_are_found_in_any_encoding(encoding: str) -> None:
    raw = json.dumps([{"text": f"words {n}"} for n in range(3)], indent=1).encode(encoding)
    found = list(extract(io.BytesIO(raw), Job(name=b"a.json", size=len(raw), text_column="text")))
    assert [one.text for one in found] == [b"words 0", b"words 1", b"words 2", b""]


@pytest.mark.parametrize("raw", [b"[]", b" [\n] \n", b"\xef\xbb\xbf[]"])
def test_an_array_of_nothing_is_a_table_without_rows(raw: bytes) -> None:
    (found,) = extract(io.BytesIO(raw), Job(name=b"a.json", size=len(raw), text_column="text"))
    assert (found.status, found.reason) == (EMPTY, "the table holds no rows")
    (text,) = extract(io.BytesIO(raw), Job(name=b"a.json", size=len(raw)))
    assert text.status == READ
