"""Rows of Parquet: of the columns that are asked for, the others are not even unpacked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat
from typing import BinaryIO

from simexplorer.documents import formats
from simexplorer.documents.extracted import Refusal
from simexplorer.documents.readers.json_lines import Row

_BATCH = 1000  # rows


def parquet_rows(
    stream: BinaryIO, needed: Callable[[list[str]], list[str] | None]
) -> tuple[list[str], Iterator[Row | Refusal]]:
    """(columns, rows), with null in place of what is not ``needed`` of these columns (None: all are)."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError as error:
        raise Refusal("Parquet files need the optional package pyarrow", formats.PARQUET) from error
    try:
        file = parquet.ParquetFile(stream)
    except (ArrowException, OSError) as error:
        raise Refusal("damaged: the Parquet file is incomplete", formats.PARQUET) from error
    try:
        columns = [str(name) for name in file.schema_arrow.names]
    except (ArrowException, OSError, ValueError) as error:
        raise Refusal("damaged: the columns of the Parquet file cannot be read", formats.PARQUET) from error
    chosen = needed(columns)
    if chosen is None or len(set(columns)) < len(columns) or any("." in name for name in chosen):
        chosen = columns  # of two of one name, and of names that may mean a part of one, all are unpacked

    def rows() -> Iterator[Row | Refusal]:
        only = None if chosen == columns else chosen
        try:
            for batch in file.iter_batches(batch_size=_BATCH, use_threads=False, columns=only):
                if only is None:
                    cells = [column.to_pylist() for column in batch.columns]
                else:
                    of_name = {name: batch.column(name).to_pylist() for name in chosen}
                    cells = [of_name.get(name) or repeat(None, batch.num_rows) for name in columns]
                yield from map(list, zip(*cells, strict=True))
        except (ArrowException, OSError, ValueError) as error:
            raise Refusal("damaged: the rows of the Parquet file cannot be read", formats.PARQUET) from error

    return columns, rows()
