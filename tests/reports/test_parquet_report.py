"""Parquet tables, read back."""

from __future__ import annotations

import io
import sys

import pytest

from simexplorer.errors import ExportError
from simexplorer.pipeline.result import Result
from simexplorer.reports import parquet_report
from simexplorer.reports.columns import Tables
from simexplorer.reports.parquet_report import require_pyarrow, write_parquet
from tests.reports import results

parquet = pytest.importorskip("pyarrow.parquet")


def _bytes(result: Result, name: str) -> bytes:
    file = io.BytesIO()
    write_parquet(Tables(result).table(name), file)
    return file.getvalue()


@pytest.mark.parametrize("name", ["pairs", "clusters", "documents"])
@pytest.mark.parametrize("make", [results.small, results.hostile, results.nothing])
def test_every_table_reads_back(make: type, name: str) -> None:
    table = Tables(make()).table(name)
    read = parquet.read_table(io.BytesIO(_bytes(make(), name)))
    assert read.column_names == [column.name for column in table.columns]
    assert [tuple(row.values()) for row in read.to_pylist()] == list(table.rows())


@pytest.mark.parametrize("name", ["pairs", "clusters", "documents"])
def test_a_table_is_written_a_group_of_rows_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_report, "ROW_GROUP", 2)
    table = Tables(results.small()).table(name)
    file = parquet.ParquetFile(io.BytesIO(_bytes(results.small(), name)))
    assert file.num_row_groups == -(-len(table) // 2)
    assert [tuple(row.values()) for row in file.read().to_pylist()] == list(table.rows())


def test_words_are_handed_over_in_parts_between_which_other_threads_run(monkeypatch: pytest.MonkeyPatch) -> None:
    pa, handed = require_pyarrow(), []
    array = pa.array
    monkeypatch.setattr(pa, "array", lambda data, *kind, **mask: handed.append(len(data)) or array(data, *kind, **mask))
    monkeypatch.setattr(parquet_report, "ROW_GROUP", 3)
    assert len(Tables(results.small()).table("documents")) > 3
    read = parquet.read_table(io.BytesIO(_bytes(results.small(), "documents")))
    assert [tuple(row.values()) for row in read.to_pylist()] == list(Tables(results.small()).table("documents").rows())
    assert max(handed) == 3


def test_without_pyarrow_a_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ExportError, match="pip install pyarrow"):
        require_pyarrow()
