"""Some rows of a Parquet file as a Parquet file: the same columns, types and values, packed anew as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.readers.parquet_rows import opened_parquet, rows_at_once, told_of_damage

_GROUP, _GROUP_BYTES = 131_072, 1 << 26  # rows written together, or fewer where they are long


def parquet_length(stream: BinaryIO) -> int:
    """How many rows the file holds; Refusal where it is damaged."""
    return int(opened_parquet(stream).metadata.num_rows)


def write_kept_rows(stream: BinaryIO, kept: NDArray[np.bool_], file: IO[bytes], check: Callable[[], None]) -> None:
    """Write those rows that are ``kept``, (n,) of all; ``check`` is called now and then and may raise to end it."""
    import pyarrow as pa

    try:
        _write(stream, kept, file, check)
    finally:
        pa.default_memory_pool().release_unused()


def _write(stream: BinaryIO, kept: NDArray[np.bool_], file: IO[bytes], check: Callable[[], None]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    source = opened_parquet(stream)
    schema = source.schema_arrow
    how = {"compression": _packing(source), "use_compliant_nested_type": False}  # which would rename items of lists
    with told_of_damage(), parquet.ParquetWriter(file, schema, **how) as writer:
        waiting, first = list[Any](), 0
        size = rows_at_once(source, schema.names)
        for batch in source.iter_batches(batch_size=size, use_threads=False):
            check()
            waiting.append(batch.filter(pa.array(kept[first : first + batch.num_rows])))
            first += batch.num_rows
            if sum(map(len, waiting)) >= _GROUP or sum(one.nbytes for one in waiting) >= _GROUP_BYTES:
                writer.write_table(pa.Table.from_batches(waiting, schema))
                waiting = []
        writer.write_table(pa.Table.from_batches(waiting, schema))


def _packing(source: Any) -> str:
    """How the first column is packed."""
    about = source.metadata
    known = about.row_group(0).column(0).compression if about.num_row_groups and about.num_columns else "SNAPPY"
    return "NONE" if known == "UNCOMPRESSED" else str(known)
