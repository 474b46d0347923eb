"""Rows of Parquet: what stands in the columns that are asked for, whatever stands beside them."""

from __future__ import annotations

import datetime as dt
import io
import os
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from simexplorer.documents import formats
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.extracted import Job, Refusal, one_by_one
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.readers import parquet_rows
from simexplorer.documents.readers.parquet_rows import ParquetRows
from simexplorer.documents.readers.row_cutter import RowCutter
from simexplorer.documents.readers.tables import read_table

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def _rows(raw: bytes, **options: Any) -> list[tuple[bytes, bytes, str]]:
    job = Job(name=b"t.parquet", size=len(raw), **options)
    found = one_by_one(read_table(io.BytesIO(raw), job, formats.PARQUET))
    return [(row.member, row.text, row.reason) for row in found if row.member]


def _file(table: Any) -> bytes:
    out = io.BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The columns of all batches that were unpacked."""
    seen: list[list[str]] = []
    batches = parquet.ParquetFile.iter_batches

    def told(*args: Any, **options: Any) -> Any:
        for batch in batches(*args, **options):
            seen.append(batch.schema.names)
            yield batch

    monkeypatch.setattr(parquet.ParquetFile, "iter_batches", told)
    return seen


def test_columns_that_nobody_asked_for_are_not_unpacked(unpacked: list[list[str]]) -> None:
    numbers = [[float(n)] * 50 for n in range(2500)]
    table = {"id": list(range(2500)), "vector": numbers, "text": [f"words {n}" for n in range(2499)] + [None]}
    raw = _file(pyarrow.table(table))
    wanted = [(b"%d" % n, b"words %d" % n, "") for n in range(2499)] + [(b"2499", b"", "this row holds nothing")]
    assert _rows(raw, text_column="text", id_column="id") == wanted
    assert unpacked == [["id", "text"]] * 3
    assert [text for _, text, _ in _rows(raw, text_column="3")] == [text for _, text, _ in wanted]
    assert unpacked[3:] == [["text"]] * 3


@pytest.mark.parametrize(("text", "told"), [("*", b"1 x y"), ("text,a.b", b"x y"), ("a.b", b"y"), ("9", b"")])
def test_all_columns_and_names_that_may_mean_a_part_of_one(text: str, told: bytes) -> None:
    table = pyarrow.table({"id": [1], "text": ["x"], "a.b": ["y"]})
    assert [row[1] for row in _rows(_file(table), text_column=text)] == [told]


def test_of_two_columns_of_one_name_the_first_is_meant() -> None:
    table = pyarrow.Table.from_arrays([pyarrow.array(["x"]), pyarrow.array(["y"])], names=["text", "text"])
    assert [row[1] for row in _rows(_file(table), text_column="text")] == [b"x"]


def test_parquet_is_read_by_the_reading_process_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet.write_table(pyarrow.table({"tags": [["a b", "c"], []]}), tmp_path / "t.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    corpus = Corpus.open([os.fsencode(tmp_path)], ReadOptions(text_column="tags", items=True))
    assert corpus.text(0) == ""
    assert corpus.documents().reason_of(0) is None
    assert [corpus.text(int(row)) for row in corpus.discovered()] == ["a b\0c\0", ""]
    corpus.close()


_ODD = {
    "null": [None],
    "blank": [" \t\n"],
    "empty": [""],
    "long": ["ab" * 40],
    "wide blank": ["\u2003"],
    "control": ["\x1f\x01", "\x1f"],
    "nothing odd": ["ä", "  b "],
}


@pytest.mark.parametrize("kind", ["string", "large_string", "dictionary<values=string, indices=int32, ordered=0>"])
@pytest.mark.parametrize("odd", _ODD)
@pytest.mark.parametrize("name", [None, "id", "9"])
def test_rows_that_are_joined_are_those_that_are_looked_at_closely(
    kind: str, odd: str, name: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["x y", *_ODD[odd], "z"]
    text = pyarrow.array(words, pyarrow.string())
    text = text.dictionary_encode() if kind.startswith("dict") else text.cast(kind)
    raw = _file(pyarrow.table({"id": range(len(words)), "text": text}))
    joined = _rows(raw, text_column="text", id_column=name, max_bytes=64)
    monkeypatch.setattr(ParquetRows, "joined", lambda *_: None)
    monkeypatch.setattr(RowCutter, "plain_texts", lambda *_: None)
    assert _rows(raw, text_column="text", id_column=name, max_bytes=64) == joined
    assert len(joined) == len(words)


def test_most_rows_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ParquetRows, "rows", None)
    raw = _file(pyarrow.table({"id": [1, 2], "text": ["a", "ä ö"]}))
    assert _rows(raw, text_column="text", id_column="id") == [(b"1", b"a", ""), (b"2", "ä ö".encode(), "")]


@pytest.mark.parametrize("cut", [b"ab\xffd", b"a\xc3\xa4b\xc3"], ids=["no UTF-8", "half a character"])
def test_bytes_that_are_no_text_are_told(cut: bytes) -> None:
    text = pyarrow.array([b"a", cut, b"\xa4 b"]).cast(pyarrow.binary()).view(pyarrow.string())
    raw = _file(pyarrow.table({"text": text}))
    job = Job(name=b"t.parquet", size=len(raw), text_column="text")
    with pytest.raises(Refusal, match="rows of the Parquet file cannot be read"):
        list(read_table(io.BytesIO(raw), job, formats.PARQUET))


def test_want_of_memory_is_no_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> None:
        raise pyarrow.lib.ArrowMemoryError("malloc of size 297759552 failed")

    monkeypatch.setattr(parquet.ParquetFile, "iter_batches", greedy)
    with pytest.raises(MemoryError):
        _rows(_file(pyarrow.table({"text": ["a"]})), text_column="text")


def test_long_rows_are_unpacked_a_few_at_a_time(unpacked: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_rows, "_BATCH_BYTES", 3000)
    raw = _file(pyarrow.table({"note": ["n"] * 10, "text": [f"{n}" * 1000 for n in range(10)]}))
    assert [text for _, text, _ in _rows(raw, text_column="text")] == [b"%d" % n * 1000 for n in range(10)]
    assert len(unpacked) >= 5


def test_bytes_are_the_text_that_they_hold() -> None:
    german = "Alle Menschen sind frei und gleich an Würde und Rechten geboren; über größere Füße sagt niemand etwas. "
    held = [b"words", "größe".encode(), (german * 9).encode("latin-1"), bytes(range(256)) * 8]
    raw = _file(pyarrow.table({"text": pyarrow.array(held, pyarrow.binary()), "more": [[one] for one in held]}))
    rows = _rows(raw, text_column="text")
    assert [text.decode() for _, text, _ in rows] == ["words", "größe", german * 9, ""]
    assert rows[-1][2] == "this row holds bytes that are no text"
    assert _rows(raw, text_column="more")[0][1] == b'["words"]'


def test_dates_and_numbers_stand_without_quotation_marks() -> None:
    day, moment = dt.date(2024, 5, 6), dt.datetime(2024, 5, 6, 7, 8, 9)  # noqa: DTZ001 - as Parquet keeps it
    columns = {"day": [day], "moment": [moment], "price": [Decimal("1.50")], "sure": [True], "share": [0.5], "n": [7]}
    raw = _file(pyarrow.table({**columns, "list": [[day]]}))
    for column, words in {
        "day": b"2024-05-06",
        "moment": b"2024-05-06 07:08:09",
        "price": b"1.50",
        "sure": b"true",
        "share": b"0.5",
        "n": b"7",
        "list": b'["2024-05-06"]',
    }.items():
        assert _rows(raw, text_column=column) == [(b"1", words, "")]
    assert [name for name, *_ in _rows(raw, text_column="n", id_column="day")] == [b"2024-05-06"]
