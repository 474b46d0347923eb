"""One table of a result as Parquet, where the optional package pyarrow is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any

import numpy as np

from simexplorer import __version__
from simexplorer.errors import ExportError
from simexplorer.reports.table import Column, Table

ROW_GROUP = 131_072


def require_pyarrow() -> Any:
    """The package, or ExportError that says how to get it."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError as error:
        raise ExportError(
            "Parquet needs the package pyarrow, which is not installed: pip install pyarrow. CSV holds the same."
        ) from error
    return pa


def write_parquet(table: Table, file: IO[bytes]) -> None:
    """Write the table, a group of rows at a time; missing numbers are nulls, texts are dictionary-encoded."""
    pa = require_pyarrow()
    labels = {column.name: _spelled(pa, column.labels) for column in table.columns if column.labels}
    metadata = {"simexplorer": __version__, "table": table.name}

    def rows(first: int) -> Any:
        part = slice(first, first + ROW_GROUP)
        arrays = [_array(pa, column, part, labels.get(column.name)) for column in table.columns]
        fields = [pa.field(column.name, array.type) for column, array in zip(table.columns, arrays, strict=True)]
        return pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata))

    try:
        with pa.parquet.ParquetWriter(file, rows(0).schema) as writer:
            for first in range(0, max(1, len(table)), ROW_GROUP):
                writer.write_table(rows(first), ROW_GROUP)
    finally:
        pa.default_memory_pool().release_unused()  # it keeps 30 MB for more of the kind, which may never come


def _spelled(pa: Any, labels: Sequence[str]) -> Any:
    """Labels as an array, made in parts: while pyarrow goes through words of Python, no other thread runs."""
    parts = (range(first, min(first + ROW_GROUP, len(labels))) for first in range(0, len(labels), ROW_GROUP))
    return pa.concat_arrays([pa.array([labels[place] for place in part], pa.string()) for part in parts])


def _array(pa: Any, column: Column, part: slice, labels: Any) -> Any:
    values = column.values[part]
    if column.kind == "text":
        codes = pa.array(values.astype(np.int32), mask=values < 0)
        return pa.DictionaryArray.from_arrays(codes, pa.array([], pa.string()) if labels is None else labels)
    if column.kind == "flag":
        return pa.array(values.astype(np.bool_))
    if column.kind == "whole":
        return pa.array(values.astype(np.int64), mask=values < 0)
    return pa.array(values.astype(np.float64), mask=~np.isfinite(values))
