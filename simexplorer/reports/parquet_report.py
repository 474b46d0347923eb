"""One table of a result as Parquet, where the optional package pyarrow is installed."""

from __future__ import annotations

from typing import IO, Any

import numpy as np

from simexplorer import __version__
from simexplorer.errors import ExportError
from simexplorer.reports.columns import Column, Table

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
    """Write the table; missing numbers are nulls, texts are dictionary-encoded."""
    pa = require_pyarrow()
    arrays = [_array(pa, column) for column in table.columns]
    metadata = {"simexplorer": __version__, "table": table.name}
    schema = pa.schema(
        [pa.field(column.name, array.type) for column, array in zip(table.columns, arrays, strict=True)], metadata
    )
    pa.parquet.write_table(pa.Table.from_arrays(arrays, schema=schema), file, row_group_size=ROW_GROUP)


def _array(pa: Any, column: Column) -> Any:
    values = column.values
    if column.kind == "text":
        codes = pa.array(values.astype(np.int32), mask=values < 0)
        return pa.DictionaryArray.from_arrays(codes, pa.array(list(column.labels), pa.string()))
    if column.kind == "flag":
        return pa.array(values.astype(np.bool_))
    if column.kind == "whole":
        return pa.array(values.astype(np.int64), mask=values < 0)
    return pa.array(values.astype(np.float64), mask=~np.isfinite(values))
