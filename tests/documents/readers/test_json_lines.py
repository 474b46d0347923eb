"""Objects of different keys as rows of one table: no key is lost, no row goes without a reason."""

from __future__ import annotations

import io

import pytest

from simexplorer.documents import formats
from simexplorer.documents.extracted import READ, Extracted, Job, Refusal, one_by_one
from simexplorer.documents.previews import documents_of, table_preview
from simexplorer.documents.readers.tables import read_table

_MIXED = b'{"id": 1}\n{"text": "a b", "id": 2}\n\n{"title": null, "text": "c"}\n{"text": null, "extra": [1, "x"]}\n'


def _read(raw: bytes, *, text: str | None = None, items: bool = False, preview: int = 0) -> list[Extracted]:
    job = Job(name=b"t.jsonl", size=len(raw), text_column=text, items=items, preview_rows=preview)
    return list(one_by_one(read_table(io.BytesIO(raw), job, formats.JSON_LINES)))


def _told(raw: bytes, text: str | None, *, items: bool = False) -> list[tuple[bytes, str]]:
    return [(one.text, one.reason) for one in _read(raw, text=text, items=items) if one.member]


def test_columns_are_the_keys_of_all_first_objects_in_order_of_first_sight() -> None:
    preview = table_preview(_read(_MIXED, preview=20)[0])
    assert preview is not None
    assert preview.columns == ("id", "text", "title", "extra")
    assert preview.rows[0] == ("1", "", "", "")


def test_a_row_that_lacks_the_column_says_so_and_null_holds_nothing() -> None:
    assert _told(_MIXED, "text") == [
        (b"", "this row has no column 'text'"),
        (b"a b", ""),
        (b"c", ""),
        (b"", "this row holds nothing"),
    ]
    assert _told(_MIXED, "title,extra")[0] == (b"", "this row has no column of title,extra")


def test_what_the_window_foretells_is_what_a_scan_reads() -> None:
    preview = table_preview(_read(_MIXED, preview=20)[0])
    assert preview is not None
    for column in (*preview.columns, "*", "text, extra"):
        foretold = [one.text for one in documents_of(preview, column, None, items=False)]
        read = [text.decode() for text, _ in _told(_MIXED, column)]
        assert foretold == read, column


def test_keys_after_the_beginning_are_columns_where_they_are_asked_for_and_parts_of_all() -> None:
    raw = b'{"a": "x"}\n' * 1500 + b'{"a": "y", "late": "z"}\n'
    assert _told(raw, "late")[-1] == (b"z", "")
    assert _told(raw, "late")[0] == (b"", "this row has no column 'late'")
    assert _told(raw, "*")[-1] == (b"y z", "")
    assert _told(raw, None, items=True)[-1] == (b"y\0z\0", "")


def test_a_name_that_is_no_key_anywhere_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refusal, match="no column 'late'; its columns are a, b"):
        _read(b'{"a": "late", "b": {"late": 1}}\n', text="late")


def test_values_that_are_no_texts_are_their_json() -> None:
    raw = b'{"t": {"a": [1, {"b": null}]}}\n{"t": 7}\n{"t": true}\n{"t": "\\u00e9"}\n'
    assert [text.decode() for text, _ in _told(raw, "t")] == ['{"a": [1, {"b": null}]}', "7", "true", "é"]


def test_numbers_of_any_length_and_values_too_deep_cost_no_other_row() -> None:
    raw = b'{"t": %s}\n{"t": %s}\n{"t": "last"}\n' % (b"9" * 5000, b"[" * 100_000 + b"]" * 100_000)
    long, deep, last = _read(raw, text="t")[:3]
    assert (long.text, long.status) == (b"9" * 5000, READ)
    assert (deep.text, deep.reason) == (b"", "its values lie too deep inside each other")
    assert last.text == b"last"


def test_rows_that_are_arrays_stand_beside_objects() -> None:
    assert _told(b'["p", "q"]\n{"k": "v"}\n5\n', "1") == [(b"p", ""), (b"v", ""), (b"5", "")]


def test_a_file_without_objects_says_that_it_has_none() -> None:
    with pytest.raises(Refusal, match="no column 'text': none of its first lines is a JSON object"):
        _read(b'{"text": "cut in the mid', text="text")
    assert _told(b'["p", "q"]\n', "*") == [(b"p q", "")]


def test_a_key_with_half_of_a_character_is_shown_and_asked_for_with_its_substitute() -> None:
    raw = b'{"\\ud83dx": "a b"}\n{"\\ud83dx": "c \\ud83d"}\n'
    preview = table_preview(_read(raw, preview=20)[0])
    assert preview is not None
    assert (preview.columns, preview.rows) == (("\ufffdx",), (("a b",), ("c \ufffd",)))
    assert _told(raw, "\ufffdx") == [(b"a b", ""), ("c \ufffd".encode(), "")]


def test_a_record_separator_before_each_row_costs_no_row() -> None:
    assert _told(b'\x1e{"text": "a"}\n\x1e{"text": "b"}\n\x1e\n', "text") == [(b"a", ""), (b"b", "")]


def test_a_byte_order_mark_of_a_file_that_was_put_behind_another_costs_no_row() -> None:
    one = b'\xef\xbb\xbf{"text": "first of its file"}\n{"text": "last of its file"}\n'
    assert _told(one + one, "text") == [(b"first of its file", ""), (b"last of its file", "")] * 2
